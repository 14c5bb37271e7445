// Pads a 3x4 matrix by reflection and prints the result. Run it with
//   scripts/demo examples/reflect.mlir

// Prints a matrix; from MLIR's runner library.
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @pad(%x: tensor<3x4xf32>) -> tensor<5x8xf32> {
  %r = pad.pad reflect %x low[0, 1] high[2, 3]
      : tensor<3x4xf32> to tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0],
                             [5.0, 6.0, 7.0, 8.0],
                             [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %r = call @pad(%x) : (tensor<3x4xf32>) -> tensor<5x8xf32>
  %u = tensor.cast %r : tensor<5x8xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
