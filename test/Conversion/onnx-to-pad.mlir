// RUN: pad-opt %s --allow-unregistered-dialect --convert-onnx-to-pad=verify=true --canonicalize --cse -split-input-file | FileCheck %s

// CHECK-LABEL: func @opset_1
// CHECK: %[[V:.*]] = arith.constant 1.500000e+00 : f16
// CHECK: %[[P:.*]] = pad.pad constant %{{.*}} value(%[[V]]) low[0, -1] high[2, 3] : tensor<3x4xf16> to tensor<5x6xf16>
// CHECK: tensor.cast %[[P]] : tensor<5x6xf16> to tensor<?x?xf16>
func.func @opset_1(%x: tensor<3x4xf16>) -> tensor<?x?xf16> {
  %r = "onnx.Pad"(%x) {paddings = [0, -1, 2, 3], value = 1.5 : f32} : (tensor<3x4xf16>) -> tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}

// -----

// onnx-mlir's operator of opset 2, its attributes as properties.
// CHECK-LABEL: func @opset_2
// CHECK: pad.pad reflect periodic %{{.*}} low[2] high[3] : tensor<2xf64> to tensor<7xf64>
func.func @opset_2(%x: tensor<2xf64>) -> tensor<7xf64> {
  %r = "onnx.PadV2"(%x) <{mode = "reflect", pads = [2, 3]}> : (tensor<2xf64>) -> tensor<7xf64>
  return %r : tensor<7xf64>
}

// -----

// What computed the operands is erased.
// CHECK-LABEL: func @operands
// CHECK-NEXT: %[[V:.*]] = arith.constant 7 : i32
// CHECK-NEXT: pad.pad constant %{{.*}} value(%[[V]]) low[1, 0] high[0, 2]
// CHECK-NEXT: return
func.func @operands(%x: tensor<?x4xi32>) -> tensor<?x6xi32> {
  %p = "onnx.Constant"() {value = dense<[1, 0, 0, 2]> : tensor<4xi64>} : () -> tensor<4xi64>
  %v = "onnx.Constant"() {value = dense<7> : tensor<1xi32>} : () -> tensor<1xi32>
  %r = "onnx.PadV11"(%x, %p, %v) : (tensor<?x4xi32>, tensor<4xi64>, tensor<1xi32>) -> tensor<?x6xi32>
  return %r : tensor<?x6xi32>
}

// -----

