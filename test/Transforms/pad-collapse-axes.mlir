// RUN: pad-opt %s --pad-collapse-axes -split-input-file | FileCheck %s

// CHECK-LABEL: func @runs
// CHECK-SAME: %[[X:.*]]: tensor<2x?x4x5x6xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2], [3, 4]] : tensor<2x?x4x5x6xf32> into tensor<?x4x30xf32>
// CHECK: %[[P:.*]] = pad.pad wrap %[[C]] low[0, 1, 0] high[0, -2, 0] : tensor<?x4x30xf32> to tensor<?x3x30xf32>
// CHECK: tensor.expand_shape %[[P]] {{\[\[}}0, 1], [2], [3, 4]] output_shape [2, %{{.*}}, 3, 5, 6] : tensor<?x3x30xf32> into tensor<2x?x3x5x6xf32>
func.func @runs(%x: tensor<2x?x4x5x6xf32>) -> tensor<2x?x3x5x6xf32> {
  %r = pad.pad wrap %x low[0, 0, 1, 0, 0] high[0, 0, -2, 0, 0]
      : tensor<2x?x4x5x6xf32> to tensor<2x?x3x5x6xf32>
  return %r : tensor<2x?x3x5x6xf32>
}

// -----

// The value stays with the interior padding that uses it (C3).
// CHECK-LABEL: func @into
// CHECK: pad.pad_into edge %{{.*}} into %{{.*}} value(%{{.*}}) low[0, 0] high[0, 0] interior[0, 1] : tensor<12x5xf32> into tensor<12x9xf32> -> tensor<12x9xf32>
func.func @into(%x: tensor<3x4x5xf32>, %v: f32, %out: tensor<3x4x9xf32>) -> tensor<3x4x9xf32> {
  %r = pad.pad_into edge %x into %out value(%v) low[0, 0, 0] high[0, 0, 0] interior[0, 0, 1]
      : tensor<3x4x5xf32> into tensor<3x4x9xf32> -> tensor<3x4x9xf32>
  return %r : tensor<3x4x9xf32>
}

// -----

// Static extents of 0 collapse where all of the group are static.
// CHECK-LABEL: func @empty
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<0x3x?xf32> into tensor<0x?xf32>
func.func @empty(%x: tensor<0x3x?xf32>) -> tensor<0x3x?xf32> {
  %r = pad.pad constant %x low[0, 0, 1] high[0, 0, 1] : tensor<0x3x?xf32> to tensor<0x3x?xf32>
  return %r : tensor<0x3x?xf32>
}

// -----

// Beside a dynamic extent they stay, whichever type states them.
// CHECK-LABEL: func @empty_dynamic
// CHECK-NOT: collapse_shape
func.func @empty_dynamic(%x: tensor<0x?x4xf32>, %y: tensor<4x?x0x1xf32>, %z: tensor<?x?x4xf32>, %o: tensor<?x?x5xf32>)
    -> (tensor<0x?x5xf32>, tensor<5x?x0x1xf32>, tensor<?x0x5xf32>, tensor<?x?x5xf32>) {
  %a = pad.pad edge %x low[0, 0, 1] high[0, 0, 0] : tensor<0x?x4xf32> to tensor<0x?x5xf32>
  %b = pad.pad wrap %y low[1, 0, 0, 0] high[0, 0, 0, 0] : tensor<4x?x0x1xf32> to tensor<5x?x0x1xf32>
  %c = pad.pad edge %z low[0, 0, 1] high[0, 0, 0] : tensor<?x?x4xf32> to tensor<?x0x5xf32>
  %d = pad.pad_into edge %x into %o low[0, 0, 1] high[0, 0, 0] : tensor<0x?x4xf32> into tensor<?x?x5xf32> -> tensor<?x?x5xf32>
  return %a, %b, %c, %d : tensor<0x?x5xf32>, tensor<5x?x0x1xf32>, tensor<?x0x5xf32>, tensor<?x?x5xf32>
}

// -----

// No neighbours, nothing padded, and more than 64 bits.
// CHECK-LABEL: func @left
// CHECK-NOT: collapse_shape
func.func @left(%x: tensor<2x3x4xf32>, %h: tensor<4294967296x4294967296x1xf32>)
    -> (tensor<2x5x4xf32>, tensor<2x3x4xf32>, tensor<4294967296x4294967296x2xf32>) {
  %a = pad.pad edge %x low[0, 1, 0] high[0, 1, 0] : tensor<2x3x4xf32> to tensor<2x5x4xf32>
  %b = pad.pad edge %x low[0, 0, 0] high[0, 0, 0] : tensor<2x3x4xf32> to tensor<2x3x4xf32>
  %c = pad.pad edge %h low[0, 0, 1] high[0, 0, 0] : tensor<4294967296x4294967296x1xf32> to tensor<4294967296x4294967296x2xf32>
  return %a, %b, %c : tensor<2x5x4xf32>, tensor<2x3x4xf32>, tensor<4294967296x4294967296x2xf32>
}

// -----

// The value of an axis that turns out to be empty: the constant operand stands
// for a number of run time (C3).
// CHECK-LABEL: func @constant_operand
// CHECK: tensor.collapse_shape
// CHECK: pad.pad edge %{{.*}} value(%{{.*}}) low[0, 1] high[0, 1] interior[0, %{{.*}}]
func.func @constant_operand(%x: tensor<2x3x?xf32>, %v: f32) -> tensor<2x3x?xf32> {
  %c0 = arith.constant 0 : index
  %r = pad.pad edge %x value(%v) low[0, 0, 1] high[0, 0, 1] interior[0, 0, %c0]
      : tensor<2x3x?xf32> to tensor<2x3x?xf32>
  return %r : tensor<2x3x?xf32>
}
