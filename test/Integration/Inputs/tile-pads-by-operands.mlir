// Tiles every pad by sizes, or for a number of threads, that its function
// computes: the op with the attribute `tile`, one for each pad.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @for(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad", "pad.pad_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes{tile} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %p tile_sizes [%s, 2] interchange = [1, 0]
        : (!transform.any_op, !transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @each(%m: !transform.any_op {transform.readonly}) {
    %ps = transform.structured.match ops{["pad.pad", "pad.pad_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %ss = transform.structured.match attributes{tile} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %ps, %ss : !transform.any_op, !transform.any_op {
    ^bb0(%p: !transform.any_op, %s: !transform.any_op):
      %t, %l = transform.structured.tile_using_forall %p tile_sizes [0, %s]
          : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
  transform.named_sequence @threads(%m: !transform.any_op {transform.readonly}) {
    %ps = transform.structured.match ops{["pad.pad", "pad.pad_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %ss = transform.structured.match attributes{tile} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %ps, %ss : !transform.any_op, !transform.any_op {
    ^bb0(%p: !transform.any_op, %s: !transform.any_op):
      %t, %l = transform.structured.tile_using_forall %p num_threads [%s]
          : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
