// RUN: pad-opt %s --pad-prefetch-split-stores --canonicalize --split-input-file | FileCheck %s --implicit-check-not=pad.fused_nest
// RUN: pad-opt %s --pad-prefetch-split-stores --canonicalize --split-input-file | FileCheck %s --check-prefix=COUNT

// Three prefetches are all: of the last vector of each row, and of unknown extents.
// COUNT-COUNT-3: memref.prefetch
// COUNT-NOT: memref.prefetch

// The line that the last one of two vectors ends in is prefetched, in each row. Ops that
// access no memory may be between them.
// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[J:.*]]: index, %{{.*}}: vector<8xf64>, %[[OUT:.*]]: memref<64x128xf64>)
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK-NEXT: vector.transfer_write {{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: arith.addi %[[J]], %c8
// CHECK-NEXT: %[[LAST:.*]] = arith.addi %[[J]], %c15
// CHECK-NEXT: memref.prefetch %[[OUT]][%[[I]], %[[LAST]]], write, locality<3>, data
// CHECK-NEXT: vector.transfer_write {{.*}}[%[[I]], %{{.*}}]
// CHECK-NEXT: %[[LAST_OF_NEXT:.*]] = arith.addi %[[J]], %c7
// CHECK-NEXT: memref.prefetch %[[OUT]][%[[NEXT]], %[[LAST_OF_NEXT]]], write, locality<3>, data
// CHECK-NEXT: vector.transfer_write {{.*}}[%[[NEXT]], %[[J]]]
func.func @rows(%j: index, %v: vector<8xf64>, %out: memref<64x128xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c2 {
    %n = arith.addi %i, %c1 : index
    vector.transfer_write %v, %out[%i, %j] {in_bounds = [true]} : vector<8xf64>, memref<64x128xf64>
    %k = arith.addi %j, %c8 : index
    vector.transfer_write %v, %out[%i, %k] {in_bounds = [true]} : vector<8xf64>, memref<64x128xf64>
    vector.transfer_write %v, %out[%n, %j] {in_bounds = [true]} : vector<8xf64>, memref<64x128xf64>
  } {pad.fused_nest}
  return
}

// -----

// CHECK-LABEL: func @unknown_extents
// CHECK: memref.prefetch
func.func @unknown_extents(%j: index, %v: vector<8xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // A nest over tiles has another one inside.
  scf.for %t = %c0 to %c64 step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      vector.store %v, %out[%i, %j] : memref<?x?xf32>, vector<8xf32>
    } {pad.fused_nest}
  } {pad.fused_nest}
  return
}

// -----

// Nothing is: of 128 bits, behind a header of malloc; past the caches; of a buffer of 32 KB;
// of a part of one; of a buffer whose elements are vectors; and outside of fused consumers.
// CHECK-LABEL: func @others
// CHECK-NOT: memref.prefetch
func.func @others(%j: index, %short: vector<4xf32>, %v: vector<16xf32>, %out: memref<256x64xf32>,
    %small: memref<128x64xf32>, %vectors: memref<256x64xvector<16xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %part = memref.subview %small[1, 0] [8, 64] [1, 1]
      : memref<128x64xf32> to memref<8x64xf32, strided<[64, 1], offset: 64>>
  scf.for %i = %c0 to %c64 step %c1 {
    vector.store %short, %out[%i, %j] : memref<256x64xf32>, vector<4xf32>
    vector.store %v, %out[%i, %j] {nontemporal = true} : memref<256x64xf32>, vector<16xf32>
    vector.store %v, %small[%i, %j] : memref<128x64xf32>, vector<16xf32>
    vector.store %v, %vectors[%i, %j] : memref<256x64xvector<16xf32>>, vector<16xf32>
    vector.store %v, %part[%i, %j] : memref<8x64xf32, strided<[64, 1], offset: 64>>, vector<16xf32>
  } {pad.fused_nest}
  scf.for %i = %c0 to %c64 step %c1 {
    vector.store %v, %out[%i, %j] : memref<256x64xf32>, vector<16xf32>
  }
  return
}
