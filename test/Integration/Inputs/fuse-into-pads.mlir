// Tiles pads, and fuses what they read into their tiles.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @fuse(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad", "pad.pad_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse %p tile_sizes [2, 4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @containing(%m: !transform.any_op {transform.readonly}) {
    %ps = transform.structured.match ops{["pad.pad", "pad.pad_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %ps : !transform.any_op {
    ^bb0(%p: !transform.any_op):
      %s = transform.get_producer_of_operand %p[0]
          : (!transform.any_op) -> !transform.any_op
      %t, %l = transform.structured.tile_using_forall %p num_threads [3]
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %u, %n = transform.structured.fuse_into_containing_op %s into %l
          : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
