// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s

// Quantized tensors are padded in their storage type, by default with the zero
// point (C3).

!q = !quant.uniform<i8:f32, 0.5:-7>

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @show(%q: tensor<6x!q>) {
  %s = quant.scast %q : tensor<6x!q> to tensor<6xi8>
  %w = arith.extsi %s : tensor<6xi8> to tensor<6xi32>
  %u = tensor.cast %w : tensor<6xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}

func.func @main() {
  %s = arith.constant dense<[1, -128, 127]> : tensor<3xi8>
  %x = quant.scast %s : tensor<3xi8> to tensor<3x!q>
  // CHECK: {{\[}}-7,{{ +}}1,{{ +}}-128,{{ +}}127,{{ +}}-7,{{ +}}-7{{\]}}
  %a = pad.pad constant %x low[1] high[2] : tensor<3x!q> to tensor<6x!q>
  call @show(%a) : (tensor<6x!q>) -> ()
  // CHECK: {{\[}}9,{{ +}}1,{{ +}}-128,{{ +}}127,{{ +}}9,{{ +}}9{{\]}}
  %n = arith.constant 9 : i8
  %v = quant.scast %n : i8 to !q
  %b = pad.pad constant %x value(%v) low[1] high[2] : tensor<3x!q> to tensor<6x!q>
  call @show(%b) : (tensor<6x!q>) -> ()
  // CHECK: {{\[}}127,{{ +}}1,{{ +}}-128,{{ +}}127,{{ +}}1,{{ +}}-128{{\]}}
  %c = pad.pad wrap %x low[1] high[2] : tensor<3x!q> to tensor<6x!q>
  call @show(%c) : (tensor<6x!q>) -> ()
  return
}
