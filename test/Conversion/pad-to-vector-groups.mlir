// RUN: pad-opt %s --convert-pad-to-vector="vector-width=256 nontemporal-threshold=10000000" --canonicalize --cse | FileCheck %s

// Long rows of a result that the second-level cache does not hold: groups of
// vectors, every other one and then those between, of which the last group ends
// with the run.
// CHECK-LABEL: func @grouped_copies
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %{{.*}} to %c944 step %c64
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK-COUNT-4: vector.store
// CHECK-NOT: vector.store
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK-COUNT-4: vector.store
// CHECK: }
// CHECK-COUNT-4: vector.load
// CHECK-COUNT-4: vector.store
// CHECK-COUNT-4: vector.load
// CHECK-COUNT-4: vector.store
// CHECK: return
func.func @grouped_copies(%x: memref<1000x1022xf32>, %y: memref<1000x1024xf32>) {
  pad.pad_into wrap %x into %y low[0, 1] high[0, 1]
      : memref<1000x1022xf32> into memref<1000x1024xf32>
  return
}
