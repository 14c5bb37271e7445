// RUN: pad-opt %s --lower-pad-to-llvm="fuse=false lowering=scf" | %run_main | grep -v Memref > %t.unfused
// RUN: FileCheck %s < %t.unfused
// DEFINE: %{transform} = pad-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/fuse-pads.mlir --transform-interpreter=entry-point
// RUN: %{transform}=fuse --canonicalize --cse | FileCheck %s --check-prefix=FUSED
// RUN: %{transform}=fuse | pad-opt --lower-pad-to-llvm="fuse=false lowering=scf" | %run_main | grep -v Memref | diff - %t.unfused
// RUN: %{transform}=containing | pad-opt --lower-pad-to-llvm="fuse=false lowering=linalg" | %run_main | grep -v Memref | diff - %t.unfused
// RUN: %{transform}=containing | pad-opt --pad-shrink-source --lower-pad-to-llvm=fuse=false | %run_main | grep -v Memref | diff - %t.unfused

// Pads of every mode fused into the tiles of what reads them.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// FUSED-LABEL: func @conv
// FUSED: scf.for
// FUSED: scf.for
// FUSED-NOT: scf.if
// FUSED: pad.pad reflect
// FUSED: linalg.fill
// FUSED-NEXT: linalg.conv_2d
// FUSED-NOT: pad.pad
// FUSED: return
func.func @conv(%x: tensor<?x?xf32>, %k: tensor<3x3xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %p = pad.pad reflect %x low[1, 1] high[1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.conv_2d ins(%p, %k : tensor<?x?xf32>, tensor<3x3xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @conv_wrap(%x: tensor<5x7xf32>, %k: tensor<3x3xf32>) -> tensor<5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %p = pad.pad wrap %x low[1, 1] high[1, 1] : tensor<5x7xf32> to tensor<7x9xf32>
  %e = tensor.empty() : tensor<5x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.conv_2d ins(%p, %k : tensor<7x9xf32>, tensor<3x3xf32>) outs(%f : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

#id = affine_map<(i, j) -> (i, j)>
func.func @elementwise(%x: tensor<5x7xf32>, %v: f32) -> tensor<9x8xf32> {
  %p = pad.pad constant %x value(%v) low[3, -2] high[1, 3] : tensor<5x7xf32> to tensor<9x8xf32>
  %e = tensor.empty() : tensor<9x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<9x8xf32>) outs(%e : tensor<9x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}

func.func @destination(%x: tensor<5x7xf32>) -> tensor<8x9xf32> {
  %q = tensor.empty() : tensor<8x9xf32>
  %p = pad.pad_into symmetric %x into %q low[3, 0] high[0, 2] : tensor<5x7xf32> into tensor<8x9xf32> -> tensor<8x9xf32>
  %e = tensor.empty() : tensor<8x9xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x9xf32>) outs(%e : tensor<8x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.addf %a, %a : f32
    linalg.yield %n : f32
  } -> tensor<8x9xf32>
  return %r : tensor<8x9xf32>
}

func.func @edge_dilated(%x: tensor<5x7xf32>) -> tensor<13x11xf32> {
  %p = pad.pad edge %x low[2, 1] high[2, -3] interior[1, 1] : tensor<5x7xf32> to tensor<13x11xf32>
  %e = tensor.empty() : tensor<13x11xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.addf %a, %a : f32
    linalg.yield %n : f32
  } -> tensor<13x11xf32>
  return %r : tensor<13x11xf32>
}

func.func @main() {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %v = arith.constant 99.0 : f32
  %x = arith.constant dense<[[1., 2., 3., 4., 5., 6., 7.], [11., 12., 13., 14., 15., 16., 17.], [21., 22., 23., 24., 25., 26., 27.], [31., 32., 33., 34., 35., 36., 37.], [41., 42., 43., 44., 45., 46., 47.]]> : tensor<5x7xf32>
  %k = arith.constant dense<[[1., 2., 3.], [4., 5., 6.], [7., 8., 9.]]> : tensor<3x3xf32>
  %d = tensor.cast %x : tensor<5x7xf32> to tensor<?x?xf32>
  // CHECK: {{\[\[}}375, 396, 441,
  %a = call @conv(%d, %k, %c5, %c7) : (tensor<?x?xf32>, tensor<3x3xf32>, index, index) -> tensor<?x?xf32>
  %au = tensor.cast %a : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%au) : (tensor<*xf32>) -> ()
  %b = call @conv_wrap(%x, %k) : (tensor<5x7xf32>, tensor<3x3xf32>) -> tensor<5x7xf32>
  %bu = tensor.cast %b : tensor<5x7xf32> to tensor<*xf32>
  call @printMemrefF32(%bu) : (tensor<*xf32>) -> ()
  %c = call @elementwise(%x, %v) : (tensor<5x7xf32>, f32) -> tensor<9x8xf32>
  %cu = tensor.cast %c : tensor<9x8xf32> to tensor<*xf32>
  call @printMemrefF32(%cu) : (tensor<*xf32>) -> ()
  %e = call @destination(%x) : (tensor<5x7xf32>) -> tensor<8x9xf32>
  %eu = tensor.cast %e : tensor<8x9xf32> to tensor<*xf32>
  call @printMemrefF32(%eu) : (tensor<*xf32>) -> ()
  %f = call @edge_dilated(%x) : (tensor<5x7xf32>) -> tensor<13x11xf32>
  %fu = tensor.cast %f : tensor<13x11xf32> to tensor<*xf32>
  call @printMemrefF32(%fu) : (tensor<*xf32>) -> ()
  return
}
