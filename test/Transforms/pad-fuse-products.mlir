// RUN: pad-opt %s --pad-fuse-into-loops=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=HALF

// Sums of products stay in registers: of twenty-eight columns with the 32 registers of AVX-512,
// where the scalar of a column is an operand in memory of one product, and of six columns and
// two vectors of channels with 16, where the vectors of the filter are loaded once for all
// columns, and the scalars of a column once for both vectors. Each of two blocks has a column in a
// border, whose elements are chosen. A row outside of the image is decided in front of the loop
// over channels, and no row is in a border of its own.
// CHECK-LABEL: func @channels
// CHECK: scf.for %{{.*}} = %c0 to %c56 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c16
// CHECK: scf.if
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args({{.*}}) -> ({{((vector<16xf32>, )+)}}vector<16xf32>)
// CHECK: arith.select %{{.*}} : f32
// CHECK-NOT: arith.select
// CHECK-COUNT-28: arith.addf
// CHECK-NOT: arith.addf
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c16
// CHECK-NOT: scf.for {{.*}} %c2 step
// CHECK: return
// HALF-LABEL: func @channels
// HALF: scf.for %{{.*}} = %c0 to %c56 step %c1
// HALF: scf.for {{.*}} = %c1 to %c55 step %c6
// HALF: scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args
// HALF-COUNT-12: arith.addf
// HALF-NOT: arith.addf
// HALF: scf.yield
// HALF: scf.for {{.*}} iter_args({{.*}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
func.func @channels(%x: tensor<1x56x56x8xf32>, %k: tensor<3x3x8x64xf32>) -> tensor<1x56x56x64xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 1, 1, 0]
      : tensor<1x56x56x8xf32> to tensor<1x58x58x8xf32>
  %e = tensor.empty() : tensor<1x56x56x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x58x58x8xf32>, tensor<3x3x8x64xf32>)
      outs(%f : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  return %r : tensor<1x56x56x64xf32>
}

// -----

// Sums of unknown length are much code, so that rows in borders are code of their own, which has no
// blocks.
// CHECK-LABEL: func @unknown_sums
// CHECK: scf.for %{{.*}} = %c1 to %c55 step %c1
// CHECK: scf.for %{{.*}} = %c1 to %c55 step %c27
// HALF-LABEL: func @unknown_sums
// HALF: scf.for %{{.*}} = %c1 to %c55 step %c1
// HALF: scf.for %{{.*}} = %c1 to %c55 step %c6
func.func @unknown_sums(%x: tensor<1x56x56x?xf32>, %k: tensor<3x3x?x64xf32>, %o: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x56x56x?xf32> to tensor<1x58x58x?xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x58x58x?xf32>, tensor<3x3x?x64xf32>)
      outs(%o : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  return %r : tensor<1x56x56x64xf32>
}

// -----

// A source without columns has no element that could be read and not be chosen.
// CHECK-LABEL: func @no_columns
// CHECK: scf.if %{{.*}} -> (f32)
// CHECK-NEXT: tensor.extract
// CHECK-NOT: arith.select %{{.*}} : f32
// CHECK: return
func.func @no_columns(%x: tensor<1x5x0x8xf32>, %k: tensor<3x3x8x64xf32>, %o: tensor<1x5x4x64xf32>) -> tensor<1x5x4x64xf32> {
  %v = arith.constant 1.0 : f32
  %p = pad.pad constant %x value(%v) low[0, 1, 3, 0] high[0, 1, 3, 0] : tensor<1x5x0x8xf32> to tensor<1x7x6x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x7x6x8xf32>, tensor<3x3x8x64xf32>)
      outs(%o : tensor<1x5x4x64xf32>) -> tensor<1x5x4x64xf32>
  return %r : tensor<1x5x4x64xf32>
}

// -----

