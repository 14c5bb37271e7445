func.func @other(%x: tensor<4xf32>) -> tensor<6xf32> {
  %r = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}
func.func @wraps(%x: tensor<4xf32>) -> tensor<6xf32> {
  %r = pad.pad wrap %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}
