// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | grep -v Memref > %t.untiled
// RUN: FileCheck %s < %t.untiled
// DEFINE: %{tile} = pad-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-pads.mlir --transform-interpreter=entry-point
// RUN: %{tile}=for | pad-opt --lower-pad-to-llvm=lowering=scf | %run_main | grep -v Memref | diff - %t.untiled
// RUN: %{tile}=forall | pad-opt --lower-pad-to-llvm | %run_main | grep -v Memref | diff - %t.untiled
// RUN: %{tile}=rows | pad-opt --lower-pad-to-llvm=lowering=linalg | %run_main | grep -v Memref | diff - %t.untiled

// Tiles are pads: of every mode, static and dynamic, with tile sizes that do not
// divide, tiles in the padding only and with both borders, crops, interior
// padding, and axes without pads.

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @constant(%x: tensor<?x?xi32>, %v: i32, %l: index, %h: index, %i: index) -> tensor<?x?xi32> {
  %r = pad.pad constant %x value(%v) low[%l, 2] high[1, %h] interior[0, %i] : tensor<?x?xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @edge(%x: tensor<?x?xi32>, %l: index, %h: index) -> tensor<?x?xi32> {
  %r = pad.pad edge %x low[7, %l] high[%h, 0] : tensor<?x?xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @reflect(%x: tensor<?x?xi32>, %l: index, %h: index) -> tensor<?x?xi32> {
  %r = pad.pad reflect %x low[%l, 2] high[1, %h] : tensor<?x?xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @symmetric_into(%x: tensor<?x?xi32>, %l: index, %h: index) -> tensor<7x9xi32> {
  %e = tensor.empty() : tensor<7x9xi32>
  %r = pad.pad_into symmetric %x into %e low[%l, 2] high[1, %h] : tensor<?x?xi32> into tensor<7x9xi32> -> tensor<7x9xi32>
  return %r : tensor<7x9xi32>
}

func.func @wrap_rows(%x: tensor<?x?xi32>, %l: index) -> tensor<?x?xi32> {
  %r = pad.pad wrap %x low[%l, 0] high[9, 0] : tensor<?x?xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @print(%t: tensor<?x?xi32>) {
  %u = tensor.cast %t : tensor<?x?xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}

func.func @statics(%x: tensor<4x5xi32>) {
  %a = pad.pad reflect %x low[3, 2] high[2, 4] : tensor<4x5xi32> to tensor<9x11xi32>
  %ad = tensor.cast %a : tensor<9x11xi32> to tensor<?x?xi32>
  call @print(%ad) : (tensor<?x?xi32>) -> ()
  %b = pad.pad reflect periodic %x low[-2, 9] high[10, -3] : tensor<4x5xi32> to tensor<12x11xi32>
  %bd = tensor.cast %b : tensor<12x11xi32> to tensor<?x?xi32>
  call @print(%bd) : (tensor<?x?xi32>) -> ()
  %c = pad.pad wrap %x low[1, -1] high[-1, 6] interior[1, 2] : tensor<4x5xi32> to tensor<7x18xi32>
  %cd = tensor.cast %c : tensor<7x18xi32> to tensor<?x?xi32>
  call @print(%cd) : (tensor<?x?xi32>) -> ()
  %d = pad.pad constant %x low[-9, 0] high[14, 0] : tensor<4x5xi32> to tensor<9x5xi32>
  %dd = tensor.cast %d : tensor<9x5xi32> to tensor<?x?xi32>
  call @print(%dd) : (tensor<?x?xi32>) -> ()
  %e = pad.pad edge %x low[-1, -1] high[-1, -1] : tensor<4x5xi32> to tensor<2x3xi32>
  %ed = tensor.cast %e : tensor<2x3xi32> to tensor<?x?xi32>
  call @print(%ed) : (tensor<?x?xi32>) -> ()
  return
}

func.func @main() {
  %m2 = arith.constant -2 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %v = arith.constant 99 : i32
  %x = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], [16, 17, 18, 19, 20]]> : tensor<4x5xi32>
  %d = tensor.cast %x : tensor<4x5xi32> to tensor<?x?xi32>
  call @statics(%x) : (tensor<4x5xi32>) -> ()
  // CHECK: 99, 99, 11, 99, 99, 12, 99, 99, 13,
  // CHECK-NEXT: 99, 99, 16, 99, 99, 17, 99, 99, 18,
  // CHECK-NEXT: 99, 99, 99, 99, 99, 99, 99, 99, 99,
  %a = call @constant(%d, %v, %m2, %c3, %c2) : (tensor<?x?xi32>, i32, index, index, index) -> tensor<?x?xi32>
  call @print(%a) : (tensor<?x?xi32>) -> ()
  %b = call @edge(%d, %c9, %m2) : (tensor<?x?xi32>, index, index) -> tensor<?x?xi32>
  call @print(%b) : (tensor<?x?xi32>) -> ()
  %c = call @reflect(%d, %c3, %m2) : (tensor<?x?xi32>, index, index) -> tensor<?x?xi32>
  call @print(%c) : (tensor<?x?xi32>) -> ()
  %s = call @symmetric_into(%d, %c2, %c2) : (tensor<?x?xi32>, index, index) -> tensor<7x9xi32>
  %sd = tensor.cast %s : tensor<7x9xi32> to tensor<?x?xi32>
  call @print(%sd) : (tensor<?x?xi32>) -> ()
  %w = call @wrap_rows(%d, %c9) : (tensor<?x?xi32>, index) -> tensor<?x?xi32>
  call @print(%w) : (tensor<?x?xi32>) -> ()
  return
}
