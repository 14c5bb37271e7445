// RUN: pad-opt %s --pad-expand-dynamic-shapes --canonicalize | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm -o /dev/null

// CHECK-LABEL: func @contiguous
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[M:.*]]: index, %[[N:.*]]: index
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[M]], %[[N]]], strides: [%[[N]], 1]
func.func @contiguous(%x: memref<?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
  %r = memref.expand_shape %x [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}

// Each group from its own stride inwards, with what is static in the type.
// CHECK-LABEL: func @strided
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %{{.*}}, %[[O:.*]], %{{.*}}:2, %[[S:.*]]:2 = memref.extract_strided_metadata
// CHECK-DAG: %[[N3:.*]] = arith.muli %[[N]], %c3
// CHECK-DAG: %[[NS:.*]] = arith.muli %[[S]]#0, %[[N]]
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [%[[O]]], sizes: [%[[M]], %[[N]], 5, %[[N]], 3], strides: [%[[NS]], %[[S]]#0, %{{.*}}, 3, 1]
func.func @strided(%x: memref<?x?xf32, strided<[?, 1], offset: ?>>, %m: index, %n: index)
    -> memref<?x?x5x?x3xf32, strided<[?, ?, ?, 3, 1], offset: ?>> {
  %r = memref.expand_shape %x [[0, 1], [2, 3, 4]] output_shape [%m, %n, 5, %n, 3]
      : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?x?x5x?x3xf32, strided<[?, ?, ?, 3, 1], offset: ?>>
  return %r : memref<?x?x5x?x3xf32, strided<[?, ?, ?, 3, 1], offset: ?>>
}

// Upstream divides by the static extents, which may be 0.
// CHECK-LABEL: func @empty
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[N:.*]]: index
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [0, %[[N]]], strides: [%[[N]], 1]
func.func @empty(%x: memref<?xf32>, %n: index) -> memref<0x?xf32> {
  %r = memref.expand_shape %x [[0, 1]] output_shape [0, %n] : memref<?xf32> into memref<0x?xf32>
  return %r : memref<0x?xf32>
}

// Upstream expands these.
// CHECK-LABEL: func @one_each
// CHECK: memref.expand_shape
func.func @one_each(%x: memref<?x?xf32>, %m: index, %n: index) -> memref<?x2x3x?xf32> {
  %r = memref.expand_shape %x [[0, 1], [2, 3]] output_shape [%m, 2, 3, %n] : memref<?x?xf32> into memref<?x2x3x?xf32>
  return %r : memref<?x2x3x?xf32>
}
