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

// Nor is there any for the numbers that a kernel gets: the pad brings its own
// scope.
// CHECK-LABEL: ml_program.func @numbers
// CHECK: memref.alloca_scope
// CHECK-NEXT: memref.alloca() : memref<19xindex>
// CHECK: call @pad_move_rows_edge_b32_v256
ml_program.func @numbers(%x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  pad.pad_into edge %x into %out low[1, 1] high[1, 1] : memref<?x?xf32> into memref<?x?xf32>
  ml_program.return
}

// Pads of a module share kernels, whatever their rank and pads. A function of
// the same name is left alone.
// CHECK-LABEL: func.func @sharing
// CHECK: call @pad_move_rows_wrap_b64_v256_1(
// CHECK: call @pad_move_rows_wrap_b64_v256_1(
// CHECK: func.func private @pad_move_rows_wrap_b64_v256(index)
// CHECK: func.func private @pad_move_rows_wrap_b64_v256_1(
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
// CHECK-SAME: passthrough = ["noinline", "no-builtins"]
// CHECK-NOT: func.func private @pad_move_rows_wrap_b64_v256_2(
func.func @sharing(%x: memref<?x?xf64>, %out: memref<?x?xf64>, %y: memref<?x?x?xi64>, %z: memref<?x?x?xi64>, %p: index) {
  pad.pad_into wrap %x into %out low[1, 1] high[1, 1] : memref<?x?xf64> into memref<?x?xf64>
  pad.pad_into wrap %y into %z low[0, %p, 1] high[1, 0, %p] : memref<?x?x?xi64> into memref<?x?x?xi64>
  return
}
func.func private @pad_move_rows_wrap_b64_v256(index)
