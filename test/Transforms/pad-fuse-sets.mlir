// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=512 where-faster remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 where-faster remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=512" --split-input-file | FileCheck %s --check-prefix=ALL
// ALL-NOT: pad.pad

// Nine planes of 4096 bytes are in the same sets of a cache of eight ways.
// SHORT: remark: not fused: the planes
// CHECK: remark: not fused: the planes that its window reads lie a multiple of 4096 bytes apart, and are more than a set of a cache holds
#same = affine_map<(i, j, k) -> (i, j, k)>
func.func @planes_of_one_set(%x: tensor<16x16x64xf32>, %e: tensor<16x16x64xf32>) -> tensor<16x16x64xf32> {
  %p = pad.pad edge %x low[4, 0, 1] high[4, 0, 1] : tensor<16x16x64xf32> to tensor<24x16x66xf32>
  %p0 = tensor.extract_slice %p[0, 0, 0] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p1 = tensor.extract_slice %p[0, 0, 1] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p2 = tensor.extract_slice %p[1, 0, 2] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p3 = tensor.extract_slice %p[1, 0, 0] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p4 = tensor.extract_slice %p[2, 0, 1] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p5 = tensor.extract_slice %p[2, 0, 2] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p6 = tensor.extract_slice %p[3, 0, 0] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p7 = tensor.extract_slice %p[3, 0, 1] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p8 = tensor.extract_slice %p[4, 0, 2] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p9 = tensor.extract_slice %p[4, 0, 0] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p10 = tensor.extract_slice %p[5, 0, 1] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p11 = tensor.extract_slice %p[5, 0, 2] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p12 = tensor.extract_slice %p[6, 0, 0] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p13 = tensor.extract_slice %p[6, 0, 1] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p14 = tensor.extract_slice %p[7, 0, 2] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %p15 = tensor.extract_slice %p[8, 0, 0] [16, 16, 64] [1, 1, 1] : tensor<24x16x66xf32> to tensor<16x16x64xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same, #same,
                                        #same, #same, #same, #same, #same, #same, #same, #same],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15 :
          tensor<16x16x64xf32>, tensor<16x16x64xf32>, tensor<16x16x64xf32>, tensor<16x16x64xf32>,
          tensor<16x16x64xf32>, tensor<16x16x64xf32>, tensor<16x16x64xf32>, tensor<16x16x64xf32>,
          tensor<16x16x64xf32>, tensor<16x16x64xf32>, tensor<16x16x64xf32>, tensor<16x16x64xf32>,
          tensor<16x16x64xf32>, tensor<16x16x64xf32>, tensor<16x16x64xf32>, tensor<16x16x64xf32>) outs(%e : tensor<16x16x64xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32, %a7: f32, %a8: f32, %a9: f32, %a10: f32, %a11: f32, %a12: f32, %a13: f32, %a14: f32, %a15: f32, %o: f32):
    %s1 = arith.addf %a0, %a1 : f32
    %s2 = arith.addf %s1, %a2 : f32
    %s3 = arith.addf %s2, %a3 : f32
    %s4 = arith.addf %s3, %a4 : f32
    %s5 = arith.addf %s4, %a5 : f32
    %s6 = arith.addf %s5, %a6 : f32
    %s7 = arith.addf %s6, %a7 : f32
    %s8 = arith.addf %s7, %a8 : f32
    %s9 = arith.addf %s8, %a9 : f32
    %s10 = arith.addf %s9, %a10 : f32
    %s11 = arith.addf %s10, %a11 : f32
    %s12 = arith.addf %s11, %a12 : f32
    %s13 = arith.addf %s12, %a13 : f32
    %s14 = arith.addf %s13, %a14 : f32
    %s15 = arith.addf %s14, %a15 : f32
    linalg.yield %s15 : f32
  } -> tensor<16x16x64xf32>
  return %r : tensor<16x16x64xf32>
}

// -----

