// DEFINE: %{entry} =
// DEFINE: %{tile} = pad-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-pads.mlir --transform-interpreter=entry-point=%{entry}
// DEFINE: %{run} = pad-opt --lower-pad-to-llvm="lowering=scf runtime-verification" | %run_main | FileCheck %s
// RUN: cat %s | %{run}
// REDEFINE: %{entry} = for
// RUN: %{tile} | %{run}
// REDEFINE: %{entry} = forall
// RUN: %{tile} --pad-shrink-source | %{run}
// REDEFINE: %{entry} = rows
// RUN: %{tile} | %{run}
// RUN: %{tile} --pad-shrink-source | %{run}
// REDEFINE: %{entry} = idle
// RUN: %{tile} | %{run}
// RUN: %{tile} --pad-shrink-source | %{run}

// Sources and results without elements, and threads without rows: their tiles
// break no constraint, which the runtime verification would tell.

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @empty_source(%x: tensor<0x3xi32>, %v: i32) -> tensor<4x3xi32> {
  %r = pad.pad constant %x value(%v) low[2, 0] high[2, 0] : tensor<0x3xi32> to tensor<4x3xi32>
  return %r : tensor<4x3xi32>
}

func.func @empty_sources(%x: tensor<?x?xi32>, %v: i32) -> tensor<?x?xi32> {
  %r = pad.pad constant %x value(%v) low[1, 2] high[1, 2] : tensor<?x?xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @empty_result(%x: tensor<3x4xi32>) -> tensor<0x4xi32> {
  %r = pad.pad wrap %x low[-2, 0] high[-5, 0] : tensor<3x4xi32> to tensor<0x4xi32>
  return %r : tensor<0x4xi32>
}

// Crops more than there is; high pads that made up for it would exceed a limit.
func.func @reflect(%x: tensor<?x?xi32>, %l: index) -> tensor<?x?xi32> {
  %r = pad.pad reflect %x low[%l, 0] high[2, 0] : tensor<?x?xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @edge_into(%x: tensor<?x?xi32>, %l: index, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = pad.pad_into edge %x into %o low[%l, 0] high[-1, 0] : tensor<?x?xi32> into tensor<?x?xi32> -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @print(%t: tensor<?x?xi32>) {
  %u = tensor.cast %t : tensor<?x?xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}

func.func @main() {
  %m1 = arith.constant -1 : index
  %m9 = arith.constant -9 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 9 : i32
  %none = arith.constant dense<> : tensor<0x3xi32>
  %x = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %d = tensor.cast %x : tensor<3x4xi32> to tensor<?x?xi32>
  %n = tensor.cast %none : tensor<0x3xi32> to tensor<?x?xi32>

  // CHECK: sizes = [4, 3]
  // CHECK-COUNT-4: 9, 9, 9]
  %a = call @empty_source(%none, %v) : (tensor<0x3xi32>, i32) -> tensor<4x3xi32>
  %ad = tensor.cast %a : tensor<4x3xi32> to tensor<?x?xi32>
  call @print(%ad) : (tensor<?x?xi32>) -> ()
  // CHECK: sizes = [2, 7]
  // CHECK-COUNT-2: 9, 9, 9, 9, 9, 9, 9]
  %b = call @empty_sources(%n, %v) : (tensor<?x?xi32>, i32) -> tensor<?x?xi32>
  call @print(%b) : (tensor<?x?xi32>) -> ()
  // CHECK: sizes = [0, 4]
  %c = call @empty_result(%x) : (tensor<3x4xi32>) -> tensor<0x4xi32>
  %cd = tensor.cast %c : tensor<0x4xi32> to tensor<?x?xi32>
  call @print(%cd) : (tensor<?x?xi32>) -> ()
  // CHECK: sizes = [0, 4]
  %e = call @reflect(%d, %m9) : (tensor<?x?xi32>, index) -> tensor<?x?xi32>
  call @print(%e) : (tensor<?x?xi32>) -> ()
  // Four rows, so that the last of three threads has none.
  // CHECK: sizes = [4, 4]
  // CHECK: 5, 6, 7, 8]
  // CHECK: 9, 10, 11, 12]
  // CHECK: 5, 6, 7, 8]
  // CHECK: 1, 2, 3, 4]
  %f = call @reflect(%d, %m1) : (tensor<?x?xi32>, index) -> tensor<?x?xi32>
  call @print(%f) : (tensor<?x?xi32>) -> ()
  // CHECK: sizes = [5, 4]
  // CHECK: 1, 2, 3, 4]
  // CHECK: 5, 6, 7, 8]
  // CHECK: 9, 10, 11, 12]
  // CHECK: 5, 6, 7, 8]
  // CHECK: 1, 2, 3, 4]
  %i = call @reflect(%d, %c0) : (tensor<?x?xi32>, index) -> tensor<?x?xi32>
  call @print(%i) : (tensor<?x?xi32>) -> ()
  // CHECK: sizes = [0, 4]
  %o = tensor.empty(%c0, %c4) : tensor<?x?xi32>
  %g = call @edge_into(%d, %m9, %o) : (tensor<?x?xi32>, index, tensor<?x?xi32>) -> tensor<?x?xi32>
  call @print(%g) : (tensor<?x?xi32>) -> ()
  // CHECK: sizes = [3, 4]
  // CHECK: 1, 2, 3, 4]
  // CHECK: 1, 2, 3, 4]
  // CHECK: 5, 6, 7, 8]
  %p = tensor.empty(%c3, %c4) : tensor<?x?xi32>
  %h = call @edge_into(%d, %c1, %p) : (tensor<?x?xi32>, index, tensor<?x?xi32>) -> tensor<?x?xi32>
  call @print(%h) : (tensor<?x?xi32>) -> ()
  return
}
