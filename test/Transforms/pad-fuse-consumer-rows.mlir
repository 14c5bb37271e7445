// RUN: pad-opt %s "--pad-fuse-into-loops=vector-bits=256 where-faster" --split-input-file | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops=vector-bits=256 --split-input-file | FileCheck %s --check-prefix=ALL

// The filters of a convolution of TOSA are transposed once, and its bias is what is added to.
// CHECK-LABEL: func @filters
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x12x14x6xf32>, %[[W:[a-z0-9]+]]: tensor<16x3x3x6xf32>
// CHECK-NOT: pad.pad
// CHECK: %[[EMPTY:.+]] = tensor.empty() : tensor<3x3x6x16xf32>
// CHECK: %[[T:.+]] = linalg.generic {{.*}} ins(%[[W]] : tensor<16x3x3x6xf32>) outs(%[[EMPTY]] : tensor<3x3x6x16xf32>)
// CHECK-NOT: linalg.conv
// CHECK: vector.transfer_read %[[T]]
// CHECK: return
func.func @filters(%x: tensor<1x12x14x6xf32>, %w: tensor<16x3x3x6xf32>, %bias: tensor<1x12x14x16xf32>) -> tensor<1x12x14x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x12x14x6xf32> to tensor<1x14x16x6xf32>
  %r = linalg.conv_2d_nhwc_fhwc ins(%p, %w : tensor<1x14x16x6xf32>, tensor<16x3x3x6xf32>) outs(%bias : tensor<1x12x14x16xf32>) -> tensor<1x12x14x16xf32>
  return %r : tensor<1x12x14x16xf32>
}

// -----

// Those that are known are constants afterwards.
// CHECK-LABEL: func @known_filters
// CHECK-NOT: linalg
// CHECK: arith.constant dense<{{\[\[\[\[}}1.000000e+00, 3.000000e+00, 5.000000e+00, 7.000000e+00], [2.000000e+00, 4.000000e+00, 6.000000e+00, 8.000000e+00]]]]> : tensor<1x1x2x4xf32>
// CHECK-NOT: linalg
// CHECK: return
func.func @known_filters(%x: tensor<1x12x14x2xf32>, %o: tensor<1x14x16x4xf32>) -> tensor<1x14x16x4xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]], [[[5.0, 6.0]]], [[[7.0, 8.0]]]]> : tensor<4x1x1x2xf32>
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x12x14x2xf32> to tensor<1x14x16x2xf32>
  %r = linalg.conv_2d_nhwc_fhwc ins(%p, %w : tensor<1x14x16x2xf32>, tensor<4x1x1x2xf32>) outs(%o : tensor<1x14x16x4xf32>) -> tensor<1x14x16x4xf32>
  return %r : tensor<1x14x16x4xf32>
}

// -----

// Filters that six columns read are not: the pad stays.
// CHECK-LABEL: func @few_columns
// CHECK: pad.pad
// CHECK-NOT: linalg.generic
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK: return
func.func @few_columns(%x: tensor<1x2x3x6xf32>, %w: tensor<16x3x3x6xf32>, %o: tensor<1x2x3x16xf32>) -> tensor<1x2x3x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x2x3x6xf32> to tensor<1x4x5x6xf32>
  %r = linalg.conv_2d_nhwc_fhwc ins(%p, %w : tensor<1x4x5x6xf32>, tensor<16x3x3x6xf32>) outs(%o : tensor<1x2x3x16xf32>) -> tensor<1x2x3x16xf32>
  return %r : tensor<1x2x3x16xf32>
}

// -----

// Filters are not transposed for a pad that stays all the same, for its interior padding.
// CHECK-LABEL: func @interior
// CHECK: pad.pad
// CHECK-NOT: linalg.generic
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK: return
func.func @interior(%x: tensor<1x12x14x6xf32>, %w: tensor<16x3x3x6xf32>, %o: tensor<1x23x27x16xf32>) -> tensor<1x23x27x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] interior[0, 1, 1, 0] : tensor<1x12x14x6xf32> to tensor<1x25x29x6xf32>
  %r = linalg.conv_2d_nhwc_fhwc ins(%p, %w : tensor<1x25x29x6xf32>, tensor<16x3x3x6xf32>) outs(%o : tensor<1x23x27x16xf32>) -> tensor<1x23x27x16xf32>
  return %r : tensor<1x23x27x16xf32>
}

