// Pads a matrix by onnx.Pad, as onnx-mlir prints it generically.
//   scripts/demo examples/onnx.mlir

// Prints a matrix; from MLIR's runner library.
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0],
                             [5.0, 6.0, 7.0, 8.0],
                             [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %pads = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %none = "onnx.NoValue"() {value} : () -> none
  %axes = "onnx.Constant"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %r = "onnx.Pad"(%x, %pads, %none, %axes) {mode = "wrap"}
      : (tensor<3x4xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<3x7xf32>
  %u = tensor.cast %r : tensor<3x7xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
