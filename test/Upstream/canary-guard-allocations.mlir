// Upstream multiplies the extents of an allocation without a check. If this fails, it
// has one, and --pad-guard-allocations can go.
// RUN: mlir-opt %s --finalize-memref-to-llvm | FileCheck %s --implicit-check-not=overflow --implicit-check-not=cond_br

// CHECK: llvm.mul
// CHECK: llvm.call @malloc
func.func @alloc(%n: index) -> memref<?x1024xi64> {
  %a = memref.alloc(%n) : memref<?x1024xi64>
  return %a : memref<?x1024xi64>
}
