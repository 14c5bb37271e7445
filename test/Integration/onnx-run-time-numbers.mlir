// RUN: pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm="import=true lowering=scf" | %run_main | FileCheck %s

// Pads that ONNX computes of numbers that only run time knows.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// A divisor should not be zero; where it is, the program goes on all the same.
func.func private @divided(%x: tensor<2xf32>, %p: tensor<2xi64>, %q: tensor<2xi64>) -> tensor<?xf32> {
  %n = "onnx.Div"(%p, %q) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %n) {mode = "edge"} : (tensor<2xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Numbers without a sign stay without one.
func.func private @wrapped(%x: tensor<2xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  %u = "onnx.Cast"(%p) {to = 2 : si64} : (tensor<2xi64>) -> tensor<2xui8>
  %n = "onnx.Cast"(%u) {to = 7 : si64} : (tensor<2xui8>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %n) {mode = "edge"} : (tensor<2xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @main() {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %p = arith.constant dense<[1, 2]> : tensor<2xi64>
  %q = arith.constant dense<[0, -1]> : tensor<2xi64>
  %zero = arith.constant dense<0> : tensor<2xi64>
  // CHECK: sizes = [5] {{.*}} data =
  // CHECK-NEXT: [1, 1, 2, 2, 2]
  %0 = call @divided(%x, %p, %zero) : (tensor<2xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  // CHECK: sizes = [2] {{.*}} data =
  // CHECK-NEXT: [1, 1]
  %ones = arith.constant dense<1> : tensor<2xi64>
  %2 = call @divided(%x, %ones, %q) : (tensor<2xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  %3 = tensor.cast %2 : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()
  // CHECK: sizes = [133] {{.*}} data =
  %w = arith.constant dense<[130, -255]> : tensor<2xi64>
  %4 = call @wrapped(%x, %w) : (tensor<2xf32>, tensor<2xi64>) -> tensor<?xf32>
  %5 = tensor.cast %4 : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%5) : (tensor<*xf32>) -> ()
  return
}
