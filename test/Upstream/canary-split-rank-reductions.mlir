// Upstream's --expand-strided-metadata crashes where a view multiplies the stride of an axis and
// drops others. If this fails, it does not any more, and --split-rank-reductions can go.
// MLIR 23 mends it, so the pass goes with MLIR 22.
// REQUIRES: mlir-22
// RUN: not --crash mlir-opt %s --expand-strided-metadata

func.func @view(%x: memref<6x2x2xf64>) -> memref<1x2xf64, strided<[8, 1], offset: 8>> {
  %r = memref.subview %x[2, 0, 0] [1, 1, 2] [2, 1, 1] : memref<6x2x2xf64> to memref<1x2xf64, strided<[8, 1], offset: 8>>
  return %r : memref<1x2xf64, strided<[8, 1], offset: 8>>
}
