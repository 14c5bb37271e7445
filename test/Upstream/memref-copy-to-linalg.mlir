// RUN: pad-opt %s --pad-memref-copy-to-linalg | FileCheck %s

// CHECK-LABEL: func @strided
// CHECK-NOT: memref.copy
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}} : memref<?x4xf32, strided<[8, 1]>>) outs(%{{.*}} : memref<?x4xf32>)
func.func @strided(%a: memref<?x4xf32, strided<[8, 1]>>, %b: memref<?x4xf32>) {
  memref.copy %a, %b : memref<?x4xf32, strided<[8, 1]>> to memref<?x4xf32>
  return
}

// CHECK-LABEL: func @unranked
// CHECK: memref.copy
func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}
