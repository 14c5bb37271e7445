func.func @pad(%x: tensor<3xf32>, %out: tensor<5xf32>) -> tensor<5xf32> {
  %r = pad.pad_into reflect %x into %out low[1] high[1]
      : tensor<3xf32> into tensor<5xf32> -> tensor<5xf32>
  return %r : tensor<5xf32>
}
