// RUN: pad-opt %s --pad-expand-clones --canonicalize | FileCheck %s

// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[X:.*]]: memref<3x?xf32>
// CHECK: %[[D:.*]] = memref.dim %[[X]], %c1
// CHECK: %[[A:.*]] = memref.alloc(%[[D]]) : memref<3x?xf32>
// CHECK: memref.copy %[[X]], %[[A]]
// CHECK: return %[[A]]
func.func @dynamic(%x: memref<3x?xf32>) -> memref<3x?xf32> {
  %c = bufferization.clone %x : memref<3x?xf32> to memref<3x?xf32>
  return %c : memref<3x?xf32>
}

// Dense, where the type leaves strides and offset open.
// CHECK-LABEL: func @open
// CHECK: %[[A:.*]] = memref.alloc() : memref<2x3xf32>
// CHECK: %[[C:.*]] = memref.cast %[[A]]
// CHECK: return %[[C]]
func.func @open(%x: memref<2x3xf32, strided<[?, ?], offset: ?>>) -> memref<2x3xf32, strided<[?, ?], offset: ?>> {
  %c = bufferization.clone %x : memref<2x3xf32, strided<[?, ?], offset: ?>> to memref<2x3xf32, strided<[?, ?], offset: ?>>
  return %c : memref<2x3xf32, strided<[?, ?], offset: ?>>
}

// 6 elements before the first, and 5 + 2 up to the last.
// CHECK-LABEL: func @strides
// CHECK: %[[A:.*]] = memref.alloc() : memref<14xf32, 1>
// CHECK: %[[C:.*]] = memref.reinterpret_cast %[[A]] to offset: [6], sizes: [2, 3], strides: [5, 1]
// CHECK: memref.copy %{{.*}}, %[[C]]
// CHECK: return %[[C]]
func.func @strides(%x: memref<2x3xf32, strided<[5, 1], offset: 6>, 1>) -> memref<2x3xf32, strided<[5, 1], offset: 6>, 1> {
  %c = bufferization.clone %x : memref<2x3xf32, strided<[5, 1], offset: 6>, 1> to memref<2x3xf32, strided<[5, 1], offset: 6>, 1>
  return %c : memref<2x3xf32, strided<[5, 1], offset: 6>, 1>
}

// An open stride is that of the source, an open offset none.
// CHECK-LABEL: func @open_stride
// CHECK: memref.extract_strided_metadata
// CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: memref.reinterpret_cast %[[A]] to offset: [{{.*}}], sizes: [%{{.*}}, 3], strides: [%{{.*}}, 2]
func.func @open_stride(%x: memref<?x3xf32, strided<[?, 2], offset: ?>>) -> memref<?x3xf32, strided<[?, 2], offset: ?>> {
  %c = bufferization.clone %x : memref<?x3xf32, strided<[?, 2], offset: ?>> to memref<?x3xf32, strided<[?, 2], offset: ?>>
  return %c : memref<?x3xf32, strided<[?, 2], offset: ?>>
}

// The rank is known before the cast.
// CHECK-LABEL: func @unranked
// CHECK: %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK: memref.copy %{{.*}}, %[[A]] : memref<4xf32> to memref<4xf32>
// CHECK: memref.cast %[[A]] : memref<4xf32> to memref<*xf32>
func.func @unranked(%x: memref<4xf32>) -> memref<*xf32> {
  %u = memref.cast %x : memref<4xf32> to memref<*xf32>
  %c = bufferization.clone %u : memref<*xf32> to memref<*xf32>
  return %c : memref<*xf32>
}
