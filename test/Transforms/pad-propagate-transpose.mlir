// RUN: pad-opt %s --pad-propagate-transpose -split-input-file | FileCheck %s

// CHECK-LABEL: func @up
// CHECK-SAME: %[[X:.*]]: tensor<2x?x3xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<3x2x?xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]] : tensor<2x?x3xf32>) outs(%[[E]] : tensor<3x2x?xf32>) permutation = [2, 0, 1]
// CHECK: pad.pad edge %[[T]] low[3, 0, 1] high[0, 2, 0] : tensor<3x2x?xf32> to tensor<6x4x?xf32>
func.func @up(%x: tensor<2x?x3xf32>, %n: index) -> tensor<6x4x?xf32> {
  %p = pad.pad edge %x low[0, 1, 3] high[2, 0, 0] : tensor<2x?x3xf32> to tensor<4x?x6xf32>
  %e = tensor.empty(%n) : tensor<6x4x?xf32>
  %r = linalg.transpose ins(%p : tensor<4x?x6xf32>) outs(%e : tensor<6x4x?xf32>) permutation = [2, 0, 1]
  return %r : tensor<6x4x?xf32>
}

// -----

// A destination stays the destination.
// CHECK-LABEL: func @up_into
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[OUT:.*]]: tensor<3x5xf32>
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: pad.pad_into wrap %[[T]] into %[[OUT]] low[0, 1] high[0, 2]
func.func @up_into(%x: tensor<2x3xf32>, %out: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %p = pad.pad wrap %x low[1, 0] high[2, 0] : tensor<2x3xf32> to tensor<5x3xf32>
  %r = linalg.transpose ins(%p : tensor<5x3xf32>) outs(%out : tensor<3x5xf32>) permutation = [1, 0]
  return %r : tensor<3x5xf32>
}

// -----

// CHECK-LABEL: func @down
// CHECK-SAME: %[[X:.*]]: tensor<2x9x4xf32>
// CHECK: %[[P:.*]] = pad.pad reflect %[[X]] low[0, -3, 1] high[0, 0, 0] : tensor<2x9x4xf32> to tensor<2x6x5xf32>
// CHECK: %[[E:.*]] = tensor.empty() : tensor<5x2x6xf32>
// CHECK: linalg.transpose ins(%[[P]] : tensor<2x6x5xf32>) outs(%[[E]] : tensor<5x2x6xf32>) permutation = [2, 0, 1]
func.func @down(%x: tensor<2x9x4xf32>, %init: tensor<4x2x9xf32>) -> tensor<5x2x6xf32> {
  %t = linalg.transpose ins(%x : tensor<2x9x4xf32>) outs(%init : tensor<4x2x9xf32>) permutation = [2, 0, 1]
  %r = pad.pad reflect %t low[1, 0, -3] high[0, 0, 0] : tensor<4x2x9xf32> to tensor<5x2x6xf32>
  return %r : tensor<5x2x6xf32>
}

// -----

// Of equal size, of unknown size, and used twice.
// CHECK-LABEL: func @left
// CHECK: pad.pad
// CHECK: linalg.transpose
// CHECK: pad.pad
// CHECK: linalg.transpose
// CHECK: pad.pad
// CHECK: linalg.transpose
func.func @left(%x: tensor<2x3xf32>, %y: tensor<?x3xf32>, %n: index, %a: tensor<3x2xf32>, %b: tensor<3x?xf32>, %c: tensor<3x3xf32>)
    -> (tensor<3x2xf32>, tensor<3x?xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %p = pad.pad edge %x low[1, 0] high[-1, 0] : tensor<2x3xf32> to tensor<2x3xf32>
  %s = linalg.transpose ins(%p : tensor<2x3xf32>) outs(%a : tensor<3x2xf32>) permutation = [1, 0]
  %q = pad.pad edge %y low[%n, 0] high[0, 0] : tensor<?x3xf32> to tensor<?x3xf32>
  %t = linalg.transpose ins(%q : tensor<?x3xf32>) outs(%b : tensor<3x?xf32>) permutation = [1, 0]
  %r = pad.pad edge %x low[1, 0] high[0, 0] : tensor<2x3xf32> to tensor<3x3xf32>
  %u = linalg.transpose ins(%r : tensor<3x3xf32>) outs(%c : tensor<3x3xf32>) permutation = [1, 0]
  return %s, %t, %r, %u : tensor<3x2xf32>, tensor<3x?xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}
