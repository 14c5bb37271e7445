// RUN: pad-opt %s --pad-stream-fused-rows=nontemporal-threshold=65536 --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: pad-opt %s --pad-stream-fused-rows="nontemporal-threshold=65536 vector-bits=512" --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,WIDE

// Blocks begin where a cache line does, and each is stored after the loads of the next
// one, past the caches or not. Vectors write what is before and behind these lines.
// CHECK-LABEL: func @large
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (vector<8xf64>)
// CHECK: %[[NEXT:.*]] = vector.transfer_read
// CHECK: memref.prefetch
// CHECK: scf.if
// CHECK: scf.if
// CHECK: vector.store %[[BEFORE]], %arg1[%{{.*}}] {alignment = 64 : i64, nontemporal = true} : memref<128x128xf64>, vector<8xf64>
// CHECK: else
// CHECK: vector.store %[[BEFORE]], %arg1[%{{[^]]*}}] : memref<128x128xf64>, vector<8xf64>
// CHECK: scf.yield %[[NEXT]]
// CHECK: nontemporal = true
// CHECK: scf.for
// CHECK: vector.transfer_write
// CHECK-NOT: vector.transfer_write
// CHECK-NOT: pad.fused_row
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: return
func.func @large(%x: memref<128x128xf64>, %out: memref<128x128xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c128 step %c1 {
    scf.for %j = %c0 to %c128 step %c8 {
      %v = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<128x128xf64>, vector<8xf64>
      vector.transfer_write %v, %out[%i, %j] {in_bounds = [true]} : vector<8xf64>, memref<128x128xf64>
    } {pad.fused_row}
  }
  return
}

// -----

// CHECK-LABEL: func @small
// CHECK-NOT: nontemporal
// CHECK: vector.store %{{.*}}, %arg1[%c120]
// CHECK-NOT: pad.fused_row
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @small(%x: memref<128xf64>, %out: memref<128xf64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f64
  scf.for %j = %c0 to %c128 step %c8 {
    %v = vector.transfer_read %x[%j], %z {in_bounds = [true]} : memref<128xf64>, vector<8xf64>
    vector.transfer_write %v, %out[%j] {in_bounds = [true]} : vector<8xf64>, memref<128xf64>
  } {pad.fused_row}
  return
}

// -----

// Half a cache line an iteration is never written past the caches; elements that are not
// next to each other stay as they are.
// CHECK-LABEL: func @parts
// CHECK-NOT: nontemporal
// CHECK: scf.for {{.*}} step %c4 iter_args
// CHECK: vector.store
// CHECK: scf.for {{.*}} step %c16 {
// CHECK: vector.transfer_write
// CHECK: vector.transfer_write
// CHECK: return
func.func @parts(%x: memref<?xf64>, %out: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f64
  scf.for %j = %c0 to %n step %c4 {
    %v = vector.transfer_read %x[%j], %z {in_bounds = [true]} : memref<?xf64>, vector<4xf64>
    vector.transfer_write %v, %out[%j] {in_bounds = [true]} : vector<4xf64>, memref<?xf64>
  } {pad.fused_row}
  scf.for %j = %c0 to %n step %c16 {
    %v = vector.transfer_read %x[%j], %z {in_bounds = [true]} : memref<?xf64>, vector<8xf64>
    vector.transfer_write %v, %out[%j] {in_bounds = [true]} : vector<8xf64>, memref<?xf64>
    vector.transfer_write %v, %out[%j] {in_bounds = [true]} : vector<8xf64>, memref<?xf64>
  } {pad.fused_row}
  return
}

// -----

// What is marked by others stays if it cannot run twice: a loop that carries a value, one
// that reads what it writes, and one that writes elsewhere, too.
// CHECK-LABEL: func @others
// CHECK-NOT: scf.if
// CHECK-NOT: nontemporal
// CHECK: return
func.func @others(%x: memref<16384xf64>, %out: memref<16384xf64>, %y: memref<1xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 16384 : index
  %z = arith.constant 0.0 : f64
  %r = scf.for %j = %c0 to %n step %c8 iter_args(%s = %z) -> f64 {
    %v = vector.transfer_read %x[%j], %z {in_bounds = [true]} : memref<16384xf64>, vector<8xf64>
    vector.transfer_write %v, %out[%j] {in_bounds = [true]} : vector<8xf64>, memref<16384xf64>
    %t = vector.reduction <add>, %v, %s : vector<8xf64> into f64
    scf.yield %t : f64
  } {pad.fused_row}
  scf.for %j = %c0 to %n step %c8 {
    %v = vector.transfer_read %out[%j], %z {in_bounds = [true]} : memref<16384xf64>, vector<8xf64>
    %w = arith.addf %v, %v : vector<8xf64>
    vector.transfer_write %w, %out[%j] {in_bounds = [true]} : vector<8xf64>, memref<16384xf64>
  } {pad.fused_row}
  scf.for %j = %c0 to %n step %c8 {
    %v = vector.transfer_read %x[%j], %z {in_bounds = [true]} : memref<16384xf64>, vector<8xf64>
    vector.transfer_write %v, %out[%j] {in_bounds = [true]} : vector<8xf64>, memref<16384xf64>
    memref.store %z, %y[%c0] : memref<1xf64>
  } {pad.fused_row}
  return %r : f64
}

