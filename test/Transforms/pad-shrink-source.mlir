// RUN: pad-opt %s --pad-shrink-source --canonicalize --cse -split-input-file | FileCheck %s

// CHECK-LABEL: func @constant_border
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0] [3] [1]
// CHECK: pad.pad constant %[[S]] low[2] high[0] : tensor<3xf32> to tensor<5xf32>
func.func @constant_border(%x: tensor<9xf32>) -> tensor<5xf32> {
  %r = pad.pad constant %x low[2] high[-6] : tensor<9xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// Only padding is left, of the element next to it.
// CHECK-LABEL: func @edge_outside
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[8] [1] [1]
// CHECK: pad.pad edge %[[S]] low[-3] high[7] : tensor<1xf32> to tensor<5xf32>
func.func @edge_outside(%x: tensor<9xf32>) -> tensor<5xf32> {
  %r = pad.pad edge %x low[-11] high[7] : tensor<9xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// The mirror image of position 10 is position 6.
// CHECK-LABEL: func @reflect_high
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[6] [3] [1]
// CHECK: pad.pad reflect %[[S]] low[-1] high[2] : tensor<3xf32> to tensor<4xf32>
func.func @reflect_high(%x: tensor<9xf32>) -> tensor<4xf32> {
  %r = pad.pad reflect %x low[-7] high[2] : tensor<9xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @symmetric_low
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0] [3] [1]
// CHECK: pad.pad symmetric %[[S]] low[3] high[-2] : tensor<3xf32> to tensor<4xf32>
func.func @symmetric_low(%x: tensor<9xf32>) -> tensor<4xf32> {
  %r = pad.pad symmetric %x low[3] high[-8] : tensor<9xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// One period before the source: a slice, of which nothing is padded.
// CHECK-LABEL: func @wrap_within_a_period
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[2] [4] [1]
// CHECK-NOT: high[1
// CHECK: return %[[S]]
func.func @wrap_within_a_period(%x: tensor<9xf32>) -> tensor<4xf32> {
  %r = pad.pad wrap %x low[7] high[-12] : tensor<9xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @wrap_crosses
// CHECK-NEXT: pad.pad wrap %{{.*}} low[2] high[-7] : tensor<9xf32> to tensor<4xf32>
func.func @wrap_crosses(%x: tensor<9xf32>) -> tensor<4xf32> {
  %r = pad.pad wrap %x low[2] high[-7] : tensor<9xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @reads_all
// CHECK-NEXT: pad.pad
func.func @reads_all(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = pad.pad edge %x low[2] high[0] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @interior
// CHECK-NEXT: pad.pad
func.func @interior(%x: tensor<9xf32>) -> tensor<5xf32> {
  %r = pad.pad constant %x low[2] high[-14] interior[1] : tensor<9xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// An element type that has no default padding value keeps a source that cannot
// be empty.
// CHECK-LABEL: func @no_default
// CHECK-NEXT: pad.pad
func.func @no_default(%x: tensor<9x!quant.any<i8<-8:7>:f32>>, %l: index) -> tensor<?x!quant.any<i8<-8:7>:f32>> {
  %r = pad.pad edge %x low[%l] high[-6] : tensor<9x!quant.any<i8<-8:7>:f32>> to tensor<?x!quant.any<i8<-8:7>:f32>>
  return %r : tensor<?x!quant.any<i8<-8:7>:f32>>
}

// CHECK-LABEL: func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[L:.*]]: index)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %[[C0]]
// CHECK: %[[END:.*]] = arith.addi %[[D]], %{{.*}}
// CHECK: %[[W:.*]] = arith.subi %[[C0]], %[[L]]
// CHECK: %[[LAST:.*]] = arith.{{.*}} %[[D]], %{{.*}}
// CHECK: %[[MIN:.*]] = arith.minsi %[[W]], %[[LAST]]
// CHECK: %[[FIRST:.*]] = arith.maxsi %[[MIN]], %[[C0]]
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][%[[FIRST]]] [%{{.*}}] [1]
// CHECK: pad.pad constant %[[S]] low[%{{.*}}] high[%{{.*}}] : tensor<?xf32> to tensor<?xf32>
func.func @dynamic(%x: tensor<?xf32>, %l: index) -> tensor<?xf32> {
  %r = pad.pad constant %x low[%l] high[-4] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// What lies inside the source in every iteration is a slice of known extent.
// CHECK-LABEL: func @inside
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK-NOT: pad.pad
// CHECK-NOT: arith.m
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}] [4] [1] : tensor<64xf32> to tensor<4xf32>
func.func @inside(%x: tensor<64xf32>, %out: tensor<66xf32>) -> tensor<66xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c61 = arith.constant 61 : index
  %m61 = arith.constant -61 : index
  %r = scf.for %i = %c1 to %c61 step %c4 iter_args(%o = %out) -> tensor<66xf32> {
    %l = arith.subi %c1, %i : index
    %h = arith.addi %m61, %i : index
    %t = pad.pad symmetric %x low[%l] high[%h] : tensor<64xf32> to tensor<4xf32>
    %n = tensor.insert_slice %t into %o[%i] [4] [1] : tensor<4xf32> into tensor<66xf32>
    scf.yield %n : tensor<66xf32>
  }
  return %r : tensor<66xf32>
}

// CHECK-LABEL: func @destination
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 2] [4, 3] [1, 1]
// CHECK: pad.pad_into constant %[[S]] into %{{.*}} low[1, 0] high[1, 1]
func.func @destination(%x: tensor<4x5xf32>, %out: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %r = pad.pad_into constant %x into %out low[1, -2] high[1, 1] : tensor<4x5xf32> into tensor<6x4xf32> -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
