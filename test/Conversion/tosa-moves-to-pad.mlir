// RUN: pad-opt %s --convert-tosa-to-pad=verify=true -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --import-pads=verify=true | FileCheck %s

// The rows are of any number.
// CHECK-LABEL: func @symmetric
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x3xf32>
// CHECK: %[[P:.*]] = pad.pad symmetric %[[X]] low[0, 3] high[0, 0] : tensor<?x3xf32> to tensor<?x6xf32>
// CHECK-NEXT: return %[[P]]
func.func @symmetric(%x: tensor<?x3xf32>) -> tensor<?x6xf32> {
  %0 = tosa.reverse %x {axis = 1 : i32} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tosa.concat %0, %x {axis = 1 : i32} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x6xf32>
  return %1 : tensor<?x6xf32>
}

// CHECK-LABEL: func @gather
// CHECK: %[[P:.*]] = pad.pad edge %{{.*}} low[0, 1, 0] high[0, 2, 0] : tensor<2x3x4xi8> to tensor<2x6x4xi8>
// CHECK-NEXT: return %[[P]]
func.func @gather(%x: tensor<2x3x4xi8>) -> tensor<2x6x4xi8> {
  %i = "tosa.const"() <{values = dense<[[0, 0, 1, 2, 2, 2], [0, 0, 1, 2, 2, 2]]> : tensor<2x6xi32>}> : () -> tensor<2x6xi32>
  %0 = tosa.gather %x, %i : (tensor<2x3x4xi8>, tensor<2x6xi32>) -> tensor<2x6x4xi8>
  return %0 : tensor<2x6x4xi8>
}

// The second axis of four.
// CHECK-LABEL: func @reshaped_gather
// CHECK-SAME: %[[X:[^ ]*]]: tensor<2x3x4x5xf32>
// CHECK: %[[P:.*]] = pad.pad wrap %[[X]] low[0, 1, 0, 0] high[0, 0, 0, 0] : tensor<2x3x4x5xf32> to tensor<2x4x4x5xf32>
// CHECK-NEXT: return %[[P]]
func.func @reshaped_gather(%x: tensor<2x3x4x5xf32>) -> tensor<2x4x4x5xf32> {
  %i = "tosa.const"() <{values = dense<[[2, 0, 1, 2], [2, 0, 1, 2]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
  %s = tosa.const_shape {values = dense<[2, 3, 20]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %t = tosa.const_shape {values = dense<[2, 4, 4, 5]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.reshape %x, %s : (tensor<2x3x4x5xf32>, !tosa.shape<3>) -> tensor<2x3x20xf32>
  %1 = tosa.gather %0, %i : (tensor<2x3x20xf32>, tensor<2x4xi32>) -> tensor<2x4x20xf32>
  %2 = tosa.reshape %1, %t : (tensor<2x4x20xf32>, !tosa.shape<4>) -> tensor<2x4x4x5xf32>
  return %2 : tensor<2x4x4x5xf32>
}

// The batches read other rows, or rows that do not exist.
// CHECK-LABEL: func @batches
// CHECK: tosa.gather
// CHECK: tosa.gather
func.func @batches(%x: tensor<2x3x4xi8>) -> (tensor<2x4x4xi8>, tensor<2x4x4xi8>) {
  %i = "tosa.const"() <{values = dense<[[0, 0, 1, 2], [0, 1, 2, 2]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
  %0 = tosa.gather %x, %i : (tensor<2x3x4xi8>, tensor<2x4xi32>) -> tensor<2x4x4xi8>
  %j = "tosa.const"() <{values = dense<[[-1, 0, 1, 2], [-1, 0, 1, 2]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
  %1 = tosa.gather %x, %j : (tensor<2x3x4xi8>, tensor<2x4xi32>) -> tensor<2x4x4xi8>
  return %0, %1 : tensor<2x4x4xi8>, tensor<2x4x4xi8>
}

// Copies alone are no pad, and neither is a reshape.
// CHECK-LABEL: func @tile
// CHECK: tosa.tile
// CHECK-NEXT: tosa.reshape
func.func @tile(%x: tensor<1x3xf32>) -> tensor<2x3x1xf32> {
  %m = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s = tosa.const_shape {values = dense<[2, 3, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %0 = tosa.tile %x, %m : (tensor<1x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  %1 = tosa.reshape %0, %s : (tensor<2x3xf32>, !tosa.shape<3>) -> tensor<2x3x1xf32>
  return %1 : tensor<2x3x1xf32>
}

// CHECK-LABEL: func @near
// CHECK: tosa.concat
func.func @near(%x: tensor<3xf32>) -> tensor<5xf32> {
  %1 = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %2 = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %3 = tosa.slice %x, %1, %2 : (tensor<3xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  // expected-remark @below {{'tosa.concat' is nearly a pad: index 3 of axis 0 is element 1 of the tensor that its parts come from, but element 2 in the nearest pad, edge with low 0 and high 2}}
  %4 = tosa.concat %x, %3 {axis = 0 : i32} : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
  return %4 : tensor<5xf32>
}
