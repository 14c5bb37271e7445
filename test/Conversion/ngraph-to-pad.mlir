// RUN: pad-opt %s --allow-unregistered-dialect --convert-ngraph-to-pad -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --pad-import -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @interior(
// CHECK-SAME: %[[X:.*]]: tensor<3x3xf32>, %[[V:.*]]: tensor<f32>
func.func @interior(%x: tensor<3x3xf32>, %v: tensor<f32>) -> tensor<7x9xf32> {
  // CHECK: %[[S:.*]] = tensor.extract %[[V]][] : tensor<f32>
  // CHECK: pad.pad constant %[[X]] value(%[[S]]) low[1, 2] high[1, 0] interior[1, 2]
  %r = "ngraph.Pad"(%x, %v) {padding_below = [1, 2], padding_above = [1, 0], padding_interior = [1, 2]} : (tensor<3x3xf32>, tensor<f32>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}

// CHECK-LABEL: func.func @periodic(
func.func @periodic(%x: tensor<2xf32>, %v: tensor<f32>, %p: tensor<1xi64>) -> (tensor<9xf32>, tensor<?xf32>) {
  // CHECK: pad.pad reflect periodic %{{.*}} low[7] high[0] : tensor<2xf32> to tensor<9xf32>
  %a = "ngraph.Pad"(%x, %v) {padding_below = [7], padding_above = [0], pad_mode = 2} : (tensor<2xf32>, tensor<f32>) -> tensor<9xf32>
  // CHECK: pad.pad symmetric periodic %{{.*}} low[%[[P:.*]]] high[%[[Q:.*]]] : tensor<2xf32> to tensor<?xf32>
  %b = "ngraph.Pad"(%x, %p, %p, %v) {pad_mode = "SYMMETRIC", op_version = 1} : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<f32>) -> tensor<?xf32>
  return %a, %b : tensor<9xf32>, tensor<?xf32>
}

// A Broadcast of several numbers is not followed: its pads are what the node gives.
// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%x: tensor<3x4xf32>) -> tensor<?x?xf32> {
  %some = "ngraph.Constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  // CHECK: %[[B:.*]] = "ngraph.Broadcast"
  // CHECK: tensor.extract %[[B]]
  // CHECK: pad.pad edge %{{.*}} low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}]
  %repeated = "ngraph.Broadcast"(%some) {shape = [2], broadcast_axes = []} : (tensor<2xi64>) -> tensor<2xi64>
  %r = "ngraph.Pad"(%x, %repeated, %repeated) {pad_mode = "EDGE", op_version = 1} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @refused(%x: tensor<3xf32>, %v: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // expected-remark @below {{'ngraph.Pad' is not converted to pad.pad: padding_interior of axis 0 is 2, but pad_mode 'edge' has no interior padding in nGraph; use the constant mode}}
  %a = "ngraph.Pad"(%x, %v) {padding_below = [0], padding_above = [0], padding_interior = [2], pad_mode = 1} : (tensor<3xf32>, tensor<f32>) -> tensor<?xf32>
  // expected-remark @below {{has a result extent of -1, which must not be negative; crop less}}
  %b = "ngraph.Pad"(%x, %v) {padding_below = [-2], padding_above = [-2]} : (tensor<3xf32>, tensor<f32>) -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
