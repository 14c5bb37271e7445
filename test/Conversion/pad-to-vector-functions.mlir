// RUN: pad-opt %s --convert-pad-to-vector="nontemporal-threshold=1000 vector-width=256" | FileCheck %s

// The stage of streamed results is stack memory of the function. An op that is
// no scope of stack memory has none: its pads are moved, but not streamed.

// CHECK-LABEL: ml_program.func @no_scope
// CHECK-NOT: nontemporal
// CHECK: vector.store
// CHECK-NOT: nontemporal
// CHECK: ml_program.return
ml_program.func @no_scope(%x: memref<100x1000xf32>, %out: memref<102x1002xf32>) {
  pad.pad_into edge %x into %out low[1, 1] high[1, 1]
      : memref<100x1000xf32> into memref<102x1002xf32>
  ml_program.return
}

// In a loop of such an op, too, although loops are scopes.
// CHECK-LABEL: ml_program.func @no_scope_but_a_loop
// CHECK-NOT: nontemporal
// CHECK: ml_program.return
ml_program.func @no_scope_but_a_loop(%x: memref<100x1000xf32>, %out: memref<102x1002xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    pad.pad_into edge %x into %out low[1, 1] high[1, 1]
        : memref<100x1000xf32> into memref<102x1002xf32>
  }
  ml_program.return
}

// CHECK-LABEL: func.func @scope
// CHECK: memref.alloca
// CHECK: vector.store {{.*}}nontemporal
func.func @scope(%x: memref<100x1000xf32>, %out: memref<102x1002xf32>) {
  pad.pad_into edge %x into %out low[1, 1] high[1, 1]
      : memref<100x1000xf32> into memref<102x1002xf32>
  return
}
