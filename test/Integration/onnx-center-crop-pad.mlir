// RUN: pad-opt %s --allow-unregistered-dialect --convert-onnx-to-pad=verify=true | FileCheck %s --check-prefix=IMPORT --implicit-check-not=onnx.CenterCropPad
// RUN: pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm="import=true lowering=scf" | %run_main | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm="import=true lowering=linalg" | %run_main | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm="import=true lowering=vector" | %run_main | FileCheck %s

// CenterCropPad: of what an axis lacks or has too much, half is at the front,
// rounded down, and the rest behind.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// IMPORT-LABEL: func private @known
// IMPORT: pad.pad constant %{{.*}} low[1, -1] high[2, -2] : tensor<2x6xf32> to tensor<5x3xf32>
func.func private @known(%x: tensor<2x6xf32>) -> tensor<5x3xf32> {
  %s = "onnx.Constant"() {value = dense<[5, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
  %r = "onnx.CenterCropPad"(%x, %s) : (tensor<2x6xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// IMPORT-LABEL: func private @axis
// IMPORT: pad.pad constant %{{.*}} low[0, 1] high[0, 1] : tensor<1x2xf32> to tensor<1x4xf32>
func.func private @axis(%x: tensor<1x2xf32>) -> tensor<1x4xf32> {
  %s = "onnx.Constant"() {value = dense<4> : tensor<1xi64>} : () -> tensor<1xi64>
  %r = "onnx.CenterCropPad"(%x, %s) {axes = [-1 : si64]} : (tensor<1x2xf32>, tensor<1xi64>) -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

func.func private @unknown(%x: tensor<?x?xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %r = "onnx.CenterCropPad"(%x, %s) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func private @print(%x: tensor<?x?xf32>) {
  %u = tensor.cast %x : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [7.0, 8.0, 9.0, 10.0, 11.0, 12.0]]> : tensor<2x6xf32>
  // CHECK: sizes = [5, 3]
  // CHECK-NEXT: {{\[}}[0, 0, 0],
  // CHECK-NEXT: [2, 3, 4],
  // CHECK-NEXT: [8, 9, 10],
  // CHECK-NEXT: [0, 0, 0],
  // CHECK-NEXT: [0, 0, 0]]
  %0 = call @known(%x) : (tensor<2x6xf32>) -> tensor<5x3xf32>
  %d0 = tensor.cast %0 : tensor<5x3xf32> to tensor<?x?xf32>
  call @print(%d0) : (tensor<?x?xf32>) -> ()
  // CHECK: sizes = [1, 4]
  // CHECK-NEXT: {{\[}}[0, 1, 2, 0]]
  %y = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %1 = call @axis(%y) : (tensor<1x2xf32>) -> tensor<1x4xf32>
  %d1 = tensor.cast %1 : tensor<1x4xf32> to tensor<?x?xf32>
  call @print(%d1) : (tensor<?x?xf32>) -> ()
  // CHECK: sizes = [5, 3]
  // CHECK-NEXT: {{\[}}[0, 0, 0],
  // CHECK-NEXT: [2, 3, 4],
  // CHECK-NEXT: [8, 9, 10],
  // CHECK-NEXT: [0, 0, 0],
  // CHECK-NEXT: [0, 0, 0]]
  %s = arith.constant dense<[5, 3]> : tensor<2xi64>
  %dx = tensor.cast %x : tensor<2x6xf32> to tensor<?x?xf32>
  %2 = call @unknown(%dx, %s) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%2) : (tensor<?x?xf32>) -> ()
  // CHECK: sizes = [1, 9]
  // CHECK-NEXT: {{\[}}[0, 1, 2, 3, 4, 5, 6, 0, 0]]
  %t = arith.constant dense<[1, 9]> : tensor<2xi64>
  %3 = call @unknown(%dx, %t) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%3) : (tensor<?x?xf32>) -> ()
  return
}
