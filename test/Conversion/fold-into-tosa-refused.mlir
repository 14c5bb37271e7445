// RUN: pad-opt %s --pad-fold-into-consumers=remarks --verify-diagnostics | FileCheck %s

// Each of these pads stays.

// CHECK-LABEL: func @not_the_zero_point
// CHECK: pad.pad
func.func @not_the_zero_point(%x: tensor<1x6x6x2xi8>, %w: tensor<4x3x3x2xi8>, %b: tensor<4xi32>) -> tensor<1x5x5x4xi32> {
  %xz = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark @below {{tosa.conv2d reads it, and the padding of the node is its zero point}}
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xi8> to tensor<1x7x7x2xi8>
  %r = tosa.conv2d %p, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>,
      pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xi8>, tensor<4x3x3x2xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x5x4xi32>
  return %r : tensor<1x5x5x4xi32>
}

// CHECK-LABEL: func @negative_zero
// CHECK: pad.pad
func.func @negative_zero(%x: tensor<1x6x6x2xf32>, %w: tensor<4x3x3x2xf32>, %b: tensor<4xf32>) -> tensor<1x5x5x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %v = arith.constant -0.0 : f32
  // expected-remark @below {{tosa.conv2d reads it, and the padding of the node is its zero point}}
  %p = pad.pad constant %x value(%v) low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xf32> to tensor<1x7x7x2xf32>
  %r = tosa.conv2d %p, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>,
      pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xf32>, tensor<4x3x3x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x4xf32>
  return %r : tensor<1x5x5x4xf32>
}

// CHECK-LABEL: func @dynamic_zero_point
// CHECK: pad.pad
func.func @dynamic_zero_point(%x: tensor<1x6x6x2xi8>, %w: tensor<4x3x3x2xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>) -> tensor<1x5x5x4xi32> {
  // expected-remark @below {{tosa.conv2d reads it, and the padding of the node is its zero point}}
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xi8> to tensor<1x7x7x2xi8>
  %r = tosa.conv2d %p, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>,
      pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xi8>, tensor<4x3x3x2xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x5x4xi32>
  return %r : tensor<1x5x5x4xi32>
}

// Zero times infinity is not what out_pad adds.
// CHECK-LABEL: func @unknown_weights
// CHECK: pad.pad
func.func @unknown_weights(%x: tensor<1x3x3x2xf32>, %w: tensor<4x3x3x2xf32>, %b: tensor<4xf32>) -> tensor<1x6x5x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-remark @below {{tosa.transpose_conv2d reads it, and its weights are not known to be finite}}
  %p = pad.pad constant %x low[0, 1, 0, 0] high[0, 0, 0, 0] : tensor<1x3x3x2xf32> to tensor<1x4x3x2xf32>
  %r = tosa.transpose_conv2d %p, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>}
      : (tensor<1x4x3x2xf32>, tensor<4x3x3x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x5x4xf32>
  return %r : tensor<1x6x5x4xf32>
}

// CHECK-LABEL: func @infinite_weight
// CHECK: pad.pad
func.func @infinite_weight(%x: tensor<1x3x3x1xf32>, %b: tensor<1xf32>) -> tensor<1x4x3x1xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0x7F800000> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  // expected-remark @below {{tosa.transpose_conv2d reads it, and its weights are not known to be finite}}
  %p = pad.pad constant %x low[0, 1, 0, 0] high[0, 0, 0, 0] : tensor<1x3x3x1xf32> to tensor<1x4x3x1xf32>
  %r = tosa.transpose_conv2d %p, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>}
      : (tensor<1x4x3x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3x1xf32>
  return %r : tensor<1x4x3x1xf32>
}

// A window of minus infinities would become larger.
// CHECK-LABEL: func @least_finite_number
// CHECK: pad.pad
func.func @least_finite_number(%x: tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32> {
  %v = arith.constant 0xFF7FFFFF : f32
  // expected-remark @below {{tosa.max_pool2d reads it, and the node ignores its padding}}
  %p = pad.pad constant %x value(%v) low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xf32> to tensor<1x7x7x2xf32>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xf32>) -> tensor<1x6x6x2xf32>
  return %r : tensor<1x6x6x2xf32>
}

// The maximum of a window of NaNs is its padding.
// CHECK-LABEL: func @ignored_nans
// CHECK: pad.pad
func.func @ignored_nans(%x: tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32> {
  %v = arith.constant 0xFF800000 : f32
  // expected-remark @below {{tosa.max_pool2d reads it, and the node ignores NaNs}}
  %p = pad.pad constant %x value(%v) low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xf32> to tensor<1x7x7x2xf32>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>,
      nan_mode = IGNORE} : (tensor<1x7x7x2xf32>) -> tensor<1x6x6x2xf32>
  return %r : tensor<1x6x6x2xf32>
}

// CHECK-LABEL: func @zero_in_a_maximum
// CHECK: pad.pad
func.func @zero_in_a_maximum(%x: tensor<1x6x6x2xi8>) -> tensor<1x6x6x2xi8> {
  // expected-remark @below {{tosa.max_pool2d reads it, and the node ignores its padding}}
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xi8> to tensor<1x7x7x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xi8>) -> tensor<1x6x6x2xi8>
  return %r : tensor<1x6x6x2xi8>
}