// SHORT: remark: fused into 'linalg.generic'
// CHECK: remark: fused into 'linalg.generic'
#same = affine_map<(i, j, k) -> (i, j, k)>
func.func @planes_of_other_sets(%x: tensor<16x17x64xf32>, %e: tensor<16x17x64xf32>) -> tensor<16x17x64xf32> {
  %p = pad.pad edge %x low[4, 0, 1] high[4, 0, 1] : tensor<16x17x64xf32> to tensor<24x17x66xf32>
  %p0 = tensor.extract_slice %p[0, 0, 0] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p1 = tensor.extract_slice %p[0, 0, 1] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p2 = tensor.extract_slice %p[1, 0, 2] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p3 = tensor.extract_slice %p[1, 0, 0] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p4 = tensor.extract_slice %p[2, 0, 1] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p5 = tensor.extract_slice %p[2, 0, 2] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p6 = tensor.extract_slice %p[3, 0, 0] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p7 = tensor.extract_slice %p[3, 0, 1] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p8 = tensor.extract_slice %p[4, 0, 2] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p9 = tensor.extract_slice %p[4, 0, 0] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p10 = tensor.extract_slice %p[5, 0, 1] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p11 = tensor.extract_slice %p[5, 0, 2] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p12 = tensor.extract_slice %p[6, 0, 0] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p13 = tensor.extract_slice %p[6, 0, 1] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p14 = tensor.extract_slice %p[7, 0, 2] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %p15 = tensor.extract_slice %p[8, 0, 0] [16, 17, 64] [1, 1, 1] : tensor<24x17x66xf32> to tensor<16x17x64xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same, #same,
                                        #same, #same, #same, #same, #same, #same, #same, #same],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15 :
          tensor<16x17x64xf32>, tensor<16x17x64xf32>, tensor<16x17x64xf32>, tensor<16x17x64xf32>,
          tensor<16x17x64xf32>, tensor<16x17x64xf32>, tensor<16x17x64xf32>, tensor<16x17x64xf32>,
          tensor<16x17x64xf32>, tensor<16x17x64xf32>, tensor<16x17x64xf32>, tensor<16x17x64xf32>,
          tensor<16x17x64xf32>, tensor<16x17x64xf32>, tensor<16x17x64xf32>, tensor<16x17x64xf32>) outs(%e : tensor<16x17x64xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32, %a7: f32, %a8: f32, %a9: f32, %a10: f32, %a11: f32, %a12: f32, %a13: f32, %a14: f32, %a15: f32, %o: f32):
    %s1 = arith.addf %a0, %a1 : f32
    %s2 = arith.addf %s1, %a2 : f32
    %s3 = arith.addf %s2, %a3 : f32
    %s4 = arith.addf %s3, %a4 : f32
    %s5 = arith.addf %s4, %a5 : f32
    %s6 = arith.addf %s5, %a6 : f32
    %s7 = arith.addf %s6, %a7 : f32
    %s8 = arith.addf %s7, %a8 : f32
    %s9 = arith.addf %s8, %a9 : f32
    %s10 = arith.addf %s9, %a10 : f32
    %s11 = arith.addf %s10, %a11 : f32
    %s12 = arith.addf %s11, %a12 : f32
    %s13 = arith.addf %s12, %a13 : f32
    %s14 = arith.addf %s13, %a14 : f32
    %s15 = arith.addf %s14, %a15 : f32
    linalg.yield %s15 : f32
  } -> tensor<16x17x64xf32>
  return %r : tensor<16x17x64xf32>
}

// -----

// Rows of one vector take long to be padded. Those of two vectors of 256 bits
// do not.
// SHORT: remark: not fused: the planes
// CHECK: remark: fused into 'linalg.generic'
#same = affine_map<(i, j, k) -> (i, j, k)>
func.func @short_rows(%x: tensor<16x64x16xf32>, %e: tensor<16x64x16xf32>) -> tensor<16x64x16xf32> {
  %p = pad.pad edge %x low[4, 0, 1] high[4, 0, 1] : tensor<16x64x16xf32> to tensor<24x64x18xf32>
  %p0 = tensor.extract_slice %p[0, 0, 0] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p1 = tensor.extract_slice %p[0, 0, 1] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p2 = tensor.extract_slice %p[1, 0, 2] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p3 = tensor.extract_slice %p[1, 0, 0] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p4 = tensor.extract_slice %p[2, 0, 1] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p5 = tensor.extract_slice %p[2, 0, 2] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p6 = tensor.extract_slice %p[3, 0, 0] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p7 = tensor.extract_slice %p[3, 0, 1] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p8 = tensor.extract_slice %p[4, 0, 2] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p9 = tensor.extract_slice %p[4, 0, 0] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p10 = tensor.extract_slice %p[5, 0, 1] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p11 = tensor.extract_slice %p[5, 0, 2] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p12 = tensor.extract_slice %p[6, 0, 0] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p13 = tensor.extract_slice %p[6, 0, 1] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p14 = tensor.extract_slice %p[7, 0, 2] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %p15 = tensor.extract_slice %p[8, 0, 0] [16, 64, 16] [1, 1, 1] : tensor<24x64x18xf32> to tensor<16x64x16xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same, #same,
                                        #same, #same, #same, #same, #same, #same, #same, #same],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15 :
          tensor<16x64x16xf32>, tensor<16x64x16xf32>, tensor<16x64x16xf32>, tensor<16x64x16xf32>,
          tensor<16x64x16xf32>, tensor<16x64x16xf32>, tensor<16x64x16xf32>, tensor<16x64x16xf32>,
          tensor<16x64x16xf32>, tensor<16x64x16xf32>, tensor<16x64x16xf32>, tensor<16x64x16xf32>,
          tensor<16x64x16xf32>, tensor<16x64x16xf32>, tensor<16x64x16xf32>, tensor<16x64x16xf32>) outs(%e : tensor<16x64x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32, %a7: f32, %a8: f32, %a9: f32, %a10: f32, %a11: f32, %a12: f32, %a13: f32, %a14: f32, %a15: f32, %o: f32):
    %s1 = arith.addf %a0, %a1 : f32
    %s2 = arith.addf %s1, %a2 : f32
    %s3 = arith.addf %s2, %a3 : f32
    %s4 = arith.addf %s3, %a4 : f32
    %s5 = arith.addf %s4, %a5 : f32
    %s6 = arith.addf %s5, %a6 : f32
    %s7 = arith.addf %s6, %a7 : f32
    %s8 = arith.addf %s7, %a8 : f32
    %s9 = arith.addf %s8, %a9 : f32
    %s10 = arith.addf %s9, %a10 : f32
    %s11 = arith.addf %s10, %a11 : f32
    %s12 = arith.addf %s11, %a12 : f32
    %s13 = arith.addf %s12, %a13 : f32
    %s14 = arith.addf %s13, %a14 : f32
    %s15 = arith.addf %s14, %a15 : f32
    linalg.yield %s15 : f32
  } -> tensor<16x64x16xf32>
  return %r : tensor<16x64x16xf32>
}

