// RUN: pad-opt %s --pad-deallocate-buffers --canonicalize | FileCheck %s

// CHECK-LABEL: func @frees
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: bufferization.dealloc (%[[A]] : memref<4xf32>)
func.func @frees(%v: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%i] : memref<4xf32>
  %r = memref.load %a[%i] : memref<4xf32>
  return %r : f32
}

// CHECK-LABEL: func @marked
// CHECK-NOT: pad.manual_deallocation
// CHECK-NOT: bufferization.dealloc
func.func @marked(%v: f32, %i: index) -> memref<4xf32> attributes {pad.manual_deallocation} {
  %a = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%i] : memref<4xf32>
  return %a : memref<4xf32>
}
