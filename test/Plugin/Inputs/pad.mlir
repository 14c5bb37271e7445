func.func @pad(%x: tensor<3x4xf32>) -> tensor<4x7xf32> {
  %a = pad.pad wrap %x low[0, 3] high[0, 0] : tensor<3x4xf32> to tensor<3x7xf32>
  %b = pad.pad edge %a low[1, 0] high[0, 0] : tensor<3x7xf32> to tensor<4x7xf32>
  return %b : tensor<4x7xf32>
}
