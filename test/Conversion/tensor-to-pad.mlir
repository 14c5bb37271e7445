// RUN: pad-opt %s --convert-tensor-to-pad=verify=true | FileCheck %s --implicit-check-not=tensor.pad
// RUN: pad-opt %s --pad-import=verify=true | FileCheck %s --implicit-check-not=tensor.pad

// CHECK-LABEL: func @crop_and_pad
// CHECK-SAME: %[[X:[^ ]*]]: tensor<4x?xf32>, %[[V:[^ ]*]]: f32, %[[L:[^ ]*]]: index
// CHECK: pad.pad constant %[[X]] value(%[[V]]) low[1, %[[L]]] high[-1, 2] : tensor<4x?xf32> to tensor<4x?xf32>
func.func @crop_and_pad(%x: tensor<4x?xf32>, %v: f32, %l: index) -> tensor<4x?xf32> {
  %r = tensor.pad %x low[1, %l] high[-1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x?xf32> to tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// A type that knows more than the pads.
// CHECK-LABEL: func @type
// CHECK: %[[P:.*]] = pad.pad constant %{{.*}} : tensor<?xf32> to tensor<?xf32>
// CHECK: tensor.cast %[[P]] : tensor<?xf32> to tensor<8xf32>
func.func @type(%x: tensor<?xf32>, %v: f32) -> tensor<8xf32> {
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<8xf32>
  return %p : tensor<8xf32>
}

// What the indices do not enter moves out of the body.
// CHECK-LABEL: func @computed
// CHECK: %[[ONE:.*]] = arith.constant 1.0{{.*}} : f32
// CHECK: %[[V:.*]] = arith.addf %{{.*}}, %[[ONE]] : f32
// CHECK: pad.pad constant %{{.*}} value(%[[V]])
func.func @computed(%x: tensor<4xf32>, %u: f32) -> tensor<6xf32> {
  %r = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %one = arith.constant 1.0 : f32
    %v = arith.addf %u, %one : f32
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// Of poison zero is taken.
// CHECK-LABEL: func @poison
// CHECK: pad.pad constant %{{[^ ]*}} low[1] high[1]
func.func @poison(%x: tensor<4xf32>) -> tensor<6xf32> {
  %v = ub.poison : f32
  %r = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// No pass makes the source of a pad by a number that is not zero.
// CHECK-LABEL: func @nofold
// CHECK: pad.pad constant %{{.*}} low[1, 0] high[-1, 0]
func.func @nofold(%x: tensor<4x4xf32>, %v: f32) -> tensor<4x4xf32> {
  %r = tensor.pad %x nofold low[1, 0] high[-1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x4xf32> to tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
