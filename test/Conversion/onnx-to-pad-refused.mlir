// RUN: pad-opt %s --allow-unregistered-dialect --convert-onnx-to-pad=verify=true -split-input-file -verify-diagnostics

func.func @mode(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  // expected-error @below {{'onnx.Pad' is not converted to pad.pad: mode 'symmetric' is not one of ONNX's: constant, edge, reflect and wrap}}
  %r = "onnx.Pad"(%x, %p) {mode = "symmetric"} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @mode_is_no_string(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  // expected-error @below {{attribute 'mode' is no string}}
  %r = "onnx.Pad"(%x, %p) {mode = 1 : i64} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

module attributes {onnx.opset_version = 18 : i64} {
  func.func @wrap_of_opset_18(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
    // expected-error @below {{mode 'wrap' is of opset 19 or later, but the node is of opset 18}}
    %r = "onnx.Pad"(%x, %p) {mode = "wrap"} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
    return %r : tensor<?xf32>
  }
}

// -----

func.func @twice(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  // expected-error @below {{pads are given twice, as attribute 'pads' and as operand}}
  %r = "onnx.Pad"(%x, %p) {pads = [1, 1]} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @both_attributes(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{both attributes 'pads' and 'paddings' are given}}
  %r = "onnx.Pad"(%x) {pads = [1, 1], paddings = [1, 1]} : (tensor<4xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @no_pads(%x: tensor<4xf32>) -> tensor<?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{it has no pads: neither operand 'pads' nor an attribute}}
  %r = "onnx.Pad"(%x, %no) {mode = "edge"} : (tensor<4xf32>, none) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @attribute_of_opset_13(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{pads are operands from opset 11 on, but the node is of opset 13 and has attribute 'pads'}}
  %r = "onnx.PadV13"(%x) {pads = [1, 1]} : (tensor<4xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @operand_of_opset_2(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  // expected-error @below {{pads are attributes before opset 11, but the node is of opset 2 and has them as operand}}
  %r = "onnx.PadV2"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @attribute_of_floats(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{attribute 'pads' is no list of integers}}
  %r = "onnx.Pad"(%x) {pads = [1.0, 2.0]} : (tensor<4xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @unknown_count(%x: tensor<*xf32>, %p: tensor<?xi64>) -> tensor<*xf32> {
  // expected-error @below {{'pads' cannot be evaluated: the number of its elements is not known; give its type a static shape}}
  %r = "onnx.Pad"(%x, %p) : (tensor<*xf32>, tensor<?xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// Neither list says how many axes are padded.
func.func @unknown_axes(%x: tensor<4x4xf32>, %p: tensor<?xi64>, %a: tensor<?xi64>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{'pads' cannot be evaluated: the number of its elements is not known; give its type a static shape}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<4x4xf32>, tensor<?xi64>, none, tensor<?xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @unknown_op(%x: tensor<*xf32>, %n: tensor<*xi64>) -> tensor<*xf32> {
  %p = "onnx.NonZero"(%n) : (tensor<*xi64>) -> tensor<*xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed by 'onnx.NonZero', which is not evaluated, and the number of its elements is not known otherwise}}
  %r = "onnx.Pad"(%x, %p) : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @range(%x: tensor<*xf32>, %n: tensor<i64>) -> tensor<*xf32> {
  %one = "onnx.Constant"() {value_int = 1} : () -> tensor<i64>
  %p = "onnx.Range"(%one, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed by a range of a length known only at run time, and the number of its elements is not known otherwise}}
  %r = "onnx.Pad"(%x, %p) : (tensor<*xf32>, tensor<?xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @range_without_end(%x: tensor<4xf32>) -> tensor<?xf32> {
  %zero = "onnx.Constant"() {value_int = 0} : () -> tensor<i64>
  %two = "onnx.Constant"() {value_int = 2} : () -> tensor<i64>
  %p = "onnx.Range"(%zero, %two, %zero) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed by a 'Range' from 0 to 2 by 0}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @range_of_lists(%x: tensor<4xf32>, %n: tensor<2xi64>) -> tensor<?xf32> {
  %p = "onnx.Range"(%n, %n, %n) : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed by a 'Range' of no scalars}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @where_without_inputs(%x: tensor<4xf32>, %n: tensor<2xi1>) -> tensor<?xf32> {
  %p = "onnx.Where"(%n) : (tensor<2xi1>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed by 'Where' without 3 inputs}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @where_of_other_shapes(%x: tensor<4xf32>, %c: tensor<2xi1>, %p: tensor<2xi64>, %q: tensor<3xi64>) -> tensor<?xf32> {
  %n = "onnx.Where"(%c, %p, %q) : (tensor<2xi1>, tensor<2xi64>, tensor<3xi64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed of tensors of shapes [2] and [2] and [3], which do not broadcast}}
  %r = "onnx.Pad"(%x, %n) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @axis_out_of_range(%x: tensor<4xf32>) -> tensor<?xf32> {
  %s = "onnx.Shape"(%x) : (tensor<4xf32>) -> tensor<1xi64>
  %i = "onnx.Constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %n = "onnx.Gather"(%s, %i) {axis = 1 : si64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %m = "onnx.Mul"(%n, %i) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %p = "onnx.Concat"(%i, %m) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed with axis 1 of a tensor of rank 1}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @division_by_zero(%x: tensor<4xf32>, %n: tensor<2xi64>) -> tensor<?xf32> {
  %z = "onnx.Constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  %p = "onnx.Div"(%n, %z) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed with a division by zero}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @overflow(%x: tensor<4xf32>) -> tensor<?xf32> {
  %a = "onnx.Constant"() {value_ints = [9223372036854775807, 0]} : () -> tensor<2xi64>
  %p = "onnx.Add"(%a, %a) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed with a number that exceeds 64 bits, of 9223372036854775807 and 9223372036854775807}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @gathered_outside(%x: tensor<4xf32>) -> tensor<?xf32> {
  %a = "onnx.Constant"() {value_ints = [1, 2, 3]} : () -> tensor<3xi64>
  %i = "onnx.Constant"() {value_ints = [0, 3]} : () -> tensor<2xi64>
  %p = "onnx.Gather"(%a, %i) : (tensor<3xi64>, tensor<2xi64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is gathered at index 3 of an axis of 3 elements}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @reshaped(%x: tensor<4xf32>, %n: tensor<3xi64>) -> tensor<?xf32> {
  %s = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  %p = "onnx.Reshape"(%n, %s) : (tensor<3xi64>, tensor<1xi64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed by a reshape of shape [3] to [2]}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @huge(%x: tensor<*xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [4611686018427387904, 8]} : () -> tensor<2xi64>
  %p = "onnx.ConstantOfShape"(%s) {value = dense<0> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<*xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed from a tensor of more than 1024 elements}}
  %r = "onnx.Pad"(%x, %p) : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @rank_of_pads(%x: tensor<4xf32>, %p: tensor<2x1xi64>) -> tensor<?xf32> {
  // expected-error @below {{'pads' has rank 2, but must be a list of numbers of rank 1}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2x1xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @unsigned(%x: tensor<4xf32>, %p: tensor<2xui32>) -> tensor<?xf32> {
  // expected-error @below {{'pads' has elements without sign, but must have 64-bit integers}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xui32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @float_pads(%x: tensor<4xf32>, %p: tensor<2xf32>) -> tensor<?xf32> {
  // expected-error @below {{'pads' cannot be evaluated: its elements are no integers of at most 64 bits}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @count(%x: tensor<4x4xf32>, %p: tensor<2xi64>) -> tensor<?x?xf32> {
  // expected-error @below {{'pads' has 2 elements, but 2 axes are padded; give two for each axis}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @axis(%x: tensor<4x4xf32>, %p: tensor<2xi64>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  %a = "onnx.Constant"() {value_ints = [-3]} : () -> tensor<1xi64>
  // expected-error @below {{'axes' has -3, but 'data' has rank 2}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<4x4xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @axis_behind(%x: tensor<4x4xf32>, %p: tensor<2xi64>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  %a = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  // expected-error @below {{'axes' has 2, but 'data' has rank 2}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<4x4xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @axis_repeated(%x: tensor<4x4xf32>, %p: tensor<4xi64>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  %a = "onnx.Constant"() {value_ints = [-1, 1]} : () -> tensor<2xi64>
  // expected-error @below {{'axes' has axis 1 more than once}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<4x4xf32>, tensor<4xi64>, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// Axes of which one is known only at run time.
func.func @axis_repeated_beside(%x: tensor<4x4x4xf32>, %p: tensor<6xi64>, %i: tensor<1xi64>) -> tensor<?x?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  %c = "onnx.Constant"() {value_ints = [-1, 2]} : () -> tensor<2xi64>
  %a = "onnx.Concat"(%i, %c) {axis = 0 : si64} : (tensor<1xi64>, tensor<2xi64>) -> tensor<3xi64>
  // expected-error @below {{'axes' has axis 2 more than once}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<4x4x4xf32>, tensor<6xi64>, none, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// -----

func.func @too_many_axes(%x: tensor<4x4xf32>, %p: tensor<6xi64>, %a: tensor<3xi64>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{'axes' has 3 elements in a tensor of rank 1, but must be a list of at most 2 axes, the rank of 'data'}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<4x4xf32>, tensor<6xi64>, none, tensor<3xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @table_of_axes(%x: tensor<4x4xf32>, %p: tensor<2xi64>, %a: tensor<1x1xi64>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{'axes' has 1 elements in a tensor of rank 2, but must be a list of at most 2 axes, the rank of 'data'}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<4x4xf32>, tensor<2xi64>, none, tensor<1x1xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @axes_of_floats(%x: tensor<4x4xf32>, %p: tensor<2xi64>, %a: tensor<1xf32>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{'axes' cannot be evaluated: its elements are no integers of at most 64 bits}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<4x4xf32>, tensor<2xi64>, none, tensor<1xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// 33 axes of run time in 33 places.
func.func @axes_of_high_rank(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, %p: tensor<66xi64>, %a: tensor<33xi64>) -> tensor<*xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{'axes' cannot be evaluated: it is computed from a tensor of more than 1024 elements}}
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, tensor<66xi64>, none, tensor<33xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @axes_of_opset_13(%x: tensor<4x4xf32>, %p: tensor<2xi64>, %v: tensor<f32>, %a: tensor<1xi64>) -> tensor<?x?xf32> {
  // expected-error @below {{'axes' is an operand from opset 18 on, but the node is of opset 13}}
  %r = "onnx.PadV13"(%x, %p, %v, %a) : (tensor<4x4xf32>, tensor<2xi64>, tensor<f32>, tensor<1xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @unranked_with_axes(%x: tensor<*xf32>, %p: tensor<2xi64>, %v: tensor<f32>, %a: tensor<1xi64>) -> tensor<*xf32> {
  // expected-error @below {{the rank of 'data' is not known, and 'axes' does not tell it}}
  %r = "onnx.Pad"(%x, %p, %v, %a) : (tensor<*xf32>, tensor<2xi64>, tensor<f32>, tensor<1xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @no_tensor(%x: !onnx.Seq<tensor<4xf32>>, %p: tensor<2xi64>) -> tensor<?xf32> {
  // expected-error @below {{'data' has type !onnx.Seq<tensor<4xf32>>, which is no tensor of known elements}}
  %r = "onnx.Pad"(%x, %p) : (!onnx.Seq<tensor<4xf32>>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @value_type(%x: tensor<4xf32>, %p: tensor<2xi64>, %v: tensor<f64>) -> tensor<?xf32> {
  // expected-error @below {{'constant_value' has elements of type f64, but the elements that are padded are of type f32}}
  %r = "onnx.Pad"(%x, %p, %v) : (tensor<4xf32>, tensor<2xi64>, tensor<f64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @value_count(%x: tensor<4xf32>, %p: tensor<2xi64>, %v: tensor<?x2xf32>) -> tensor<?xf32> {
  // expected-error @below {{'constant_value' is of type tensor<?x2xf32>; a padding value is a scalar, or a tensor of one element}}
  %r = "onnx.Pad"(%x, %p, %v) : (tensor<4xf32>, tensor<2xi64>, tensor<?x2xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @constant_value_count(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  %v = "onnx.Constant"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  // expected-error @below {{'constant_value' has 2 elements, but a padding value has one}}
  %r = "onnx.Pad"(%x, %p, %v) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @constant_value_type(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  %v = "onnx.Constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  // expected-error @below {{'constant_value' is no tensor of the elements that are padded, f32}}
  %r = "onnx.Pad"(%x, %p, %v) : (tensor<4xf32>, tensor<2xi64>, tensor<i32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @elided(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  %v = "onnx.Constant"() {value = dense_resource<__elided__> : tensor<f32>} : () -> tensor<f32>
  // expected-error @below {{'constant_value' is a constant that was elided}}
  %r = "onnx.Pad"(%x, %p, %v) : (tensor<4xf32>, tensor<2xi64>, tensor<f32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @elided_pads(%x: tensor<*xf32>) -> tensor<*xf32> {
  %p = "onnx.Constant"() {value = dense_resource<__elided__> : tensor<2xi64>} : () -> tensor<*xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is a constant of more than 1024 elements, of elements that are no integers of at most 64 bits, f32 or f64, or one that was elided}}
  %r = "onnx.Pad"(%x, %p) : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @no_zero(%x: tensor<4xf8E8M0FNU>, %p: tensor<2xi64>) -> tensor<?xf8E8M0FNU> {
  // expected-error @below {{elements of type f8E8M0FNU have no zero to pad with; give 'constant_value'}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf8E8M0FNU>, tensor<2xi64>) -> tensor<?xf8E8M0FNU>
  return %r : tensor<?xf8E8M0FNU>
}

// -----

func.func @value_attribute(%x: tensor<4xi8>) -> tensor<?xi8> {
  // expected-error @below {{attribute 'value' is no element of type i8}}
  %r = "onnx.PadV2"(%x) {pads = [1, 1], value = 0.5 : f32} : (tensor<4xi8>) -> tensor<?xi8>
  return %r : tensor<?xi8>
}

// -----

func.func @value_attribute_of_small_floats(%x: tensor<4xf4E2M1FN>, %y: tensor<4xf8E4M3FN>) -> (tensor<?xf4E2M1FN>, tensor<?xf8E4M3FN>) {
  // expected-error @below {{attribute 'value' is no element of type f4E2M1FN}}
  %r = "onnx.PadV2"(%x) {pads = [1, 1], value = 7.0 : f32} : (tensor<4xf4E2M1FN>) -> tensor<?xf4E2M1FN>
  // expected-error @below {{attribute 'value' is no element of type f8E4M3FN}}
  %s = "onnx.PadV2"(%y) {pads = [1, 1], value = 0xFF800000 : f32} : (tensor<4xf8E4M3FN>) -> tensor<?xf8E4M3FN>
  return %r, %s : tensor<?xf4E2M1FN>, tensor<?xf8E4M3FN>
}

// -----

func.func @string(%x: tensor<4x!llvm.ptr>, %p: tensor<2xi64>) -> tensor<?x!llvm.ptr> {
  %v = "onnx.Constant"() {value_string = "a"} : () -> tensor<!llvm.ptr>
  // expected-error @below {{'constant_value' is a string in the model, and elements are pointers; make it an input of the model, or leave it out for null pointers}}
  %r = "onnx.Pad"(%x, %p, %v) : (tensor<4x!llvm.ptr>, tensor<2xi64>, tensor<!llvm.ptr>) -> tensor<?x!llvm.ptr>
  return %r : tensor<?x!llvm.ptr>
}

// -----

func.func @negative_extent(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{axis 0 of extent 4 with low -3 and high -2 has a result extent of -1, which must not be negative; crop less}}
  %r = "onnx.Pad"(%x) {pads = [-3, -2]} : (tensor<4xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @nothing_left(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{axis 0 of extent 4 with pads -4 and 1 leaves mode 'edge' nothing to extend: crop less, or pad with a constant}}
  %r = "onnx.Pad"(%x) {mode = "edge", pads = [-4, 1]} : (tensor<4xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @empty(%x: tensor<0xf32>) -> tensor<?xf32> {
  // expected-error @below {{axis 0 of extent 0 with pads 0 and 1 leaves mode 'edge' nothing to extend: crop less, or pad with a constant}}
  %r = "onnx.Pad"(%x) {mode = "edge", pads = [0, 1]} : (tensor<0xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @too_large(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{(C7)}}
  %r = "onnx.Pad"(%x) {pads = [9223372036854775807, 1]} : (tensor<4xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @contradiction(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @below {{its result is of type tensor<6xf32>, but the node claims tensor<5xf32>}}
  %r = "onnx.Pad"(%x) {pads = [1, 1]} : (tensor<4xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @other_element(%x: tensor<4xf32>) -> tensor<6xf16> {
  // expected-error @below {{its result is of type tensor<6xf32>, but the node claims tensor<6xf16>}}
  %r = "onnx.Pad"(%x) {pads = [1, 1]} : (tensor<4xf32>) -> tensor<6xf16>
  return %r : tensor<6xf16>
}

// -----

func.func @results(%x: tensor<4xf32>) -> tensor<6xf32> {
  // expected-error @below {{it does not have exactly one result}}
  %r, %s = "onnx.Pad"(%x) {pads = [1, 1]} : (tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>)
  return %r : tensor<6xf32>
}

// -----

func.func @no_data() -> tensor<6xf32> {
  // expected-error @below {{it has no operand 'data'}}
  %r = "onnx.Pad"() {pads = [1, 1]} : () -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// In a region without dominance.
func.func @own_result(%x: tensor<4xf32>) {
  "test.region"() ({
    // expected-error @below {{an operand is its own result}}
    %r = "onnx.Pad"(%r) {pads = [1, 1]} : (tensor<?xf32>) -> tensor<?xf32>
    "test.use"(%r) : (tensor<?xf32>) -> ()
  }) : () -> ()
  return
}

// -----

func.func @unsigned(%x: tensor<4xf32>, %a: tensor<2xi64>, %b: tensor<2xi64>) -> tensor<?xf32> {
  %all = "onnx.Constant"() {value = dense<18446744073709551615> : tensor<ui64>} : () -> tensor<ui64>
  %one = "onnx.Constant"() {value = dense<1> : tensor<ui64>} : () -> tensor<ui64>
  %less = "onnx.Less"(%all, %one) : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
  %p = "onnx.Where"(%less, %a, %b) : (tensor<i1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed of the constant 18446744073709551615, which exceeds 9223372036854775807}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @unsigned_difference(%x: tensor<4xf32>) -> tensor<?xf32> {
  %two = "onnx.Constant"() {value = dense<2> : tensor<2xui64>} : () -> tensor<2xui64>
  %one = "onnx.Constant"() {value = dense<1> : tensor<ui64>} : () -> tensor<ui64>
  %d = "onnx.Sub"(%one, %two) : (tensor<ui64>, tensor<2xui64>) -> tensor<2xui64>
  %p = "onnx.Cast"(%d) {to = 7 : si64} : (tensor<2xui64>) -> tensor<2xi64>
  // expected-error @below {{'pads' cannot be evaluated: it is computed with -1 as an unsigned number of 64 bits, which exceeds 9223372036854775807}}
  %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @unsigned_at_run_time(%x: tensor<*xf32>, %u: tensor<?xui64>) -> tensor<*xf32> {
  %one = "onnx.Constant"() {value = dense<1> : tensor<ui64>} : () -> tensor<ui64>
  %a = "onnx.Identity"(%u) : (tensor<?xui64>) -> tensor<2xui64>
  %max = "onnx.Max"(%a, %one) : (tensor<2xui64>, tensor<ui64>) -> tensor<*xui64>
  %p = "onnx.Cast"(%max) {to = 7 : si64} : (tensor<*xui64>) -> tensor<*xi64>
  // expected-error @below {{it is computed by a comparison, minimum, maximum or quotient of unsigned 64-bit numbers known only at run time; convert them to signed ones before, and the number of its elements is not known otherwise}}
  %r = "onnx.Pad"(%x, %p) : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
