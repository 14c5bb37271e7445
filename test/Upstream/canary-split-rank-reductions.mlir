// Upstream's --expand-strided-metadata crashes where a view multiplies the stride of an axis and
// drops others, and drops the first axis of one element and of a dynamic stride instead of the last.
// If this fails, it does not any more, and --pad-split-rank-reductions can go.
// MLIR 23 mends the crash, so the pass goes with MLIR 22.
// REQUIRES: mlir-22
// RUN: split-file %s %t
// RUN: not --crash mlir-opt %t/strides.mlir --expand-strided-metadata
// RUN: not mlir-opt %t/units.mlir --expand-strided-metadata 2>&1 | FileCheck %t/units.mlir

//--- strides.mlir
func.func @view(%x: memref<6x2x2xf64>) -> memref<1x2xf64, strided<[8, 1], offset: 8>> {
  %r = memref.subview %x[2, 0, 0] [1, 1, 2] [2, 1, 1] : memref<6x2x2xf64> to memref<1x2xf64, strided<[8, 1], offset: 8>>
  return %r : memref<1x2xf64, strided<[8, 1], offset: 8>>
}

//--- units.mlir
// CHECK: error: expected result type with size = dynamic instead of 1 in dim = 0
func.func @view(%x: memref<1x?x1xf64, strided<[?, ?, ?]>>, %n: index) -> memref<1x?xf64, strided<[?, ?]>> {
  %r = memref.subview %x[0, 0, 0] [1, %n, 1] [1, 1, 1] : memref<1x?x1xf64, strided<[?, ?, ?]>> to memref<1x?xf64, strided<[?, ?]>>
  return %r : memref<1x?xf64, strided<[?, ?]>>
}
