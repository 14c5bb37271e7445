// RUN: pad-opt %s --pad-tile-and-fuse --pad-to-destination-style --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize --cse --canonicalize | FileCheck %s

// From pad -> conv -> pad -> conv no padded tensor is left, of 1x34x34x8 and
// 1x32x32x16 elements; only strips of 3 rows or columns, and the result between.
// CHECK-LABEL: func @chain
// CHECK-NOT: memref.copy
// CHECK-NOT: x34x34x
// CHECK: memref.alloc() {{.*}} : memref<1x32x32x16xf32>
// CHECK-COUNT-4: memref.alloc() {{.*}} : memref<1x{{3x34|34x3|32x3}}x8xf32>
// CHECK-COUNT-4: memref.alloc() {{.*}} : memref<1x{{3x34|34x3|32x3}}x16xf32>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @chain(%x: tensor<1x32x32x8xf32>, %k: tensor<3x3x8x16xf32>, %l: tensor<3x3x16x16xf32>,
                 %out: tensor<1x32x32x16xf32> {bufferization.writable = true}) -> tensor<1x32x32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = pad.pad reflect %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x32x32x8xf32> to tensor<1x34x34x8xf32>
  %e = tensor.empty() : tensor<1x32x32x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x34x34x8xf32>, tensor<3x3x8x16xf32>) outs(%f : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
  %q = pad.pad wrap %c low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %g = linalg.fill ins(%zero : f32) outs(%out : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
  %d = linalg.conv_2d_nhwc_hwcf ins(%q, %l : tensor<1x34x34x16xf32>, tensor<3x3x16x16xf32>) outs(%g : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
  return %d : tensor<1x32x32x16xf32>
}
