// RUN: pad-opt %s --mark-manual-deallocation | FileCheck %s

// The allocation is found behind views; one that nobody frees is left alone.
// CHECK-LABEL: func @through_views
// CHECK: memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// CHECK: memref.alloc() : memref<4xf32>
// CHECK: memref.dealloc %{{.*}} {bufferization.manual_deallocation}
func.func @through_views() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %v = memref.cast %a : memref<4xf32> to memref<?xf32>
  memref.dealloc %v : memref<?xf32>
  return %b : memref<4xf32>
}
