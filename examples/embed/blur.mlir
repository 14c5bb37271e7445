// A convolution of a reflect pad, which --pad-tile-and-fuse makes one loop nest
// without a padded tensor.
func.func @blur(%x: tensor<1x8x10x4xf32>, %k: tensor<3x3x4x6xf32>, %init: tensor<1x8x10x6xf32>)
    -> tensor<1x8x10x6xf32> {
  %p = pad.pad reflect %x low[0, 1, 1, 0] high[0, 1, 1, 0]
      : tensor<1x8x10x4xf32> to tensor<1x10x12x4xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x10x12x4xf32>, tensor<3x3x4x6xf32>)
      outs(%init : tensor<1x8x10x6xf32>) -> tensor<1x8x10x6xf32>
  return %r : tensor<1x8x10x6xf32>
}
