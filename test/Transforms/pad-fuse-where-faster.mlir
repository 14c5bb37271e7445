// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 where-faster remarks" --split-input-file 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256" --split-input-file | FileCheck %s --check-prefix=ALL
// ALL-NOT: pad.pad

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @row
// CHECK-NOT: pad.pad
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
func.func @row(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %p = pad.pad reflect %x low[4] high[4] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// Pads that are not known mostly are small.
// CHECK-LABEL: func @unknown_pads
// CHECK-NOT: pad.pad
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
func.func @unknown_pads(%x: tensor<?xf32>, %e: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %p = pad.pad reflect %x low[%n] high[%n] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// Vectors of 8 elements, and 80 elements of the borders: rows of 640 elements pay.
// CHECK-LABEL: func @wide_borders
// CHECK: pad.pad edge %arg0 low[40]
// CHECK-NOT: pad.pad
// REMARK: remark: not fused: 80 elements of each row of its consumer would be computed one by one
// REMARK: remark: fused into
func.func @wide_borders(%x: tensor<559xf32>, %y: tensor<560xf32>)
    -> (tensor<639xf32>, tensor<640xf32>) {
  %p = pad.pad edge %x low[40] high[40] : tensor<559xf32> to tensor<639xf32>
  %e = tensor.empty() : tensor<639xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<639xf32>) outs(%e : tensor<639xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<639xf32>
  %q = pad.pad edge %y low[40] high[40] : tensor<560xf32> to tensor<640xf32>
  %f = tensor.empty() : tensor<640xf32>
  %t = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%q : tensor<640xf32>) outs(%f : tensor<640xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<640xf32>
  return %r, %t : tensor<639xf32>, tensor<640xf32>
}

// -----

// Vectors of a pool run across pixels of three channels. Where each channel has weights of
// its own, three are two vectors of two, and four are one of four.
// CHECK-LABEL: func @channels
// CHECK: pad.pad edge %arg0
// CHECK-NOT: pad.pad
// REMARK: remark: not fused: its consumer would be computed element by element, or by vectors of 64 bits
// REMARK: remark: fused into 'linalg.pooling_nhwc_sum', which is emitted as loops over vectors of 8
// REMARK: remark: fused into 'linalg.depthwise_conv_2d_nhwc_hwc', which is emitted as loops over vectors of 4
func.func @channels(%x: tensor<1x9x9x3xf32>, %y: tensor<1x9x9x4xf32>, %z: tensor<1x9x9x3xf32>,
                    %v: tensor<3x3x3xf32>, %w: tensor<3x3x4xf32>, %a: tensor<1x9x9x3xf32>,
                    %b: tensor<1x9x9x4xf32>, %c: tensor<1x9x9x3xf32>)
    -> (tensor<1x9x9x3xf32>, tensor<1x9x9x4xf32>, tensor<1x9x9x3xf32>) {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x9x9x3xf32> to tensor<1x11x11x3xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%p, %v : tensor<1x11x11x3xf32>, tensor<3x3x3xf32>)
      outs(%a : tensor<1x9x9x3xf32>) -> tensor<1x9x9x3xf32>
  %o = pad.pad edge %z low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x9x9x3xf32> to tensor<1x11x11x3xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %t = linalg.pooling_nhwc_sum ins(%o, %k : tensor<1x11x11x3xf32>, tensor<3x3xf32>)
      outs(%c : tensor<1x9x9x3xf32>) -> tensor<1x9x9x3xf32>
  %q = pad.pad edge %y low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x9x9x4xf32> to tensor<1x11x11x4xf32>
  %s = linalg.depthwise_conv_2d_nhwc_hwc ins(%q, %w : tensor<1x11x11x4xf32>, tensor<3x3x4xf32>)
      outs(%b : tensor<1x9x9x4xf32>) -> tensor<1x9x9x4xf32>
  return %r, %s, %t : tensor<1x9x9x3xf32>, tensor<1x9x9x4xf32>, tensor<1x9x9x3xf32>
}

// -----

#channels = affine_map<(n, h, w, c) -> (c)>
#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
// What a pool is followed by is computed by its vectors: three channels that have an addend
// each are two of two. Weights of two channels of bytes are short, too.
// CHECK-LABEL: func @addends
// CHECK: pad.pad edge %arg0
// CHECK: pad.pad edge %arg2
// REMARK: remark: not fused: its consumer would be computed element by element, or by vectors of 64 bits
// REMARK: remark: not fused: its consumer would be computed element by element, or by vectors of 16 bits
func.func @addends(%x: tensor<1x56x56x3xf32>, %b: tensor<3xf32>, %y: tensor<1x56x56x2xi8>,
                   %w: tensor<3x3x2xi8>, %a: tensor<1x56x56x3xf32>, %c: tensor<1x56x56x2xi8>)
    -> (tensor<1x56x56x3xf32>, tensor<1x56x56x2xi8>) {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x56x56x3xf32> to tensor<1x58x58x3xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_sum ins(%p, %k : tensor<1x58x58x3xf32>, tensor<3x3xf32>)
      outs(%a : tensor<1x56x56x3xf32>) -> tensor<1x56x56x3xf32>
  %t = linalg.generic {indexing_maps = [#channels, #all],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<3xf32>) outs(%r : tensor<1x56x56x3xf32>) {
  ^bb0(%u: f32, %o: f32):
    %s = arith.addf %o, %u : f32
    linalg.yield %s : f32
  } -> tensor<1x56x56x3xf32>
  %q = pad.pad edge %y low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x56x56x2xi8> to tensor<1x58x58x2xi8>
  %v = linalg.depthwise_conv_2d_nhwc_hwc ins(%q, %w : tensor<1x58x58x2xi8>, tensor<3x3x2xi8>)
      outs(%c : tensor<1x56x56x2xi8>) -> tensor<1x56x56x2xi8>
  return %t, %v : tensor<1x56x56x3xf32>, tensor<1x56x56x2xi8>
}

// -----

// Borders of many channels are vectors of them.
// CHECK-LABEL: func @many_channels
// CHECK-NOT: pad.pad
// REMARK: remark: fused into 'linalg.pooling_nhwc_sum', which is emitted as loops over vectors of 8
func.func @many_channels(%x: tensor<1x14x14x128xf32>, %a: tensor<1x14x14x128xf32>)
    -> tensor<1x14x14x128xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x14x14x128xf32> to tensor<1x16x16x128xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_sum ins(%p, %k : tensor<1x16x16x128xf32>, tensor<3x3xf32>)
      outs(%a : tensor<1x14x14x128xf32>) -> tensor<1x14x14x128xf32>
  return %r : tensor<1x14x14x128xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// Slices of a pad that stays are slices of one padded tensor.
// CHECK-LABEL: func @slices
// CHECK-COUNT-1: pad.pad
// CHECK-NOT: pad.pad
// CHECK-COUNT-2: tensor.extract_slice
// REMARK: remark: not fused: its consumer would be computed element by element
func.func @slices(%x: tensor<59xf128>, %e: tensor<59xf128>) -> tensor<59xf128> {
  %p = pad.pad reflect %x low[1] high[1] : tensor<59xf128> to tensor<61xf128>
  %p0 = tensor.extract_slice %p[0] [59] [1] : tensor<61xf128> to tensor<59xf128>
  %p2 = tensor.extract_slice %p[2] [59] [1] : tensor<61xf128> to tensor<59xf128>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%p0, %p2 : tensor<59xf128>, tensor<59xf128>) outs(%e : tensor<59xf128>) {
  ^bb0(%a: f128, %b: f128, %o: f128):
    %s = arith.addf %a, %b : f128
    linalg.yield %s : f128
  } -> tensor<59xf128>
  return %r : tensor<59xf128>
}

// -----

#same = affine_map<(i) -> (i)>
// What is known of the pad decides for its slices: pads of all of them would be more tensors.
// CHECK-LABEL: func @slices_anywhere
// CHECK-NOT: pad.pad
// REMARK-COUNT-2: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
func.func @slices_anywhere(%x: tensor<512xf32>, %i: index, %e: tensor<500xf32>) -> tensor<500xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<512xf32> to tensor<514xf32>
  %a = tensor.extract_slice %p[%i] [500] [1] : tensor<514xf32> to tensor<500xf32>
  %b = tensor.extract_slice %p[0] [500] [1] : tensor<514xf32> to tensor<500xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<500xf32>, tensor<500xf32>) outs(%e : tensor<500xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %s = arith.addf %u, %v : f32
    linalg.yield %s : f32
  } -> tensor<500xf32>
  return %r : tensor<500xf32>
}

