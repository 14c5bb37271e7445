// RUN: pad-opt %s --pad-share-fused-nests=parallel-threshold=65536 --canonicalize --split-input-file | FileCheck %s

// Two tasks of 64 KiB, each a stretch of rows from row 1 on.
// CHECK-LABEL: func @large
// CHECK: scf.forall (%[[TASK:.+]]) in (2)
// CHECK: %[[ROWS:.+]] = arith.muli %[[TASK]], %c126
// CHECK: %[[FIRST:.+]] = arith.divui %[[ROWS]], %c2
// CHECK: %[[BEGIN:.+]] = arith.addi %[[FIRST]], %c1
// CHECK: scf.for %[[I:.+]] = %[[BEGIN]] to
// CHECK: scf.for %[[J:.+]] = %c1
// CHECK: memref.store %{{.+}}, %arg1[%[[I]], %[[J]]]
// CHECK-NOT: scf.for
// CHECK: return
func.func @large(%x: memref<128x128xf64>, %out: memref<128x128xf64>) {
  %c1 = arith.constant 1 : index
  %c127 = arith.constant 127 : index
  scf.for %i = %c1 to %c127 step %c1 {
    scf.for %j = %c1 to %c127 step %c1 {
      %v = memref.load %x[%i, %j] : memref<128x128xf64>
      memref.store %v, %out[%i, %j] : memref<128x128xf64>
    }
  } {pad.fused_nest}
  return
}

// -----

// Less than the threshold.
// CHECK-LABEL: func @small
// CHECK-NOT: scf.forall
// CHECK: return
func.func @small(%x: memref<128x63xf64>, %out: memref<128x63xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %v = memref.load %x[%i, %c0] : memref<128x63xf64>
    memref.store %v, %out[%i, %c0] : memref<128x63xf64>
  } {pad.fused_nest}
  return
}

// -----

// Run time decides.
// CHECK-LABEL: func @unknown
// CHECK: %[[LARGE:.+]] = arith.cmpi sge, %{{.+}}, %c65536
// CHECK: scf.if %[[LARGE]]
// CHECK: scf.forall
// CHECK: scf.for
// CHECK: else
// CHECK-NOT: scf.forall
// CHECK: scf.for
// CHECK: return
func.func @unknown(%x: memref<?x?xf64>, %out: memref<?x?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i, %c0] : memref<?x?xf64>
    memref.store %v, %out[%i, %c0] : memref<?x?xf64>
  } {pad.fused_nest}
  return
}

// -----

// What is not only the elements of a result from outside stays on one thread.
// CHECK-LABEL: func @others
// CHECK-NOT: scf.forall
// CHECK: return
func.func private @effect()
func.func @others(%x: memref<128x128xf64>, %out: memref<128x128xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %c128 step %c1 iter_args(%s = %z) -> f64 {
    %v = memref.load %x[%i, %c0] : memref<128x128xf64>
    memref.store %v, %out[%i, %c0] : memref<128x128xf64>
    %t = arith.addf %s, %v : f64
    scf.yield %t : f64
  } {pad.fused_nest}
  scf.for %i = %c0 to %c128 step %c1 {
    func.call @effect() : () -> ()
    memref.store %z, %out[%i, %c0] : memref<128x128xf64>
  } {pad.fused_nest}
  scf.for %i = %c0 to %c128 step %c1 {
    %own = memref.alloca() : memref<128x128xf64>
    memref.store %z, %own[%i, %c0] : memref<128x128xf64>
  } {pad.fused_nest}
  return %sum : f64
}

// -----

// Its threads are at work already.
// CHECK-LABEL: func @nested
// CHECK: scf.forall
// CHECK-NOT: scf.forall
// CHECK: scf.parallel
// CHECK-NOT: scf.forall
// CHECK: return
func.func @nested(%out: memref<128x128xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f64
  scf.forall (%t) in (128) {
    scf.for %i = %c0 to %c128 step %c1 {
      memref.store %z, %out[%i, %t] : memref<128x128xf64>
    } {pad.fused_nest}
  }
  scf.parallel (%t) = (%c0) to (%c128) step (%c1) {
    scf.for %i = %c0 to %c128 step %c1 {
      memref.store %z, %out[%i, %t] : memref<128x128xf64>
    } {pad.fused_nest}
  }
  return
}

// -----

// Each task has the buffers that its iterations allocate, and computes what is in them by
// itself. Views of a result are that result. Neither the tasks nor the loop for a small result
// share what is in a tile.
// CHECK-LABEL: func @tiles
// CHECK: scf.forall
// CHECK: memref.alloc
// CHECK: memref.dealloc
// CHECK-NOT: scf.forall
// CHECK: return
func.func @tiles(%x: memref<?x128xf64>, %out: memref<?x128xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %out, %c0 : memref<?x128xf64>
  scf.for %i = %c0 to %n step %c1 {
    %rows = memref.alloc() : memref<64x128xf64>
    scf.for %j = %c0 to %c128 step %c1 {
      %v = memref.load %x[%i, %j] : memref<?x128xf64>
      memref.store %v, %rows[%c0, %j] : memref<64x128xf64>
    } {pad.fused_nest}
    %row = memref.subview %out[%i, 0] [1, 128] [1, 1]
        : memref<?x128xf64> to memref<1x128xf64, strided<[128, 1], offset: ?>>
    scf.for %j = %c0 to %c128 step %c1 {
      %v = memref.load %rows[%c0, %j] : memref<64x128xf64>
      memref.store %v, %row[%c0, %j] : memref<1x128xf64, strided<[128, 1], offset: ?>>
    } {pad.fused_nest}
    memref.dealloc %rows : memref<64x128xf64>
  } {pad.fused_nest}
  return
}
