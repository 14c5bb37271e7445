// Upstream's buffer deallocation returns one buffer twice, and the caller frees it
// twice. If this fails, it does not any more, and --pad-deallocate-buffers can go.
// RUN: mlir-opt %s --buffer-deallocation-pipeline | FileCheck %s

// CHECK: return %[[A:.*]], %[[A]] :
func.func @two() -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  return %a, %a : memref<4xf32>, memref<4xf32>
}
