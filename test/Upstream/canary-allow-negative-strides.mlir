// Upstream tells LLVM that offsets of elements do not go below zero. If this fails, it
// does not any more, and --pad-relax-llvm can go. MLIR 23 mends it, so the pass goes with
// MLIR 22.
// REQUIRES: mlir-22
// RUN: mlir-opt %s --finalize-memref-to-llvm | FileCheck %s

// CHECK-LABEL: func.func @element
// CHECK: llvm.mul {{.*}} overflow<nsw, nuw>
// CHECK: llvm.getelementptr inbounds|nuw
func.func @element(%x: memref<?xf32, strided<[-1], offset: ?>>, %i: index) -> f32 {
  %element = memref.load %x[%i] : memref<?xf32, strided<[-1], offset: ?>>
  return %element : f32
}
