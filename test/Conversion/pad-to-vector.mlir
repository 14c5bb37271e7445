// RUN: pad-opt %s --convert-pad-to-vector="vector-width=256 nontemporal-threshold=1000000" --canonicalize --cse | FileCheck %s

// A row known at compile time: whole vectors, borders included; the last one
// overlaps the one before. MLIR 23 replaces operands of shuffles that no lane is
// of by poison.
// CHECK-LABEL: func @static_row
// CHECK-DAG: %[[A:.*]] = vector.load %{{.*}}[%c0] {{.*}}, vector<8xi32>
// CHECK-DAG: %[[B:.*]] = vector.load %{{.*}}[%c2] {{.*}}, vector<8xi32>
// CHECK-DAG: vector.shuffle %[[A]], %{{.*}} [2, 1, 0, 1, 2, 3, 4, 5]
// CHECK-DAG: vector.shuffle %[[B]], %{{.*}} [2, 3, 4, 5, 6, 7, 6, 5]
// CHECK-NOT: scf.for
// CHECK: return
func.func @static_row(%x: memref<10xf32>, %y: memref<14xf32>) {
  pad.pad_into reflect %x into %y low[2] high[2] : memref<10xf32> into memref<14xf32>
  return
}

// Small planes: two rows of 3 in a vector.
// CHECK-LABEL: func @planes
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: vector.shuffle {{.*}} : vector<8xi32>, vector<8xi32>
// CHECK: return
func.func @planes(%x: memref<100x3x3xf32>, %y: memref<100x5x5xf32>) {
  pad.pad_into constant %x into %y low[0, 1, 1] high[0, 1, 1]
      : memref<100x3x3xf32> into memref<100x5x5xf32>
  return
}

// Unpadded axes inside a constant pad are part of it: here, all is one row.
// CHECK-LABEL: func @merged
// CHECK: } else {
// CHECK: scf.for
// CHECK-NEXT: vector.load
// CHECK-NEXT: arith.addi
// CHECK-NEXT: vector.store
// CHECK-NOT: scf.for
// CHECK: return
func.func @merged(%x: memref<512x16xf32>, %y: memref<514x16xf32>) {
  pad.pad_into constant %x into %y low[1, 0] high[1, 0]
      : memref<512x16xf32> into memref<514x16xf32>
  return
}

// Outer borders of a constant are filled as planes, without a loop of rows.
// CHECK-LABEL: func @outer_border
// CHECK: scf.for {{.*}} to %c24 step %c8
// CHECK: scf.for %{{.*}} = %c1 to %c513
// CHECK: vector.shuffle
// CHECK: scf.for {{.*}} to %c24 step %c8
func.func @outer_border(%x: memref<512x30xf32>, %y: memref<514x32xf32>) {
  pad.pad_into constant %x into %y low[1, 1] high[1, 1]
      : memref<512x30xf32> into memref<514x32xf32>
  return
}

// Dynamic rows are moved by functions of the module; in which way is
// decided outside of all loops.
// CHECK-LABEL: func @dynamic
// CHECK: call @pad_move_rows_reflect_b32_v256(
// CHECK-LABEL: func @long_row
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %p: index) {
  pad.pad_into reflect %x into %y low[0, %p] high[0, 3] : memref<?x?xf32> into memref<?x?xf32>
  return
}

// A long row two vectors at a time: a loop that moves one is a call of memcpy
// to LLVM.
// CHECK: scf.for {{.*}} step %c16
// CHECK-COUNT-2: vector.store
// CHECK-NEXT: } {loop_annotation
func.func @long_row(%x: memref<64x200xf32>, %y: memref<64x202xf32>) {
  pad.pad_into reflect %x into %y low[0, 1] high[0, 1] : memref<64x200xf32> into memref<64x202xf32>
  return
}

// Short rows in a dense source have kernels of their own.
// CHECK-LABEL: func @blended
// CHECK: call @pad_few_rows_reflect_b32_v256(
// CHECK: call @pad_blend_short8_reflect_b32_v256(
// CHECK: call @pad_blend_long8_reflect_b32_v256(
// CHECK: call @pad_blend_short4_reflect_b32_v256(
// CHECK: call @pad_short_borders_reflect_b32_v256(
// CHECK: call @pad_move_rows_reflect_b32_v256(
func.func @blended(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  pad.pad_into reflect %x into %y low[1, 1] high[1, 1] : memref<?x?xf32> into memref<?x?xf32>
  return
}

// More than the threshold: whole lines past the caches, and a fence.
// CHECK-LABEL: func @streamed
// CHECK: memref.alloca() {alignment = 4096 : i64}
// CHECK-NOT: memref.prefetch
// CHECK: vector.store {{.*}} {alignment = 32 : i64, nontemporal = true}
// CHECK-NOT: memref.prefetch
// CHECK: llvm.fence seq_cst
func.func @streamed(%x: memref<256x1000xf32>, %y: memref<256x1024xf32>) {
  pad.pad_into constant %x into %y low[0, 12] high[0, 12]
      : memref<256x1000xf32> into memref<256x1024xf32>
  return
}

