func.func @pad(%x: tensor<3xf32>) -> tensor<7xf32> {
  %r = pad.pad reflect %x low[4] high[0] : tensor<3xf32> to tensor<7xf32>
  return %r : tensor<7xf32>
}
