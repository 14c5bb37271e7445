// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 where-faster" | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 where-faster remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A vector each of two columns of maxima in two rows, whose windows share a
// column and a row, is a block. The first and the last block have the columns in
// borders among them: of 16, the others are those from 2 to 14. Borders of rows
// are not apart, as the mode reads the source everywhere. NaN and -0 are not
// expected.
// CHECK-LABEL: func.func @columns
// CHECK:         scf.for %{{.*}} = %c0{{[_0-9]*}} to %c4{{[_0-9]*}} step %c2
// CHECK:         scf.for %{{.*}} = %c0{{[_0-9]*}} to %c24{{[_0-9]*}} step %c8
// CHECK:         %[[USUAL:.*]] = llvm.intr.expect
// CHECK:         scf.if %[[USUAL]] -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
// CHECK:         scf.for %{{.*}} = %c2{{[_0-9]*}} to %c14{{[_0-9]*}} step %c2
// REMARK:        remark: fused into 'linalg.pooling_nhwc_max', which is emitted as loops over vectors of 8
func.func @columns(%x: tensor<1x7x32x24xf32>, %e: tensor<1x4x16x24xf32>) -> tensor<1x4x16x24xf32> {
  %p = pad.pad symmetric %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x7x32x24xf32> to tensor<1x9x34x24xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%p, %k : tensor<1x9x34x24xf32>, tensor<3x3xf32>) outs(%e : tensor<1x4x16x24xf32>) -> tensor<1x4x16x24xf32>
  return %r : tensor<1x4x16x24xf32>
}

// Neighbours of a row of one vector may read elements that are 2 apart: the
// vector is composed of those of the source.
// CHECK-LABEL: func.func @ends
// CHECK:         vector.shuffle {{.*}} : vector<4xf32>, vector<4xf32>
// REMARK:        remark: fused into 'linalg.pooling_nchw_max', which is emitted as loops over vectors of 4
func.func @ends(%x: tensor<1x4x8x8xf32>, %e: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %p = pad.pad wrap %x low[0, 0, 1, 1] high[0, 0, 1, 1] : tensor<1x4x8x8xf32> to tensor<1x4x10x10xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>}
      ins(%p, %k : tensor<1x4x10x10xf32>, tensor<3x3xf32>) outs(%e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %r : tensor<1x4x4x4xf32>
}

// Where the mode reads no source, rows in borders stay apart from the two
// between, which are a block.
// CHECK-LABEL: func.func @constant
// CHECK:         scf.if %{{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
// CHECK:         scf.for %{{.*}} = %c0{{[_0-9]*}} to %c2{{[_0-9]*}} step %c1
// CHECK:         scf.if %{{.*}} -> (vector<8xf32>, vector<8xf32>) {
// REMARK:        remark: fused into 'linalg.pooling_nhwc_max'
func.func @constant(%x: tensor<1x7x32x24xf32>, %e: tensor<1x4x16x24xf32>) -> tensor<1x4x16x24xf32> {
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x7x32x24xf32> to tensor<1x9x34x24xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%p, %k : tensor<1x9x34x24xf32>, tensor<3x3xf32>) outs(%e : tensor<1x4x16x24xf32>) -> tensor<1x4x16x24xf32>
  return %r : tensor<1x4x16x24xf32>
}

// Of windows that are one apart, vectors of a column are computed where vectors
// across columns could be: neighbours share more.
// CHECK-LABEL: func.func @neighbours
// CHECK:         scf.for %{{.*}} = %c0{{[_0-9]*}} to %c8{{[_0-9]*}} step %c2
// CHECK:         scf.for %{{.*}} = %c2{{[_0-9]*}} to %c30{{[_0-9]*}} step %c2
// REMARK:        remark: fused into 'linalg.pooling_nhwc_max'
func.func @neighbours(%x: tensor<1x8x32x16xf32>, %e: tensor<1x8x32x16xf32>) -> tensor<1x8x32x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x8x32x16xf32> to tensor<1x10x34x16xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max
      ins(%p, %k : tensor<1x10x34x16xf32>, tensor<3x3xf32>) outs(%e : tensor<1x8x32x16xf32>) -> tensor<1x8x32x16xf32>
  return %r : tensor<1x8x32x16xf32>
}

