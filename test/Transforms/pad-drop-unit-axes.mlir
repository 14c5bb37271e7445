// RUN: pad-opt %s --pad-drop-unit-axes -split-input-file | FileCheck %s

// Dropped axes join the kept one before them, the first ones the one after.
// CHECK-LABEL: func @drop
// CHECK-SAME: %[[X:.*]]: tensor<1x?x1x3x1xf32>, %[[L:.*]]: index
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1, 2], [3, 4]] : tensor<1x?x1x3x1xf32> into tensor<?x3xf32>
// CHECK: %[[P:.*]] = pad.pad edge %[[C]] low[%[[L]], 0] high[0, 2] : tensor<?x3xf32> to tensor<?x5xf32>
// CHECK: tensor.expand_shape %[[P]] {{\[\[}}0, 1, 2], [3, 4]] output_shape [1, %{{.*}}, 1, 5, 1] : tensor<?x5xf32> into tensor<1x?x1x5x1xf32>
func.func @drop(%x: tensor<1x?x1x3x1xf32>, %l: index) -> tensor<1x?x1x5x1xf32> {
  %r = pad.pad edge %x low[0, %l, 0, 0, 0] high[0, 0, 0, 2, 0]
      : tensor<1x?x1x3x1xf32> to tensor<1x?x1x5x1xf32>
  return %r : tensor<1x?x1x5x1xf32>
}

// -----

// CHECK-LABEL: func @into
// CHECK-SAME: %[[X:.*]]: tensor<1x3xf32>, %[[V:.*]]: f32, %[[OUT:.*]]: tensor<1x4xf32>
// CHECK: %[[O:.*]] = tensor.collapse_shape %[[OUT]]
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]]
// CHECK: %[[P:.*]] = pad.pad_into constant %[[C]] into %[[O]] value(%[[V]]) low[1] high[0] : tensor<3xf32> into tensor<4xf32> -> tensor<4xf32>
// CHECK: tensor.expand_shape %[[P]] {{\[\[}}0, 1]] output_shape [1, 4]
func.func @into(%x: tensor<1x3xf32>, %v: f32, %out: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %r = pad.pad_into constant %x into %out value(%v) low[0, 1] high[0, 0]
      : tensor<1x3xf32> into tensor<1x4xf32> -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// -----

// Padded, not known to be of extent 1, all, quantized along an axis, a memref.
// CHECK-LABEL: func @left
// CHECK-NOT: collapse_shape
func.func @left(%x: tensor<1x?xf32>, %n: index, %q: tensor<1x3x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0}>>,
                %m: memref<1x3xf32>, %o: memref<1x4xf32>)
    -> (tensor<2x?xf32>, tensor<?x?xf32>, tensor<1x?xf32>, tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0}>>) {
  %a = pad.pad edge %x low[1, 0] high[0, 1] : tensor<1x?xf32> to tensor<2x?xf32>
  %b = pad.pad edge %x low[%n, 0] high[0, 1] : tensor<1x?xf32> to tensor<?x?xf32>
  %c = pad.pad edge %x low[0, 0] high[0, 0] : tensor<1x?xf32> to tensor<1x?xf32>
  %d = pad.pad edge %q low[1, 0] high[0, 0] : tensor<1x3x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0}>>
      to tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0}>>
  pad.pad_into edge %m into %o low[0, 1] high[0, 0] : memref<1x3xf32> into memref<1x4xf32>
  return %a, %b, %c, %d : tensor<2x?xf32>, tensor<?x?xf32>, tensor<1x?xf32>, tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0}>>
}
