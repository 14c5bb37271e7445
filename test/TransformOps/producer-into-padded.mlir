// RUN: pad-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

// The producer writes into the interior, and the handle is of the pad that is left.
// CHECK-LABEL: func @relu
// CHECK: %[[PADDED:.*]] = tensor.empty() : tensor<6xf32>
// CHECK: %[[VIEW:.*]] = tensor.extract_slice %[[PADDED]][1] [4] [1]
// CHECK: %[[Y:.*]] = linalg.max {{.*}} outs(%[[VIEW]]
// CHECK: pad.pad_into edge %[[Y]] into %[[PADDED]] low[1] high[1] {seen}
func.func @relu(%x: tensor<4xf32>) -> tensor<6xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.max ins(%x, %zero : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %p = pad.pad edge %y low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %p : tensor<6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %pad = transform.structured.match ops{["pad.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %into = transform.pad.producer_into_padded %pad : (!transform.any_op) -> !transform.any_op
    transform.annotate %into "seen" : !transform.any_op
    transform.yield
  }
}

// -----

func.func @argument(%x: tensor<4xf32>) -> tensor<6xf32> {
  // expected-note @below {{the op}}
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %p : tensor<6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %pad = transform.structured.match ops{["pad.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{leaves the op as it is: no producer in the block}}
    %into = transform.pad.producer_into_padded %pad : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
