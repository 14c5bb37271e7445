// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=results=out-params | %run_main | FileCheck %s

// Quantized pads of either form, in branches, next to slices, qcast and dcast. An
// empty source has nothing to extend: the zero point is read, 3 here (C3).

!q = !quant.uniform<i8:f32, 0.5:3>

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @show(%q: tensor<?x!q>) {
  %s = quant.scast %q : tensor<?x!q> to tensor<?xi8>
  %w = arith.extsi %s : tensor<?xi8> to tensor<?xi32>
  %u = tensor.cast %w : tensor<?xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}

func.func @edge(%x: tensor<?x!q>, %i: index) -> tensor<?x!q> {
  %r = pad.pad edge %x low[%i] high[1] : tensor<?x!q> to tensor<?x!q>
  return %r : tensor<?x!q>
}

func.func @plane(%x: tensor<?x?x!q>) -> tensor<?x?x!q> {
  %r = pad.pad edge %x low[1, 0] high[0, 1] : tensor<?x?x!q> to tensor<?x?x!q>
  return %r : tensor<?x?x!q>
}

func.func @into(%x: tensor<?x!q>, %o: tensor<4x!q>) -> tensor<4x!q> {
  %r = pad.pad_into edge %x into %o low[1] high[1] : tensor<?x!q> into tensor<4x!q> -> tensor<4x!q>
  return %r : tensor<4x!q>
}

func.func @branch(%x: tensor<2x!q>, %c: i1) -> tensor<4x!q> {
  %r = scf.if %c -> tensor<4x!q> {
    %p = pad.pad constant %x low[1] high[1] : tensor<2x!q> to tensor<4x!q>
    scf.yield %p : tensor<4x!q>
  } else {
    %p = pad.pad wrap %x low[2] high[0] : tensor<2x!q> to tensor<4x!q>
    scf.yield %p : tensor<4x!q>
  }
  return %r : tensor<4x!q>
}

func.func @main() {
  %true = arith.constant true
  %c2 = arith.constant 2 : index
  %f = arith.constant dense<[1.0, -2.5]> : tensor<2xf32>
  %x = quant.qcast %f : tensor<2xf32> to tensor<2x!q>
  %d = tensor.cast %x : tensor<2x!q> to tensor<?x!q>
  %none = tensor.extract_slice %d[0] [0] [1] : tensor<?x!q> to tensor<0x!q>
  %e = tensor.cast %none : tensor<0x!q> to tensor<?x!q>

  // CHECK: {{\[}}5,{{ +}}5,{{ +}}5,{{ +}}-2,{{ +}}-2{{\]}}
  %a = call @edge(%d, %c2) : (tensor<?x!q>, index) -> tensor<?x!q>
  call @show(%a) : (tensor<?x!q>) -> ()
  // CHECK: {{\[}}3,{{ +}}3,{{ +}}3{{\]}}
  %b = call @edge(%e, %c2) : (tensor<?x!q>, index) -> tensor<?x!q>
  call @show(%b) : (tensor<?x!q>) -> ()

  // One of two axes is empty.
  // CHECK: {{\[}}3,{{ +}}3,{{ +}}3{{\]}}
  %flat = tensor.expand_shape %x [[0, 1]] output_shape [2, 1] : tensor<2x!q> into tensor<2x1x!q>
  %plane = tensor.cast %flat : tensor<2x1x!q> to tensor<?x?x!q>
  %no_columns = tensor.extract_slice %plane[0, 0] [2, 0] [1, 1] : tensor<?x?x!q> to tensor<2x0x!q>
  %columns = tensor.cast %no_columns : tensor<2x0x!q> to tensor<?x?x!q>
  %p = call @plane(%columns) : (tensor<?x?x!q>) -> tensor<?x?x!q>
  %pc = tensor.collapse_shape %p [[0, 1]] : tensor<?x?x!q> into tensor<?x!q>
  call @show(%pc) : (tensor<?x!q>) -> ()

  %o = tensor.empty() : tensor<4x!q>
  // CHECK: {{\[}}5,{{ +}}5,{{ +}}-2,{{ +}}-2{{\]}}
  %g = call @into(%d, %o) : (tensor<?x!q>, tensor<4x!q>) -> tensor<4x!q>
  %gd = tensor.cast %g : tensor<4x!q> to tensor<?x!q>
  call @show(%gd) : (tensor<?x!q>) -> ()
  // CHECK: {{\[}}3,{{ +}}3,{{ +}}3,{{ +}}3{{\]}}
  %h = call @into(%e, %o) : (tensor<?x!q>, tensor<4x!q>) -> tensor<4x!q>
  %hd = tensor.cast %h : tensor<4x!q> to tensor<?x!q>
  call @show(%hd) : (tensor<?x!q>) -> ()

  // CHECK: {{\[}}0,{{ +}}1,{{ +}}-2.5,{{ +}}0{{\]}}
  %k = call @branch(%x, %true) : (tensor<2x!q>, i1) -> tensor<4x!q>
  %l = quant.dcast %k : tensor<4x!q> to tensor<4xf32>
  %u = tensor.cast %l : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