// `-0.0` and the default are different values; other modes read none.
// CHECK-LABEL: func @values
// CHECK: %[[V:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: pad.pad constant %{{.*}} value(%[[V]]) low[1] high[0]
// CHECK: pad.pad constant %{{[^ ]*}} low[0] high[1]
// CHECK: pad.pad edge %{{[^ ]*}} low[1] high[1]
func.func @values(%x: tensor<4xf32>) -> tensor<8xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  %v = "onnx.Constant"() {value_float = -0.0 : f32} : () -> tensor<f32>
  %p = "onnx.Constant"() {value_ints = [1, 0]} : () -> tensor<2xi64>
  %q = "onnx.Constant"() {value_ints = [0, 1]} : () -> tensor<2xi64>
  %s = "onnx.Constant"() {value_ints = [1, 1]} : () -> tensor<2xi64>
  %a = "onnx.Pad"(%x, %p, %v) : (tensor<4xf32>, tensor<2xi64>, tensor<f32>) -> tensor<5xf32>
  %b = "onnx.Pad"(%a, %q, %no) : (tensor<5xf32>, tensor<2xi64>, none) -> tensor<6xf32>
  %r = "onnx.Pad"(%b, %s, %v) {mode = "edge"} : (tensor<6xf32>, tensor<2xi64>, tensor<f32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// CHECK-LABEL: func @axes
// CHECK: pad.pad wrap %{{.*}} low[3, 0, 1] high[4, 0, 2]
func.func @axes(%x: tensor<3x4x5xf32>) -> tensor<10x4x8xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  %p = "onnx.Constant"() {value_ints = [1, 3, 2, 4]} : () -> tensor<4xi64>
  %a = "onnx.Constant"() {value = dense<[-1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %r = "onnx.Pad"(%x, %p, %no, %a) {mode = "wrap"} : (tensor<3x4x5xf32>, tensor<4xi64>, none, tensor<2xi32>) -> tensor<10x4x8xf32>
  return %r : tensor<10x4x8xf32>
}

// -----

// A crop comes before the mode, unless the mode extends nothing.
// CHECK-LABEL: func @crop_first
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][1, 0] [3, %{{.*}}] [1, 1] : tensor<4x?xf32> to tensor<3x?xf32>
// CHECK: pad.pad reflect periodic %[[S]] low[0, 0] high[2, 1]
// CHECK: pad.pad edge %[[X]] low[-1, 0] high[-1, 0] : tensor<4x?xf32> to tensor<2x?xf32>
func.func @crop_first(%x: tensor<4x?xf32>) -> (tensor<5x?xf32>, tensor<2x?xf32>) {
  %r = "onnx.Pad"(%x) {mode = "reflect", pads = [-1, 0, 2, 1]} : (tensor<4x?xf32>) -> tensor<5x?xf32>
  %s = "onnx.Pad"(%x) {mode = "edge", pads = [-1, 0, -1, 0]} : (tensor<4x?xf32>) -> tensor<2x?xf32>
  return %r, %s : tensor<5x?xf32>, tensor<2x?xf32>
}

// -----

// An empty source cannot be sliced: its crop is a new tensor, of which canonicalization pads nothing.
// CHECK-LABEL: func @crop_of_nothing
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<5x0xf32>
// CHECK-NEXT: return %[[E]]
func.func @crop_of_nothing(%x: tensor<4x0xf32>) -> tensor<5x0xf32> {
  %r = "onnx.PadV2"(%x) <{mode = "reflect", pads = [-1, 0, 2, 0]}> : (tensor<4x0xf32>) -> tensor<5x0xf32>
  return %r : tensor<5x0xf32>
}

// -----

// Signs known only at run time.
// CHECK-LABEL: func @signs
// CHECK-SAME: %[[X:[^:]*]]: tensor<?xf32>, %[[P:[^:]*]]: tensor<2xi64>
// CHECK: tensor.extract %[[P]]
// CHECK: arith.index_cast
// CHECK: arith.minsi
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]]
// CHECK: pad.pad wrap %[[S]] low[%{{.*}}] high[%{{.*}}]
// CHECK: pad.pad constant %[[X]] low[%{{.*}}] high[%{{.*}}]
func.func @signs(%x: tensor<?xf32>, %p: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %r = "onnx.Pad"(%x, %p) {mode = "wrap"} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?xf32>
  %s = "onnx.Pad"(%x, %p) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r, %s : tensor<?xf32>, tensor<?xf32>
}

// -----

