// RUN: pad-opt %s --transform-interpreter -verify-diagnostics

// The source may be the interior view of the destination, and of a part of it
// that would be an overlap: memrefs are not tiled.
func.func @memref(%x: memref<4xf32>, %o: memref<6xf32>) {
  // expected-error @below {{to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  pad.pad_into edge %x into %o low[1] high[1] : memref<4xf32> into memref<6xf32>
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad_into"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %p tile_sizes [2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
