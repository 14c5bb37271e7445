// RUN: pad-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @pad
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK: %[[LOW:.*]] = tensor.extract_slice %[[X]][3] [1] [1]
// CHECK: %[[HIGH:.*]] = tensor.extract_slice %[[X]][0] [2] [1]
// CHECK: tensor.concat dim(0) %[[LOW]], %[[X]], %[[HIGH]] {seen}
func.func @pad(%x: tensor<4xf32>) -> tensor<7xf32> {
  %p = pad.pad wrap %x low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  return %p : tensor<7xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %pad = transform.structured.match ops{["pad.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %concat = transform.pad.split_border %pad : (!transform.any_op) -> !transform.any_op
    transform.annotate %concat "seen" : !transform.any_op
    transform.yield
  }
}

// -----

func.func @interior(%x: tensor<4xf32>) -> tensor<7xf32> {
  // expected-note @below {{the op}}
  %p = pad.pad constant %x low[0] high[0] interior[1] : tensor<4xf32> to tensor<7xf32>
  return %p : tensor<7xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %pad = transform.structured.match ops{["pad.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{leaves the op as it is: has interior padding}}
    %concat = transform.pad.split_border %pad : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the op}}
  return %x : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{takes a handle of 'pad.pad', but it has 'func.return'}}
    %concat = transform.pad.split_border %return {max_pieces = 4 : i64} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