// Images of unknown size may have few columns: those of a block are few, too. Where there are as
// many, and more rows and columns than pads, the first and the last block have those in borders
// among them; what they read needs no remainder. Else columns are computed one by one.
// CHECK-LABEL: func @images
// CHECK: arith.cmpi sge, %{{.*}}, %c7
// CHECK: scf.if
// CHECK: arith.select %{{.*}} : f32
// CHECK-NOT: arith.remui
// CHECK: scf.for %{{.*}} = %c7 to %{{.*}} step %c7 iter_args
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args
// CHECK-COUNT-7: arith.addf
// CHECK-NOT: arith.addf
// CHECK: scf.yield
// CHECK: arith.select %{{.*}} : f32
// CHECK: {{^    [}] else [{]}}
// CHECK-NOT: step %c7
// CHECK: return
// HALF-LABEL: func @images
// HALF: scf.for %{{.*}} = %c7 to %{{.*}} step %c7 iter_args
func.func @images(%x: tensor<1x?x?x8xf32>, %k: tensor<3x3x8x64xf32>, %o: tensor<1x?x?x64xf32>) -> tensor<1x?x?x64xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x?x?x8xf32> to tensor<1x?x?x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<1x?x?x64xf32>) -> tensor<1x?x?x64xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x?x?x8xf32>, tensor<3x3x8x64xf32>)
      outs(%f : tensor<1x?x?x64xf32>) -> tensor<1x?x?x64xf32>
  return %r : tensor<1x?x?x64xf32>
}

// -----

// Filters that multiply the same vectors of an image are computed at once: eight of them, as
// the ends of rows that are padded, and those in borders, have code of their own. Windows
// along rows are written out, so that their ends are composed.
// CHECK-LABEL: func @image
// CHECK: scf.for {{.*}} = %c0 to %c64 step %c8
// CHECK: scf.for %{{.*}} = %c1 to %c55 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK: vector.shuffle
// CHECK-COUNT-24: arith.addf
// CHECK-NOT: arith.addf
// CHECK: scf.yield
// CHECK-NOT: tensor.insert
// CHECK: return
func.func @image(%x: tensor<1x64x56x56xf32>, %k: tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 0, 1, 1] high[0, 0, 1, 1]
      : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
  %e = tensor.empty() : tensor<1x64x56x56xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%p, %k : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>)
      outs(%f : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  return %r : tensor<1x64x56x56xf32>
}

// -----

// Rows of an image of unknown width may be too short for two ends of all lanes. The image is then
// padded, and the sums of a block of filters are vectors of as many lanes as a row has elements.
// CHECK-LABEL: func @narrow
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c8
// CHECK: scf.if
// CHECK-COUNT-8: arith.addf %{{.*}} : vector<16xf32>
// CHECK: } else {
// CHECK-COUNT-8: arith.addf %{{.*}} : vector<4xf32>
func.func @narrow(%x: tensor<1x64x?x?xf32>, %k: tensor<64x64x3x3xf32>, %o: tensor<1x64x?x?xf32>) -> tensor<1x64x?x?xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 0, 1, 1] high[0, 0, 1, 1] : tensor<1x64x?x?xf32> to tensor<1x64x?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<1x64x?x?xf32>) -> tensor<1x64x?x?xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%p, %k : tensor<1x64x?x?xf32>, tensor<64x64x3x3xf32>)
      outs(%f : tensor<1x64x?x?xf32>) -> tensor<1x64x?x?xf32>
  return %r : tensor<1x64x?x?xf32>
}

// -----

// Fifty-three columns are two blocks of twenty-seven, or nine of six, the last of which begins in
// the one before it, so that no column is computed alone. Of those between the first and the last
// one, none reads a border.
// CHECK-LABEL: func @odd
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c16
// CHECK-COUNT-27: arith.addf
// CHECK-NOT: scf.for {{.*}} to %c53
// CHECK: return
// HALF-LABEL: func @odd
// HALF: scf.for %{{.*}} = %c0 to %c53 step %c1
// HALF: scf.for %{{.*}} = %c0 to %c64 step %c16
// HALF: arith.select %{{.*}} : f32
// HALF: scf.for %[[I:.*]] = %c6 to %c47 step %c6
// HALF: %[[LAST:.*]] = arith.minsi %[[I]], %c41
// HALF: arith.maxsi %[[LAST]], %c1
// HALF-NOT: arith.select
// HALF: scf.for %{{.*}} = %c0 to %c64 step %c16
// HALF: arith.select %{{.*}} : f32
func.func @odd(%x: tensor<1x53x53x8xf32>, %k: tensor<3x3x8x64xf32>) -> tensor<1x53x53x64xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 1, 1, 0]
      : tensor<1x53x53x8xf32> to tensor<1x55x55x8xf32>
  %e = tensor.empty() : tensor<1x53x53x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x53x53x64xf32>) -> tensor<1x53x53x64xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x55x55x8xf32>, tensor<3x3x8x64xf32>)
      outs(%f : tensor<1x53x53x64xf32>) -> tensor<1x53x53x64xf32>
  return %r : tensor<1x53x53x64xf32>
}