// -----

// CHECK-LABEL: func @repeated_terms
// CHECK: pad.pad wrap %arg0
// CHECK-NOT: pad.pad
// REMARK: remark: not fused: axis 1, which a sum of its consumer runs along, repeats its source
// REMARK: remark: fused into 'linalg.matmul'
func.func @repeated_terms(%x: tensor<40x40xf32>, %y: tensor<42x40xf32>, %e: tensor<42x40xf32>)
    -> (tensor<42x40xf32>, tensor<42x40xf32>) {
  %p = pad.pad wrap %x low[1, 1] high[1, 1] : tensor<40x40xf32> to tensor<42x42xf32>
  %r = linalg.matmul ins(%p, %y : tensor<42x42xf32>, tensor<42x40xf32>)
      outs(%e : tensor<42x40xf32>) -> tensor<42x40xf32>
  %q = pad.pad edge %x low[1, 1] high[1, 1] : tensor<40x40xf32> to tensor<42x42xf32>
  %s = linalg.matmul ins(%q, %y : tensor<42x42xf32>, tensor<42x40xf32>)
      outs(%e : tensor<42x40xf32>) -> tensor<42x40xf32>
  return %r, %s : tensor<42x40xf32>, tensor<42x40xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// Pads near the limit of 64 bits are counted.
// CHECK-LABEL: func @huge_borders
// CHECK: pad.pad edge
// REMARK: remark: not fused: 9223372036854775807 elements of each row
func.func @huge_borders(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %p = pad.pad edge %x low[4611686018427387904] high[4611686018427387903] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Maxima of few channels are worth short vectors: LLVM makes none of unfused ones.
// REMARK: remark: fused into 'linalg.pooling_nhwc_max', which is emitted as loops over vectors of 2
func.func @maxima_of_few_channels(%x: tensor<1x100x33x3xf32>, %f: tensor<1x50x17x3xf32>) -> tensor<1x50x17x3xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x100x33x3xf32> to tensor<1x102x35x3xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%p, %k : tensor<1x102x35x3xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x50x17x3xf32>) -> tensor<1x50x17x3xf32>
  return %r : tensor<1x50x17x3xf32>
}

