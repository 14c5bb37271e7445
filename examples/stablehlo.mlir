// Pads a matrix by stablehlo.pad, which crops a row and spreads columns.
//   scripts/demo examples/stablehlo.mlir

// Prints a matrix; from MLIR's runner library.
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0],
                             [5.0, 6.0, 7.0, 8.0],
                             [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %v = arith.constant dense<-1.0> : tensor<f32>
  %r = "stablehlo.pad"(%x, %v) {
    edge_padding_low = array<i64: -1, 1>,
    edge_padding_high = array<i64: 1, 0>,
    interior_padding = array<i64: 0, 1>
  } : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x8xf32>
  %u = tensor.cast %r : tensor<3x8xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