// Each axis has the last pads whose entry of the axes names it.
// CHECK-LABEL: func @axes_of_run_time
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x2xf32>, %[[P:[^:]*]]: tensor<2xi64>, %[[A:[^:]*]]: tensor<?xi32>
// CHECK: tensor.extract %[[A]][%c0] : tensor<?xi32>
// CHECK-COUNT-2: arith.cmpi eq
// CHECK-NOT: tensor.extract_slice
// CHECK: pad.pad constant %[[X]] low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}] : tensor<2x2xf32> to tensor<?x?xf32>
func.func @axes_of_run_time(%x: tensor<2x2xf32>, %p: tensor<2xi64>, %a: tensor<?xi32>) -> tensor<?x?xf32> {
  %no = "onnx.NoValue"() {value} : () -> none
  %r = "onnx.Pad"(%x, %p, %no, %a) : (tensor<2x2xf32>, tensor<2xi64>, none, tensor<?xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// The rank says how many pads there are, and the result says the rank.
// CHECK-LABEL: func @unknown_number
// CHECK-SAME: %[[X:[^:]*]]: tensor<*xf32>
// CHECK-DAG: tensor.cast %[[X]] : tensor<*xf32> to tensor<?xf32>
// CHECK-DAG: %[[W:.*]] = "onnx.Unique"
// CHECK-DAG: tensor.cast %[[W]] : tensor<*xi64> to tensor<2xi64>
// CHECK: pad.pad constant
func.func @unknown_number(%x: tensor<*xf32>, %p: tensor<*xi64>) -> tensor<?xf32> {
  %q = "onnx.Unique"(%p) : (tensor<*xi64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %q) : (tensor<*xf32>, tensor<*xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Padding values of unknown shape are scalars.
// CHECK-LABEL: func @unknown_scalar
// CHECK-SAME: %{{.*}}: tensor<4xf32>, %[[V:[^:]*]]: tensor<?xf32>, %[[W:[^:]*]]: tensor<*xf32>
// CHECK-DAG: tensor.extract %[[V]][%c0] : tensor<?xf32>
// CHECK-DAG: %[[S:.*]] = tensor.cast %[[W]] : tensor<*xf32> to tensor<f32>
// CHECK-DAG: tensor.extract %[[S]][] : tensor<f32>
func.func @unknown_scalar(%x: tensor<4xf32>, %v: tensor<?xf32>, %w: tensor<*xf32>) -> tensor<6xf32> {
  %p = "onnx.Constant"() {value_ints = [1, 0]} : () -> tensor<2xi64>
  %a = "onnx.Pad"(%x, %p, %v) : (tensor<4xf32>, tensor<2xi64>, tensor<?xf32>) -> tensor<5xf32>
  %r = "onnx.Pad"(%a, %p, %w) : (tensor<5xf32>, tensor<2xi64>, tensor<*xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// The length of a part follows from that of the whole.
// CHECK-LABEL: func @unknown_part
// CHECK-SAME: %{{.*}}: tensor<4x4xf32>, %[[P:[^:]*]]: tensor<?xi64>
// CHECK: tensor.extract %[[P]][%c0]
// CHECK: tensor.extract %[[P]][%c1]
// CHECK: pad.pad constant %{{.*}} low[3, %{{.*}}] high[%{{.*}}, 7]
func.func @unknown_part(%x: tensor<4x4xf32>, %p: tensor<?xi64>) -> tensor<?x?xf32> {
  %a = "onnx.Constant"() {value_ints = [3]} : () -> tensor<1xi64>
  %b = "onnx.Constant"() {value_ints = [7]} : () -> tensor<1xi64>
  %q = "onnx.Concat"(%a, %p, %b) {axis = 0 : si64} : (tensor<1xi64>, tensor<?xi64>, tensor<1xi64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %q) : (tensor<4x4xf32>, tensor<*xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A list of torch-mlir's types.
// CHECK-LABEL: func @unknown_number_of_torch
// CHECK: %[[L:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !torch.vtensor<[?],si64> to tensor<?xi64>
// CHECK: tensor.extract %[[L]][%c0] : tensor<?xi64>
// CHECK: tensor.extract %[[L]][%c1] : tensor<?xi64>
func.func @unknown_number_of_torch(%x: !torch.vtensor<[4],f32>, %p: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],f32> {
  %r = "torch.operator"(%x, %p) <{name = "onnx.Pad"}> : (!torch.vtensor<[4],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],f32>
  return %r : !torch.vtensor<[?],f32>
}

// -----

// Only an axis that is both cropped and extended needs a crop before the mode.
// CHECK-LABEL: func @crop_or_extend
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x4x4xf32>
// CHECK-NOT: tensor.extract_slice
// CHECK: pad.pad edge %[[X]] low[%{{.*}}, -1, 2] high[0, -1, 1]
func.func @crop_or_extend(%x: tensor<?x4x4xf32>, %p: tensor<1xi64>) -> tensor<?x2x7xf32> {
  %c = "onnx.Constant"() {value_ints = [-1, 2, 0, -1, 1]} : () -> tensor<5xi64>
  %q = "onnx.Concat"(%p, %c) {axis = 0 : si64} : (tensor<1xi64>, tensor<5xi64>) -> tensor<6xi64>
  %r = "onnx.Pad"(%x, %q) {mode = "edge"} : (tensor<?x4x4xf32>, tensor<6xi64>) -> tensor<?x2x7xf32>
  return %r : tensor<?x2x7xf32>
}

// -----

// The number of pads tells the rank.
// CHECK-LABEL: func @unranked
// CHECK: %[[X:.*]] = tensor.cast %{{.*}} : tensor<*xf32> to tensor<?x?xf32>
// CHECK: %[[P:.*]] = pad.pad edge %[[X]] low[1, 2] high[3, 4]
// CHECK: tensor.cast %[[P]] : tensor<?x?xf32> to tensor<*xf32>
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  %r = "onnx.Pad"(%x) {mode = "edge", pads = [1, 2, 3, 4]} : (tensor<*xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// Half of what is missing to a multiple of 4: of a static extent a number.
// CHECK-LABEL: func @computed
// CHECK-SAME: %[[X:.*]]: tensor<5x?xf32>
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[X]]
// CHECK-DAG: arith.addi %[[D]]
// CHECK-DAG: arith.divsi
// CHECK: pad.pad edge %{{.*}} low[1, %{{.*}}] high[1, %{{.*}}] : tensor<5x?xf32> to tensor<7x?xf32>
// CHECK-NOT: onnx.
func.func @computed(%x: tensor<5x?xf32>) -> tensor<?x?xf32> {
  %three = "onnx.Constant"() {value_int = 3} : () -> tensor<i64>
  %four = "onnx.Constant"() {value_int = 4} : () -> tensor<i64>
  %two = "onnx.Constant"() {value_int = 2} : () -> tensor<i64>
  %shape = "onnx.Shape"(%x) : (tensor<5x?xf32>) -> tensor<2xi64>
  %0 = "onnx.Add"(%shape, %three) : (tensor<2xi64>, tensor<i64>) -> tensor<*xi64>
  %1 = "onnx.Div"(%0, %four) : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
  %2 = "onnx.Mul"(%1, %four) : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
  %3 = "onnx.Sub"(%2, %shape) : (tensor<*xi64>, tensor<2xi64>) -> tensor<*xi64>
  %4 = "onnx.Div"(%3, %two) : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
  %5 = "onnx.Concat"(%4, %4) {axis = 0 : si64} : (tensor<*xi64>, tensor<*xi64>) -> tensor<*xi64>
  %r = "onnx.Pad"(%x, %5) {mode = "edge"} : (tensor<5x?xf32>, tensor<*xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A quotient is truncated toward zero, and 32 bits wrap.
// CHECK-LABEL: func @arithmetic
// CHECK: pad.pad constant %{{.*}} low[-3] high[2]
func.func @arithmetic(%x: tensor<9xf32>) -> tensor<8xf32> {
  %a = "onnx.Constant"() {value = dense<[-7, -2147483648]> : tensor<2xi32>} : () -> tensor<2xi32>
  %b = "onnx.Constant"() {value = dense<[2, -2147483643]> : tensor<2xi32>} : () -> tensor<2xi32>
  %two = "onnx.Constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %one = "onnx.Constant"() {value = dense<[2, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = "onnx.Add"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = "onnx.Sub"(%0, %one) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %2 = "onnx.Div"(%1, %two) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %3 = "onnx.Cast"(%2) {to = 7 : si64} : (tensor<2xi32>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %3) : (tensor<9xf32>, tensor<2xi64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Types of torch-mlir.
// CHECK-LABEL: func @torch
// CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !torch.vtensor<[3,?],f32> to tensor<3x?xf32>
// CHECK: %[[V:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !torch.vtensor<[],f32> to tensor<f32>
// CHECK: %[[S:.*]] = tensor.extract %[[V]][]
// CHECK: pad.pad constant %[[X]] value(%[[S]]) low[0, 1] high[0, -2]
// CHECK: pad.pad wrap %[[X]] low[1, 0] high[0, 0]
// CHECK-NOT: torch.operator
func.func @torch(%x: !torch.vtensor<[3,?],f32>, %v: !torch.vtensor<[],f32>) -> (!torch.vtensor<[3,?],f32>, !torch.vtensor<[4,?],f32>) attributes {torch.onnx_meta.opset_version = 19 : si64} {
  %none = "torch.constant.none"() : () -> !torch.none
  %p = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense<[0, 1, 0, -2]> : tensor<4xsi64>} : () -> !torch.vtensor<[4],si64>
  %q = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense<[1, 0]> : tensor<2xsi64>} : () -> !torch.vtensor<[2],si64>
  %a = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense<-2> : tensor<1xsi64>} : () -> !torch.vtensor<[1],si64>
  %r = "torch.operator"(%x, %p, %v) <{name = "onnx.Pad"}> {torch.onnx.mode = "constant"} : (!torch.vtensor<[3,?],f32>, !torch.vtensor<[4],si64>, !torch.vtensor<[],f32>) -> !torch.vtensor<[3,?],f32>
  %s = "torch.operator"(%x, %q, %none, %a) <{name = "onnx.Pad"}> {torch.onnx.mode = "wrap"} : (!torch.vtensor<[3,?],f32>, !torch.vtensor<[2],si64>, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[4,?],f32>
  return %r, %s : !torch.vtensor<[3,?],f32>, !torch.vtensor<[4,?],f32>
}

// -----

// Circular padding of two axes: one pad. Slices of an extent known at run time
// end where it does.
// CHECK-LABEL: func @circular
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: %[[L:.*]] = arith.minsi %[[D]], %{{.*}}
// CHECK: %[[H:.*]] = arith.minsi %[[D]], %{{.*}}
// CHECK: pad.pad wrap %[[X]] low[%[[L]], 0] high[%[[H]], 3] : tensor<?x4xf32> to tensor<?x7xf32>
// CHECK-NOT: onnx.
func.func @circular(%x: tensor<?x4xf32>) -> tensor<?x7xf32> {
  %end = "onnx.Constant"() {value_ints = [9223372036854775807]} : () -> tensor<1xi64>
  %m2 = "onnx.Constant"() {value_ints = [-2]} : () -> tensor<1xi64>
  %0 = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %1 = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  %l = "onnx.Slice"(%x, %m2, %end, %0) : (tensor<?x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  %h = "onnx.Slice"(%x, %0, %1, %0) : (tensor<?x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  %a = "onnx.Concat"(%l, %x, %h) {axis = 0 : si64} : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %t = "onnx.Slice"(%a) {starts = [0], ends = [3], axes = [1]} : (tensor<?x4xf32>) -> tensor<?x3xf32>
  %b = "onnx.Concat"(%a, %t) {axis = -1 : si64} : (tensor<?x4xf32>, tensor<?x3xf32>) -> tensor<?x7xf32>
  return %b : tensor<?x7xf32>
}

// -----

// Circular padding of one axis twice is two pads; behind a pad of another axis,
// in whatever mode, it is one.
// CHECK-LABEL: func @circular_of_pads
// CHECK-SAME: %[[X:.*]]: tensor<5xf32>, %[[Y:.*]]: tensor<2x5xf32>
// CHECK: %[[A:.*]] = pad.pad wrap %[[X]] low[1] high[0] : tensor<5xf32> to tensor<6xf32>
// CHECK: pad.pad wrap %[[A]] low[2] high[0] : tensor<6xf32> to tensor<8xf32>
// CHECK: pad.pad [edge, wrap] %[[Y]] low[1, 1] high[0, 0] : tensor<2x5xf32> to tensor<3x6xf32>
func.func @circular_of_pads(%x: tensor<5xf32>, %y: tensor<2x5xf32>) -> (tensor<8xf32>, tensor<3x6xf32>) {
  %end = "onnx.Constant"() {value_ints = [9223372036854775807]} : () -> tensor<1xi64>
  %m2 = "onnx.Constant"() {value_ints = [-2]} : () -> tensor<1xi64>
  %m1 = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %0 = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %1 = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  %p = "onnx.Constant"() {value_ints = [1, 0, 0, 0]} : () -> tensor<4xi64>
  %none = "onnx.NoValue"() {value} : () -> none
  %l = "onnx.Slice"(%x, %m1, %end, %0) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xf32>
  %a = "onnx.Concat"(%l, %x) {axis = 0 : si64} : (tensor<1xf32>, tensor<5xf32>) -> tensor<6xf32>
  %k = "onnx.Slice"(%a, %m2, %end, %0) : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  %b = "onnx.Concat"(%k, %a) {axis = 0 : si64} : (tensor<2xf32>, tensor<6xf32>) -> tensor<8xf32>
  %c = "onnx.Pad"(%y, %p, %none, %none) {mode = "edge"} : (tensor<2x5xf32>, tensor<4xi64>, none, none) -> tensor<3x5xf32>
  %j = "onnx.Slice"(%c, %m1, %end, %1) : (tensor<3x5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3x1xf32>
  %d = "onnx.Concat"(%j, %c) {axis = 1 : si64} : (tensor<3x1xf32>, tensor<3x5xf32>) -> tensor<3x6xf32>
  return %b, %d : tensor<8xf32>, tensor<3x6xf32>
}

// -----

// No circular padding: PyTorch 1.13 leaves out the last element, a rotation pads
// nothing, and of an extent that is not known the slices may overlap, or more of
// them follow than a pad has.
// CHECK-LABEL: func @not_circular
// CHECK-COUNT-4: onnx.Concat
// CHECK-NOT: pad.pad
func.func @not_circular(%x: tensor<5xf32>, %y: tensor<?xf32>) -> (tensor<7xf32>, tensor<5xf32>, tensor<?xf32>, tensor<?xf32>) {
  %l = "onnx.Slice"(%x) {starts = [-3], ends = [-1], axes = [0]} : (tensor<5xf32>) -> tensor<2xf32>
  %a = "onnx.Concat"(%l, %x) {axis = 0 : si64} : (tensor<2xf32>, tensor<5xf32>) -> tensor<7xf32>
  %s = "onnx.Slice"(%x) {starts = [2], ends = [5], axes = [0]} : (tensor<5xf32>) -> tensor<3xf32>
  %t = "onnx.Slice"(%x) {starts = [0], ends = [2], axes = [0]} : (tensor<5xf32>) -> tensor<2xf32>
  %b = "onnx.Concat"(%s, %t) {axis = 0 : si64} : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
  %u = "onnx.Slice"(%y) {starts = [1], ends = [2147483647], axes = [0]} : (tensor<?xf32>) -> tensor<?xf32>
  %c = "onnx.Concat"(%u, %y) {axis = 0 : si64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %v = "onnx.Slice"(%y) {starts = [0], ends = [1], axes = [0]} : (tensor<?xf32>) -> tensor<?xf32>
  %d = "onnx.Concat"(%y, %v, %v) {axis = 0 : si64} : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %a, %b, %c, %d : tensor<7xf32>, tensor<5xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// The lowest number of f32 is minus infinity in f16.
// CHECK-LABEL: func @lowest
// CHECK: %[[V:.*]] = arith.constant 0xFC00 : f16
// CHECK: pad.pad constant %{{.*}} value(%[[V]])
func.func @lowest(%x: tensor<4xf16>) -> tensor<6xf16> {
  %r = "onnx.PadV2"(%x) {pads = [1, 1], value = -3.40282347E+38 : f32} : (tensor<4xf16>) -> tensor<6xf16>
  return %r : tensor<6xf16>
}

// -----

// The sign of a fraction is a whole number.
// CHECK-LABEL: func @signs
// CHECK: pad.pad constant %{{.*}} low[-1] high[1]
func.func @signs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = "onnx.Constant"() {value = dense<[-0.5, 0.25]> : tensor<2xf32>} : () -> tensor<2xf32>
  %s = "onnx.Sign"(%n) : (tensor<2xf32>) -> tensor<2xf32>
  %p = "onnx.Cast"(%s) {to = 7 : si64} : (tensor<2xf32>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %p) {mode = "constant"} : (tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
