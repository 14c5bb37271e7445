// RUN: pad-opt %s --transform-interpreter --canonicalize --cse -split-input-file | FileCheck %s

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
