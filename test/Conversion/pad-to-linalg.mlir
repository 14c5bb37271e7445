// RUN: pad-opt %s --convert-pad-to-linalg | FileCheck %s
// RUN: pad-opt %s --convert-pad-to-linalg --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=FUSED
// RUN: pad-opt %s --convert-pad-to-linalg --int-range-optimizations --control-flow-sink | FileCheck %s --check-prefix=SUNK
// RUN: pad-opt %s --convert-pad-to-linalg --canonicalize --cse --int-range-optimizations --canonicalize --cse --int-range-optimizations --control-flow-sink | FileCheck %s --check-prefix=SUNK

// CHECK-LABEL: func @plain
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: tensor.insert_slice %{{.*}} into %[[F]][1] [4] [2] : tensor<4xf32> into tensor<9xf32>
func.func @plain(%x: tensor<4xf32>) -> tensor<9xf32> {
  %r = pad.pad constant %x low[1] high[1] interior[1] : tensor<4xf32> to tensor<9xf32>
  return %r : tensor<9xf32>
}

// CHECK-LABEL: func @crops
// CHECK-NOT: insert_slice
// CHECK: linalg.generic
// CHECK: tensor.extract
func.func @crops(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = pad.pad constant %x low[-1] high[1] : tensor<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// On memrefs the source may be the interior of the destination: no fill.
// CHECK-LABEL: func @memrefs
// CHECK-NOT: linalg.fill
// CHECK: linalg.generic
// CHECK: memref.load
func.func @memrefs(%x: memref<4xf32>, %y: memref<6xf32>) {
  pad.pad_into constant %x into %y low[1] high[1] : memref<4xf32> into memref<6xf32>
  return
}

// Upstream's fusion takes the pad into its consumer.
// FUSED-LABEL: func @consumer
// FUSED: linalg.generic
// FUSED: tensor.extract
// FUSED: arith.negf
// FUSED-NOT: linalg.generic
// FUSED: return
func.func @consumer(%x: tensor<4xf32>) -> tensor<6xf32> {
  %r = pad.pad reflect %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %e = tensor.empty() : tensor<6xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%r : tensor<6xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.negf %a : f32
    linalg.yield %m : f32
  } -> tensor<6xf32>
  return %n : tensor<6xf32>
}

// Left for scalar loops: upstream would take the index of the body for the one
// of the pad.
// CHECK-LABEL: func @in_body
// CHECK: tensor.generate
// CHECK: pad.pad_into reflect
func.func @in_body(%x: tensor<4xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %r = tensor.generate {
  ^bb0(%i: index):
    %p = pad.pad reflect %x low[%i] high[0] : tensor<4xf32> to tensor<?xf32>
    %e = tensor.extract %p[%c0] : tensor<?xf32>
    tensor.yield %e : f32
  } : tensor<3xf32>
  return %r : tensor<3xf32>
}

// An index that upstream knows to be in bounds is still not moved into the branch, where it is not valid.
// SUNK-LABEL: func @edge_beside_constant
// SUNK: linalg.index 0
// SUNK: linalg.index 1
// SUNK: scf.if
func.func @edge_beside_constant(%x: tensor<3x4xf32>) -> tensor<5x6xf32> {
  %r = pad.pad [constant, edge] %x low[1, 1] high[1, 1] : tensor<3x4xf32> to tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// SUNK-LABEL: func @edge_before_constant
// SUNK: linalg.index 0
// SUNK: linalg.index 1
// SUNK: scf.if
func.func @edge_before_constant(%x: tensor<3x4xf32>) -> tensor<5x6xf32> {
  %r = pad.pad [edge, constant] %x low[1, 1] high[1, 1] : tensor<3x4xf32> to tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// SUNK-LABEL: func @interior_of_another_axis
// SUNK: linalg.index 0
// SUNK: linalg.index 1
// SUNK: scf.if
func.func @interior_of_another_axis(%x: memref<3x4xf32>, %y: memref<3x7xf32>) {
  pad.pad_into edge %x into %y low[0, 0] high[0, 0] interior[0, 1] : memref<3x4xf32> into memref<3x7xf32>
  return
}

// SUNK-LABEL: func @perhaps_empty
// SUNK: linalg.index 0
// SUNK: linalg.index 1
// SUNK: scf.if
func.func @perhaps_empty(%x: tensor<?x4xf32>, %n: index) -> tensor<?x6xf32> {
  %r = pad.pad [reflect, wrap] %x low[1, 1] high[%n, 1] : tensor<?x4xf32> to tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}

// CHECK-LABEL: func @always_empty
// CHECK-NOT: memref.load
// CHECK: return
func.func @always_empty(%x: memref<4x0xf32>, %y: memref<?x?xf32>, %n: index) {
  pad.pad_into edge %x into %y low[%n, %n] high[0, 0] : memref<4x0xf32> into memref<?x?xf32>
  return
}

// Where the source is read everywhere, there is no branch.
// SUNK-LABEL: func @everywhere
// SUNK-NOT: scf.if
// SUNK: return
func.func @everywhere(%x: tensor<3x4xf32>) -> tensor<5x6xf32> {
  %r = pad.pad [edge, wrap] %x low[1, 1] high[1, 1] : tensor<3x4xf32> to tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
