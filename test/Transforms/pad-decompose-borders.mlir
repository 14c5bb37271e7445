// RUN: pad-opt %s --pad-decompose-borders=max-pieces=5 -split-input-file | FileCheck %s

// CHECK-LABEL: func @constant
// CHECK-SAME: %[[X:.*]]: tensor<?x2xf32>, %[[V:.*]]: f32
// CHECK: %[[L:.*]] = tensor.splat %[[V]] : tensor<1x2xf32>
// CHECK: %[[A:.*]] = tensor.concat dim(0) %[[L]], %[[X]] : (tensor<1x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
// CHECK: %[[H:.*]] = tensor.splat %[[V]][%{{.*}}] : tensor<?x3xf32>
// CHECK: tensor.concat dim(1) %[[A]], %[[H]] : (tensor<?x2xf32>, tensor<?x3xf32>) -> tensor<?x5xf32>
func.func @constant(%x: tensor<?x2xf32>, %v: f32) -> tensor<?x5xf32> {
  %r = pad.pad constant %x value(%v) low[1, 0] high[0, 3] : tensor<?x2xf32> to tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}

// -----

// One slice serves for each copy of an element, the source for itself; the
// second axis is put together of what the first made.
// CHECK-LABEL: func @edge
// CHECK-SAME: %[[X:.*]]: tensor<3x?x2xf32>
// CHECK: %[[F:.*]] = tensor.extract_slice %[[X]][0, 0, 0] [1, %{{.*}}, 2] [1, 1, 1]
// CHECK: %[[A:.*]] = tensor.concat dim(0) %[[F]], %[[F]], %[[X]]
// CHECK: %[[L:.*]] = tensor.extract_slice %[[A]][0, 0, 1] [5, %{{.*}}, 1] [1, 1, 1] : tensor<5x?x2xf32> to tensor<5x?x1xf32>
// CHECK: tensor.concat dim(2) %[[A]], %[[L]] : (tensor<5x?x2xf32>, tensor<5x?x1xf32>) -> tensor<5x?x3xf32>
func.func @edge(%x: tensor<3x?x2xf32>) -> tensor<5x?x3xf32> {
  %r = pad.pad edge %x low[2, 0, 0] high[0, 0, 1] : tensor<3x?x2xf32> to tensor<5x?x3xf32>
  return %r : tensor<5x?x3xf32>
}

// -----

// CHECK-LABEL: func @reflect
// CHECK: %[[A:.*]] = tensor.extract_slice %{{.*}}[2] [1] [1]
// CHECK: %[[B:.*]] = tensor.extract_slice %{{.*}}[1] [1] [1]
// CHECK: tensor.concat dim(0) %[[A]], %[[B]], %{{.*}}, %[[B]]
func.func @reflect(%x: tensor<3xf32>) -> tensor<6xf32> {
  %r = pad.pad reflect %x low[2] high[1] : tensor<3xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// Too many pieces, a padded axis that may be empty, a crop, interior padding.
// CHECK-LABEL: func @left
// CHECK-COUNT-4: pad.pad
func.func @left(%x: tensor<3xf32>, %y: tensor<?xf32>)
    -> (tensor<8xf32>, tensor<?xf32>, tensor<2xf32>, tensor<5xf32>) {
  %a = pad.pad edge %x low[5] high[0] : tensor<3xf32> to tensor<8xf32>
  %b = pad.pad edge %y low[1] high[0] : tensor<?xf32> to tensor<?xf32>
  %c = pad.pad edge %x low[-1] high[0] : tensor<3xf32> to tensor<2xf32>
  %d = pad.pad constant %x low[0] high[0] interior[1] : tensor<3xf32> to tensor<5xf32>
  return %a, %b, %c, %d : tensor<8xf32>, tensor<?xf32>, tensor<2xf32>, tensor<5xf32>
}
