// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s

// The layer examples of OpenVINO Pad-1 and Pad-12: shapes, and the corner that
// tells data from padding.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @show(%t: tensor<?x?x?x?xf32>) {
  // Rows of 8 elements around the start of one plane are enough to see.
  %s = tensor.extract_slice %t[0, 0, 0, 0] [1, 1, 3, 8] [1, 1, 1, 1]
      : tensor<?x?x?x?xf32> to tensor<1x1x3x8xf32>
  %u = tensor.cast %s : tensor<1x1x3x8xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @main() {
  %v = arith.constant 15.0 : f32
  %one = arith.constant dense<1.0> : tensor<1x3x32x40xf32>

  // Constant mode with positive pads: 1x3x32x40 becomes 2x8x37x48.
  // CHECK: 15,{{ +}}15
  %a = pad.pad constant %one value(%v) low[0, 5, 2, 1] high[1, 0, 3, 7]
      : tensor<1x3x32x40xf32> to tensor<2x8x37x48xf32>
  %da = tensor.cast %a : tensor<2x8x37x48xf32> to tensor<?x?x?x?xf32>
  call @show(%da) : (tensor<?x?x?x?xf32>) -> ()

  // Constant mode with positive and negative pads: 2x3x32x40 becomes
  // 1x5x18x48, and the first column is padding.
  // CHECK: 15,{{ +}}2,{{ +}}2
  %two = arith.constant dense<2.0> : tensor<2x3x32x40xf32>
  %b = pad.pad constant %two value(%v) low[0, -2, -8, 1] high[-1, 4, -6, 7]
      : tensor<2x3x32x40xf32> to tensor<1x5x18x48xf32>
  %db = tensor.cast %b : tensor<1x5x18x48xf32> to tensor<?x?x?x?xf32>
  call @show(%db) : (tensor<?x?x?x?xf32>) -> ()

  // Edge mode: 1x3x32x40 becomes 2x8x37x48, all of it data.
  // CHECK: 1,{{ +}}1,{{ +}}1
  %c = pad.pad edge %one low[0, 5, 2, 1] high[1, 0, 3, 7]
      : tensor<1x3x32x40xf32> to tensor<2x8x37x48xf32>
  %dc = tensor.cast %c : tensor<2x8x37x48xf32> to tensor<?x?x?x?xf32>
  call @show(%dc) : (tensor<?x?x?x?xf32>) -> ()
  return
}