// Windows that share one column of three, of an image that no cache of level 2
// holds, are read by one column of four rows.
// CHECK-LABEL: func.func @large
// CHECK:         scf.for %{{.*}} = %c0{{[_0-9]*}} to %c96{{[_0-9]*}} step %c4
// CHECK-NOT:     step %c2
// REMARK:        remark: fused into 'linalg.pooling_nhwc_max'
func.func @large(%x: tensor<1x192x192x64xf32>, %e: tensor<1x96x96x64xf32>) -> tensor<1x96x96x64xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x192x192x64xf32> to tensor<1x193x193x64xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%p, %k : tensor<1x193x193x64xf32>, tensor<3x3xf32>) outs(%e : tensor<1x96x96x64xf32>) -> tensor<1x96x96x64xf32>
  return %r : tensor<1x96x96x64xf32>
}

// Sums with weights of several vectors of channels are computed by the same
// blocks, and those of one vector by vectors across columns, whose weights stay
// in registers.
// CHECK-LABEL: func.func @depthwise
// CHECK:         scf.for %{{.*}} = %c0{{[_0-9]*}} to %c8{{[_0-9]*}} step %c2
// CHECK:         scf.for %{{.*}} = %c2{{[_0-9]*}} to %c30{{[_0-9]*}} step %c2
// CHECK-LABEL: func.func @depthwise_of_one_vector
// CHECK:         tensor.collapse_shape
func.func @depthwise(%x: tensor<1x8x32x16xf32>, %w: tensor<3x3x16xf32>, %e: tensor<1x8x32x16xf32>) -> tensor<1x8x32x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x8x32x16xf32> to tensor<1x10x34x16xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%p, %w : tensor<1x10x34x16xf32>, tensor<3x3x16xf32>) outs(%e : tensor<1x8x32x16xf32>) -> tensor<1x8x32x16xf32>
  return %r : tensor<1x8x32x16xf32>
}
func.func @depthwise_of_one_vector(%x: tensor<1x8x32x8xf32>, %w: tensor<3x3x8xf32>, %e: tensor<1x8x32x8xf32>) -> tensor<1x8x32x8xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x8x32x8xf32> to tensor<1x10x34x8xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%p, %w : tensor<1x10x34x8xf32>, tensor<3x3x8xf32>) outs(%e : tensor<1x8x32x8xf32>) -> tensor<1x8x32x8xf32>
  return %r : tensor<1x8x32x8xf32>
}

// Maxima of integers are computed by the same blocks, without a test of what is
// unusual: three for each of four columns, which are in two windows each, three
// for each row, and one for each element of what was there before.
// CHECK-LABEL: func.func @integers
// CHECK:         scf.for %{{.*}} = %c0{{[_0-9]*}} to %c8{{[_0-9]*}} step %c2
// CHECK:         scf.for %{{.*}} = %c0{{[_0-9]*}} to %c16{{[_0-9]*}} step %c8
// CHECK-COUNT-22: arith.maxsi {{.*}} : vector<8xi32>
// CHECK-NOT:     arith.maxsi {{.*}} : vector<8xi32>
// CHECK-NOT:     llvm.intr.expect
// CHECK:         scf.yield
// REMARK:        remark: fused into 'linalg.pooling_nhwc_max'
func.func @integers(%x: tensor<1x8x32x16xi32>, %e: tensor<1x8x32x16xi32>) -> tensor<1x8x32x16xi32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x8x32x16xi32> to tensor<1x10x34x16xi32>
  %k = tensor.empty() : tensor<3x3xi32>
  %r = linalg.pooling_nhwc_max
      ins(%p, %k : tensor<1x10x34x16xi32>, tensor<3x3xi32>) outs(%e : tensor<1x8x32x16xi32>) -> tensor<1x8x32x16xi32>
  return %r : tensor<1x8x32x16xi32>
}