// Short rows: where the one after the next is, the processor does not guess.
// CHECK-LABEL: func @streamed_short_rows
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c4096
// CHECK: scf.for
// CHECK: %[[AHEAD:.*]] = arith.addi %{{.*}}, %c384
// CHECK: memref.prefetch %{{.*}}[%[[AHEAD]]], read, locality<3>, data
// CHECK: vector.store {{.*}} {alignment = 32 : i64, nontemporal = true}
func.func @streamed_short_rows(%x: memref<4096x200xf32>, %y: memref<4096x206xf32>) {
  pad.pad_into reflect %x into %y low[0, 3] high[0, 3]
      : memref<4096x200xf32> into memref<4096x206xf32>
  return
}

// Where the source may be the interior, and turns out to be, borders suffice.
// CHECK-LABEL: func @in_place
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: %[[SAME:.*]] = arith.cmpi eq
// CHECK: scf.if %[[SAME]]
// CHECK: call @pad_move_borders_edge_b32_v256(
// CHECK: } else {
// CHECK: vector.store
// CHECK: return
func.func @in_place(%y: memref<66x66xf32>) {
  %x = memref.subview %y[1, 1] [64, 64] [1, 1]
      : memref<66x66xf32> to memref<64x64xf32, strided<[66, 1], offset: 67>>
  pad.pad_into edge %x into %y low[1, 1] high[1, 1]
      : memref<64x64xf32, strided<[66, 1], offset: 67>> into memref<66x66xf32>
  return
}

// Left to scalar loops, if the strides are not 1 after all.
// CHECK-LABEL: func @maybe_strided
// CHECK: scf.if
// CHECK: vector.store
// CHECK: } else {
// CHECK-NEXT: pad.pad_into {{.*}}pad.scalar
func.func @maybe_strided(%x: memref<64xf32, strided<[?]>>, %y: memref<66xf32>) {
  pad.pad_into wrap %x into %y low[1] high[1] : memref<64xf32, strided<[?]>> into memref<66xf32>
  return
}

// So is a destination that is known to be larger than its source where there
// are no pads.
// CHECK-LABEL: func @larger
// CHECK-NOT: vector.
// CHECK: pad.pad_into
// CHECK-NEXT: return
func.func @larger() -> memref<?x?xf32> {
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %x = memref.alloc(%c5, %c6) : memref<?x?xf32>
  %y = memref.alloc(%c6, %c8) : memref<?x?xf32>
  pad.pad_into edge %x into %y low[0, 1] high[0, 1] : memref<?x?xf32> into memref<?x?xf32>
  return %y : memref<?x?xf32>
}

// CHECK-LABEL: func @strided
// CHECK-NEXT: pad.pad_into
// CHECK-NEXT: return
func.func @strided(%x: memref<64xf32, strided<[2]>>, %y: memref<66xf32>) {
  pad.pad_into wrap %x into %y low[1] high[1] : memref<64xf32, strided<[2]>> into memref<66xf32>
  return
}

// The first and the last vector of a row of one to two, each with its border by
// a mask.
// CHECK-LABEL: func private @pad_blend_short8_reflect_b32_v256
// CHECK: %[[LANE:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
// CHECK: arith.subi %[[LANE]], {{.*}} : vector<8xi32>
// CHECK: arith.shrsi
// CHECK: scf.for
// CHECK: %[[LEFT:.*]] = vector.load {{.*}}, vector<8xi32>
// CHECK: %[[REVERSED:.*]] = vector.shuffle %[[LEFT]], %{{.*}} [7, 6, 5, 4, 3, 2, 1, 0]
// CHECK: %[[BORDER:.*]] = arith.andi %[[REVERSED]], {{.*}} : vector<8xi32>
// CHECK: vector.shuffle {{.*}} [7, 6, 5, 4, 3, 2, 1, 0]
// CHECK: %[[FIRST:.*]] = vector.load {{.*}}, vector<8xi32>
// CHECK: %[[DATA:.*]] = arith.andi %[[FIRST]], {{.*}} : vector<8xi32>
// CHECK-NOT: scf.if
// CHECK: %[[BLENDED:.*]] = arith.ori %[[DATA]], %[[BORDER]] : vector<8xi32>
// CHECK-NEXT: arith.ori
// CHECK-NEXT: vector.store %[[BLENDED]], {{.*}}, vector<8xi32>
// CHECK-NEXT: arith.addi
// CHECK-NEXT: vector.store {{.*}}, vector<8xi32>
// CHECK-NEXT: }

// No row divides whose borders are one run each.
// CHECK-LABEL: func private @pad_move_rows_reflect_b32_v256
// CHECK: %[[ONCE:.*]] = arith.cmpi sle
// CHECK: arith.divui
// CHECK: arith.divui
// CHECK: scf.for
// CHECK-NOT: arith.divui
// CHECK: %[[ALONE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[ONCE]] : i1
// CHECK: scf.if %[[ALONE]]
