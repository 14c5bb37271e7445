// Upstream lowers no clone of a strided memref. If this fails, it does, and
// --pad-expand-clones can go.
// RUN: not mlir-opt %s --convert-bufferization-to-memref 2>&1 | FileCheck %s

// CHECK: error: failed to legalize operation 'bufferization.clone'
func.func @clone(%x: memref<4xf32, strided<[2]>>) -> memref<4xf32, strided<[2]>> {
  %c = bufferization.clone %x : memref<4xf32, strided<[2]>> to memref<4xf32, strided<[2]>>
  return %c : memref<4xf32, strided<[2]>>
}