// -----

// All fourteen columns of a row are one block with 32 registers, with those in borders among
// them: an element is chosen of the first and the last column only. A row outside of the image
// is decided in front of the loop over channels, and no row is in a border of its own. The
// weights of a block, which a cache of level 2 holds, are copied to one place.
// CHECK-LABEL: func @small
// CHECK: tensor.empty() : tensor<3x3x256x16xf32>
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c16
// CHECK-COUNT-1: vector.transfer_write
// CHECK: scf.for %{{.*}} = %c0 to %c14 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK: scf.if
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c1
// CHECK-COUNT-2: arith.select
// CHECK-NOT: arith.select
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c1
// CHECK-NOT: scf.for
// CHECK: return
// HALF-LABEL: func @small
// HALF: scf.for
func.func @small(%x: tensor<1x14x14x256xf32>, %k: tensor<3x3x256x256xf32>) -> tensor<1x14x14x256xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 1, 1, 0]
      : tensor<1x14x14x256xf32> to tensor<1x16x16x256xf32>
  %e = tensor.empty() : tensor<1x14x14x256xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x14x14x256xf32>) -> tensor<1x14x14x256xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x16x16x256xf32>, tensor<3x3x256x256xf32>)
      outs(%f : tensor<1x14x14x256xf32>) -> tensor<1x14x14x256xf32>
  return %r : tensor<1x14x14x256xf32>
}

// -----

// The weights of one vector of channels stay in registers beside the sums of two
// columns in each of two rows.
// CHECK-LABEL: func @weights_of_channels
// CHECK: scf.for %{{.*}} = %c1{{[_0-9]*}} to %c15{{[_0-9]*}} step %c2
// CHECK: scf.for %{{.*}} step %c32
// CHECK-COUNT-4: vector.transfer_write {{.*}} : vector<16xf32>, tensor<1x16x1024xf32>
// CHECK-NOT: vector.transfer_write
// CHECK: pad.fixed_vectors, pad.fused_row
func.func @weights_of_channels(%x: tensor<1x16x64x16xf32>, %w: tensor<3x3x16xf32>, %e: tensor<1x16x64x16xf32>) -> tensor<1x16x64x16xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x16x64x16xf32> to tensor<1x18x66x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x16x64x16xf32>) -> tensor<1x16x64x16xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%p, %w : tensor<1x18x66x16xf32>, tensor<3x3x16xf32>)
      outs(%f : tensor<1x16x64x16xf32>) -> tensor<1x16x64x16xf32>
  return %r : tensor<1x16x64x16xf32>
}

// -----

// A matrix is padded to multiples of 16. The loop over the sum is split, so that what is read inside
// of it is no choice; its terms keep their order.
// CHECK-LABEL: func @padded_sum
// CHECK: scf.for %[[K:[a-z0-9]+]] = %c0 to %c30 step %c1
// CHECK-NEXT: tensor.extract %arg0[%{{.*}}, %[[K]]]
// CHECK-NOT: scf.if
// CHECK: scf.yield
// CHECK: scf.for {{.*}} = %c30 to %c32 step %c1
// CHECK: scf.yield
// CHECK: return
func.func @padded_sum(%x: tensor<40x30xf32>, %w: tensor<32x16xf32>, %e: tensor<48x16xf32>) -> tensor<48x16xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x value(%z) low[0, 0] high[8, 2] : tensor<40x30xf32> to tensor<48x32xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<48x16xf32>) -> tensor<48x16xf32>
  %r = linalg.matmul ins(%p, %w : tensor<48x32xf32>, tensor<32x16xf32>) outs(%i : tensor<48x16xf32>) -> tensor<48x16xf32>
  return %r : tensor<48x16xf32>
}