// -----

// One fence for all rows, not one in the branch that each row takes.
// CHECK-LABEL: func @branch
// CHECK: scf.for
// CHECK: scf.if
// CHECK: nontemporal = true
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: return
func.func @branch(%x: memref<128x128xf64>, %out: memref<128x128xf64>, %isLong: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c128 step %c1 {
    scf.if %isLong {
      scf.for %j = %c0 to %c128 step %c8 {
        %v = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<128x128xf64>, vector<8xf64>
        vector.transfer_write %v, %out[%i, %j] {in_bounds = [true]} : vector<8xf64>, memref<128x128xf64>
      } {pad.fused_row}
    }
  }
  return
}

// -----

// Several rows at once, which processors follow by themselves. They are written past the
// caches if all of them are at the same place of a line.
// CHECK-LABEL: func @rows
// CHECK: %[[APART:.*]] = arith.andi %{{.*}}, %c63
// CHECK: %[[ALIKE:.*]] = arith.cmpi eq, %[[APART]], %c0
// CHECK: %[[STREAMS:.*]] = arith.andi %{{.*}}, %[[ALIKE]]
// CHECK: scf.for {{.*}} iter_args(%[[A:[a-z0-9]*]] = %{{[^,]*}}, %[[B:[a-z0-9]*]] =
// CHECK-NOT: memref.prefetch
// CHECK: scf.if %[[STREAMS]]
// CHECK-NEXT: vector.store %[[A]], %arg1[%[[I:[a-z0-9]*]], {{.*}} nontemporal = true
// CHECK-NEXT: vector.store %[[B]], %arg1[%[[J:[a-z0-9]*]], {{.*}} nontemporal = true
// CHECK: scf.for
// CHECK: vector.transfer_write %{{.*}}, %arg1[%[[I]],
// CHECK: vector.transfer_write %{{.*}}, %arg1[%[[J]],
// CHECK: return
func.func @rows(%x: memref<?x?xf64>, %out: memref<?x?xf64>, %i: index, %j: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f64
  scf.for %k = %c0 to %n step %c8 {
    %v = vector.transfer_read %x[%i, %k], %z {in_bounds = [true]} : memref<?x?xf64>, vector<8xf64>
    %w = vector.transfer_read %x[%j, %k], %z {in_bounds = [true]} : memref<?x?xf64>, vector<8xf64>
    vector.transfer_write %v, %out[%i, %k] {in_bounds = [true]} : vector<8xf64>, memref<?x?xf64>
    vector.transfer_write %w, %out[%j, %k] {in_bounds = [true]} : vector<8xf64>, memref<?x?xf64>
  } {pad.fused_row}
  return
}

// -----

// The vectors of a block that one branch computes are computed together before the first
// line and behind the last one, too: a block that began where the last vector of the row
// does would read behind the source.
// CHECK-LABEL: func @together
// CHECK: nontemporal = true
// CHECK: nontemporal = true
// CHECK: scf.for
// CHECK: arith.maxsi %{{.*}}, %c0
// CHECK: %[[BLOCK:.*]] = arith.minsi %{{.*}}, %c112
// CHECK: %[[BEGIN:.*]] = arith.select %{{.*}}, %{{.*}}, %[[BLOCK]]
// CHECK: %[[BOTH:.*]]:2 = scf.if
// CHECK: vector.transfer_write %[[BOTH]]#0, %arg1[%{{.*}}, %[[BEGIN]]]
// CHECK: vector.transfer_write %[[BOTH]]#1, %arg1[
// CHECK: return
func.func @together(%x: memref<128x128xf64>, %out: memref<128x128xf64>, %i: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f64
  scf.for %j = %c0 to %c128 step %c16 {
    %k = arith.addi %j, %c8 : index
    %v = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<128x128xf64>, vector<8xf64>
    %w = vector.transfer_read %x[%i, %k], %z {in_bounds = [true]} : memref<128x128xf64>, vector<8xf64>
    %ordered = arith.cmpf ord, %v, %w : vector<8xf64>
    %all = vector.reduction <and>, %ordered : vector<8xi1> into i1
    %both:2 = scf.if %all -> (vector<8xf64>, vector<8xf64>) {
      scf.yield %v, %w : vector<8xf64>, vector<8xf64>
    } else {
      %s = arith.addf %v, %v : vector<8xf64>
      %t = arith.addf %w, %w : vector<8xf64>
      scf.yield %s, %t : vector<8xf64>, vector<8xf64>
    }
    vector.transfer_write %both#0, %out[%i, %j] {in_bounds = [true]} : vector<8xf64>, memref<128x128xf64>
    vector.transfer_write %both#1, %out[%i, %k] {in_bounds = [true]} : vector<8xf64>, memref<128x128xf64>
  } {pad.fused_row}
  return
}

