// RUN: pad-opt %s --convert-tosa-to-pad=verify=true -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --pad-import=verify=true | FileCheck %s

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

// Each element gets an axis of its own, which is padded. Crops behind that are a part of the
// pad, but where others read it, too, it stays.
// CHECK-LABEL: func @interior
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x3xf32>, %[[Y:[^ ]*]]: tensor<3xf32>
// CHECK: pad.pad constant %[[X]] {{.*}}low[0, 0] high[0, 2] interior[0, 2] : tensor<?x3xf32> to tensor<?x9xf32>
// CHECK: %[[P:.*]] = pad.pad constant %[[Y]] {{.*}}low[0] high[1] interior[1] : tensor<3xf32> to tensor<6xf32>
// CHECK: %[[S:.*]] = tosa.slice %[[P]]
// CHECK: return %{{.*}}, %[[P]], %[[S]]
func.func @interior(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> (tensor<?x9xf32>, tensor<6xf32>, tensor<5xf32>) {
  %v = "tosa.const"() <{values = dense<7.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s = tosa.const_shape {values = dense<[-1, 3, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %p = tosa.const_shape {values = dense<[0, 0, 0, 0, 0, 2]> : tensor<6xindex>} : () -> !tosa.shape<6>
  %m = tosa.const_shape {values = dense<[-1, 9]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<?x3xf32>, !tosa.shape<3>) -> tensor<?x3x1xf32>
  %1 = tosa.pad %0, %p, %v : (tensor<?x3x1xf32>, !tosa.shape<6>, tensor<1xf32>) -> tensor<?x3x3xf32>
  %2 = tosa.reshape %1, %m : (tensor<?x3x3xf32>, !tosa.shape<2>) -> tensor<?x9xf32>
  %s1 = tosa.const_shape {values = dense<[3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %p1 = tosa.const_shape {values = dense<[0, 0, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %m1 = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %b = tosa.const_shape {values = dense<0> : tensor<1xindex>} : () -> !tosa.shape<1>
  %e = tosa.const_shape {values = dense<5> : tensor<1xindex>} : () -> !tosa.shape<1>
  %3 = tosa.reshape %y, %s1 : (tensor<3xf32>, !tosa.shape<2>) -> tensor<3x1xf32>
  %4 = tosa.pad %3, %p1, %v : (tensor<3x1xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x2xf32>
  %5 = tosa.reshape %4, %m1 : (tensor<3x2xf32>, !tosa.shape<1>) -> tensor<6xf32>
  %6 = tosa.slice %5, %b, %e : (tensor<6xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<5xf32>
  return %2, %5, %6 : tensor<?x9xf32>, tensor<6xf32>, tensor<5xf32>
}

// Rows that are padded and joined are no pad of one axis, but a padding before each element is.
// CHECK-LABEL: func @merged
// CHECK: pad.pad constant %{{.*}} low[0, 0] high[0, 1] : tensor<2x3xf32>
// CHECK-NEXT: tosa.reshape
// CHECK: pad.pad constant %{{.*}} low[1] high[0] interior[1] : tensor<3xf32> to tensor<6xf32>
// CHECK: tosa.reshape
func.func @merged(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %z: tensor<3x2xf32>) -> (tensor<8xf32>, tensor<6xf32>, tensor<6xf32>) {
  %v = "tosa.const"() <{values = dense<7.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %p = tosa.const_shape {values = dense<[0, 0, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %m = tosa.const_shape {values = dense<8> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.pad %x, %p, %v : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<2x4xf32>
  %1 = tosa.reshape %0, %m : (tensor<2x4xf32>, !tosa.shape<1>) -> tensor<8xf32>
  %s = tosa.const_shape {values = dense<[3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %q = tosa.const_shape {values = dense<[0, 0, 1, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %n = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %2 = tosa.reshape %y, %s : (tensor<3xf32>, !tosa.shape<2>) -> tensor<3x1xf32>
  %3 = tosa.pad %2, %q, %v : (tensor<3x1xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x2xf32>
  %4 = tosa.reshape %3, %n : (tensor<3x2xf32>, !tosa.shape<1>) -> tensor<6xf32>
  %5 = tosa.reshape %z, %n : (tensor<3x2xf32>, !tosa.shape<1>) -> tensor<6xf32>
  return %1, %4, %5 : tensor<8xf32>, tensor<6xf32>, tensor<6xf32>
}

// A part of several copies is a pad.
// CHECK-LABEL: func @part_of_copies
// CHECK: pad.pad wrap %{{.*}} low[1] high[3] : tensor<3xf32> to tensor<7xf32>
func.func @part_of_copies(%x: tensor<3xf32>) -> tensor<7xf32> {
  %m = tosa.const_shape {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
  %b = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %e = tosa.const_shape {values = dense<7> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.tile %x, %m : (tensor<3xf32>, !tosa.shape<1>) -> tensor<9xf32>
  %1 = tosa.slice %0, %b, %e : (tensor<9xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// CHECK-LABEL: func @near
// CHECK: tosa.concat
func.func @near(%x: tensor<3xf32>) -> tensor<5xf32> {
  %1 = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %2 = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %3 = tosa.slice %x, %1, %2 : (tensor<3xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  %4 = tosa.concat %x, %3 {axis = 0 : i32} : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
  return %4 : tensor<5xf32>
}
