// RUN: pad-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --pad-fold-into-consumers=remarks | FileCheck %s

// CHECK-LABEL: func @convolution(
// CHECK-SAME: %[[X:.*]]: tensor<1x?x6x2xf32>, %[[W:.*]]: tensor<3x3x2x4xf32>
// CHECK-NOT: pad.pad
// CHECK: "stablehlo.convolution"(%[[X]], %[[W]]) <{
// CHECK-SAME: lhs_dilation = array<i64: 1, 1>,
// CHECK-SAME{LITERAL}: padding = dense<[[1, 3], [3, 3]]> : tensor<2x2xi64>
// CHECK-SAME: window_strides = array<i64: 1, 1>}> : (tensor<1x?x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x?x10x4xf32>
func.func @convolution(%x: tensor<1x?x6x2xf32>, %w: tensor<3x3x2x4xf32>) -> tensor<1x?x10x4xf32> {
  %p = pad.pad constant %x low[0, 1, 2, 0] high[0, 2, 1, 0] : tensor<1x?x6x2xf32> to tensor<1x?x9x2xf32>
  %r = "stablehlo.convolution"(%p, %w) <{batch_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64,
    lhs_dilation = array<i64: 1, 1>, padding = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>,
    window_strides = array<i64: 1, 1>}> : (tensor<1x?x9x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x?x10x4xf32>
  return %r : tensor<1x?x10x4xf32>
}

// -----

// The axes have any order: spatial axis 0 is axis 3, and 1 is axis 0. Padding comes after dilation, and crops, too.
// CHECK-LABEL: func @dilated(
// CHECK-SAME: %[[X:.*]]: tensor<4x1x2x5xi8>
// CHECK: "stablehlo.convolution"(%[[X]], %{{.*}}) {
// CHECK-SAME: lhs_dilation = dense<[3, 4]> : tensor<2xi64>
// CHECK-SAME{LITERAL}: padding = dense<[[6, -3], [1, 3]]> : tensor<2x2xi64>
func.func @dilated(%x: tensor<4x1x2x5xi8>, %w: tensor<3x3x2x4xi8>) -> tensor<1x4x15x14xi32> {
  %p = pad.pad constant %x low[0, 0, 0, 2] high[1, 0, 0, -1] interior[1, 0, 0, 0] : tensor<4x1x2x5xi8> to tensor<8x1x2x6xi8>
  %r = "stablehlo.convolution"(%p, %w) {dimension_numbers = #stablehlo.conv<[1, b, f, 0]x[0, 1, i, o]->[b, f, 0, 1]>,
    lhs_dilation = dense<[3, 2]> : tensor<2xi64>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}
    : (tensor<8x1x2x6xi8>, tensor<3x3x2x4xi8>) -> tensor<1x4x15x14xi32>
  return %r : tensor<1x4x15x14xi32>
}

// -----

// Two pads, one after the other, and attributes that are absent.
// CHECK-LABEL: func @twice(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x4xf32>
// CHECK-NOT: pad.pad
// CHECK: "stablehlo.convolution"(%[[X]], %{{.*}}) <{
// CHECK-SAME: lhs_dilation = array<i64: 6>
// CHECK-SAME{LITERAL}: padding = dense<[[4, 3]]> : tensor<1x2xi64>
// CHECK-SAME: }> :
func.func @twice(%x: tensor<1x2x4xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x24xf32> {
  %p = pad.pad constant %x low[0, 0, 1] high[0, 0, 1] interior[0, 0, 1] : tensor<1x2x4xf32> to tensor<1x2x9xf32>
  %q = pad.pad constant %p low[0, 0, 1] high[0, 0, 0] interior[0, 0, 2] : tensor<1x2x9xf32> to tensor<1x2x26xf32>
  %r = "stablehlo.convolution"(%q, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>}>
    : (tensor<1x2x26xf32>, tensor<3x2x2xf32>) -> tensor<1x2x24xf32>
  return %r : tensor<1x2x24xf32>
}

// -----

// Any axis, any body, any initial value. A cast changes nothing.
// CHECK-LABEL: func @reduce_window(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>, %[[I:.*]]: tensor<f32>
// CHECK-NEXT: "stablehlo.reduce_window"(%[[X]], %[[I]]) <{
// CHECK-SAME: base_dilations = array<i64: 1, 2>
// CHECK-SAME{LITERAL}: padding = dense<[[2, 0], [0, 2]]> : tensor<2x2xi64>
func.func @reduce_window(%x: tensor<3x4xf32>, %i: tensor<f32>) -> tensor<?x7xf32> {
  %v = tensor.extract %i[] : tensor<f32>
  %p = pad.pad constant %x value(%v) low[2, 0] high[0, 1] interior[0, 1] : tensor<3x4xf32> to tensor<5x8xf32>
  %c = tensor.cast %p : tensor<5x8xf32> to tensor<?x8xf32>
  %r = "stablehlo.reduce_window"(%c, %i) <{padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>,
      window_dimensions = array<i64: 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.subtract"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x7xf32>
  return %r : tensor<?x7xf32>
}

// -----

// CHECK-LABEL: func @maximum(
// CHECK-NOT: pad.pad
// CHECK{LITERAL}: padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>
func.func @maximum(%x: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %i = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %v = arith.constant 0xFF800000 : f32
  %p = pad.pad constant %x value(%v) low[0, 1] high[0, 1] : tensor<3x?xf32> to tensor<3x?xf32>
  %r = "stablehlo.reduce_window"(%p, %i) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<3x?xf32>, tensor<f32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// -----

// Each of the pads below stays.

func.func @initial_of_other_sign(%x: tensor<4xf32>) -> tensor<5xf32> {
  %i = "stablehlo.constant"() <{value = dense<-0.0> : tensor<f32>}> : () -> tensor<f32>
  // expected-remark @below {{stays: stablehlo.reduce_window reads it, and the padding of the node is its initial value}}
  %p = pad.pad constant %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %r = "stablehlo.reduce_window"(%p, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @other_initial(%x: tensor<4xf32>, %i: tensor<f32>, %j: tensor<f32>) -> tensor<5xf32> {
  %v = tensor.extract %j[] : tensor<f32>
  // expected-remark @below {{the padding of the node is its initial value}}
  %p = pad.pad constant %x value(%v) low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %r = "stablehlo.reduce_window"(%p, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @several(%x: tensor<4xi32>, %y: tensor<6xi32>) -> (tensor<5xi32>, tensor<5xi32>) {
  %i = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-remark @below {{the node reduces several tensors}}
  %p = pad.pad constant %x low[1] high[1] : tensor<4xi32> to tensor<6xi32>
  %r:2 = "stablehlo.reduce_window"(%p, %y, %i, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    "stablehlo.return"(%c, %d) : (tensor<i32>, tensor<i32>) -> ()
  }) : (tensor<6xi32>, tensor<6xi32>, tensor<i32>, tensor<i32>) -> (tensor<5xi32>, tensor<5xi32>)
  return %r#0, %r#1 : tensor<5xi32>, tensor<5xi32>
}

// -----

func.func @features(%x: tensor<1x2x4xf32>, %w: tensor<3x3x2xf32>) -> tensor<1x2x2xf32> {
  // expected-remark @below {{stays: stablehlo.convolution reads it, and the pad pads axis 1, which windows do not slide along}}
  %p = pad.pad constant %x low[0, 1, 0] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x3x4xf32>
  %r = "stablehlo.convolution"(%p, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>}>
    : (tensor<1x3x4xf32>, tensor<3x3x2xf32>) -> tensor<1x2x2xf32>
  return %r : tensor<1x2x2xf32>
}

// -----

func.func @unknown_order(%x: tensor<1x2x4xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x3xf32> {
  // expected-remark @below {{its padding contradicts its other attributes}}
  %p = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r = "stablehlo.convolution"(%p, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 1]x[0, i, o]->[b, f, 0]>, padding = dense<0> : tensor<1x2xi64>}>
    : (tensor<1x2x5xf32>, tensor<3x2x2xf32>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

// The sum of a window of negative zeros is another than that of zeros.
func.func @negative_zero(%x: tensor<1x2x4xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x3xf32> {
  %v = arith.constant -0.0 : f32
  // expected-remark @below {{the padding of the node is zero}}
  %p = pad.pad constant %x value(%v) low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r = "stablehlo.convolution"(%p, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>}>
    : (tensor<1x2x5xf32>, tensor<3x2x2xf32>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

// The padding of the op would read the second element, which the pad crops.
func.func @brought_back(%x: tensor<1x2x6xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x3xf32> {
  // expected-remark @below {{its padding would bring back what the pad crops}}
  %p = pad.pad constant %x low[0, 0, -2] high[0, 0, 0] : tensor<1x2x6xf32> to tensor<1x2x4xf32>
  %r = "stablehlo.convolution"(%p, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>,
    padding = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<1x2x4xf32>, tensor<3x2x2xf32>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @brought_back_behind(%x: tensor<1x2x6xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x6xf32> {
  // expected-remark @below {{its padding would bring back what the pad crops}}
  %p = pad.pad constant %x low[0, 0, 0] high[0, 0, -3] : tensor<1x2x6xf32> to tensor<1x2x3xf32>
  %r = "stablehlo.convolution"(%p, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>,
    lhs_dilation = array<i64: 3>, padding = dense<[[0, 3]]> : tensor<1x2xi64>}>
    : (tensor<1x2x3xf32>, tensor<3x2x2xf32>) -> tensor<1x2x6xf32>
  return %r : tensor<1x2x6xf32>
}

// -----

// A pad of nothing by 2 is dilated to 3 elements, and nothing, dilated, is padded to 4.
func.func @perhaps_empty(%x: tensor<1x2x?xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x?xf32> {
  // expected-remark @below {{axis 2 may be empty}}
  %p = pad.pad constant %x low[0, 0, 1] high[0, 0, 1] : tensor<1x2x?xf32> to tensor<1x2x?xf32>
  %r = "stablehlo.convolution"(%p, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>,
    lhs_dilation = array<i64: 2>}> : (tensor<1x2x?xf32>, tensor<3x2x2xf32>) -> tensor<1x2x?xf32>
  return %r : tensor<1x2x?xf32>
}

// -----

func.func @at_run_time(%x: tensor<1x2x4xf32>, %w: tensor<3x2x2xf32>, %n: index) -> tensor<1x2x?xf32> {
  // expected-remark @below {{the pad is known only at run time}}
  %p = pad.pad constant %x low[0, 0, %n] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x?xf32>
  %r = "stablehlo.convolution"(%p, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>}>
    : (tensor<1x2x?xf32>, tensor<3x2x2xf32>) -> tensor<1x2x?xf32>
  return %r : tensor<1x2x?xf32>
}

// -----

func.func @overflow(%x: tensor<1x2x4xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x?xf32> {
  // expected-remark @below {{the sum of the pads exceeds 64 bits}}
  %p = pad.pad constant %x low[0, 0, 4611686018427387904] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x4611686018427387908xf32>
  %r = "stablehlo.convolution"(%p, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>, lhs_dilation = array<i64: 2>}>
    : (tensor<1x2x4611686018427387908xf32>, tensor<3x2x2xf32>) -> tensor<1x2x?xf32>
  return %r : tensor<1x2x?xf32>
}

// -----

// What is convolved with itself, and weights.
func.func @operands(%x: tensor<1x1x4xf32>, %y: tensor<1x5x4xf32>) -> (tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x5xf32>) {
  // expected-remark @below {{the node has no padding of its own}}
  %p = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x1x4xf32> to tensor<1x1x5xf32>
  %r = "stablehlo.convolution"(%p, %p) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>}>
    : (tensor<1x1x5xf32>, tensor<1x1x5xf32>) -> tensor<1x1x1xf32>
  // expected-remark @below {{stays: stablehlo.abs reads it, and the node has no padding of its own}}
  %q = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x1x4xf32> to tensor<1x1x5xf32>
  %s = "stablehlo.convolution"(%q, %r) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>}>
    : (tensor<1x1x5xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %t = "stablehlo.abs"(%q) : (tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
  return %r, %s, %t : tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x5xf32>
}

// -----

// An op of another dialect that has the name of an op of ONNX.
func.func @unknown(%x: tensor<1x1x4xf32>, %w: tensor<1x1x1xf32>) -> tensor<1x1x5xf32> {
  // expected-remark @below {{stays: test.Conv reads it, and the node has no padding of its own}}
  %p = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x1x4xf32> to tensor<1x1x5xf32>
  %r = "test.Conv"(%p, %w) : (tensor<1x1x5xf32>, tensor<1x1x1xf32>) -> tensor<1x1x5xf32>
  return %r : tensor<1x1x5xf32>
}

// -----

func.func @unused(%x: tensor<4xf32>) -> tensor<6xf32> {
  // expected-remark @below {{stays: func.return reads it, and the node has no padding of its own}}
  %p = pad.pad constant %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %p : tensor<6xf32>
}