// -----

// Rows of nine elements are two vectors of eight, which move seven of them twice.
// REMARK: remark: not fused: windows are copied by rows of 9 elements, much of which vectors of 8 would move twice
func.func @windows_of_three_channels(%x: tensor<60x61x3xf32>, %e: tensor<60x61x3x3x3xf32>) -> tensor<60x61x3x3x3xf32> {
  %p = pad.pad edge %x low[1, 1, 0] high[1, 1, 0] : tensor<60x61x3xf32> to tensor<62x63x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k, l, c) -> (i + k, j + l, c)>,
                                        affine_map<(i, j, k, l, c) -> (i, j, k, l, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%p : tensor<62x63x3xf32>) outs(%e : tensor<60x61x3x3x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<60x61x3x3x3xf32>
  return %r : tensor<60x61x3x3x3xf32>
}

// -----

// Both ends of a row of 13 are composed as vectors of 8, though 7 elements read no border.
// CHECK-LABEL: func @short_row
// CHECK-NOT: pad.pad
// REMARK: remark: fused into 'linalg.conv_2d_nchw_fchw', which is emitted as loops over vectors of 8
func.func @short_row(%x: tensor<1x8x16x13xf32>, %k: tensor<8x8x7x7xf32>) -> tensor<1x8x16x13xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad reflect %x low[0, 0, 3, 3] high[0, 0, 3, 3]
      : tensor<1x8x16x13xf32> to tensor<1x8x22x19xf32>
  %e = tensor.empty() : tensor<1x8x16x13xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x16x13xf32>) -> tensor<1x8x16x13xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%p, %k : tensor<1x8x22x19xf32>, tensor<8x8x7x7xf32>)
      outs(%f : tensor<1x8x16x13xf32>) -> tensor<1x8x16x13xf32>
  return %r : tensor<1x8x16x13xf32>
}

// -----

