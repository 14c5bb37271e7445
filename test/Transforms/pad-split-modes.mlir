// RUN: pad-opt %s --pad-split-modes | FileCheck %s
// RUN: pad-opt %s --pad-split-modes --canonicalize | FileCheck %s --check-prefix=AGAIN

// The constant one comes last.
// CHECK-LABEL: func @constant
// CHECK-SAME: (%[[X:.*]]: tensor<8x8x4xf32>, %[[V:.*]]: f32)
// CHECK: %[[P:.*]] = pad.pad wrap %[[X]] low[0, 2, 0] high[0, 2, 0] : tensor<8x8x4xf32> to tensor<8x12x4xf32>
// CHECK: pad.pad constant %[[P]] value(%[[V]]) low[1, 0, 0] high[1, 0, 0] : tensor<8x12x4xf32> to tensor<10x12x4xf32>
// AGAIN-LABEL: func @constant
// AGAIN: pad.pad [constant, wrap, constant] %{{.*}} value(%{{.*}}) low[1, 2, 0] high[1, 2, 0] : tensor<8x8x4xf32> to tensor<10x12x4xf32>
func.func @constant(%x: tensor<8x8x4xf32>, %v: f32) -> tensor<10x12x4xf32> {
  %r = pad.pad [constant, wrap, edge] %x value(%v) low[1, 2, 0] high[1, 2, 0] : tensor<8x8x4xf32> to tensor<10x12x4xf32>
  return %r : tensor<10x12x4xf32>
}

// Three modes, into a destination, with numbers known only at run time.
// CHECK-LABEL: func @three
// CHECK-SAME: (%[[X:.*]]: tensor<?x?x?xf32>, %[[Y:.*]]: tensor<?x?x?xf32>, %[[L:.*]]: index)
// CHECK: %[[P:.*]] = pad.pad edge %[[X]] low[%[[L]], 0, 0] high[0, 0, 0] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
// CHECK: %[[Q:.*]] = pad.pad reflect periodic %[[P]] low[0, 9, 0] high[0, %[[L]], 0] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
// CHECK: pad.pad_into wrap %[[Q]] into %[[Y]] low[0, 0, 1] high[0, 0, 1] : tensor<?x?x?xf32> into tensor<?x?x?xf32> -> tensor<?x?x?xf32>
func.func @three(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>, %l: index) -> tensor<?x?x?xf32> {
  %r = pad.pad_into [edge, reflect periodic, wrap] %x into %y low[%l, 9, 1] high[0, %l, 1] : tensor<?x?x?xf32> into tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// One mode that is said by padded axes; a value that an empty axis would read;
// memrefs.
// CHECK-LABEL: func @stay
// CHECK: pad.pad [edge, wrap] %{{.*}} low[1, 0]
// CHECK: pad.pad [edge, constant] %{{.*}} value(%{{.*}}) low[1, 1]
// CHECK: pad.pad_into [edge, wrap]
func.func @stay(%x: tensor<3x4xf32>, %y: tensor<3x?xf32>, %v: f32, %a: memref<3x4xf32>, %b: memref<4x5xf32>) -> (tensor<4x4xf32>, tensor<4x?xf32>) {
  %0 = pad.pad [edge, wrap] %x low[1, 0] high[0, 0] : tensor<3x4xf32> to tensor<4x4xf32>
  %1 = pad.pad [edge, constant] %y value(%v) low[1, 1] high[0, 0] : tensor<3x?xf32> to tensor<4x?xf32>
  pad.pad_into [edge, wrap] %a into %b low[1, 1] high[0, 0] : memref<3x4xf32> into memref<4x5xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x?xf32>
}
