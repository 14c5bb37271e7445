// DEFINE: %{fuse} = pad-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/fuse-pads.mlir --transform-interpreter=entry-point=fuse
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=false lowering=scf" | %run_main | FileCheck %s
// RUN: %{fuse} --canonicalize --cse | FileCheck %s --check-prefix=FUSED --implicit-check-not=scf.if
// RUN: %{fuse} | pad-opt --lower-pad-to-llvm="fuse=false lowering=scf" | %run_main | FileCheck %s
// RUN: %{fuse} --pad-shrink-source | pad-opt --lower-pad-to-llvm=fuse=false | %run_main | FileCheck %s

// Several pads and one loop.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}
#id = affine_map<(i, j) -> (i, j)>
// A pad along every axis ends the fusion: it is in the loop, and what it reads is
// in front of it.
// FUSED-LABEL: func @chain
// FUSED: pad.pad reflect
// FUSED: linalg.negf
// FUSED: scf.for
// FUSED: pad.pad wrap
// FUSED-NOT: pad.pad
// FUSED: return
func.func @chain(%x: tensor<5x7xf32>) -> tensor<11x11xf32> {
  %p = pad.pad reflect %x low[2, 1] high[1, 2] : tensor<5x7xf32> to tensor<8x10xf32>
  %e = tensor.empty() : tensor<8x10xf32>
  %n = linalg.negf ins(%p : tensor<8x10xf32>) outs(%e : tensor<8x10xf32>) -> tensor<8x10xf32>
  %q = pad.pad wrap %n low[3, -1] high[0, 2] : tensor<8x10xf32> to tensor<11x11xf32>
  %f = tensor.empty() : tensor<11x11xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<11x11xf32>) outs(%f : tensor<11x11xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<11x11xf32>
  return %r : tensor<11x11xf32>
}
// Two operands, and the destination.
// FUSED-LABEL: func @twice
// FUSED: scf.for
// FUSED: scf.for
// FUSED-DAG: pad.pad edge
// FUSED-DAG: pad.pad symmetric
// FUSED: linalg.generic
// FUSED: return
func.func @twice(%x: tensor<5x7xf32>) -> tensor<8x10xf32> {
  %p = pad.pad edge %x low[2, 1] high[1, 2] : tensor<5x7xf32> to tensor<8x10xf32>
  %q = pad.pad symmetric %x low[2, 1] high[1, 2] : tensor<5x7xf32> to tensor<8x10xf32>
  %f = tensor.empty() : tensor<8x10xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %q : tensor<8x10xf32>, tensor<8x10xf32>) outs(%p : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<8x10xf32>
  return %r : tensor<8x10xf32>
}
func.func @main() {
  %x = arith.constant dense<[[1., 2., 3., 4., 5., 6., 7.], [11., 12., 13., 14., 15., 16., 17.], [21., 22., 23., 24., 25., 26., 27.], [31., 32., 33., 34., 35., 36., 37.], [41., 42., 43., 44., 45., 46., 47.]]> : tensor<5x7xf32>
  // CHECK: {{\[\[}}-62, -64, -66, -68, -70, -72, -74, -72, -70, -64, -62]
  %a = call @chain(%x) : (tensor<5x7xf32>) -> tensor<11x11xf32>
  %au = tensor.cast %a : tensor<11x11xf32> to tensor<*xf32>
  call @printMemrefF32(%au) : (tensor<*xf32>) -> ()
  // CHECK: {{\[\[}}13, 13, 16, 19, 22, 25, 28, 31, 31, 30]
  %b = call @twice(%x) : (tensor<5x7xf32>) -> tensor<8x10xf32>
  %bu = tensor.cast %b : tensor<8x10xf32> to tensor<*xf32>
  call @printMemrefF32(%bu) : (tensor<*xf32>) -> ()
  return
}
