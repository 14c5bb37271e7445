// RUN: pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm="import=true runtime-verification=true" | not --crash %run_main 2>&1 | FileCheck %s

// The type of the pads of ONNX does not say how many there are, so the rank of
// the data does. A list of another length is an error of run time.

func.func private @padded(%x: tensor<2x2xf32>, %p: tensor<?xi64>) -> tensor<?x?xf32> {
  %r = "onnx.Pad"(%x, %p) {mode = "edge"} : (tensor<2x2xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %p = arith.constant dense<[0, 1, 0, -1]> : tensor<4xi64>
  %q = tensor.cast %p : tensor<4xi64> to tensor<?xi64>
  // CHECK: sizes = [2, 2] {{.*}} data =
  // CHECK-NEXT: 1, 1]
  // CHECK-NEXT: 3, 3]
  %0 = call @padded(%x, %q) : (tensor<2x2xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  // CHECK: ERROR: Runtime op verification failed
  // CHECK: size mismatch of dim 0
  %s = arith.constant dense<[0, 1]> : tensor<2xi64>
  %t = tensor.cast %s : tensor<2xi64> to tensor<?xi64>
  %2 = call @padded(%x, %t) : (tensor<2x2xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  return
}
