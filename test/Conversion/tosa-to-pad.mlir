// RUN: pad-opt %s --convert-tosa-to-pad=verify=true | FileCheck %s --implicit-check-not=tosa.

// CHECK-LABEL: func @constant
// CHECK: %[[V:.*]] = arith.constant 1.5{{.*}} : f32
// CHECK: pad.pad constant %{{.*}} value(%[[V]]) low[1, 3] high[2, 4] : tensor<1x?xf32> to tensor<4x?xf32>
func.func @constant(%x: tensor<1x?xf32>) -> tensor<4x?xf32> {
  %s = tosa.const_shape {values = dense<[1, 2, 3, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %v = "tosa.const"() <{values = dense<1.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.pad %x, %s, %v : (tensor<1x?xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// CHECK-LABEL: func @argument
// CHECK-SAME: %[[T:[^ ]*]]: tensor<1xi8>
// CHECK: %[[Z:.*]] = arith.constant 0 : index
// CHECK: %[[V:.*]] = tensor.extract %[[T]][%[[Z]]]
// CHECK: %[[P:.*]] = pad.pad constant %{{.*}} value(%[[V]])
// CHECK: tensor.cast %[[P]] : tensor<3xi8> to tensor<*xi8>
func.func @argument(%x: tensor<2xi8>, %v: tensor<1xi8>) -> tensor<*xi8> {
  %s = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.pad %x, %s, %v : (tensor<2xi8>, !tosa.shape<2>, tensor<1xi8>) -> tensor<*xi8>
  return %r : tensor<*xi8>
}

// The number is one of the storage type.
// CHECK-LABEL: func @quantized
// CHECK: %[[N:.*]] = arith.constant -7 : i8
// CHECK: %[[V:.*]] = quant.scast %[[N]] : i8 to !quant.uniform
// CHECK: pad.pad constant %{{.*}} value(%[[V]])
!q = !quant.uniform<i8:f32, 0.5:-7>
func.func @quantized(%x: tensor<2x!q>) -> tensor<3x!q> {
  %s = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %v = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1x!q>
  %r = tosa.pad %x, %s, %v : (tensor<2x!q>, !tosa.shape<2>, tensor<1x!q>) -> tensor<3x!q>
  return %r : tensor<3x!q>
}
