// RUN: pad-opt %s --allow-unregistered-dialect --convert-onnx-to-pad=verify=true -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --pad-import=verify=true | FileCheck %s

// Columns are mirrored by a negative step; rows are of any number.
// CHECK-LABEL: func @reflect
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x4xf32>
// CHECK-NEXT: %[[P:.*]] = pad.pad reflect %[[X]] low[0, 2] high[0, 0] : tensor<?x4xf32> to tensor<?x6xf32>
// CHECK-NEXT: return %[[P]]
func.func @reflect(%x: tensor<?x4xf32>) -> tensor<?x6xf32> {
  %s = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  %e = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %a = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%x, %s, %e, %a, %a) : (tensor<?x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x2xf32>
  %1 = "onnx.Concat"(%0, %x) {axis = -1 : si64} : (tensor<?x2xf32>, tensor<?x4xf32>) -> tensor<?x6xf32>
  return %1 : tensor<?x6xf32>
}

// Numbers of slices are attributes before version 10, and the axis of Concat is 1
// before version 4 where none is given.
// CHECK-LABEL: func @first_versions
// CHECK-NEXT: %[[P:.*]] = pad.pad edge %{{.*}} low[0, 2] high[0, 1] : tensor<2x4xf32> to tensor<2x7xf32>
// CHECK-NEXT: return %[[P]]
func.func @first_versions(%x: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %0 = "onnx.SliceV1"(%x) {starts = [0], ends = [1], axes = [1]} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %1 = "onnx.SliceV1"(%x) {starts = [0, -1], ends = [9, 9]} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %2 = "onnx.ConcatV1"(%0, %0, %x, %1) : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x7xf32>
  return %2 : tensor<2x7xf32>
}

// torch-mlir's types; the index counts from the back.
// CHECK-LABEL: func @torch_operator
// CHECK: pad.pad wrap %{{.*}} low[1, 0] high[0, 0] : tensor<3x?xf32> to tensor<4x?xf32>
// CHECK-NEXT: builtin.unrealized_conversion_cast
func.func @torch_operator(%x: !torch.vtensor<[3,?],f32>) -> !torch.vtensor<[4,?],f32> {
  %i = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense<[-1, 0, 1, 2]> : tensor<4xsi64>} : () -> !torch.vtensor<[4],si64>
  %r = "torch.operator"(%x, %i) <{name = "onnx.Gather"}> {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[3,?],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[4,?],f32>
  return %r : !torch.vtensor<[4,?],f32>
}

