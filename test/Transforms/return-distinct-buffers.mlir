// RUN: pad-opt %s --pass-pipeline='builtin.module(func.func(return-distinct-buffers))' | FileCheck %s

// CHECK-LABEL: func @twice
// CHECK: %[[A:.*]] = memref.alloc() : memref<2xf32>
// CHECK: %[[B:.*]] = memref.alloc() : memref<2xf32>
// CHECK: memref.copy %[[A]], %[[B]]
// CHECK: return %[[A]], %[[B]]
func.func @twice() -> (memref<2xf32>, memref<2xf32>) {
  %a = memref.alloc() : memref<2xf32>
  return %a, %a : memref<2xf32>, memref<2xf32>
}

// Each copy has the extents of its source.
// CHECK-LABEL: func @dynamic
// CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<3x?xf32>
// CHECK: %[[D:.*]] = memref.dim %[[A]], %c1
// CHECK: %[[B:.*]] = memref.alloc(%[[D]]) : memref<3x?xf32>
// CHECK: memref.copy %[[A]], %[[B]]
// CHECK: %[[C:.*]] = memref.alloc(
// CHECK: return %[[A]], %{{.*}}, %[[B]], %[[C]]
func.func @dynamic(%n: index) -> (memref<3x?xf32>, index, memref<3x?xf32>, memref<3x?xf32>) {
  %a = memref.alloc(%n) : memref<3x?xf32>
  return %a, %n, %a, %a : memref<3x?xf32>, index, memref<3x?xf32>, memref<3x?xf32>
}

// CHECK-LABEL: func @distinct
// CHECK-NOT: memref.copy
// CHECK: return
func.func @distinct() -> (memref<2xf32>, memref<2xf32>) {
  %a = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  return %a, %b : memref<2xf32>, memref<2xf32>
}
