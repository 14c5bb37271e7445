// Upstream's canonicalizer makes a view of what is cast without a look at its bounds, and drops the
// first axes of one element from a slice. If one of these fails, it does not any more, or names that
// pattern otherwise, and --pad-canonicalize-in-bounds can go or has to follow.
// RUN: not mlir-opt %s --canonicalize 2>&1 | FileCheck %s
// RUN: mlir-opt %s --canonicalize='disable-patterns="(anonymous namespace)::SubViewOpMemRefCastFolder"' | FileCheck %s --check-prefix=SLICE

// CHECK: offset 0 is out-of-bounds: 4 >= 4
func.func @view(%x: memref<4xf32>, %n: index) -> memref<?xf32, strided<[1], offset: 4>> {
  %c = memref.cast %x : memref<4xf32> to memref<?xf32>
  %r = memref.subview %c[4] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 4>>
  return %r : memref<?xf32, strided<[1], offset: 4>>
}

// SLICE-LABEL: func.func @slice
// SLICE: tensor.extract_slice {{.*}} : tensor<1x?x1xf32> to tensor<?x1xf32>
func.func @slice(%x: tensor<1x?x1xf32>, %n: index) -> tensor<1x?xf32> {
  %c0 = arith.constant 0 : index
  %r = tensor.extract_slice %x[%c0, 0, 0] [1, %n, 1] [1, 1, 1] : tensor<1x?x1xf32> to tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
