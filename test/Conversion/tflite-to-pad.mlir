// RUN: pad-opt %s --allow-unregistered-dialect --convert-tflite-to-pad -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --pad-import -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @mirror(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>
func.func @mirror(%x: tensor<3x4xf32>) -> (tensor<5x8xf32>, tensor<?x?xf32>) {
  // CHECK-NEXT: %[[A:.*]] = pad.pad reflect %[[X]] low[2, 1] high[0, 3] : tensor<3x4xf32> to tensor<5x8xf32>
  // CHECK-NEXT: %[[B:.*]] = pad.pad symmetric %[[X]] low[2, 1] high[0, 3] : tensor<3x4xf32> to tensor<5x8xf32>
  // CHECK-NEXT: %[[C:.*]] = tensor.cast %[[B]]
  // CHECK-NEXT: return %[[A]], %[[C]]
  %paddings = "tflite.Const"() {value = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>} : () -> tensor<2x2xi64>
  %a = "tflite.MIRROR_PAD"(%x, %paddings) {mode = "REFLECT"} : (tensor<3x4xf32>, tensor<2x2xi64>) -> tensor<5x8xf32>
  %b = "tflite.MIRROR_PAD"(%x, %paddings) {mode = "SYMMETRIC"} : (tensor<3x4xf32>, tensor<2x2xi64>) -> tensor<?x?xf32>
  return %a, %b : tensor<5x8xf32>, tensor<?x?xf32>
}

// The rank of the source says how many paddings there are.
// CHECK-LABEL: func.func @run_time(
// CHECK-SAME: %[[X:.*]]: tensor<3x?xcomplex<f64>>, %[[P:.*]]: tensor<*xi32>, %[[V:.*]]: tensor<1x1xcomplex<f64>>
func.func @run_time(%x: tensor<3x?xcomplex<f64>>, %paddings: tensor<*xi32>, %v: tensor<1x1xcomplex<f64>>) -> tensor<*xcomplex<f64>> {
  // CHECK-DAG: %[[S:.*]] = tensor.extract %[[V]][%{{.*}}, %{{.*}}]
  // CHECK-DAG: tensor.cast %[[P]] : tensor<*xi32> to tensor<2x2xi32>
  // CHECK: pad.pad constant %[[X]] value(%[[S]]) low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}] : tensor<3x?xcomplex<f64>> to tensor<?x?xcomplex<f64>>
  %r = "tflite.PADV2"(%x, %paddings, %v) : (tensor<3x?xcomplex<f64>>, tensor<*xi32>, tensor<1x1xcomplex<f64>>) -> tensor<*xcomplex<f64>>
  return %r : tensor<*xcomplex<f64>>
}

// Paddings that another operator computes are what it gives.
// CHECK-LABEL: func.func @computed(
func.func @computed(%x: tensor<4xf32>) -> tensor<?xf32> {
  // CHECK: %[[P:.*]] = "tflite.SHAPE"
  // CHECK-COUNT-2: tensor.extract %[[P]]
  %paddings = "tflite.SHAPE"(%x) : (tensor<4xf32>) -> tensor<1x2xi32>
  %r = "tflite.PAD"(%x, %paddings) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Only elements of few bits are padded with zero points.
// CHECK-LABEL: func.func @zero_points(
func.func @zero_points(%x: tensor<2xui8>, %y: tensor<2xi16>, %z: tensor<2xi32>) -> (tensor<4xui8>, tensor<4xi16>, tensor<4xi16>, tensor<4xi32>) {
  // CHECK: %[[V:.*]] = arith.constant -56 : i8
  // CHECK: %[[U:.*]] = builtin.unrealized_conversion_cast %[[V]] : i8 to ui8
  // CHECK: pad.pad constant %{{.*}} value(%[[U]]) low[1] high[1] : tensor<2xui8>
  %paddings = "tflite.Const"() {value = dense<1> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  %a = "tflite.PAD"(%x, %paddings) {result_quantization = [{scale = array<f32: 0.5>, zero_point = array<i64: 200>}]} : (tensor<2xui8>, tensor<1x2xi32>) -> tensor<4xui8>
  // CHECK: %[[M:.*]] = arith.constant -2 : i16
  // CHECK: pad.pad constant %{{.*}} value(%[[M]]) low[1] high[1] : tensor<2xi16>
  %b = "tflite.PAD"(%y, %paddings) {operand_quantization = [{scale = array<f32: 0.5>, zero_point = array<i64: 9>}, {}], result_quantization = [{scale = array<f32: 0.5>, zero_point = array<i64: -2>}]} : (tensor<2xi16>, tensor<1x2xi32>) -> tensor<4xi16>
  // By an axis, but with one zero point for all.
  // CHECK: pad.pad constant %{{[^ ]*}} low[1] high[1] : tensor<2xi16>
  %c = "tflite.PAD"(%y, %paddings) {operand_quantization = [{scale = array<f32: 0.5>, zero_point = array<i64: 9>}, {}], result_quantization = [{axis = 0 : i64, scale = array<f32: 0.5, 1.0>, zero_point = array<i64: 0, 0>}]} : (tensor<2xi16>, tensor<1x2xi32>) -> tensor<4xi16>
  // CHECK: pad.pad constant %{{[^ ]*}} low[1] high[1] : tensor<2xi32>
  %d = "tflite.PAD"(%z, %paddings) {operand_quantization = [{scale = array<f32: 0.5>, zero_point = array<i64: 9>}, {}], result_quantization = [{scale = array<f32: 0.5>, zero_point = array<i64: 9>}]} : (tensor<2xi32>, tensor<1x2xi32>) -> tensor<4xi32>
  return %a, %b, %c, %d : tensor<4xui8>, tensor<4xi16>, tensor<4xi16>, tensor<4xi32>
}

func.func @refused(%x: tensor<3x4xf32>, %v: tensor<f32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %negative = "tflite.Const"() {value = dense<[[1, 0], [0, -1]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %wide = "tflite.Const"() {value = dense<[[3, 0], [0, 0]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  // expected-remark @below {{'tflite.PAD' is not converted to pad.pad: paddings[:, 1] of axis 1 is -1, but TFLite has no negative paddings; crop with SLICE}}
  %a = "tflite.PAD"(%x, %negative) : (tensor<3x4xf32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  // expected-remark @below {{paddings[:, 0] of axis 0 is 3, but mode 'reflect' extends an axis of extent 3 by at most 2 (C5)}}
  %b = "tflite.MIRROR_PAD"(%x, %wide) {mode = "REFLECT"} : (tensor<3x4xf32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  // expected-remark @below {{it has 3 inputs and 1 outputs, but TFLite gives it 2 and 1}}
  %c = "tflite.MIRROR_PAD"(%x, %wide, %v) {mode = "SYMMETRIC"} : (tensor<3x4xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<?x?xf32>
  return %a, %b, %c : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
