// Upstream's OpenMP loops hold a memref.alloca_scope, which no loop inside may be
// lowered in. If this fails, it may, and --pad-inline-alloca-scopes can go.
// RUN: not mlir-opt %s --convert-scf-to-openmp --convert-scf-to-cf 2>&1 | FileCheck %s

// CHECK: error: 'memref.alloca_scope' op expects region #0 to have 0 or 1 blocks
func.func @stack(%n: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloca() : memref<4xf32>
    scf.for %k = %c0 to %n step %c1 {
      %e = memref.load %a[%c0] : memref<4xf32>
      memref.store %e, %out[%i] : memref<?xf32>
    }
  }
  return
}
