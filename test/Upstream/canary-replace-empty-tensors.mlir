// Upstream's bufferization makes invalid ops of reshapes and of concatenations of empty tensors. If
// this fails, it does not any more, and --pad-prepare-bufferization can go.
// RUN: not mlir-opt %s --one-shot-bufferize=bufferize-function-boundaries -split-input-file 2>&1 | FileCheck %s

// CHECK: 'memref.collapse_shape' op collapsed dim (0) must be dynamic
func.func @collapse(%x: tensor<?x0xf32>) -> tensor<?xf32> {
  %r = tensor.collapse_shape %x [[0, 1]] : tensor<?x0xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK: offset 0 is out-of-bounds: 4 >= 4
func.func @concat(%y: tensor<4xf32>, %z: tensor<0xf32>) -> tensor<4xf32> {
  %r = tensor.concat dim(0) %y, %z : (tensor<4xf32>, tensor<0xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK: offset 0 is out-of-bounds: 4 >= 4
func.func @rest(%y: tensor<4xf32>, %z: tensor<?xf32>) -> tensor<4xf32> {
  %r = tensor.concat dim(0) %y, %z : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