// A border of five elements is wider than a vector of four lanes, and each element of an end reads 16.
#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @large_window
// CHECK: pad.pad
// REMARK: remark: not fused: each row has 10 elements of borders that would be computed one by one
func.func @large_window(%x: tensor<96xf64>, %e: tensor<96xf64>) -> tensor<96xf64> {
  %p = pad.pad edge %x low[5] high[5] : tensor<96xf64> to tensor<106xf64>
  %p0 = tensor.extract_slice %p[0] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p1 = tensor.extract_slice %p[1] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p2 = tensor.extract_slice %p[2] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p3 = tensor.extract_slice %p[3] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p4 = tensor.extract_slice %p[4] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p5 = tensor.extract_slice %p[5] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p6 = tensor.extract_slice %p[6] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p7 = tensor.extract_slice %p[7] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p8 = tensor.extract_slice %p[8] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p9 = tensor.extract_slice %p[0] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p10 = tensor.extract_slice %p[1] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p11 = tensor.extract_slice %p[2] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p12 = tensor.extract_slice %p[3] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p13 = tensor.extract_slice %p[4] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p14 = tensor.extract_slice %p[5] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %p15 = tensor.extract_slice %p[6] [96] [1] : tensor<106xf64> to tensor<96xf64>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same],
                       iterator_types = ["parallel"]}
      ins(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15 :
          tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>,
          tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>, tensor<96xf64>)
      outs(%e : tensor<96xf64>) {
  ^bb0(%a0: f64, %a1: f64, %a2: f64, %a3: f64, %a4: f64, %a5: f64, %a6: f64, %a7: f64, %a8: f64, %a9: f64, %a10: f64, %a11: f64, %a12: f64, %a13: f64, %a14: f64, %a15: f64, %o: f64):
    %s1 = arith.addf %a0, %a1 : f64
    %s2 = arith.addf %s1, %a2 : f64
    %s3 = arith.addf %s2, %a3 : f64
    %s4 = arith.addf %s3, %a4 : f64
    %s5 = arith.addf %s4, %a5 : f64
    %s6 = arith.addf %s5, %a6 : f64
    %s7 = arith.addf %s6, %a7 : f64
    %s8 = arith.addf %s7, %a8 : f64
    %s9 = arith.addf %s8, %a9 : f64
    %s10 = arith.addf %s9, %a10 : f64
    %s11 = arith.addf %s10, %a11 : f64
    %s12 = arith.addf %s11, %a12 : f64
    %s13 = arith.addf %s12, %a13 : f64
    %s14 = arith.addf %s13, %a14 : f64
    %s15 = arith.addf %s14, %a15 : f64
    linalg.yield %s15 : f64
  } -> tensor<96xf64>
  return %r : tensor<96xf64>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @large_window_of_long_row
// CHECK-NOT: pad.pad
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
func.func @large_window_of_long_row(%x: tensor<1600xf64>, %e: tensor<1600xf64>) -> tensor<1600xf64> {
  %p = pad.pad edge %x low[4] high[4] : tensor<1600xf64> to tensor<1608xf64>
  %p0 = tensor.extract_slice %p[0] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p1 = tensor.extract_slice %p[1] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p2 = tensor.extract_slice %p[2] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p3 = tensor.extract_slice %p[3] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p4 = tensor.extract_slice %p[4] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p5 = tensor.extract_slice %p[5] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p6 = tensor.extract_slice %p[6] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p7 = tensor.extract_slice %p[7] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p8 = tensor.extract_slice %p[8] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p9 = tensor.extract_slice %p[0] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p10 = tensor.extract_slice %p[1] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p11 = tensor.extract_slice %p[2] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p12 = tensor.extract_slice %p[3] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p13 = tensor.extract_slice %p[4] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p14 = tensor.extract_slice %p[5] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %p15 = tensor.extract_slice %p[6] [1600] [1] : tensor<1608xf64> to tensor<1600xf64>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same],
                       iterator_types = ["parallel"]}
      ins(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15 :
          tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>,
          tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>, tensor<1600xf64>)
      outs(%e : tensor<1600xf64>) {
  ^bb0(%a0: f64, %a1: f64, %a2: f64, %a3: f64, %a4: f64, %a5: f64, %a6: f64, %a7: f64, %a8: f64, %a9: f64, %a10: f64, %a11: f64, %a12: f64, %a13: f64, %a14: f64, %a15: f64, %o: f64):
    %s1 = arith.addf %a0, %a1 : f64
    %s2 = arith.addf %s1, %a2 : f64
    %s3 = arith.addf %s2, %a3 : f64
    %s4 = arith.addf %s3, %a4 : f64
    %s5 = arith.addf %s4, %a5 : f64
    %s6 = arith.addf %s5, %a6 : f64
    %s7 = arith.addf %s6, %a7 : f64
    %s8 = arith.addf %s7, %a8 : f64
    %s9 = arith.addf %s8, %a9 : f64
    %s10 = arith.addf %s9, %a10 : f64
    %s11 = arith.addf %s10, %a11 : f64
    %s12 = arith.addf %s11, %a12 : f64
    %s13 = arith.addf %s12, %a13 : f64
    %s14 = arith.addf %s13, %a14 : f64
    %s15 = arith.addf %s14, %a15 : f64
    linalg.yield %s15 : f64
  } -> tensor<1600xf64>
  return %r : tensor<1600xf64>
}

