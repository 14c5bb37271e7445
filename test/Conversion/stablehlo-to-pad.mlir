// RUN: pad-opt %s --allow-unregistered-dialect --convert-stablehlo-to-pad=verify=true | FileCheck %s --implicit-check-not=stablehlo.

// CHECK-LABEL: func @properties
// CHECK-SAME: %[[X:[^ ]*]]: tensor<2x3xf32>, %[[T:[^ ]*]]: tensor<f32>
// CHECK: %[[V:.*]] = tensor.extract %[[T]][] : tensor<f32>
// CHECK: pad.pad constant %[[X]] value(%[[V]]) low[0, -1] high[2, 1] interior[0, 2] : tensor<2x3xf32> to tensor<4x7xf32>
func.func @properties(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<4x7xf32> {
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 0, -1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>
  return %r : tensor<4x7xf32>
}

// CHECK-LABEL: func @attributes
// CHECK: %[[V:.*]] = arith.constant 2.0{{.*}} : f32
// CHECK: pad.pad constant %{{.*}} value(%[[V]]) low[1, 1] high[0, 2] : tensor<2x?xf32> to tensor<3x?xf32>
func.func @attributes(%x: tensor<2x?xf32>) -> tensor<3x?xf32> {
  %v = "stablehlo.constant"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %r = "stablehlo.pad"(%x, %v) {edge_padding_low = dense<1> : tensor<2xi64>, edge_padding_high = dense<[0, 2]> : tensor<2xi64>, interior_padding = dense<0> : tensor<2xi64>} : (tensor<2x?xf32>, tensor<f32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// The lists give the rank.
// CHECK-LABEL: func @unranked
// CHECK: %[[X:.*]] = tensor.cast %{{.*}} : tensor<*xf32> to tensor<?x?xf32>
// CHECK: pad.pad constant %[[X]] value(%{{.*}}) low[1, 1] high[0, 2] : tensor<?x?xf32> to tensor<?x?xf32>
func.func @unranked(%x: tensor<*xf32>, %v: tensor<f32>) -> tensor<*xf32> {
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 0, 2>, interior_padding = array<i64: 0, 0>}> : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?xf32>, %[[T:[^ ]*]]: tensor<f32>, %[[L:[^ ]*]]: tensor<1xi32>
// CHECK: %[[I:.*]] = tensor.extract %[[L]][%{{.*}}] : tensor<1xi32>
// CHECK: %[[N:.*]] = arith.index_cast %[[I]] : i32 to index
// CHECK: %[[V:.*]] = tensor.extract %[[T]][]
// CHECK: pad.pad constant %[[X]] value(%[[V]]) low[%[[N]]] high[3] : tensor<?xf32> to tensor<?xf32>
func.func @dynamic(%x: tensor<?xf32>, %v: tensor<f32>, %l: tensor<1xi32>) -> tensor<?xf32> {
  %h = "stablehlo.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %i = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "stablehlo.dynamic_pad"(%x, %v, %l, %h, %i) : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// What an op computes from operands is no constant, whatever its attributes are.
// CHECK-LABEL: func @no_constant
// CHECK: %[[T:.*]] = "other.constant"
// CHECK: %[[V:.*]] = tensor.extract %[[T]][]
// CHECK: pad.pad constant %{{.*}} value(%[[V]])
func.func @no_constant(%x: tensor<2xf32>) -> tensor<3xf32> {
  %v = "other.constant"(%x) {value = dense<2.0> : tensor<f32>} : (tensor<2xf32>) -> tensor<f32>
  %r = "stablehlo.pad"(%x, %v) {edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<0> : tensor<1xi64>, interior_padding = dense<0> : tensor<1xi64>} : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
