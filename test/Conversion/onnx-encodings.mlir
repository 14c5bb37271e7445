// RUN: pad-opt %s --allow-unregistered-dialect --convert-onnx-to-pad=verify=true -split-input-file | FileCheck %s

// Tensors that integers are read from keep their encodings.

// A list of known shape is read as it is, and another one as a list with an
// encoding.
// CHECK-LABEL: func @lists
// CHECK-SAME: %[[P:[a-z0-9]*]]: tensor<2xi64, "layout">, %[[Q:[a-z0-9]*]]: tensor<?xi64, "layout">
// CHECK-NOT: tensor.cast
// CHECK: tensor.extract %[[P]][%{{.*}}] : tensor<2xi64, "layout">
// CHECK: tensor.extract %[[P]][%{{.*}}] : tensor<2xi64, "layout">
// CHECK: pad.pad
// CHECK: %[[R:.*]] = tensor.cast %[[Q]] : tensor<?xi64, "layout"> to tensor<2xi64, "layout">
// CHECK: tensor.extract %[[R]][%{{.*}}] : tensor<2xi64, "layout">
// CHECK: tensor.extract %[[R]][%{{.*}}] : tensor<2xi64, "layout">
// CHECK: pad.pad
func.func @lists(%x: tensor<9xf32>, %p: tensor<2xi64, "layout">, %q: tensor<?xi64, "layout">) -> (tensor<?xf32>, tensor<?xf32>) {
  %r = "onnx.Pad"(%x, %p) : (tensor<9xf32>, tensor<2xi64, "layout">) -> tensor<?xf32>
  %s = "onnx.Pad"(%x, %q) : (tensor<9xf32>, tensor<?xi64, "layout">) -> tensor<?xf32>
  return %r, %s : tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func @extents
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?xf32, "layout">
// CHECK: tensor.dim %[[X]], %{{.*}} : tensor<?xf32, "layout">
func.func @extents(%x: tensor<?xf32, "layout">) -> tensor<?xf32, "layout"> {
  %s = "onnx.Shape"(%x) : (tensor<?xf32, "layout">) -> tensor<1xi64>
  %p = "onnx.Concat"(%s, %s) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %r = "onnx.Pad"(%x, %p) : (tensor<?xf32, "layout">, tensor<2xi64>) -> tensor<?xf32, "layout">
  return %r : tensor<?xf32, "layout">
}
