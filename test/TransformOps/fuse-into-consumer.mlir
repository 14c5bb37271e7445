// RUN: pad-opt %s --transform-interpreter --canonicalize -split-input-file -verify-diagnostics | FileCheck %s --implicit-check-not='tensor<1x10x12x4xf32>'

// As --pad-tile-and-fuse does: the borders pad, the interior reads the source.
// CHECK-LABEL: func @blur
// CHECK: pad.pad reflect %{{.*}} : tensor<1x8x10x4xf32> to tensor<1x3x12x4xf32>
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%arg0,
func.func @blur(%x: tensor<1x8x10x4xf32>, %k: tensor<3x3x4x6xf32>, %init: tensor<1x8x10x6xf32>) -> tensor<1x8x10x6xf32> {
  %p = pad.pad reflect %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x8x10x4xf32> to tensor<1x10x12x4xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x10x12x4xf32>, tensor<3x3x4x6xf32>) outs(%init : tensor<1x8x10x6xf32>) -> tensor<1x8x10x6xf32>
  return %r : tensor<1x8x10x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %conv = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.pad.fuse_into_consumer %conv : !transform.any_op
    transform.yield
  }
}

// -----

// An op that reads no pad stays as it is, and the error says so.
func.func @copy(%x: tensor<4xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the op}}
  %r = linalg.copy ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %copy = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{leaves the op as it is: reads no pad}}
    transform.pad.fuse_into_consumer %copy tile_sizes = [2] : !transform.any_op
    transform.yield
  }
}
