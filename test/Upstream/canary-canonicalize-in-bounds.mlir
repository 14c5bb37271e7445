// Upstream's canonicalizer makes a view of what is cast without a look at its bounds. If one of
// these fails, it does not any more, or names that pattern otherwise, and --canonicalize-in-bounds
// can go or has to follow.
// RUN: not mlir-opt %s --canonicalize 2>&1 | FileCheck %s
// RUN: mlir-opt %s --canonicalize='disable-patterns="(anonymous namespace)::SubViewOpMemRefCastFolder"' -o /dev/null

// CHECK: offset 0 is out-of-bounds: 4 >= 4
func.func @view(%x: memref<4xf32>, %n: index) -> memref<?xf32, strided<[1], offset: 4>> {
  %c = memref.cast %x : memref<4xf32> to memref<?xf32>
  %r = memref.subview %c[4] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 4>>
  return %r : memref<?xf32, strided<[1], offset: 4>>
}