// -----

// Both borders together have as many elements as 64 bits count.
#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @large_window_of_far_pads
// CHECK: pad.pad
// REMARK: remark: not fused: each row has 9223372036854775807 elements of borders that would be computed one by one
func.func @large_window_of_far_pads(%x: tensor<?xf64>, %e: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %p = pad.pad edge %x low[4611686018427387904] high[4611686018427387903] : tensor<?xf64> to tensor<?xf64>
  %p0 = tensor.extract_slice %p[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p1 = tensor.extract_slice %p[1] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p2 = tensor.extract_slice %p[2] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p3 = tensor.extract_slice %p[3] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p4 = tensor.extract_slice %p[4] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p5 = tensor.extract_slice %p[5] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p6 = tensor.extract_slice %p[6] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p7 = tensor.extract_slice %p[7] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p8 = tensor.extract_slice %p[8] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p9 = tensor.extract_slice %p[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p10 = tensor.extract_slice %p[1] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p11 = tensor.extract_slice %p[2] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p12 = tensor.extract_slice %p[3] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p13 = tensor.extract_slice %p[4] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p14 = tensor.extract_slice %p[5] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %p15 = tensor.extract_slice %p[6] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same, #same],
                       iterator_types = ["parallel"]}
      ins(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15 :
          tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>,
          tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
      outs(%e : tensor<?xf64>) {
  ^bb0(%a0: f64, %a1: f64, %a2: f64, %a3: f64, %a4: f64, %a5: f64, %a6: f64, %a7: f64, %a8: f64, %a9: f64, %a10: f64, %a11: f64, %a12: f64, %a13: f64, %a14: f64, %a15: f64, %o: f64):
    %s1 = arith.addf %a0, %a1 : f64
    %s2 = arith.addf %s1, %a2 : f64
    %s3 = arith.addf %s2, %a3 : f64
    %s4 = arith.addf %s3, %a4 : f64
    %s5 = arith.addf %s4, %a5 : f64
    %s6 = arith.addf %s5, %a6 : f64
    %s7 = arith.addf %s6, %a7 : f64
    %s8 = arith.addf %s7, %a8 : f64
    %s9 = arith.addf %s8, %a9 : f64
    %s10 = arith.addf %s9, %a10 : f64
    %s11 = arith.addf %s10, %a11 : f64
    %s12 = arith.addf %s11, %a12 : f64
    %s13 = arith.addf %s12, %a13 : f64
    %s14 = arith.addf %s13, %a14 : f64
    %s15 = arith.addf %s14, %a15 : f64
    linalg.yield %s15 : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// An end reads the mirror image of its farthest element, which the matrix does not have.
// CHECK-LABEL: func @as_many_columns_as_it_has
// CHECK: pad.pad
// REMARK: remark: not fused: each row has 16 elements of borders that would be computed one by one
func.func @as_many_columns_as_it_has(%x: tensor<64x32xf32>, %w: tensor<32x16xf32>, %e: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %p = pad.pad constant %w low[0, 0] high[0, 16] : tensor<32x16xf32> to tensor<32x32xf32>
  %r = linalg.matmul ins(%x, %p : tensor<64x32xf32>, tensor<32x32xf32>) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %r : tensor<64x32xf32>
}
