// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | grep -v Memref > %t.untiled
// RUN: FileCheck %s < %t.untiled
// DEFINE: %{tile} = pad-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-adjoints.mlir --transform-interpreter=entry-point
// RUN: %{tile}=for --canonicalize --cse | FileCheck %s --check-prefix=TILED
// RUN: %{tile}=for | pad-opt --lower-pad-to-llvm=lowering=scf | %run_main | grep -v Memref | diff - %t.untiled
// RUN: %{tile}=forall | pad-opt --lower-pad-to-llvm | %run_main | grep -v Memref | diff - %t.untiled

// Tiles of a gradient are gradients of tiles along the axes without pads.

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

// TILED-LABEL: func.func @static(
// TILED:         scf.for
// TILED:           scf.for
// TILED:             %[[G:.*]] = tensor.extract_slice %{{.*}}[%[[I:.*]], 0, %[[J:.*]]] [%[[M:.*]], 7, %[[N:.*]]] [1, 1, 1]
// TILED:             pad.adjoint reflect %[[G]] of[%[[M]], 4, %[[N]]] low[0, 2, 0] high[0, 1, 0]
func.func @static(%g: tensor<5x7x4xi32>) -> tensor<5x4x4xi32> {
  %r = pad.adjoint reflect %g of[5, 4, 4] low[0, 2, 0] high[0, 1, 0]
      : tensor<5x7x4xi32> to tensor<5x4x4xi32>
  return %r : tensor<5x4x4xi32>
}

// TILED-LABEL: func.func @into(
// TILED:         scf.for
// TILED:           pad.adjoint_into wrap %{{.*}} into %{{.*}} accumulate low[0, %{{.*}}, 0]
func.func @into(%g: tensor<?x?x?xi32>, %x: tensor<5x4x4xi32>, %l: index)
    -> tensor<5x4x4xi32> {
  %r = pad.adjoint_into wrap %g into %x accumulate low[0, %l, 0] high[0, 1, 0]
      : tensor<?x?x?xi32> into tensor<5x4x4xi32> -> tensor<5x4x4xi32>
  return %r : tensor<5x4x4xi32>
}

// TILED-LABEL: func.func @open(
// TILED-SAME:    %{{[^ ]*}}: tensor<?x?x?xi32>, %[[N:[^ ]*]]: index,
// TILED:         scf.for
// TILED:           pad.adjoint edge %{{.*}} of[%{{.*}}, %[[N]], %{{.*}}] low[0, 1, 0] high[0, %{{.*}}, 0]
func.func @open(%g: tensor<?x?x?xi32>, %n: index, %h: index) -> tensor<?x?x?xi32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %g, %c0 : tensor<?x?x?xi32>
  %k = tensor.dim %g, %c2 : tensor<?x?x?xi32>
  %r = pad.adjoint edge %g of[%m, %n, %k] low[0, 1, 0] high[0, %h, 0]
      : tensor<?x?x?xi32> to tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}

// TILED-LABEL: func.func @open_into(
// TILED-SAME:    %{{[^ ]*}}: tensor<?x?x?xi32>, %[[X:[^ ]*]]: tensor<?x?x?xi32>,
// TILED:         %[[N:.*]] = tensor.dim %[[X]], %c1
// TILED:         scf.for
// TILED:           scf.for {{.*}} iter_args(%[[PART:.*]] = %{{.*}})
// TILED:             %[[TILE:.*]] = tensor.extract_slice %[[PART]][%{{.*}}, 0, %{{.*}}] [%{{.*}}, %[[N]], %{{.*}}]
// TILED:             pad.adjoint_into wrap %{{.*}} into %[[TILE]] accumulate
func.func @open_into(%g: tensor<?x?x?xi32>, %x: tensor<?x?x?xi32>, %h: index)
    -> tensor<?x?x?xi32> {
  %r = pad.adjoint_into wrap %g into %x accumulate low[0, 1, 0] high[0, %h, 0]
      : tensor<?x?x?xi32> into tensor<?x?x?xi32> -> tensor<?x?x?xi32>
  return %r : tensor<?x?x?xi32>
}

func.func @main() {
  %l = arith.constant 2 : index
  %e = tensor.empty() : tensor<5x7x4xi32>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%e : tensor<5x7x4xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %c10 = arith.constant 10 : index
    %0 = arith.muli %i, %c10 : index
    %1 = arith.addi %0, %j : index
    %2 = arith.muli %1, %c10 : index
    %3 = arith.addi %2, %k : index
    %4 = arith.index_cast %3 : index to i32
    linalg.yield %4 : i32
  } -> tensor<5x7x4xi32>
  %a = call @static(%g) : (tensor<5x7x4xi32>) -> tensor<5x4x4xi32>
  %h = tensor.cast %g : tensor<5x7x4xi32> to tensor<?x?x?xi32>
  %b = call @into(%h, %a, %l)
      : (tensor<?x?x?xi32>, tensor<5x4x4xi32>, index) -> tensor<5x4x4xi32>
  %c4 = arith.constant 4 : index
  %c = call @open(%h, %c4, %l)
      : (tensor<?x?x?xi32>, index, index) -> tensor<?x?x?xi32>
  %ua = tensor.cast %a : tensor<5x4x4xi32> to tensor<*xi32>
  %ub = tensor.cast %b : tensor<5x4x4xi32> to tensor<*xi32>
  call @printMemrefI32(%ua) : (tensor<*xi32>) -> ()
  call @printMemrefI32(%ub) : (tensor<*xi32>) -> ()
  %d = call @open_into(%h, %c, %l)
      : (tensor<?x?x?xi32>, tensor<?x?x?xi32>, index) -> tensor<?x?x?xi32>
  %uc = tensor.cast %d : tensor<?x?x?xi32> to tensor<*xi32>
  call @printMemrefI32(%uc) : (tensor<*xi32>) -> ()
  return
}

// Row 0 is read by position 2, row 1 by 1 and 3, row 2 by 0, 4 and 6.
// CHECK: [20, 21, 22, 23]
// CHECK: [40, 42, 44, 46]
// CHECK: [100, 103, 106, 109]
// CHECK: [50, 51, 52, 53]
