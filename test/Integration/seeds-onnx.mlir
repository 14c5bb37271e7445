// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s

// The four examples of ONNX Pad, number for number.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1.0, 1.2], [2.3, 3.4], [4.5, 5.7]]> : tensor<3x2xf32>
  %z = arith.constant 0.0 : f32
  // Example 1: constant.
  // CHECK: {{\[\[}}0,{{ +}}0,{{ +}}1,{{ +}}1.2{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}0,{{ +}}2.3,{{ +}}3.4{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}0,{{ +}}4.5,{{ +}}5.7{{\]\]}}
  %r0 = pad.pad constant %x value(%z) low[0, 2] high[0, 0] : tensor<3x2xf32> to tensor<3x4xf32>
  %ur0 = tensor.cast %r0 : tensor<3x4xf32> to tensor<*xf32>
  call @printMemrefF32(%ur0) : (tensor<*xf32>) -> ()
  // Example 2: reflect.
  // CHECK: {{\[\[}}1,{{ +}}1.2,{{ +}}1,{{ +}}1.2{{\]}}
  // CHECK-NEXT: {{\[}}2.3,{{ +}}3.4,{{ +}}2.3,{{ +}}3.4{{\]}}
  // CHECK-NEXT: {{\[}}4.5,{{ +}}5.7,{{ +}}4.5,{{ +}}5.7{{\]\]}}
  %r1 = pad.pad reflect periodic %x low[0, 2] high[0, 0] : tensor<3x2xf32> to tensor<3x4xf32>
  %ur1 = tensor.cast %r1 : tensor<3x4xf32> to tensor<*xf32>
  call @printMemrefF32(%ur1) : (tensor<*xf32>) -> ()
  // Example 3: edge.
  // CHECK: {{\[\[}}1,{{ +}}1,{{ +}}1,{{ +}}1.2{{\]}}
  // CHECK-NEXT: {{\[}}2.3,{{ +}}2.3,{{ +}}2.3,{{ +}}3.4{{\]}}
  // CHECK-NEXT: {{\[}}4.5,{{ +}}4.5,{{ +}}4.5,{{ +}}5.7{{\]\]}}
  %r2 = pad.pad edge %x low[0, 2] high[0, 0] : tensor<3x2xf32> to tensor<3x4xf32>
  %ur2 = tensor.cast %r2 : tensor<3x4xf32> to tensor<*xf32>
  call @printMemrefF32(%ur2) : (tensor<*xf32>) -> ()
  // Example 4: wrap.
  // CHECK: {{\[\[}}3.4,{{ +}}2.3,{{ +}}3.4,{{ +}}2.3{{\]}}
  // CHECK-NEXT: {{\[}}5.7,{{ +}}4.5,{{ +}}5.7,{{ +}}4.5{{\]}}
  // CHECK-NEXT: {{\[}}1.2,{{ +}}1,{{ +}}1.2,{{ +}}1{{\]}}
  // CHECK-NEXT: {{\[}}3.4,{{ +}}2.3,{{ +}}3.4,{{ +}}2.3{{\]}}
  // CHECK-NEXT: {{\[}}5.7,{{ +}}4.5,{{ +}}5.7,{{ +}}4.5{{\]}}
  // CHECK-NEXT: {{\[}}1.2,{{ +}}1,{{ +}}1.2,{{ +}}1{{\]\]}}
  %r3 = pad.pad wrap %x low[2, 1] high[1, 1] : tensor<3x2xf32> to tensor<6x4xf32>
  %ur3 = tensor.cast %r3 : tensor<6x4xf32> to tensor<*xf32>
  call @printMemrefF32(%ur3) : (tensor<*xf32>) -> ()
  return
}
