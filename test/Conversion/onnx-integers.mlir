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
  %p = "onnx.Cast"(%2) {to = 7 : si64} : (tensor<4xi32>) -> tensor<4xi64>
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

// Numbers without a sign of 64 bits.
// CHECK-LABEL: func @without_sign
// CHECK: low[3] high[1]
func.func @without_sign(%x: tensor<9xf32>) -> tensor<*xf32> {
  %n = "onnx.Constant"() {value_ints = [3, 1]} : () -> tensor<2xi64>
  %u = "onnx.Cast"(%n) {to = 13 : si64} : (tensor<2xi64>) -> tensor<*xui64>
  %p = "onnx.Cast"(%u) {to = 7 : si64} : (tensor<*xui64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<9xf32>, tensor<*xi64>) -> tensor<*xf32>
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

// -----

// Truth values of all comparisons; 2 is true, though its lowest bit is not set.
// CHECK-LABEL: func @conditions
// CHECK: pad.pad constant %{{.*}} low[0, 7, 7] high[1, 1, 0]
func.func @conditions(%x: tensor<9x9x9xf32>) -> tensor<*xf32> {
  %a = "onnx.Constant"() {value_ints = [1, 2, 3]} : () -> tensor<3xi64>
  %b = "onnx.Constant"() {value_ints = [3, 2, 1]} : () -> tensor<3xi64>
  %zero = "onnx.Constant"() {value_int = 0} : () -> tensor<i64>
  %seven = "onnx.Constant"() {value_int = 7} : () -> tensor<i64>
  %ge = "onnx.GreaterOrEqual"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<*xi1>
  %le = "onnx.LessOrEqual"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<*xi1>
  %gt = "onnx.Greater"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<*xi1>
  %lt = "onnx.Less"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<*xi1>
  %eq = "onnx.Equal"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<*xi1>
  %x0 = "onnx.Xor"(%gt, %eq) : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  %same = "onnx.And"(%x0, %ge) : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  %other = "onnx.Or"(%lt, %eq) : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  %true = "onnx.Cast"(%b) {to = 9 : si64} : (tensor<3xi64>) -> tensor<*xi1>
  %all = "onnx.And"(%le, %true) : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  %low = "onnx.Where"(%same, %seven, %zero) : (tensor<*xi1>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  %no = "onnx.Not"(%all) : (tensor<*xi1>) -> tensor<*xi1>
  %0 = "onnx.Not"(%no) : (tensor<*xi1>) -> tensor<*xi1>
  %1 = "onnx.And"(%0, %other) : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  %high = "onnx.Cast"(%1) {to = 7 : si64} : (tensor<*xi1>) -> tensor<*xi64>
  %p = "onnx.Concat"(%low, %high) {axis = 0 : si64} : (tensor<*xi64>, tensor<*xi64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<9x9x9xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// Ranges in both directions, one of no number, and one of a last step that ends
// before the limit.
// CHECK-LABEL: func @ranges
// CHECK: pad.pad constant %{{.*}} low[1, 4, 7] high[5, 3, 1]
func.func @ranges(%x: tensor<9x9x9xf32>) -> tensor<*xf32> {
  %one = "onnx.Constant"() {value_int = 1} : () -> tensor<i64>
  %eight = "onnx.Constant"() {value_int = 8} : () -> tensor<i64>
  %three = "onnx.Constant"() {value_int = 3} : () -> tensor<i64>
  %five = "onnx.Constant"() {value_int = 5} : () -> tensor<i64>
  %zero = "onnx.Constant"() {value_int = 0} : () -> tensor<i64>
  %back = "onnx.Constant"() {value_int = -2} : () -> tensor<i64>
  %low = "onnx.Range"(%one, %eight, %three) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  %high = "onnx.Range"(%five, %zero, %back) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  %none = "onnx.Range"(%five, %zero, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  %p = "onnx.Concat"(%low, %none, %high) {axis = 0 : si64} : (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<9x9x9xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// No list of more than 1024 numbers is made, however many a file asks for.
// CHECK-LABEL: func @long_range
// CHECK: %[[P:.*]] = "onnx.Range"
// CHECK: tensor.extract %{{.*}}[%c0] : tensor<2xi64>
func.func @long_range(%x: tensor<9xf32>) -> tensor<*xf32> {
  %zero = "onnx.Constant"() {value_int = 0} : () -> tensor<i64>
  %one = "onnx.Constant"() {value_int = 1} : () -> tensor<i64>
  %many = "onnx.Constant"() {value_int = 1000000000000} : () -> tensor<i64>
  %p = "onnx.Range"(%zero, %many, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<9xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// Expand broadcasts in both directions.
// CHECK-LABEL: func @expand
// CHECK: pad.pad constant %{{.*}} low[3, 3] high[3, 3]
func.func @expand(%x: tensor<9x9xf32>) -> tensor<*xf32> {
  %n = "onnx.Constant"() {value = dense<3> : tensor<2x1xi64>} : () -> tensor<2x1xi64>
  %s = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  %flat = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %e = "onnx.Expand"(%n, %s) : (tensor<2x1xi64>, tensor<1xi64>) -> tensor<*xi64>
  %p = "onnx.Reshape"(%e, %flat) : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<9x9xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// What is known only at run time is compared and selected there.
// CHECK-LABEL: func @compared
// CHECK-SAME: %{{.*}}: tensor<4xf32>, %[[P:.*]]: tensor<2xi64>
// CHECK: %[[E:.*]] = tensor.extract %[[P]][%c0]
// CHECK: %[[I:.*]] = arith.index_cast %[[E]]
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[I]], %c3
// CHECK: arith.select %[[C]], %[[I]], %c4
// CHECK: pad.pad
func.func @compared(%x: tensor<4xf32>, %p: tensor<2xi64>) -> tensor<?xf32> {
  %three = "onnx.Constant"() {value_int = 3} : () -> tensor<i64>
  %c = "onnx.Less"(%p, %three) : (tensor<2xi64>, tensor<i64>) -> tensor<*xi1>
  %four = "onnx.Constant"() {value_int = 4} : () -> tensor<i64>
  %q = "onnx.Where"(%c, %p, %four) : (tensor<*xi1>, tensor<2xi64>, tensor<i64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %q) : (tensor<4xf32>, tensor<*xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Floating-point numbers are not evaluated; what they become is read.
// CHECK-LABEL: func @from_floats
// CHECK: %[[Q:.*]] = "onnx.Cast"
// CHECK: tensor.extract %[[Q]]
// CHECK: pad.pad
func.func @from_floats(%x: tensor<4xf32>, %p: tensor<2xf32>) -> tensor<?xf32> {
  %q = "onnx.Cast"(%p) {to = 7 : si64} : (tensor<2xf32>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %q) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Of types that contradict each other, the first says how many elements the
// list has: no other index is read. The second one has none, or other ones.
// CHECK-LABEL: func @no_second_shape
// CHECK-SAME: %[[P:[a-z0-9]*]]: tensor<?xi64>
// CHECK: tensor.extract %[[P]][%c0]
// CHECK: tensor.extract %[[P]][%c1]
// CHECK: tensor.extract %[[P]][%c2]
// CHECK: tensor.extract %[[P]][%c3]
// CHECK: pad.pad constant %{{.*}} low[%[[A:.*]], %[[B:.*]], %[[C:.*]], %[[D:.*]]] high[%[[A]], %[[B]], %[[C]], %[[D]]]
func.func @no_second_shape(%x: tensor<9x9x9x9xf32>, %p: tensor<?xi64>) -> tensor<*xf32> {
  %a = "onnx.Identity"(%p) : (tensor<?xi64>) -> tensor<4xi64>
  %b = "onnx.Identity"(%p) : (tensor<?xi64>) -> tensor<0xi64>
  %c = "onnx.Concat"(%a, %b) {axis = 0 : si64} : (tensor<4xi64>, tensor<0xi64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %c) : (tensor<9x9x9x9xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func @other_second_shape
// CHECK-SAME: %[[P:[a-z0-9]*]]: tensor<*xi64>
// CHECK: %[[LIST:.*]] = tensor.cast %[[P]] : tensor<*xi64> to tensor<4xi64>
// CHECK: tensor.extract %[[LIST]][%c2]
// CHECK: tensor.extract %[[LIST]][%c3]
// CHECK: pad.pad
func.func @other_second_shape(%x: tensor<9x9x9x9xf32>, %p: tensor<*xi64>) -> tensor<*xf32> {
  %a = "onnx.Identity"(%p) : (tensor<*xi64>) -> tensor<4xi64>
  %b = "onnx.Identity"(%p) : (tensor<*xi64>) -> tensor<2xi64>
  %c = "onnx.Concat"(%a, %b) {axis = 0 : si64} : (tensor<4xi64>, tensor<2xi64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %c) : (tensor<9x9x9x9xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// Unsigned numbers of 64 bits known only at run time have no order here: what
// ONNX says about them is read.
// CHECK-LABEL: func @unsigned_comparison
// CHECK: %[[LESS:.*]] = "onnx.Less"
// CHECK: tensor.extract %[[LESS]]
// CHECK: arith.select
// CHECK: pad.pad
func.func @unsigned_comparison(%x: tensor<4xf32>, %u: tensor<ui64>) -> tensor<?xf32> {
  %one = "onnx.Constant"() {value = dense<1> : tensor<ui64>} : () -> tensor<ui64>
  %p = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %q = "onnx.Constant"() {value = dense<[3, 4]> : tensor<2xi64>} : () -> tensor<2xi64>
  %less = "onnx.Less"(%u, %one) : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
  %w = "onnx.Where"(%less, %p, %q) : (tensor<i1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %w) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// SAME padding as tf2onnx writes it, by way of floating point.
// CHECK-LABEL: func @same_padding
// CHECK: pad.pad reflect periodic %{{.*}} low[0, 0, 0] high[0, 0, 1] : tensor<1x1x5xf32> to tensor<1x1x6xf32>
func.func @same_padding(%x: tensor<1x1x5xf32>) -> tensor<1x1x6xf32> {
  %s = "onnx.Shape"(%x) : (tensor<1x1x5xf32>) -> tensor<3xi64>
  %two = "onnx.Constant"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  %n = "onnx.Gather"(%s, %two) {axis = 0 : si64} : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %f = "onnx.Cast"(%n) {to = 10 : si64} : (tensor<1xi64>) -> tensor<1xf16>
  %half = "onnx.Constant"() {value = dense<2.0> : tensor<f16>} : () -> tensor<f16>
  %q = "onnx.Div"(%f, %half) : (tensor<1xf16>, tensor<f16>) -> tensor<1xf16>
  %c = "onnx.Ceil"(%q) : (tensor<1xf16>) -> tensor<1xf16>
  %b = "onnx.Cast"(%c) {to = 16 : si64} : (tensor<1xf16>) -> tensor<1xbf16>
  %i = "onnx.Cast"(%b) {to = 7 : si64} : (tensor<1xbf16>) -> tensor<1xi64>
  %m = "onnx.Mul"(%i, %two) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %d = "onnx.Sub"(%m, %n) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %z = "onnx.Constant"() {value = dense<0> : tensor<5xi64>} : () -> tensor<5xi64>
  %p = "onnx.Concat"(%z, %d) {axis = 0 : si64} : (tensor<5xi64>, tensor<1xi64>) -> tensor<6xi64>
  %r = "onnx.Pad"(%x, %p) {mode = "reflect"} : (tensor<1x1x5xf32>, tensor<6xi64>) -> tensor<1x1x6xf32>
  return %r : tensor<1x1x6xf32>
}

// No exporter is known that computes pads by these: run time reads what they give.
// CHECK-LABEL: func @other_operators
// CHECK: %[[SUMS:.*]] = "onnx.CumSum"
// CHECK: %[[PLACED:.*]] = "onnx.ScatterND"(%[[SUMS]]
// CHECK: tensor.extract %[[PLACED]][%{{.*}}] : tensor<4xi64>
// CHECK: pad.pad edge %{{.*}} low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}] : tensor<?x?xf32>
func.func @other_operators(%x: tensor<4x4xf32>) -> tensor<7x7xf32> {
  %l = "onnx.Constant"() {value = dense<[1, 2, 0, 0]> : tensor<4xi64>} : () -> tensor<4xi64>
  %a = "onnx.Constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  %c = "onnx.CumSum"(%l, %a) : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %i = "onnx.Constant"() {value = dense<[[2], [3]]> : tensor<2x1xi64>} : () -> tensor<2x1xi64>
  %u = "onnx.Constant"() {value = dense<[2, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
  %p = "onnx.ScatterND"(%c, %i, %u) : (tensor<4xi64>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<4xi64>
  %r = "onnx.Pad"(%x, %p) {mode = "edge"} : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<7x7xf32>
  return %r : tensor<7x7xf32>
}

// A pad of the pads is one of them.
// CHECK-LABEL: func @pad_of_the_pads
// CHECK: %[[P:.*]] = pad.pad edge %{{.*}} low[0] high[1] : tensor<3xi64> to tensor<4xi64>
// CHECK: tensor.extract %[[P]][%{{.*}}] : tensor<4xi64>
// CHECK: pad.pad edge %{{.*}} low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}] : tensor<?x?xf32>
func.func @pad_of_the_pads(%x: tensor<4x4xf32>) -> tensor<7x9xf32> {
  %l = "onnx.Constant"() {value = dense<[0, 2, 3]> : tensor<3xi64>} : () -> tensor<3xi64>
  %a = "onnx.Constant"() {value = dense<[0, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %p = "onnx.Pad"(%l, %a) {mode = "edge"} : (tensor<3xi64>, tensor<2xi64>) -> tensor<4xi64>
  %r = "onnx.Pad"(%x, %p) {mode = "edge"} : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}
