// Upstream's --expand-strided-metadata crashes where an axis becomes two dynamic ones.
// If this fails, it does not any more, and --pad-expand-dynamic-shapes can go. MLIR 23 mends it, so the
// pass goes with MLIR 22.
// REQUIRES: mlir-22
// RUN: not --crash mlir-opt %s --expand-strided-metadata

func.func @expand(%x: memref<?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
  %r = memref.expand_shape %x [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}
