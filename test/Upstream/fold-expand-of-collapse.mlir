// RUN: pad-opt %s --pad-fold-expand-of-collapse --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func @allocated
// CHECK-NEXT: %[[A:.*]] = memref.alloc
// CHECK-NEXT: return %[[A]]
func.func @allocated(%n: index, %m: index) -> memref<?x4x?xf32> {
  %a = memref.alloc(%n, %m) : memref<?x4x?xf32>
  %c = memref.collapse_shape %a [[0], [1, 2]] : memref<?x4x?xf32> into memref<?x?xf32>
  %r = memref.expand_shape %c [[0], [1, 2]] output_shape [%n, 4, %m] : memref<?x?xf32> into memref<?x4x?xf32>
  return %r : memref<?x4x?xf32>
}

// CHECK-LABEL: func @extents
// CHECK-NEXT: return %arg0
func.func @extents(%x: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  %c = memref.collapse_shape %x [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %r = memref.expand_shape %c [[0, 1]] output_shape [%n, %m] : memref<?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}

// -----

// Axes in another order, extents of which nothing is known, and other groups.
// CHECK-LABEL: func @others
// CHECK-COUNT-3: memref.expand_shape
func.func @others(%n: index, %m: index, %k: index)
    -> (memref<?x?xf32>, memref<?x?xf32>, memref<?x?x?xf32>) {
  %a = memref.alloc(%n, %m) : memref<?x?xf32>
  %c = memref.collapse_shape %a [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %r = memref.expand_shape %c [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  %s = memref.expand_shape %c [[0, 1]] output_shape [%k, %m] : memref<?xf32> into memref<?x?xf32>
  %b = memref.alloc(%n, %m, %k) : memref<?x?x?xf32>
  %d = memref.collapse_shape %b [[0], [1, 2]] : memref<?x?x?xf32> into memref<?x?xf32>
  %t = memref.expand_shape %d [[0, 1], [2]] output_shape [%n, %m, %k] : memref<?x?xf32> into memref<?x?x?xf32>
  return %r, %s, %t : memref<?x?xf32>, memref<?x?xf32>, memref<?x?x?xf32>
}