// Before version 11, indices are not negative; and there is no element 3.
// CHECK-LABEL: func @no_such_element
// CHECK: onnx.GatherV1
// CHECK: onnx.GatherV13
func.func @no_such_element(%x: tensor<3xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %i = "onnx.Constant"() {value = dense<[-1, 0, 1, 2]> : tensor<4xi64>} : () -> tensor<4xi64>
  %0 = "onnx.GatherV1"(%x, %i) : (tensor<3xf32>, tensor<4xi64>) -> tensor<4xf32>
  %j = "onnx.Constant"() {value = dense<[0, 1, 2, 3]> : tensor<4xi64>} : () -> tensor<4xi64>
  %1 = "onnx.GatherV13"(%x, %j) : (tensor<3xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Backwards from before the first element: implementations differ.
// CHECK-LABEL: func @before_the_first
// CHECK: onnx.Slice
// CHECK: onnx.Concat
func.func @before_the_first(%x: tensor<3xf32>) -> tensor<?xf32> {
  %s = "onnx.Constant"() {value_ints = [-5]} : () -> tensor<1xi64>
  %e = "onnx.Constant"() {value_ints = [-9]} : () -> tensor<1xi64>
  %a = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %m = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%x, %s, %e, %a, %m) : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %1 = "onnx.Concat"(%0, %x) {axis = 0 : si64} : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Without shape inference, the types of results are open.
// CHECK-LABEL: func @open_types
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x2xf32>
// CHECK-NEXT: %[[P:.*]] = pad.pad symmetric %[[X]] low[0, 2] high[0, 0] : tensor<?x2xf32> to tensor<?x4xf32>
// CHECK-NEXT: %[[C:.*]] = tensor.cast %[[P]] : tensor<?x4xf32> to tensor<*xf32>
// CHECK-NEXT: return %[[C]]
func.func @open_types(%x: tensor<?x2xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  %e = "onnx.Constant"() {value_ints = [-9]} : () -> tensor<1xi64>
  %m = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%x, %s, %e, %m, %m) : (tensor<?x2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xf32>
  %1 = "onnx.Concat"(%0, %x) {axis = 1 : si64} : (tensor<*xf32>, tensor<?x2xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// A vector of i64 stays, because it may be what a pad is by: then it is known.
// CHECK-LABEL: func @pads
// CHECK: pad.pad edge %{{.*}} low[0, 1] high[2, 0] : tensor<2x2xf32> to tensor<4x3xf32>
func.func @pads(%x: tensor<2x2xf32>) -> tensor<4x3xf32> {
  %z = "onnx.Constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %c = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %q = "onnx.Concat"(%z, %c, %z) {axis = 0 : si64} : (tensor<1xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<4xi64>
  %r = "onnx.Pad"(%x, %q) {mode = "edge"} : (tensor<2x2xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// CHECK-LABEL: func @near
// CHECK: onnx.Concat
func.func @near(%x: tensor<4xf32>) -> tensor<6xf32> {
  %0 = "onnx.Slice"(%x) {starts = [0], ends = [2]} : (tensor<4xf32>) -> tensor<2xf32>
  %1 = "onnx.Concat"(%0, %x) {axis = 0 : si64} : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// Of an axis of unknown extent, negative numbers count from the end. The type of a slice says
// that the axis is that long; where it does not, a slice has the elements that are there.
// CHECK-LABEL: func @unknown_extent
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x2xf32>
// CHECK: %[[P:.*]] = pad.pad edge %[[X]] low[1, 0] high[2, 0] : tensor<?x2xf32> to tensor<?x2xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: %[[L:.*]] = arith.minsi %[[D]], %{{.*}} : index
// CHECK: %[[W:.*]] = pad.pad wrap %[[X]] low[%[[L]], 0] high[0, 0] : tensor<?x2xf32> to tensor<?x2xf32>
// CHECK: return %[[P]], %[[W]]
func.func @unknown_extent(%x: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = "onnx.Slice"(%x) {starts = [0], ends = [1], onnx.opset_version = 1 : i64} : (tensor<?x2xf32>) -> tensor<1x2xf32>
  %1 = "onnx.Slice"(%x) {starts = [-1], ends = [9223372036854775807], onnx.opset_version = 1 : i64} : (tensor<?x2xf32>) -> tensor<1x2xf32>
  %2 = "onnx.Concat"(%0, %x, %1, %1) {axis = 0 : si64} : (tensor<1x2xf32>, tensor<?x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<?x2xf32>
  %3 = "onnx.Slice"(%x) {starts = [-3], ends = [9223372036854775807], onnx.opset_version = 1 : i64} : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %4 = "onnx.Concat"(%3, %x) {axis = 0 : si64} : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %2, %4 : tensor<?x2xf32>, tensor<?x2xf32>
}

// The last element but one at the end of copies of the last one; a slice between both ends, whose length is not known;
// and a slice of a slice that may be shorter than it.
// CHECK-LABEL: func @unknown_near
// CHECK-NOT: pad.pad
// CHECK: return
func.func @unknown_near(%x: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = "onnx.Slice"(%x) {starts = [-2], ends = [-1], onnx.opset_version = 1 : i64} : (tensor<?x2xf32>) -> tensor<1x2xf32>
  %1 = "onnx.Slice"(%x) {starts = [-1], ends = [9223372036854775807], onnx.opset_version = 1 : i64} : (tensor<?x2xf32>) -> tensor<1x2xf32>
  %2 = "onnx.Concat"(%x, %1, %1, %0) {axis = 0 : si64} : (tensor<?x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<?x2xf32>
  %3 = "onnx.Slice"(%x) {starts = [1], ends = [-1], onnx.opset_version = 1 : i64} : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %4 = "onnx.Concat"(%3, %x) {axis = 0 : si64} : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %5 = "onnx.Slice"(%x) {starts = [0], ends = [2], onnx.opset_version = 1 : i64} : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %6 = "onnx.Slice"(%5) {starts = [-2], ends = [-1], onnx.opset_version = 1 : i64} : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %7 = "onnx.Concat"(%6, %x) {axis = 0 : si64} : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %2, %4, %7 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}

// An axis that is too long to list is known near its ends.
// CHECK-LABEL: func @long
// CHECK-NEXT: %[[P:.*]] = pad.pad reflect %{{.*}} low[2] high[0] : tensor<100000xf32> to tensor<100002xf32>
// CHECK-NEXT: return %[[P]]
func.func @long(%x: tensor<100000xf32>) -> tensor<100002xf32> {
  %s = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  %e = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %m = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%x, %s, %e, %m, %m) : (tensor<100000xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  %1 = "onnx.Concat"(%0, %x) {axis = 0 : si64} : (tensor<2xf32>, tensor<100000xf32>) -> tensor<100002xf32>
  return %1 : tensor<100002xf32>
}

// Positions that are computed of the extent, as the graph that is exported for a dynamic axis has them. The first gather repeats
// for ever, and the second one would leave a short axis, which is an error, so that `periodic` is only what the first one needs.
// CHECK-LABEL: func @computed
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?xf32>
// CHECK: pad.pad wrap %[[X]] low[2] high[0] : tensor<?xf32> to tensor<?xf32>
// CHECK: pad.pad symmetric %[[X]] low[0] high[2] : tensor<?xf32> to tensor<?xf32>
func.func @computed(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = "onnx.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi64>
  %i = "onnx.Constant"() {value_ints = [-2, -1]} : () -> tensor<2xi64>
  %m = "onnx.Mod"(%i, %n) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %l = "onnx.Gather"(%x, %m) {axis = 0 : si64} : (tensor<?xf32>, tensor<2xi64>) -> tensor<2xf32>
  %w = "onnx.Concat"(%l, %x) {axis = 0 : si64} : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %h = "onnx.Gather"(%x, %i) {axis = 0 : si64, onnx.opset_version = 13 : i64} : (tensor<?xf32>, tensor<2xi64>) -> tensor<2xf32>
  %z = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %f = "onnx.Constant"() {value_ints = [-9223372036854775808]} : () -> tensor<1xi64>
  %c = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %r = "onnx.Slice"(%h, %z, %f, %c, %z) : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  %s = "onnx.Concat"(%x, %r) {axis = 0 : si64} : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %w, %s : tensor<?xf32>, tensor<?xf32>
}

// The remainder of the extent and 1 reads other elements of an axis of any extent; and of the extent of another tensor, nothing
// is known.
// CHECK-LABEL: func @other_extents
// CHECK-NOT: pad.pad
// CHECK: return
func.func @other_extents(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = "onnx.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi64>
  %o = "onnx.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi64>
  %1 = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  %t = "onnx.Add"(%n, %1) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %i = "onnx.Constant"() {value_ints = [-2, -1]} : () -> tensor<2xi64>
  %m = "onnx.Mod"(%i, %t) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %l = "onnx.Gather"(%x, %m) {axis = 0 : si64} : (tensor<?xf32>, tensor<2xi64>) -> tensor<2xf32>
  %w = "onnx.Concat"(%l, %x) {axis = 0 : si64} : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %q = "onnx.Mod"(%i, %o) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %h = "onnx.Gather"(%x, %q) {axis = 0 : si64} : (tensor<?xf32>, tensor<2xi64>) -> tensor<2xf32>
  %s = "onnx.Concat"(%h, %x) {axis = 0 : si64} : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %w, %s : tensor<?xf32>, tensor<?xf32>
}

// `d - 1 - abs(d - 1 - abs(i))` is a reflection where the axis is wide enough. It is -1 for the last of 3 elements behind an axis
// of 3, which counts from the end: that is the last element of the axis, and not the one that a reflection reads. By 2 elements,
// no extent has such an element.
// CHECK-LABEL: func @from_end
// CHECK: "onnx.Gather"
// CHECK: pad.pad reflect periodic %{{.*}} low[0] high[2]
func.func @from_end(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = "onnx.Constant"() {value_int = 0 : si64} : () -> tensor<i64>
  %1 = "onnx.Constant"() {value_int = 1 : si64} : () -> tensor<i64>
  %2 = "onnx.Constant"() {value_int = 2 : si64} : () -> tensor<i64>
  %3 = "onnx.Constant"() {value_int = 3 : si64} : () -> tensor<i64>
  %n = "onnx.Size"(%x) : (tensor<?xf32>) -> tensor<i64>
  %l = "onnx.Sub"(%n, %1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %e = "onnx.Add"(%n, %3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %r = "onnx.Range"(%s, %e, %1) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %b = "onnx.Sub"(%l, %r) : (tensor<i64>, tensor<?xi64>) -> tensor<?xi64>
  %c = "onnx.Abs"(%b) : (tensor<?xi64>) -> tensor<?xi64>
  %d = "onnx.Sub"(%l, %c) : (tensor<i64>, tensor<?xi64>) -> tensor<?xi64>
  %g = "onnx.Gather"(%x, %d) {axis = 0 : si64, onnx.opset_version = 13 : i64} : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  %f = "onnx.Add"(%n, %2) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %i = "onnx.Range"(%s, %f, %1) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %j = "onnx.Sub"(%l, %i) : (tensor<i64>, tensor<?xi64>) -> tensor<?xi64>
  %k = "onnx.Abs"(%j) : (tensor<?xi64>) -> tensor<?xi64>
  %m = "onnx.Sub"(%l, %k) : (tensor<i64>, tensor<?xi64>) -> tensor<?xi64>
  %h = "onnx.Gather"(%x, %m) {axis = 0 : si64, onnx.opset_version = 13 : i64} : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %g, %h : tensor<?xf32>, tensor<?xf32>
}

// The front repeats the axis, and behind is its mirror image.
// CHECK-LABEL: func @two_modes
// CHECK-NOT: pad.pad
// CHECK: return
func.func @two_modes(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = "onnx.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi64>
  %i = "onnx.Constant"() {value_ints = [-2, -1]} : () -> tensor<2xi64>
  %m = "onnx.Mod"(%i, %n) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %l = "onnx.Gather"(%x, %m) {axis = 0 : si64} : (tensor<?xf32>, tensor<2xi64>) -> tensor<2xf32>
  %j = "onnx.Constant"() {value_ints = [-1, -2]} : () -> tensor<2xi64>
  %h = "onnx.Gather"(%x, %j) {axis = 0 : si64, onnx.opset_version = 13 : i64} : (tensor<?xf32>, tensor<2xi64>) -> tensor<2xf32>
  %w = "onnx.Concat"(%l, %x, %h) {axis = 0 : si64} : (tensor<2xf32>, tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %w : tensor<?xf32>
}

// A gather of more elements than there are that is nearly a pad, parts of Split of which two are swapped, and a split into parts of
// run-time extents.
// CHECK-LABEL: func @nearly
// CHECK-NOT: pad.pad
// CHECK: return
func.func @nearly(%x: tensor<4xf32>, %e: tensor<2xi64>) -> (tensor<7xf32>, tensor<6xf32>, tensor<?xf32>) {
  %i = "onnx.Constant"() {value_ints = [2, 1, 0, 1, 2, 3, 3]} : () -> tensor<7xi64>
  %g = "onnx.Gather"(%x, %i) : (tensor<4xf32>, tensor<7xi64>) -> tensor<7xf32>
  %p:3 = "onnx.SplitV2"(%x) {split = [1, 2, 1]} : (tensor<4xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<1xf32>)
  %c = "onnx.Concat"(%p#0, %x, %p#0) {axis = 0 : si64} : (tensor<1xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<6xf32>
  %q:2 = "onnx.SplitV13"(%x, %e) : (tensor<4xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  %d = "onnx.Concat"(%q#1, %x) {axis = 0 : si64} : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %g, %c, %d : tensor<7xf32>, tensor<6xf32>, tensor<?xf32>
}

// `max(0, 3 - d)` is the first element of an axis of 3 elements or more, and the last one of an axis of 2.
// CHECK-LABEL: func @first_of_long_axes
// CHECK-NOT: pad.pad
// CHECK: return
func.func @first_of_long_axes(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = "onnx.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi64>
  %0 = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %3 = "onnx.Constant"() {value_ints = [3]} : () -> tensor<1xi64>
  %d = "onnx.Sub"(%3, %n) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %i = "onnx.Max"(%0, %d) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %l = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<?xf32>, tensor<1xi64>) -> tensor<1xf32>
  %w = "onnx.Concat"(%l, %x) {axis = 0 : si64} : (tensor<1xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %w : tensor<?xf32>
}

// Two axes of unknown extent, as PyTorch exports F.pad(x, (1, 2, 2, 0), "circular"): one pad,
// whose amounts are limited by extents of the source.
// CHECK-LABEL: func @two_unknown_extents
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x?xf32>
// CHECK: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[L0:.*]] = arith.minsi %[[D0]], %c2
// CHECK: %[[D1:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[L1:.*]] = arith.minsi %[[D1]], %c1
// CHECK: %[[H1:.*]] = arith.minsi %[[D1]], %c2
// CHECK-NOT: pad.pad
// CHECK: %[[P:.*]] = pad.pad wrap %[[X]] low[%[[L0]], %[[L1]]] high[0, %[[H1]]] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %[[P]]
func.func @two_unknown_extents(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "onnx.Slice"(%x) {starts = [-2], ends = [9223372036854775807], axes = [0], onnx.opset_version = 1 : i64} : (tensor<?x?xf32>) -> tensor<*xf32>
  %1 = "onnx.Concat"(%0, %x) {axis = 0 : si64} : (tensor<*xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  %2 = "onnx.Slice"(%1) {starts = [-1], ends = [9223372036854775807], axes = [1], onnx.opset_version = 1 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  %3 = "onnx.Slice"(%1) {starts = [0], ends = [2], axes = [1], onnx.opset_version = 1 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  %4 = "onnx.Concat"(%2, %1, %3) {axis = 1 : si64} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// The same of a type that says less than the pads know: each pad ends in a cast to it. Others read the
// result, in its block and in one within it.
// CHECK-LABEL: func @open_type_with_readers
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x?xf32>
// CHECK-NOT: onnx.Concat
// CHECK: %[[P:.*]] = pad.pad wrap %[[X]] low[%{{.*}}, %{{.*}}] high[0, 0] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[R:.*]] = tensor.cast %[[P]] : tensor<?x?xf32> to tensor<*xf32>
// CHECK-NEXT: "onnx.Relu"(%[[R]])
// CHECK-NEXT: "onnx.If"
// CHECK-NEXT: "onnx.Neg"(%[[R]])
func.func @open_type_with_readers(%x: tensor<?x?xf32>, %c: tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %0 = "onnx.Slice"(%x) {starts = [-1], ends = [9223372036854775807], axes = [0], onnx.opset_version = 1 : i64} : (tensor<?x?xf32>) -> tensor<*xf32>
  %1 = "onnx.Concat"(%0, %x) {axis = 0 : si64} : (tensor<*xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  %2 = "onnx.Slice"(%1) {starts = [-1], ends = [9223372036854775807], axes = [1], onnx.opset_version = 1 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  %3 = "onnx.Concat"(%2, %1) {axis = 1 : si64} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %4 = "onnx.Relu"(%3) : (tensor<*xf32>) -> tensor<*xf32>
  %5 = "onnx.If"(%c) ({
    %6 = "onnx.Neg"(%3) : (tensor<*xf32>) -> tensor<*xf32>
    "onnx.Yield"(%6) : (tensor<*xf32>) -> ()
  }, {
    "onnx.Yield"(%3) : (tensor<*xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  return %3, %4, %5 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// What Expand makes of one number in a file without shape inference is a constant pad.
// CHECK-LABEL: func @expanded_number
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x4xf32>
// CHECK-NEXT: %[[C:.*]] = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: pad.pad constant %[[X]] value(%[[C]]) low[2, 0] high[0, 0] : tensor<?x4xf32> to tensor<?x4xf32>
func.func @expanded_number(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %c = "onnx.Constant"() {value = dense<1.5> : tensor<f32>} : () -> tensor<f32>
  %s = "onnx.Constant"() {value = dense<[2, 4]> : tensor<2xi64>} : () -> tensor<2xi64>
  %e = "onnx.Expand"(%c, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<*xf32>
  %r = "onnx.Concat"(%e, %x) {axis = 0 : si64} : (tensor<*xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// Extents whose sums or multiples exceed 64 bits are followed no further.
// CHECK-LABEL: func @huge_extents
// CHECK: onnx.Concat
// CHECK: onnx.Split
// CHECK: onnx.Concat
// CHECK: onnx.Tile
func.func @huge_extents(%x: tensor<4611686018427387904x2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %0 = "onnx.Concat"(%x, %x, %x) {axis = 0 : si64} : (tensor<4611686018427387904x2xf32>, tensor<4611686018427387904x2xf32>, tensor<4611686018427387904x2xf32>) -> tensor<*xf32>
  %1:5 = "onnx.SplitV2"(%x) {axis = 0 : si64, split = [4611686018427387904, 4611686018427387904, 4611686018427387904, 4611686018427387904, 4611686018427387904]} : (tensor<4611686018427387904x2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %2 = "onnx.Concat"(%1#1, %1#0) {axis = 0 : si64} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %n = "onnx.Constant"() {value_ints = [8, 1]} : () -> tensor<2xi64>
  %3 = "onnx.Tile"(%x, %n) : (tensor<4611686018427387904x2xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0, %2, %3 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// A vector that is computed of extents is no data, whatever its type is: the pads below are
// the numbers themselves, and no node is left for run time.
// CHECK-LABEL: func @extents_as_floats
// CHECK-NOT: onnx.
// CHECK: %[[N:.*]] = tensor.dim
// CHECK-NOT: onnx.
// CHECK: pad.pad constant
// CHECK-NOT: pad.pad
// CHECK: return
func.func @extents_as_floats(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = "onnx.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi64>
  %f = "onnx.Cast"(%s) {to = 1 : si64} : (tensor<1xi64>) -> tensor<1xf32>
  %half = "onnx.Constant"() {value = dense<0.5> : tensor<1xf32>} : () -> tensor<1xf32>
  %h = "onnx.Mul"(%half, %f) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %i = "onnx.Constant"() {value = dense<0> : tensor<2xi64>} : () -> tensor<2xi64>
  %g = "onnx.Gather"(%h, %i) {axis = 0 : si64} : (tensor<1xf32>, tensor<2xi64>) -> tensor<2xf32>
  %p = "onnx.Cast"(%g) {to = 7 : si64} : (tensor<2xf32>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %p) {mode = "constant"} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
