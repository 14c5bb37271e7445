// RUN: pad-opt %s --pad-propagate-reshape -split-input-file | FileCheck %s --check-prefixes=CHECK,UP
// RUN: pad-opt %s --pad-propagate-reshape=direction=down -split-input-file | FileCheck %s --check-prefixes=CHECK,DOWN

// CHECK-LABEL: func @expand_of_pad
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>, %[[A:.*]]: index, %{{.*}}: index)
// UP: %[[D:.*]] = tensor.dim %[[X]], %{{.*}}
// UP: %[[E:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1], [2, 3]] output_shape [%[[D]], 1, %[[A]], 3] : tensor<?x?xf32> into tensor<?x1x?x3xf32>
// UP: pad.pad reflect %[[E]] low[1, 0, 0, 0] high[2, 0, 0, 0] : tensor<?x1x?x3xf32> to tensor<?x1x?x3xf32>
// DOWN: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2, 3]]
func.func @expand_of_pad(%x: tensor<?x?xf32>, %a: index, %n: index) -> tensor<?x1x?x3xf32> {
  %p = pad.pad reflect %x low[1, 0] high[2, 0] : tensor<?x?xf32> to tensor<?x?xf32>
  %r = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [%n, 1, %a, 3]
      : tensor<?x?xf32> into tensor<?x1x?x3xf32>
  return %r : tensor<?x1x?x3xf32>
}

// -----

// CHECK-LABEL: func @collapse_of_pad
// CHECK-SAME: %[[X:.*]]: tensor<1x4x2x3xf32>
// UP: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2, 3]] : tensor<1x4x2x3xf32> into tensor<4x6xf32>
// UP: pad.pad constant %[[C]] low[-1, 0] high[3, 0] interior[1, 0] : tensor<4x6xf32> to tensor<9x6xf32>
func.func @collapse_of_pad(%x: tensor<1x4x2x3xf32>) -> tensor<9x6xf32> {
  %p = pad.pad constant %x low[0, -1, 0, 0] high[0, 3, 0, 0] interior[0, 1, 0, 0]
      : tensor<1x4x2x3xf32> to tensor<1x9x2x3xf32>
  %r = tensor.collapse_shape %p [[0, 1], [2, 3]] : tensor<1x9x2x3xf32> into tensor<9x6xf32>
  return %r : tensor<9x6xf32>
}

// -----

// CHECK-LABEL: func @pad_of_collapse
// CHECK-SAME: %[[X:.*]]: tensor<4x1x?x3xf32>
// DOWN: %[[P:.*]] = pad.pad wrap %[[X]] low[1, 0, 0, 0] high[0, 0, 0, 0] : tensor<4x1x?x3xf32> to tensor<5x1x?x3xf32>
// DOWN: tensor.collapse_shape %[[P]] {{\[\[}}0, 1], [2, 3]] : tensor<5x1x?x3xf32> into tensor<5x?xf32>
func.func @pad_of_collapse(%x: tensor<4x1x?x3xf32>) -> tensor<5x?xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<4x1x?x3xf32> into tensor<4x?xf32>
  %r = pad.pad wrap %c low[1, 0] high[0, 0] : tensor<4x?xf32> to tensor<5x?xf32>
  return %r : tensor<5x?xf32>
}

// -----

// CHECK-LABEL: func @pad_of_expand
// CHECK-SAME: %[[X:.*]]: tensor<?x6xf32>, %[[A:.*]]: index
// DOWN: %[[P:.*]] = pad.pad edge %[[X]] low[0, 1] high[0, 1] : tensor<?x6xf32> to tensor<?x8xf32>
// DOWN: tensor.expand_shape %[[P]] {{\[\[}}0, 1], [2, 3]] output_shape [%[[A]], 2, 1, 8] : tensor<?x8xf32> into tensor<?x2x1x8xf32>
func.func @pad_of_expand(%x: tensor<?x6xf32>, %a: index) -> tensor<?x2x1x8xf32> {
  %e = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [%a, 2, 1, 6]
      : tensor<?x6xf32> into tensor<?x2x1x6xf32>
  %r = pad.pad edge %e low[0, 0, 0, 1] high[0, 0, 0, 1] : tensor<?x2x1x6xf32> to tensor<?x2x1x8xf32>
  return %r : tensor<?x2x1x8xf32>
}

// -----

// A padded axis is not split or merged, and a pad with other uses stays.
// CHECK-LABEL: func @left
// CHECK-NEXT: pad.pad
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: tensor.collapse_shape
// CHECK-NEXT: pad.pad
// CHECK-NEXT: pad.pad
// CHECK-NEXT: tensor.expand_shape
func.func @left(%x: tensor<4xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<8xf32>, tensor<4xf32>, tensor<2x2xf32>) {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %a = tensor.expand_shape %p [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %c = tensor.collapse_shape %y [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %b = pad.pad edge %c low[1] high[1] : tensor<6xf32> to tensor<8xf32>
  %q = pad.pad edge %x low[0] high[0] : tensor<4xf32> to tensor<4xf32>
  %d = tensor.expand_shape %q [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %a, %b, %q, %d : tensor<2x3xf32>, tensor<8xf32>, tensor<4xf32>, tensor<2x2xf32>
}

// -----

// The other type of the pad would make a reshape that upstream cannot lower: of
// an extent of 0 beside a dynamic one, or of more than 64 bits.
// CHECK-LABEL: func @empty
// CHECK-NEXT: pad.pad
// CHECK-NEXT: tensor.collapse_shape
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: pad.pad
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: pad.pad
func.func @empty(%x: tensor<0x?x4xf32>, %y: tensor<?x4xf32>, %m: index, %n: index)
    -> (tensor<?x5xf32>, tensor<?x0x5xf32>, tensor<4294967296x4294967296x5xf32>) {
  %p = pad.pad edge %x low[0, 0, 1] high[0, 0, 0] : tensor<0x?x4xf32> to tensor<?x?x5xf32>
  %a = tensor.collapse_shape %p [[0, 1], [2]] : tensor<?x?x5xf32> into tensor<?x5xf32>
  %e = tensor.expand_shape %y [[0, 1], [2]] output_shape [%m, %n, 4] : tensor<?x4xf32> into tensor<?x?x4xf32>
  %b = pad.pad edge %e low[0, 0, 1] high[0, 0, 0] : tensor<?x?x4xf32> to tensor<?x0x5xf32>
  %f = tensor.expand_shape %y [[0, 1], [2]] output_shape [%m, %n, 4] : tensor<?x4xf32> into tensor<?x?x4xf32>
  %c = pad.pad edge %f low[0, 0, 1] high[0, 0, 0] : tensor<?x?x4xf32> to tensor<4294967296x4294967296x5xf32>
  return %a, %b, %c : tensor<?x5xf32>, tensor<?x0x5xf32>, tensor<4294967296x4294967296x5xf32>
}
