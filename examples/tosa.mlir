// Pads a matrix by tosa.pad.
//   scripts/demo examples/tosa.mlir

// Prints a matrix; from MLIR's runner library.
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0],
                             [5.0, 6.0, 7.0, 8.0],
                             [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %pads = tosa.const_shape {values = dense<[1, 0, 1, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %v = "tosa.const"() <{values = dense<-1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.pad %x, %pads, %v : (tensor<3x4xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x7xf32>
  %u = tensor.cast %r : tensor<4x7xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
