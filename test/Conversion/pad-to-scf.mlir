// RUN: pad-opt %s --convert-pad-to-scf --canonicalize | FileCheck %s

// What depends on the outer axis alone is computed in the outer loop.
// CHECK-LABEL: func @edge
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[ROW:.*]] = arith.maxsi
// CHECK: scf.for %[[J:.*]] =
// CHECK: %[[COLUMN:.*]] = arith.maxsi
// CHECK: %[[E:.*]] = memref.load %{{.*}}[%[[ROW]], %[[COLUMN]]]
// CHECK: memref.store %[[E]], %{{.*}}[%[[I]], %[[J]]]
func.func @edge(%x: memref<3x4xf32>, %y: memref<5x6xf32>) {
  pad.pad_into edge %x into %y low[1, 1] high[1, 1] : memref<3x4xf32> into memref<5x6xf32>
  return
}

// An axis that may be empty is read only if it is not.
// CHECK-LABEL: func @dynamic
// CHECK: %[[SOME:.*]] = arith.cmpi sgt
// CHECK: scf.for
// CHECK: scf.if %[[SOME]]
// CHECK-NEXT: memref.load
func.func @dynamic(%x: memref<?xf32>, %y: memref<?xf32>) {
  pad.pad_into wrap %x into %y low[1] high[1] : memref<?xf32> into memref<?xf32>
  return
}

// CHECK-LABEL: func @tensors_are_left
// CHECK: pad.pad edge
func.func @tensors_are_left(%x: tensor<3xf32>) -> tensor<5xf32> {
  %r = pad.pad edge %x low[1] high[1] : tensor<3xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}
