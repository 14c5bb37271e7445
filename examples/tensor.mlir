// Pads a matrix by tensor.pad, whose negative pad crops a row.
//   scripts/demo examples/tensor.mlir

// Prints a matrix; from MLIR's runner library.
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0],
                             [5.0, 6.0, 7.0, 8.0],
                             [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %v = arith.constant -1.0 : f32
  %r = tensor.pad %x low[-1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<3x4xf32> to tensor<3x7xf32>
  %u = tensor.cast %r : tensor<3x7xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