// -----

// A linear layer of unknown extents, behind an activation of what is padded: one transposition,
// and the activation is computed in front of the pad.
// CHECK-LABEL: func @linear
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>, %[[W:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK-NOT: pad.pad
// CHECK-DAG: linalg.generic {{.*}} ins(%[[X]] : tensor<?x?xf32>)
// CHECK-DAG: linalg.generic {{.*}} ins(%[[W]] : tensor<?x?xf32>)
// CHECK-NOT: pad.pad
// CHECK: return
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
#same = affine_map<(d0, d1) -> (d0, d1)>
func.func @linear(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %o: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %p = pad.pad constant %x value(%zero) low[0, 0] high[3, 5] : tensor<?x?xf32> to tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A depthwise convolution of TOSA with one filter a channel, its bias and its bounds are one nest.
// CHECK-LABEL: func @one_filter
// CHECK-NOT: pad.pad
// CHECK-NOT: linalg
// CHECK-NOT: expand_shape
// CHECK: vector<8xf32>
// CHECK-NOT: expand_shape
// CHECK: return
#row = affine_map<(d0, d1, d2, d3) -> (d3)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @one_filter(%x: tensor<1x12x14x16xf32>, %w: tensor<3x3x16x1xf32>, %bias: tensor<16xf32>) -> tensor<1x12x14x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = pad.pad constant %x value(%zero) low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x12x14x16xf32> to tensor<1x14x16x16xf32>
  %e = tensor.empty() : tensor<1x12x14x16x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x12x14x16x1xf32>) -> tensor<1x12x14x16x1xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%p, %w : tensor<1x14x16x16xf32>, tensor<3x3x16x1xf32>) outs(%i : tensor<1x12x14x16x1xf32>) -> tensor<1x12x14x16x1xf32>
  %c = tensor.collapse_shape %r [[0], [1], [2], [3, 4]] : tensor<1x12x14x16x1xf32> into tensor<1x12x14x16xf32>
  %f = tensor.empty() : tensor<1x12x14x16xf32>
  %s = linalg.generic {indexing_maps = [#row, #all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias, %c : tensor<16xf32>, tensor<1x12x14x16xf32>) outs(%f : tensor<1x12x14x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.addf %a, %b : f32
    %m = arith.maximumf %t, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x12x14x16xf32>
  return %s : tensor<1x12x14x16xf32>
}

// -----

// Rows of an image of one channel are its columns, also of what is behind.
// CHECK-LABEL: func @one_channel
// CHECK-NOT: pad.pad
// CHECK-NOT: linalg
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: return
#every = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @one_channel(%x: tensor<1x12x64x1xf32>, %k: tensor<3x3xf32>) -> tensor<1x12x64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %p = pad.pad reflect %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x12x64x1xf32> to tensor<1x14x66x1xf32>
  %e = tensor.empty() : tensor<1x12x64x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x12x64x1xf32>) -> tensor<1x12x64x1xf32>
  %r = linalg.pooling_nhwc_sum ins(%p, %k : tensor<1x14x66x1xf32>, tensor<3x3xf32>) outs(%i : tensor<1x12x64x1xf32>) -> tensor<1x12x64x1xf32>
  %s = linalg.generic {indexing_maps = [#every, #every], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%r : tensor<1x12x64x1xf32>) outs(%e : tensor<1x12x64x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x12x64x1xf32>
  return %s : tensor<1x12x64x1xf32>
}

// -----

// What reads slices of a pad keeps the axis that they have.
// CHECK-LABEL: func @slices_of_one_channel
// CHECK: pad.pad
// CHECK-NOT: collapse_shape
// CHECK: return
#slice = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @slices_of_one_channel(%x: tensor<20x64x1xf32>) -> tensor<20x64x1xf32> {
  %p = pad.pad edge %x low[1, 1, 0] high[1, 1, 0] : tensor<20x64x1xf32> to tensor<22x66x1xf32>
  %up = tensor.extract_slice %p[0, 1, 0] [20, 64, 1] [1, 1, 1] : tensor<22x66x1xf32> to tensor<20x64x1xf32>
  %down = tensor.extract_slice %p[2, 1, 0] [20, 64, 1] [1, 1, 1] : tensor<22x66x1xf32> to tensor<20x64x1xf32>
  %e = tensor.empty() : tensor<20x64x1xf32>
  %r = linalg.generic {indexing_maps = [#slice, #slice, #slice], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%up, %down : tensor<20x64x1xf32>, tensor<20x64x1xf32>) outs(%e : tensor<20x64x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<20x64x1xf32>
  return %r : tensor<20x64x1xf32>
}

// -----

// The only column reads two of three columns of the pad, so that it stays an axis.
// ALL-LABEL: func @one_column
// ALL-NOT: pad.pad
// ALL: %[[TAPS:.+]] = arith.constant 2 : index
// ALL: scf.for %{{.*}} to %[[TAPS]]
// ALL: return
func.func @one_column(%x: tensor<2x9x2x1xf32>, %k: tensor<1x2x1xf32>, %o: tensor<2x9x1x1xf32>) -> tensor<2x9x1x1xf32> {
  %p = pad.pad edge %x low[0, 0, 1, 0] high[0, 0, 0, 0] : tensor<2x9x2x1xf32> to tensor<2x9x3x1xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<[1, 2]> : tensor<2xi64>} ins(%p, %k : tensor<2x9x3x1xf32>, tensor<1x2x1xf32>) outs(%o : tensor<2x9x1x1xf32>) -> tensor<2x9x1x1xf32>
  return %r : tensor<2x9x1x1xf32>
}

// -----

// Tiles of a matrix that is padded to whole ones, as a linalg.pack makes them, are read from its
// source.
// CHECK-LABEL: func @tiles
// CHECK-NOT: pad.pad
// CHECK-NOT: expand_shape
// CHECK-NOT: arith.muli %{{.*}}, %c26
// CHECK: vector.transfer_read %arg0
// CHECK: return
func.func @tiles(%x: tensor<61x203xf32>) -> tensor<8x26x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = pad.pad constant %x value(%zero) low[0, 0] high[3, 5] : tensor<61x203xf32> to tensor<64x208xf32>
  %s = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [8, 8, 26, 8] : tensor<64x208xf32> into tensor<8x8x26x8xf32>
  %e = tensor.empty() : tensor<8x26x8x8xf32>
  %r = linalg.transpose ins(%s : tensor<8x8x26x8xf32>) outs(%e : tensor<8x26x8x8xf32>) permutation = [0, 2, 1, 3]
  return %r : tensor<8x26x8x8xf32>
}

// -----

// Of unknown extents, and windows of images.
// CHECK-LABEL: func @windows
// CHECK-NOT: pad.pad
// CHECK-NOT: tensor<?x7x?x7x32xf32>
// CHECK: return
func.func @windows(%x: tensor<?x?x32xf32>, %n: index, %m: index, %h: index, %w: index, %e: tensor<?x?x7x7x32xf32>) -> tensor<?x?x7x7x32xf32> {
  %p = pad.pad edge %x low[0, 0, 0] high[%h, %w, 0] : tensor<?x?x32xf32> to tensor<?x?x32xf32>
  %s = tensor.expand_shape %p [[0, 1], [2, 3], [4]] output_shape [%n, 7, %m, 7, 32] : tensor<?x?x32xf32> into tensor<?x7x?x7x32xf32>
  %r = linalg.transpose ins(%s : tensor<?x7x?x7x32xf32>) outs(%e : tensor<?x?x7x7x32xf32>) permutation = [0, 2, 1, 3, 4]
  return %r : tensor<?x?x7x7x32xf32>
}

// -----

// What is summed runs along no other axis than that of tiles, whose number would not be known.
// CHECK-LABEL: func @sums_of_tiles
// CHECK: expand_shape
// CHECK: return
#tile = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#sum = affine_map<(d0, d1, d2) -> (d0, d2)>
func.func @sums_of_tiles(%x: tensor<61x64xf32>, %o: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %p = pad.pad edge %x low[0, 0] high[3, 0] : tensor<61x64xf32> to tensor<64x64xf32>
  %s = tensor.expand_shape %p [[0, 1], [2]] output_shape [8, 8, 64] : tensor<64x64xf32> into tensor<8x8x64xf32>
  %r = linalg.generic {indexing_maps = [#tile, #sum], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%s : tensor<8x8x64xf32>) outs(%o : tensor<8x64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}
