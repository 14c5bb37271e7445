// RUN: pad-opt %s --transform-interpreter --canonicalize --cse -split-input-file | FileCheck %s --implicit-check-not=scf.if

// The pads of a tile follow its offset; an axis without pads is sliced in the
// source, a whole axis keeps its pads.
// CHECK-LABEL: func @tile
// CHECK-SAME: (%[[X:.*]]: tensor<8x7x6xf32>)
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: scf.for %[[J:[a-z0-9]+]] =
// CHECK: %[[SIZE:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK: %[[LOW:.*]] = arith.subi %[[C1]], %[[I]]
// CHECK: %[[END:.*]] = arith.addi %[[I]], %[[SIZE]]
// CHECK: %[[HIGH:.*]] = arith.subi %[[END]], %{{.*}}
// CHECK: %[[SLICE:[a-z0-9_]+]] = tensor.extract_slice %[[X]][0, %[[J]], 0] [8, %[[WIDTH:[a-z0-9]+]], 6] [1, 1, 1]
// CHECK-NOT: scf.if
// CHECK: pad.pad reflect %[[SLICE]] low[%[[LOW]], 0, 2] high[%[[HIGH]], 0, 3] : tensor<8x?x6xf32> to tensor<?x?x11xf32>
func.func @tile(%x: tensor<8x7x6xf32>) -> tensor<10x7x11xf32> {
  %r = pad.pad reflect %x low[1, 0, 2] high[1, 0, 3] : tensor<8x7x6xf32> to tensor<10x7x11xf32>
  return %r : tensor<10x7x11xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %p tile_sizes [4, 3, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The destination form writes its slice of the destination.
// CHECK-LABEL: func @destination
// CHECK-SAME: (%[[X:.*]]: tensor<5x8xf32>, %[[V:.*]]: f32, %[[O:[a-z0-9]+]]: tensor<9x12xf32>)
// CHECK: %[[R:.*]] = scf.forall (%[[TI:[a-z0-9]+]], %[[TJ:[a-z0-9]+]]) in (3, 3) shared_outs(%[[OUT:.*]] = %[[O]])
// CHECK-DAG: %[[I:.*]] = affine.apply #{{.*}}(%[[TI]])
// CHECK-DAG: %[[J:.*]] = affine.apply #{{.*}}(%[[TJ]])
// CHECK: %[[S:.*]] = tensor.extract_slice %[[OUT]][%[[I]], %[[J]]] [3, 4] [1, 1]
// CHECK: %[[T:.*]] = pad.pad_into constant %[[X]] into %[[S]] value(%[[V]]) low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}] interior[1, 0] : tensor<5x8xf32> into tensor<3x4xf32> -> tensor<3x4xf32>
// CHECK: tensor.parallel_insert_slice %[[T]] into %[[OUT]][%[[I]], %[[J]]] [3, 4] [1, 1]
// CHECK: return %[[R]]
func.func @destination(%x: tensor<5x8xf32>, %v: f32, %o: tensor<9x12xf32>) -> tensor<9x12xf32> {
  %r = pad.pad_into constant %x into %o value(%v) low[-1, 2] high[1, 2] interior[1, 0] : tensor<5x8xf32> into tensor<9x12xf32> -> tensor<9x12xf32>
  return %r : tensor<9x12xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad_into"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %p tile_sizes [3, 4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A pad that a tile of its consumer reads: it keeps source and mode, and its
// pads are where the tile is. Nothing else of it is left.
// CHECK-LABEL: func @fuse
// CHECK-SAME: (%[[X:.*]]: tensor<10xf32>)
// CHECK-NOT: pad.pad
// CHECK: scf.forall (%[[T:[a-z0-9]+]]) in (4)
// CHECK: %[[I:.*]] = affine.apply #{{.*}}(%[[T]])
// CHECK: %[[LOW:.*]] = arith.subi %{{.*}}, %[[I]]
// CHECK: %[[P:.*]] = pad.pad wrap %[[X]] low[%[[LOW]]] high[%{{.*}}] : tensor<10xf32> to tensor<4xf32>
// CHECK: linalg.exp ins(%[[P]] : tensor<4xf32>)
// CHECK-NOT: pad.pad
// CHECK: return
func.func @fuse(%x: tensor<10xf32>) -> tensor<16xf32> {
  %p = pad.pad wrap %x low[3] high[3] : tensor<10xf32> to tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %r = linalg.exp ins(%p : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %c = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.match ops{["pad.pad"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %c tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f, %n = transform.structured.fuse_into_containing_op %p into %l
        : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Unrolled, the numbers of each tile are attributes: the first has a low border,
// the middle one none, and the last one is padding only.
// CHECK-LABEL: func @unrolled
// CHECK-SAME: (%[[X:.*]]: tensor<6xf32>)
// CHECK: %[[PADDING:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: pad.pad constant %[[X]] low[2] high[-4] : tensor<6xf32> to tensor<4xf32>
// CHECK: pad.pad constant %[[X]] low[-2] high[0] : tensor<6xf32> to tensor<4xf32>
// CHECK-NOT: pad.pad
// CHECK: tensor.insert_slice %[[PADDING]] into %{{.*}}[8] [4] [1]
func.func @unrolled(%x: tensor<6xf32>) -> tensor<12xf32> {
  %r = pad.pad constant %x low[2] high[4] : tensor<6xf32> to tensor<12xf32>
  return %r : tensor<12xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %p tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll %l {factor = 3} : !transform.any_op
    transform.yield
  }
}

// -----

// One tile, with both borders, is the pad.
// CHECK-LABEL: func @whole
// CHECK-NEXT: %[[R:.*]] = pad.pad edge %{{.*}} low[2] high[4] : tensor<6xf32> to tensor<12xf32>
// CHECK-NEXT: return %[[R]]
func.func @whole(%x: tensor<6xf32>) -> tensor<12xf32> {
  %r = pad.pad edge %x low[2] high[4] : tensor<6xf32> to tensor<12xf32>
  return %r : tensor<12xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %p tile_sizes [20]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What a tile reads of its source is a pass of its own, also in a schedule: a
// slice, of a number of elements known at run time.
// CHECK-LABEL: func @hull
// CHECK-SAME: (%[[X:.*]]: tensor<12xf32>)
// CHECK: scf.for
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][%{{.*}}] [%{{.*}}] [1] : tensor<12xf32> to tensor<?xf32>
// CHECK: pad.pad constant %[[S]] low[%{{.*}}] high[%{{.*}}] : tensor<?xf32> to tensor<4xf32>
func.func @hull(%x: tensor<12xf32>) -> tensor<16xf32> {
  %r = pad.pad constant %x low[3] high[1] : tensor<12xf32> to tensor<16xf32>
  return %r : tensor<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %p = transform.structured.match ops{["pad.pad"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %p tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %g = transform.apply_registered_pass "pad-shrink-source" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
