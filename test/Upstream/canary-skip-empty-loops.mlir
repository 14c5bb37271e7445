// Upstream's outer loop of a linalg op goes over indices for which the inner one has no
// iterations. If this fails, it does not any more, and --pad-skip-empty-loops can go.
// RUN: mlir-opt %s --convert-linalg-to-loops | FileCheck %s

// CHECK:      %[[ROWS:.*]] = memref.dim %{{.*}}, %{{c0.*}} :
// CHECK-NOT:  scf.if
// CHECK:      scf.for %{{.*}} = %{{.*}} to %[[ROWS]] step
// CHECK-NEXT: scf.for
func.func @fill(%a: memref<?x?xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%a : memref<?x?xf32>)
  return
}
