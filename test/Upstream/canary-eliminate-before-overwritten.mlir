// %sum is computed in the first memref, where %filled is put before %sum is
// read for the second one: both then hold %filled. If this fails, upstream
// keeps them apart, and --pad-eliminate-empty-tensors need not hide such memrefs.
// RUN: mlir-opt %s --eliminate-empty-tensors --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

// CHECK-LABEL: func.func @two(
// CHECK-SAME:      %[[FIRST:[a-z0-9]+]]: memref<4xf32>, %[[SECOND:[a-z0-9]+]]: memref<4xf32>)
// CHECK:         linalg.add {{.*}} outs(%[[FIRST]]
// CHECK:         linalg.fill {{.*}} outs(%[[FILLED:.*]] : memref<4xf32>)
// CHECK:         memref.copy %[[FILLED]], %[[FIRST]]
// CHECK-NEXT:    memref.copy %[[FIRST]], %[[SECOND]]
func.func @two(%x: tensor<4xf32>, %v: f32, %first: memref<4xf32>, %second: memref<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %sum = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %filled = linalg.fill ins(%v : f32) outs(%sum : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %filled in restrict writable %first : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %sum in restrict writable %second : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