// -----

// Weights that repeat beside the source are not prefetched. They leave no registers for a
// block that is stored later, if there are 16.
// CHECK-LABEL: func @weights
// WIDE: scf.for {{.*}} iter_args
// NARROW-NOT: iter_args
// CHECK: memref.prefetch %arg0
// CHECK-NOT: memref.prefetch
// NARROW: vector.transfer_write
// WIDE: vector.store
// CHECK: return
func.func @weights(%x: memref<8x128xf32>, %w: memref<3x8xf32>, %out: memref<8x128xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c128 step %c8 {
    %k = arith.remui %j, %c8 : index
    %v = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<8x128xf32>, vector<8xf32>
    %u = vector.transfer_read %w[%c0, %k], %z {in_bounds = [true]} : memref<3x8xf32>, vector<8xf32>
    %r = arith.mulf %v, %u : vector<8xf32>
    vector.transfer_write %r, %out[%i, %j] {in_bounds = [true]} : vector<8xf32>, memref<8x128xf32>
  } {pad.fused_row, pad.fixed_vectors}
  return
}

// -----

// Vectors that are only copied were read by iterations before.
// CHECK-LABEL: func @copies
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @copies(%x: memref<8x128xf32>, %out: memref<8x128xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c112 = arith.constant 112 : index
  %z = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c112 step %c16 {
    %k = arith.addi %j, %c8 : index
    %v = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<8x128xf32>, vector<8xf32>
    %w = vector.transfer_read %x[%i, %k], %z {in_bounds = [true]} : memref<8x128xf32>, vector<8xf32>
    vector.transfer_write %v, %out[%i, %j] {in_bounds = [true]} : vector<8xf32>, memref<8x128xf32>
    vector.transfer_write %w, %out[%i, %k] {in_bounds = [true]} : vector<8xf32>, memref<8x128xf32>
  } {pad.fused_row}
  return
}

// -----

// A result that is large enough, but fits a cache together with the small source that
// is read several times, is not written past it.
// CHECK-LABEL: func @small_source
// CHECK-NOT: nontemporal
// CHECK-NOT: pad.fused_row
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @small_source(%x: memref<1080xf64>, %out: memref<128x64xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c128 step %c1 {
    %from = arith.muli %i, %c8 : index
    scf.for %j = %c0 to %c64 step %c8 {
      %at = arith.addi %from, %j : index
      %v = vector.transfer_read %x[%at], %z {in_bounds = [true]} : memref<1080xf64>, vector<8xf64>
      vector.transfer_write %v, %out[%i, %j] {in_bounds = [true]} : vector<8xf64>, memref<128x64xf64>
    } {pad.fused_row}
  }
  return
}

// -----

// Of the rows of a source, the last one is prefetched: those above it were the last one before.
// CHECK-LABEL: func @rows
// CHECK: scf.for %[[I:.*]] = %c0 to %c126
// CHECK: %[[LAST:.*]] = arith.addi %[[I]], %c2
// CHECK-NOT: memref.prefetch %arg0[%[[I]],
// CHECK: memref.prefetch %arg0[%[[LAST]],
// CHECK-NOT: memref.prefetch %arg0[%[[I]],
// CHECK: return
func.func @rows(%x: memref<128x128xf64>, %out: memref<126x128xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c126 = arith.constant 126 : index
  %c128 = arith.constant 128 : index
  %z = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c126 step %c1 {
    %k = arith.addi %i, %c1 : index
    %l = arith.addi %i, %c2 : index
    scf.for %j = %c0 to %c128 step %c8 {
      %u = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<128x128xf64>, vector<8xf64>
      %v = vector.transfer_read %x[%k, %j], %z {in_bounds = [true]} : memref<128x128xf64>, vector<8xf64>
      %w = vector.transfer_read %x[%l, %j], %z {in_bounds = [true]} : memref<128x128xf64>, vector<8xf64>
      %s = arith.addf %u, %v : vector<8xf64>
      %t = arith.addf %s, %w : vector<8xf64>
      vector.transfer_write %t, %out[%i, %j] {in_bounds = [true]} : vector<8xf64>, memref<126x128xf64>
    } {pad.fused_row}
  }
  return
}
