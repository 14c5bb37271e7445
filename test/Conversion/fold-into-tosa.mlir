// RUN: pad-opt %s --pad-fold-into-consumers | FileCheck %s

// CHECK-LABEL: func @conv2d(
// CHECK-SAME: %[[X:.*]]: tensor<1x?x6x2xf32>, %[[W:.*]]: tensor<4x3x3x2xf32>
// CHECK: tosa.conv2d %[[X]], %[[W]], {{.*}} pad = array<i64: 1, 3, 3, 3>
func.func @conv2d(%x: tensor<1x?x6x2xf32>, %w: tensor<4x3x3x2xf32>, %b: tensor<4xf32>) -> tensor<1x?x10x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %p = pad.pad constant %x low[0, 1, 2, 0] high[0, 2, 1, 0] : tensor<1x?x6x2xf32> to tensor<1x?x9x2xf32>
  %r = tosa.conv2d %p, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>,
      pad = array<i64: 0, 1, 1, 2>, stride = array<i64: 1, 1>}
      : (tensor<1x?x9x2xf32>, tensor<4x3x3x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x10x4xf32>
  return %r : tensor<1x?x10x4xf32>
}

// The zero point of a quantized type is what a pad of it writes.
// CHECK-LABEL: func @quantized
// CHECK-NOT: pad.pad
// CHECK: tosa.conv2d {{.*}} pad = array<i64: 1, 0, 0, 0>
!q = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.5>
func.func @quantized(%x: tensor<1x5x6x2x!q>, %w: tensor<4x3x3x2x!w>, %b: tensor<4xi32>) -> tensor<1x4x4x4xi32> {
  %xz = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %p = pad.pad constant %x low[0, 1, 0, 0] high[0, 0, 0, 0] : tensor<1x5x6x2x!q> to tensor<1x6x6x2x!q>
  %r = tosa.conv2d %p, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>,
      pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x6x6x2x!q>, tensor<4x3x3x2x!w>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4xi32>
  return %r : tensor<1x4x4x4xi32>
}

// Two rows of padding are two times the stride more rows of output.
// CHECK-LABEL: func @transpose_conv2d
// CHECK-NOT: pad.pad
// CHECK: tosa.transpose_conv2d {{.*}} out_pad = array<i64: 6, 1, -1, 2>
func.func @transpose_conv2d(%x: tensor<1x3x3x2xi8>, %w: tensor<4x3x3x2xi8>, %b: tensor<4xi32>) -> tensor<1x16x8x4xi32> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %p = pad.pad constant %x low[0, 2, 0, 0] high[0, 0, 1, 0] : tensor<1x3x3x2xi8> to tensor<1x5x4x2xi8>
  %r = tosa.transpose_conv2d %p, %w, %b, %z, %z {acc_type = i32, out_pad = array<i64: 0, 1, -1, 0>,
      stride = array<i64: 3, 2>}
      : (tensor<1x5x4x2xi8>, tensor<4x3x3x2xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x8x4xi32>
  return %r : tensor<1x16x8x4xi32>
}

// All users take it.
// CHECK-LABEL: func @two_users(
// CHECK-SAME: %[[X:.*]]: tensor
// CHECK-NOT: pad.pad
// CHECK: tosa.max_pool2d %[[X]] {{.*}} pad = array<i64: 1, 1, 1, 1>
// CHECK: tosa.max_pool2d %[[X]] {{.*}} pad = array<i64: 1, 1, 1, 1>
func.func @two_users(%x: tensor<1x6x6x2xi8>) -> (tensor<1x7x7x2xi8>, tensor<1x6x6x2xi8>) {
  %v = arith.constant -128 : i8
  %p = pad.pad constant %x value(%v) low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x6x6x2xi8> to tensor<1x8x8x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x2xi8>) -> tensor<1x7x7x2xi8>
  %s = tosa.max_pool2d %p {kernel = array<i64: 3, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x2xi8>) -> tensor<1x6x6x2xi8>
  return %r, %s : tensor<1x7x7x2xi8>, tensor<1x6x6x2xi8>
}
