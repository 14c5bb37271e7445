// Tiles every pad.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @for(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad", "pad.pad_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %p tile_sizes [3, 4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @forall(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad", "pad.pad_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %p tile_sizes [2, 5]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  // Tiles of one axis only, and of a number that does not divide it.
  transform.named_sequence @rows(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad", "pad.pad_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %p num_threads [3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  // More threads than five rows need: the last one begins past them.
  transform.named_sequence @idle(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.pad"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %p num_threads [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
