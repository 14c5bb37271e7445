// RUN: pad-opt %s --allow-unregistered-dialect --convert-openvino-to-pad -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --pad-import -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @mixed(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>
func.func @mixed(%x: tensor<3x4xf32>) -> tensor<4x6xf32> {
  // CHECK-NEXT: %[[R:.*]] = pad.pad reflect %[[X]] low[2, -1] high[-1, 3] : tensor<3x4xf32> to tensor<4x6xf32>
  // CHECK-NEXT: return %[[R]]
  %begin = "openvino.Const"() {value = dense<[2, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %end = "openvino.Const"() {value = dense<[-1, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
  %r = "openvino.Pad"(%x, %begin, %end) {pad_mode = "reflect", version = "opset12"} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// The pads give the rank; the value and one number are known at run time only.
// CHECK-LABEL: func.func @unranked(
// CHECK-SAME: %[[X:.*]]: tensor<*xf32>, %[[END:.*]]: tensor<2xi32>, %[[V:.*]]: tensor<f32>
func.func @unranked(%x: tensor<*xf32>, %end: tensor<2xi32>, %v: tensor<f32>) -> tensor<*xf32> {
  // CHECK-DAG: %[[C:.*]] = tensor.cast %[[X]] : tensor<*xf32> to tensor<?x?xf32>
  // CHECK-DAG: %[[S:.*]] = tensor.extract %[[V]][] : tensor<f32>
  // CHECK: pad.pad constant %[[C]] value(%[[S]]) low[1, 2] high[%{{.*}}, %{{.*}}]
  %begin = "openvino.Const"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %r = "openvino.Pad"(%x, %begin, %end, %v) {pad_mode = "constant", version = "opset1"} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// Pads that are computed in a way that is not followed are what the layer gives.
// CHECK-LABEL: func.func @not_followed(
func.func @not_followed(%x: tensor<3x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %some = "openvino.Const"() {value = dense<[-7, 7]> : tensor<2xi64>} : () -> tensor<2xi64>
  %two = "openvino.Const"() {value = dense<-2> : tensor<i64>} : () -> tensor<i64>
  %shape = "openvino.Const"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  // CHECK: %[[Q:.*]] = "openvino.Divide"
  // CHECK: tensor.extract %[[Q]]
  // CHECK: pad.pad edge %{{.*}} low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}]
  %quotient = "openvino.Divide"(%some, %two) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %a = "openvino.Pad"(%x, %quotient, %quotient) {pad_mode = "edge", version = "opset12"} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: %[[B:.*]] = "openvino.Broadcast"
  // CHECK: tensor.extract %[[B]]
  // CHECK: pad.pad edge %{{.*}} low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}]
  %repeated = "openvino.Broadcast"(%some, %shape) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %b = "openvino.Pad"(%x, %repeated, %repeated) {pad_mode = "edge", version = "opset12"} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @refused(%x: tensor<3x4xf32>, %v: tensor<f32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %negative = "openvino.Const"() {value = dense<[0, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %wide = "openvino.Const"() {value = dense<[0, 4]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-remark @below {{'openvino.Pad' is not converted to pad.pad: pads_end of axis 1 is -1, but Pad of operation sets 1 to 11 takes no negative pads; use that of operation set 12}}
  %a = "openvino.Pad"(%x, %wide, %negative) {pad_mode = "edge", version = "opset11"} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  // expected-remark @below {{pads_begin of axis 1 is 4, but pad_mode 'reflect' extends an axis of extent 4 by at most 3 (C5)}}
  %b = "openvino.Pad"(%x, %wide, %negative) {pad_mode = "reflect", version = "opset12"} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  // expected-remark @below {{input 'pad_value' is given with pad_mode 'edge', which never uses it; remove the input (C3)}}
  %c = "openvino.Pad"(%x, %wide, %negative, %v) {pad_mode = "edge", version = "opset12"} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<f32>) -> tensor<?x?xf32>
  return %a, %b, %c : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Unsigned numbers of 64 bits do not become negative. What is known only at run time of
// them has no order here; where one is their minimum, it is read.
func.func @unsigned(%x: tensor<3x4xf32>, %p: tensor<2xui64>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %one = "openvino.Const"() {value = dense<1> : tensor<2xui64>} : () -> tensor<2xui64>
  %all = "openvino.Const"() {value = dense<[0, 18446744073709551615]> : tensor<2xui64>} : () -> tensor<2xui64>
  %minus = "openvino.Const"() {value = dense<[0, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-remark @below {{'openvino.Pad' is not converted to pad.pad: input 'pads_begin' cannot be read: it is computed of the constant 18446744073709551615, which exceeds 9223372036854775807}}
  %a = "openvino.Pad"(%x, %all, %one) {pad_mode = "edge", version = "opset12"} : (tensor<3x4xf32>, tensor<2xui64>, tensor<2xui64>) -> tensor<?x?xf32>
  %converted = "openvino.Convert"(%minus) : (tensor<2xi64>) -> tensor<2xui64>
  // expected-remark @below {{it is computed with -1 as an unsigned number of 64 bits, which exceeds 9223372036854775807}}
  %b = "openvino.Pad"(%x, %converted, %one) {pad_mode = "edge", version = "opset12"} : (tensor<3x4xf32>, tensor<2xui64>, tensor<2xui64>) -> tensor<?x?xf32>
  // CHECK: %[[MIN:.*]] = "openvino.Minimum"
  // CHECK: tensor.extract %[[MIN]]
  // CHECK: pad.pad edge %{{.*}} low[%{{.*}}, %{{.*}}] high[1, 1]
  %min = "openvino.Minimum"(%p, %one) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
  %c = "openvino.Pad"(%x, %min, %one) {pad_mode = "edge", version = "opset12"} : (tensor<3x4xf32>, tensor<2xui64>, tensor<2xui64>) -> tensor<?x?xf32>
  // CHECK: pad.pad edge %{{.*}} low[0, 2] high[1, 1]
  %seven = "openvino.Const"() {value = dense<[1, 7]> : tensor<2xui64>} : () -> tensor<2xui64>
  %three = "openvino.Const"() {value = dense<3> : tensor<ui64>} : () -> tensor<ui64>
  %quotient = "openvino.Divide"(%seven, %three) : (tensor<2xui64>, tensor<ui64>) -> tensor<2xui64>
  %d = "openvino.Pad"(%x, %quotient, %one) {pad_mode = "edge", version = "opset12"} : (tensor<3x4xf32>, tensor<2xui64>, tensor<2xui64>) -> tensor<?x?xf32>
  return %a, %b, %c, %d : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
