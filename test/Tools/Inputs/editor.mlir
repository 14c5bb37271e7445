func.func @good(%x: tensor<4xf32>) -> tensor<6xf32> {
  %r = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}
func.func @bad(%x: tensor<4xf32>) -> tensor<?xf32> {
  %w = pad.pad reflect %x low[9] high[0] : tensor<4xf32> to tensor<?xf32>
  return %w : tensor<?xf32>
}
