// RUN: pad-opt %s --pad-split-rank-reductions | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm -o /dev/null
// RUN: pad-opt %s --pad-code-pipeline -o /dev/null
// RUN: pad-opt %s --lower-pad-to-llvm=runtime-verification=true | FileCheck %s --check-prefix=CHECKED

// CHECK-LABEL: func @static
// CHECK: %[[W:.*]] = memref.subview %{{.*}}[2, 0, 0] [1, 1, 2] [2, 1, 1] : memref<6x2x2xf64> to memref<1x1x2xf64, strided<[8, 2, 1], offset: 8>>
// CHECK-NEXT: memref.subview %[[W]][0, 0, 0] [1, 1, 2] [1, 1, 1] : {{.*}} to memref<1x2xf64, strided<[8, 1], offset: 8>>
func.func @static(%x: memref<6x2x2xf64>) -> memref<1x2xf64, strided<[8, 1], offset: 8>> {
  %r = memref.subview %x[2, 0, 0] [1, 1, 2] [2, 1, 1] : memref<6x2x2xf64> to memref<1x2xf64, strided<[8, 1], offset: 8>>
  return %r : memref<1x2xf64, strided<[8, 1], offset: 8>>
}

// Upstream's folds of memref.dim ask for the dropped axes, too.
// CHECK-LABEL: func @dynamic
// CHECK: %[[W:.*]] = memref.subview %{{.*}} to memref<1x1x?xf64, strided<[?, ?, 1], offset: ?>>
// CHECK-NEXT: memref.subview %[[W]]
func.func @dynamic(%x: memref<?x2x?xf64>, %n: index, %s: index) -> index {
  %r = memref.subview %x[%n, 0, 0] [1, 1, %n] [%s, 1, 1] : memref<?x2x?xf64> to memref<1x?xf64, strided<[?, 1], offset: ?>>
  %c1 = arith.constant 1 : index
  %d = memref.dim %r, %c1 : memref<1x?xf64, strided<[?, 1], offset: ?>>
  return %d : index
}

// Runtime verification asks for the extents of the view, too.
// CHECK-LABEL: func @padded
// CHECK-COUNT-2: memref.subview
func.func @padded(%x: memref<6x2x8xf64>, %n: index, %out: memref<?x?xf64>) {
  %r = memref.subview %x[%n, 0, 0] [1, 1, %n] [2, 1, 1] : memref<6x2x8xf64> to memref<1x?xf64, strided<[32, 1], offset: ?>>
  pad.pad_into reflect %r into %out low[0, %n] high[0, %n] : memref<1x?xf64, strided<[32, 1], offset: ?>> into memref<?x?xf64>
  return
}

// CHECK-LABEL: func @zero_and_negative
// CHECK-COUNT-4: memref.subview
func.func @zero_and_negative(%x: memref<6x2x2xf64>, %i: index) -> (f64, f64) {
  %z = memref.subview %x[2, 1, 1] [1, 1, 2] [1, 0, 0] : memref<6x2x2xf64> to memref<1x2xf64, strided<[0, 0], offset: 11>>
  %n = memref.subview %x[2, 1, 1] [1, 1, 2] [-1, 1, -1] : memref<6x2x2xf64> to memref<1x2xf64, strided<[-4, -1], offset: 11>>
  %c0 = arith.constant 0 : index
  %a = memref.load %z[%c0, %i] : memref<1x2xf64, strided<[0, 0], offset: 11>>
  %b = memref.load %n[%c0, %i] : memref<1x2xf64, strided<[-4, -1], offset: 11>>
  return %a, %b : f64, f64
}

// No offset is in bounds of an empty axis, so the extent is hidden. Runtime verification checks the offsets.
// CHECK-LABEL: func @empty
// CHECK: %[[W:.*]] = memref.subview %{{.*}} to memref<?x1x0xf32, strided<[?, ?, 1], offset: ?>>
// CHECK-NEXT: %[[C:.*]] = memref.cast %[[W]] : {{.*}} to memref<?x1x?xf32, strided<[?, ?, 1], offset: ?>>
// CHECK-NEXT: memref.subview %[[C]][0, 0, 0] [%{{.*}}, 1, 0] [1, 1, 1]
// CHECKED-LABEL: llvm.func @empty
// CHECKED: llvm.call @abort
func.func @empty(%x: memref<?x5x0xf32>, %n: index, %s: index) -> memref<?x0xf32, strided<[?, 1], offset: ?>> {
  %r = memref.subview %x[%n, 3, %s] [%n, 1, 0] [2, 2, 1] : memref<?x5x0xf32> to memref<?x0xf32, strided<[?, 1], offset: ?>>
  return %r : memref<?x0xf32, strided<[?, 1], offset: ?>>
}

// These are left alone.
// CHECK-LABEL: func @one_step
// CHECK-COUNT-2: memref.subview
// CHECK-NOT: memref.subview
func.func @one_step(%x: memref<6x2x2xf64>) -> (memref<2x2xf64, strided<[2, 1], offset: 8>>, memref<2x1x2xf64, strided<[12, 2, 1], offset: 8>>) {
  %r = memref.subview %x[2, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf64> to memref<2x2xf64, strided<[2, 1], offset: 8>>
  %s = memref.subview %x[2, 0, 0] [2, 1, 2] [3, 1, 1] : memref<6x2x2xf64> to memref<2x1x2xf64, strided<[12, 2, 1], offset: 8>>
  return %r, %s : memref<2x2xf64, strided<[2, 1], offset: 8>>, memref<2x1x2xf64, strided<[12, 2, 1], offset: 8>>
}
