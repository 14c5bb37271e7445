// Tiles the ops that read pads, and fuses the pads into their tiles.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @fuse(%m: !transform.any_op {transform.readonly}) {
    %c = transform.structured.match ops{["linalg.conv_2d", "linalg.generic"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse %c tile_sizes [3, 4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @containing(%m: !transform.any_op {transform.readonly}) {
    %cs = transform.structured.match ops{["linalg.conv_2d", "linalg.generic"]} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %cs : !transform.any_op {
    ^bb0(%c: !transform.any_op):
      %p = transform.get_producer_of_operand %c[0]
          : (!transform.any_op) -> !transform.any_op
      %t, %l = transform.structured.tile_using_forall %c tile_sizes [2, 5]
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %u, %n = transform.structured.fuse_into_containing_op %p into %l
          : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
