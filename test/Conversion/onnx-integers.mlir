// RUN: pad-opt %s --allow-unregistered-dialect --convert-onnx-to-pad=verify=true --canonicalize -split-input-file | FileCheck %s

// What ONNX operators compute of integers, as pads.

// A slice from the end to before the beginning, with every second element.
// CHECK-LABEL: func @slice
// CHECK: low[5] high[3]
func.func @slice(%x: tensor<1xf32>) -> tensor<*xf32> {
  %n = "onnx.Constant"() {value_ints = [1, 2, 3, 4, 5]} : () -> tensor<5xi64>
  %start = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %end = "onnx.Constant"() {value_ints = [-9223372036854775808]} : () -> tensor<1xi64>
  %axis = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %step = "onnx.Constant"() {value_ints = [-2]} : () -> tensor<1xi64>
  %s = "onnx.Slice"(%n, %start, %end, %axis, %step) : (tensor<5xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %p = "onnx.Slice"(%s) {starts = [-2147483648], ends = [-1]} : (tensor<3xi64>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// A step that leaves the axis at once.
// CHECK-LABEL: func @long_step
// CHECK: low[2] high[4]
func.func @long_step(%x: tensor<1xf32>) -> tensor<*xf32> {
  %n = "onnx.Constant"() {value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>} : () -> tensor<2x2xi64>
  %start = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  %end = "onnx.Constant"() {value_ints = [-9223372036854775808]} : () -> tensor<1xi64>
  %one = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  %s = "onnx.Slice"(%n, %start, %end, %one, %end) : (tensor<2x2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2x1xi64>
  %p = "onnx.Squeeze"(%s) : (tensor<2x1xi64>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func @mod
// CHECK: low[1, -2] high[-1, 1]
func.func @mod(%x: tensor<4x4xf32>) -> tensor<*xf32> {
  %n = "onnx.Constant"() {value_ints = [-5, 4, -7, 7]} : () -> tensor<4xi64>
  %d = "onnx.Constant"() {value_ints = [3, -3, 3, 3]} : () -> tensor<4xi64>
  %floor = "onnx.Mod"(%n, %d) {fmod = 0 : si64} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %trunc = "onnx.Mod"(%n, %d) {fmod = 1 : si64} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %first = "onnx.Slice"(%floor) {starts = [0], ends = [2]} : (tensor<4xi64>) -> tensor<2xi64>
  %last = "onnx.Slice"(%trunc) {starts = [2], ends = [2147483647]} : (tensor<4xi64>) -> tensor<2xi64>
  %p = "onnx.Concat"(%first, %last) {axis = 0 : si64} : (tensor<2xi64>, tensor<2xi64>) -> tensor<4xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// The shape of a tensor whose type does not say it, but whose elements are known.
// CHECK-LABEL: func @shape_of_computed
// CHECK: low[3] high[6]
func.func @shape_of_computed(%x: tensor<1xf32>, %y: tensor<2x3x?x5xf32>) -> tensor<*xf32> {
  %n = "onnx.Constant"() {value_ints = [2, 3]} : () -> tensor<*xi64>
  %c = "onnx.ConstantOfShape"(%n) {value = dense<0> : tensor<1xi64>} : (tensor<*xi64>) -> tensor<*xi64>
  %size = "onnx.Size"(%c) : (tensor<*xi64>) -> tensor<i64>
  %zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %high = "onnx.Unsqueeze"(%size, %zero) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %low = "onnx.Shape"(%y) {start = -3 : si64, end = -2 : si64} : (tensor<2x3x?x5xf32>) -> tensor<1xi64>
  %p = "onnx.Concat"(%low, %high) {axis = -1 : si64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// A resource, as torch-mlir imports constants.
// CHECK-LABEL: func @resource
// CHECK: %[[V:.*]] = arith.constant 1.500000e+00 : f32
// CHECK: value(%[[V]]) low[2] high[-1]
func.func @resource(%x: tensor<3xf32>) -> tensor<4xf32> {
  %p = "onnx.Constant"() {value = dense_resource<pads> : tensor<2xi64>} : () -> tensor<2xi64>
  %v = "onnx.Constant"() {value = dense_resource<value> : tensor<f32>} : () -> tensor<f32>
  %r = "onnx.Pad"(%x, %p, %v) : (tensor<3xf32>, tensor<2xi64>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      pads: "0x080000000200000000000000FFFFFFFFFFFFFFFF",
      value: "0x040000000000C03F"
    }
  }
#-}

// -----

// CHECK-LABEL: func @min_max
// CHECK: low[-1, 2] high[0, 5]
func.func @min_max(%x: tensor<4x4xf32>) -> tensor<*xf32> {
  %n = "onnx.Constant"() {value = dense<[[-3, 2], [0, 9]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %lowest = "onnx.Constant"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %highest = "onnx.Constant"() {value = dense<[[5], [5]]> : tensor<2x1xi32>} : () -> tensor<2x1xi32>
  %0 = "onnx.Max"(%n, %lowest) : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %1 = "onnx.Min"(%0, %highest, %highest) : (tensor<2x2xi32>, tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %2 = "onnx.Reshape"(%1) {shape = [-1]} : (tensor<2x2xi32>) -> tensor<4xi32>
  %p = "onnx.Cast"(%2) {to = "INT64"} : (tensor<4xi32>) -> tensor<4xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// Numbers of 8 bits wrap; of what has no sign, none is negative.
// CHECK-LABEL: func @narrow
// CHECK: low[-56] high[200]
func.func @narrow(%x: tensor<99xf32>) -> tensor<*xf32> {
  %n = "onnx.Constant"() {value_ints = [456]} : () -> tensor<1xi64>
  %s = "onnx.Cast"(%n) {to = 3 : si64} : (tensor<1xi64>) -> tensor<1xi8>
  %u = "onnx.Cast"(%n) {to = ui8} : (tensor<1xi64>) -> tensor<1xui8>
  %0 = "onnx.Cast"(%s) {to = 7 : si64} : (tensor<1xi8>) -> tensor<1xi64>
  %1 = "onnx.Cast"(%u) {to = 7 : si64} : (tensor<1xui8>) -> tensor<1xi64>
  %p = "onnx.Concat"(%0, %1) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<99xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// Every op emitted is defined for all numbers: a divisor of zero leaves its
// dividend, one of -1 negates it.
// CHECK-LABEL: func @division
// CHECK: arith.cmpi eq
// CHECK: %[[D:.*]] = arith.select %{{.*}}, %c1, %{{.*}} : index
// CHECK: arith.divsi %{{.*}}, %[[D]] : index
// CHECK: arith.select
func.func @division(%x: tensor<?xf32>, %n: tensor<2xi64>, %d: tensor<i64>) -> tensor<?xf32> {
  %p = "onnx.Div"(%n, %d) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// What feeds itself, where dominance does not forbid it.
// CHECK-LABEL: func @cyclic
// CHECK: pad.pad
func.func @cyclic(%x: tensor<4xf32>) {
  "test.region"() ({
    %p = "onnx.Add"(%p, %p) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
    %r = "onnx.Pad"(%x, %p) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
    "test.use"(%r) : (tensor<?xf32>) -> ()
  }) : () -> ()
  return
}

// -----

// Axes are matched from the last one on.
// CHECK-LABEL: func @broadcast
// CHECK: pad.pad constant %{{.*}} low[11, 22] high[13, 24]
func.func @broadcast(%x: tensor<2x2xf32>) -> tensor<?x?xf32> {
  %a = "onnx.Constant"() {value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>} : () -> tensor<2x2xi64>
  %b = "onnx.Constant"() {value = dense<[10, 20]> : tensor<2xi64>} : () -> tensor<2xi64>
  %s = "onnx.Constant"() {value_ints = [4]} : () -> tensor<1xi64>
  %c = "onnx.Add"(%a, %b) : (tensor<2x2xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  %p = "onnx.Reshape"(%c, %s) : (tensor<2x2xi64>, tensor<1xi64>) -> tensor<4xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<2x2xf32>, tensor<4xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
