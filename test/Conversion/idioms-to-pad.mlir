// RUN: pad-opt %s --convert-idioms-to-pad | FileCheck %s

// CHECK-LABEL: func @insert
// CHECK-SAME: %[[X:[^ ]*]]: tensor<2x3xf32>, %[[V:[^ ]*]]: f32
// CHECK: pad.pad constant %[[X]] value(%[[V]]) low[1, 2] high[1, 1] interior[1, 0] : tensor<2x3xf32> to tensor<5x6xf32>
// CHECK-NEXT: return
func.func @insert(%x: tensor<2x3xf32>, %v: f32) -> tensor<5x6xf32> {
  %e = tensor.empty() : tensor<5x6xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %r = tensor.insert_slice %x into %f[1, 2] [2, 3] [2, 1] : tensor<2x3xf32> into tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// Too long to be listed.
// CHECK-LABEL: func @insert_long
// CHECK: pad.pad constant %{{.*}} low[7] high[92993] : tensor<7000xi8> to tensor<100000xi8>
func.func @insert_long(%x: tensor<7000xi8>) -> tensor<100000xi8> {
  %f = arith.constant dense<3> : tensor<100000xi8>
  %r = tensor.insert_slice %x into %f[7] [7000] [1] : tensor<7000xi8> into tensor<100000xi8>
  return %r : tensor<100000xi8>
}

// Circular padding of two axes, one after the other, is one pad.
// CHECK-LABEL: func @circular
// CHECK-SAME: %[[X:[^ ]*]]: tensor<4x5xf32>
// CHECK: %[[P:.*]] = pad.pad wrap %[[X]] low[1, 2] high[1, 0] : tensor<4x5xf32> to tensor<6x7xf32>
// CHECK-NEXT: return %[[P]]
func.func @circular(%x: tensor<4x5xf32>) -> tensor<6x7xf32> {
  %a = tensor.extract_slice %x[3, 0] [1, 5] [1, 1] : tensor<4x5xf32> to tensor<1x5xf32>
  %b = tensor.extract_slice %x[0, 0] [1, 5] [1, 1] : tensor<4x5xf32> to tensor<1x5xf32>
  %y = tensor.concat dim(0) %a, %x, %b : (tensor<1x5xf32>, tensor<4x5xf32>, tensor<1x5xf32>) -> tensor<6x5xf32>
  %c = tensor.extract_slice %y[0, 3] [6, 2] [1, 1] : tensor<6x5xf32> to tensor<6x2xf32>
  %r = tensor.concat dim(1) %c, %y : (tensor<6x2xf32>, tensor<6x5xf32>) -> tensor<6x7xf32>
  return %r : tensor<6x7xf32>
}

// One axis wraps, the other one reflects.
// CHECK-LABEL: func @mixed
// CHECK: pad.pad [wrap, reflect] %{{.*}} low[2, 1] high[0, 0]
func.func @mixed(%x: tensor<4x4xf32>) -> tensor<6x5xf32> {
  %a = tensor.extract_slice %x[2, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %y = tensor.concat dim(0) %a, %x : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
  %b = tensor.extract_slice %y[0, 1] [6, 1] [1, 1] : tensor<6x4xf32> to tensor<6x1xf32>
  %r = tensor.concat dim(1) %b, %y : (tensor<6x1xf32>, tensor<6x4xf32>) -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// CHECK-LABEL: func @dynamic_wrap
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x3xf32>
// CHECK: pad.pad wrap %[[X]] low[2, 0] high[3, 0]
func.func @dynamic_wrap(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?x3xf32>
  %o = arith.subi %d, %c2 : index
  %a = tensor.extract_slice %x[%o, 0] [2, 3] [1, 1] : tensor<?x3xf32> to tensor<2x3xf32>
  %b = tensor.extract_slice %x[0, 0] [3, 3] [1, 1] : tensor<?x3xf32> to tensor<3x3xf32>
  %r = tensor.concat dim(0) %a, %x, %b : (tensor<2x3xf32>, tensor<?x3xf32>, tensor<3x3xf32>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}
