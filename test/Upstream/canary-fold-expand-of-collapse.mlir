// Upstream's canonicalizer does not see that a memref of dynamic extents is expanded back to what
// it was. If this fails, it does, and --pad-fold-expand-of-collapse can go.
// RUN: mlir-opt %s --canonicalize | FileCheck %s

// CHECK: memref.expand_shape
func.func @back(%n: index) -> memref<?x?xf32> {
  %a = memref.alloc(%n, %n) : memref<?x?xf32>
  %c = memref.collapse_shape %a [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %r = memref.expand_shape %c [[0, 1]] output_shape [%n, %n] : memref<?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}