// A window must have data.
// CHECK-LABEL: func @as_large_as_the_kernel
// CHECK: pad.pad
func.func @as_large_as_the_kernel(%x: tensor<1x6x6x2xi8>) -> tensor<1x8x7x2xi8> {
  %v = arith.constant -128 : i8
  // expected-remark @below {{tosa.max_pool2d reads it, and pads of 2 are not narrower than its windows}}
  %p = pad.pad constant %x value(%v) low[0, 2, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xi8> to tensor<1x8x7x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 1, 1>}
      : (tensor<1x8x7x2xi8>) -> tensor<1x8x7x2xi8>
  return %r : tensor<1x8x7x2xi8>
}

// The average divides by the number of elements that are not its own padding.
// CHECK-LABEL: func @average
// CHECK: pad.pad
func.func @average(%x: tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-remark @below {{tosa.avg_pool2d reads it, and the node does not count its padding}}
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xf32> to tensor<1x7x7x2xf32>
  %r = tosa.avg_pool2d %p, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>} : (tensor<1x7x7x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x2xf32>
  return %r : tensor<1x6x6x2xf32>
}

// CHECK-LABEL: func @channels
// CHECK: pad.pad
func.func @channels(%x: tensor<1x7x7x1xi8>) -> tensor<1x6x6x2xi8> {
  %v = arith.constant -128 : i8
  // expected-remark @below {{tosa.max_pool2d reads it, and the pad pads axis 3, which windows do not slide along}}
  %p = pad.pad constant %x value(%v) low[0, 0, 0, 1] high[0, 0, 0, 0] : tensor<1x7x7x1xi8> to tensor<1x7x7x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xi8>) -> tensor<1x6x6x2xi8>
  return %r : tensor<1x6x6x2xi8>
}

// CHECK-LABEL: func @crop
// CHECK: pad.pad
func.func @crop(%x: tensor<1x6x6x2xi8>) -> tensor<1x6x6x2xi8> {
  %v = arith.constant -128 : i8
  // expected-remark @below {{tosa.max_pool2d reads it, and the pad crops, or pads between elements}}
  %p = pad.pad constant %x value(%v) low[0, 2, 1, 0] high[0, -1, 0, 0] : tensor<1x6x6x2xi8> to tensor<1x7x7x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xi8>) -> tensor<1x6x6x2xi8>
  return %r : tensor<1x6x6x2xi8>
}

// CHECK-LABEL: func @interior
// CHECK: pad.pad
func.func @interior(%x: tensor<1x4x7x2xi8>) -> tensor<1x6x6x2xi8> {
  %v = arith.constant -128 : i8
  // expected-remark @below {{tosa.max_pool2d reads it, and the pad crops, or pads between elements}}
  %p = pad.pad constant %x value(%v) low[0, 0, 0, 0] high[0, 0, 0, 0] interior[0, 1, 0, 0] : tensor<1x4x7x2xi8> to tensor<1x7x7x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xi8>) -> tensor<1x6x6x2xi8>
  return %r : tensor<1x6x6x2xi8>
}

// CHECK-LABEL: func @edge
// CHECK: pad.pad
func.func @edge(%x: tensor<1x6x6x2xi8>) -> tensor<1x6x6x2xi8> {
  // expected-remark @below {{tosa.max_pool2d reads it, and the pad is not constant}}
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xi8> to tensor<1x7x7x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xi8>) -> tensor<1x6x6x2xi8>
  return %r : tensor<1x6x6x2xi8>
}

// TOSA would check an extent that was not static before.
// CHECK-LABEL: func @refined_extent
// CHECK: pad.pad
func.func @refined_extent(%x: tensor<1x6x6x2xi8>) -> tensor<1x?x6x2xi8> {
  %v = arith.constant -128 : i8
  // expected-remark @below {{tosa.max_pool2d reads it, and other extents would be static}}
  %p = pad.pad constant %x value(%v) low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xi8> to tensor<1x?x7x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x?x7x2xi8>) -> tensor<1x?x6x2xi8>
  return %r : tensor<1x?x6x2xi8>
}

// One user has no padding: the pad is done anyway.
// CHECK-LABEL: func @other_user
// CHECK: %[[P:.*]] = pad.pad
// CHECK: tosa.max_pool2d %[[P]]
func.func @other_user(%x: tensor<1x6x6x2xi8>) -> (tensor<1x6x6x2xi8>, tensor<1x7x7x2xi8>) {
  %v = arith.constant -128 : i8
  // expected-remark @below {{tosa.abs reads it, and the node has no padding of its own}}
  %p = pad.pad constant %x value(%v) low[0, 1, 1, 0] high[0, 0, 0, 0] : tensor<1x6x6x2xi8> to tensor<1x7x7x2xi8>
  %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x7x7x2xi8>) -> tensor<1x6x6x2xi8>
  %s = tosa.abs %p : (tensor<1x7x7x2xi8>) -> tensor<1x7x7x2xi8>
  return %r, %s : tensor<1x6x6x2xi8>, tensor<1x7x7x2xi8>
}

// Padded weights are not input.
// CHECK-LABEL: func @weights
// CHECK: pad.pad
func.func @weights(%x: tensor<1x6x6x2xf32>, %w: tensor<4x2x3x2xf32>, %b: tensor<4xf32>) -> tensor<1x4x4x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-remark @below {{tosa.conv2d reads it, and the node has no padding of its own}}
  %p = pad.pad constant %w low[0, 1, 0, 0] high[0, 0, 0, 0] : tensor<4x2x3x2xf32> to tensor<4x3x3x2xf32>
  %r = tosa.conv2d %x, %p, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>,
      pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x6x6x2xf32>, tensor<4x3x3x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4xf32>
  return %r : tensor<1x4x4x4xf32>
}
