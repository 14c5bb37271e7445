// RUN: pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm="import=true lowering=scf" | %run_main | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm="import=true lowering=linalg" | %run_main | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm="import=true lowering=vector" | %run_main | FileCheck %s

// Pads that ONNX computes of numbers known only at run time.

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

// Of entries of the axes that name one axis, the last one counts; those out of
// range name none.
func.func private @axes(%x: tensor<2x2xf32>, %p: tensor<4xi64>, %a: tensor<2xi64>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  %r = "onnx.Pad"(%x, %p, %no, %a) {mode = "edge"} : (tensor<2x2xf32>, tensor<4xi64>, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
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
  %y = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %n = arith.constant dense<[1, 2, -1, 1]> : tensor<4xi64>
  %once = arith.constant dense<[-1, 0]> : tensor<2xi64>
  %twice = arith.constant dense<[1, -1]> : tensor<2xi64>
  %outside = arith.constant dense<[2, -3]> : tensor<2xi64>
  %least = arith.constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
  // CHECK: sizes = [5, 2] {{.*}} data =
  // CHECK-NEXT: 1, 1]
  // CHECK-NEXT: 1, 1]
  // CHECK-NEXT: 1, 1]
  // CHECK-NEXT: 3, 3]
  // CHECK-NEXT: 3, 3]
  %6 = call @axes(%y, %n, %once) : (tensor<2x2xf32>, tensor<4xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %7 = tensor.cast %6 : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%7) : (tensor<*xf32>) -> ()
  // CHECK: sizes = [2, 5] {{.*}} data =
  // CHECK-NEXT: 1, 1, 1, 2, 2]
  // CHECK-NEXT: 3, 3, 3, 4, 4]
  %8 = call @axes(%y, %n, %twice) : (tensor<2x2xf32>, tensor<4xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %9 = tensor.cast %8 : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%9) : (tensor<*xf32>) -> ()
  // CHECK: sizes = [2, 2] {{.*}} data =
  // CHECK-NEXT: 1, 2]
  // CHECK-NEXT: 3, 4]
  %10 = call @axes(%y, %n, %outside) : (tensor<2x2xf32>, tensor<4xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %11 = tensor.cast %10 : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%11) : (tensor<*xf32>) -> ()
  // CHECK: sizes = [2, 2] {{.*}} data =
  // CHECK-NEXT: 1, 2]
  // CHECK-NEXT: 3, 4]
  %12 = call @axes(%y, %n, %least) : (tensor<2x2xf32>, tensor<4xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %13 = tensor.cast %12 : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%13) : (tensor<*xf32>) -> ()
  return
}