// -----

// What is rounded to 16 bits waits for its sums, not for the cache.
// CHECK: remark: fused into 'linalg.generic'
#same = affine_map<(i, j, k) -> (i, j, k)>
func.func @rounded_sums(%x: tensor<16x32x64xbf16>, %e: tensor<16x32x64xbf16>) -> tensor<16x32x64xbf16> {
  %p = pad.pad edge %x low[4, 0, 1] high[4, 0, 1] : tensor<16x32x64xbf16> to tensor<24x32x66xbf16>
  %p0 = tensor.extract_slice %p[0, 0, 0] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p1 = tensor.extract_slice %p[0, 0, 1] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p2 = tensor.extract_slice %p[1, 0, 2] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p3 = tensor.extract_slice %p[1, 0, 0] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p4 = tensor.extract_slice %p[2, 0, 1] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p5 = tensor.extract_slice %p[2, 0, 2] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p6 = tensor.extract_slice %p[3, 0, 0] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p7 = tensor.extract_slice %p[3, 0, 1] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p8 = tensor.extract_slice %p[4, 0, 2] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p9 = tensor.extract_slice %p[4, 0, 0] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p10 = tensor.extract_slice %p[5, 0, 1] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p11 = tensor.extract_slice %p[5, 0, 2] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p12 = tensor.extract_slice %p[6, 0, 0] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p13 = tensor.extract_slice %p[6, 0, 1] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p14 = tensor.extract_slice %p[7, 0, 2] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %p15 = tensor.extract_slice %p[8, 0, 0] [16, 32, 64] [1, 1, 1] : tensor<24x32x66xbf16> to tensor<16x32x64xbf16>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same, #same,
                                        #same, #same, #same, #same, #same, #same, #same, #same],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15 :
          tensor<16x32x64xbf16>, tensor<16x32x64xbf16>, tensor<16x32x64xbf16>, tensor<16x32x64xbf16>,
          tensor<16x32x64xbf16>, tensor<16x32x64xbf16>, tensor<16x32x64xbf16>, tensor<16x32x64xbf16>,
          tensor<16x32x64xbf16>, tensor<16x32x64xbf16>, tensor<16x32x64xbf16>, tensor<16x32x64xbf16>,
          tensor<16x32x64xbf16>, tensor<16x32x64xbf16>, tensor<16x32x64xbf16>, tensor<16x32x64xbf16>) outs(%e : tensor<16x32x64xbf16>) {
  ^bb0(%a0: bf16, %a1: bf16, %a2: bf16, %a3: bf16, %a4: bf16, %a5: bf16, %a6: bf16, %a7: bf16, %a8: bf16, %a9: bf16, %a10: bf16, %a11: bf16, %a12: bf16, %a13: bf16, %a14: bf16, %a15: bf16, %o: bf16):
    %s1 = arith.addf %a0, %a1 : bf16
    %s2 = arith.addf %s1, %a2 : bf16
    %s3 = arith.addf %s2, %a3 : bf16
    %s4 = arith.addf %s3, %a4 : bf16
    %s5 = arith.addf %s4, %a5 : bf16
    %s6 = arith.addf %s5, %a6 : bf16
    %s7 = arith.addf %s6, %a7 : bf16
    %s8 = arith.addf %s7, %a8 : bf16
    %s9 = arith.addf %s8, %a9 : bf16
    %s10 = arith.addf %s9, %a10 : bf16
    %s11 = arith.addf %s10, %a11 : bf16
    %s12 = arith.addf %s11, %a12 : bf16
    %s13 = arith.addf %s12, %a13 : bf16
    %s14 = arith.addf %s13, %a14 : bf16
    %s15 = arith.addf %s14, %a15 : bf16
    linalg.yield %s15 : bf16
  } -> tensor<16x32x64xbf16>
  return %r : tensor<16x32x64xbf16>
}
