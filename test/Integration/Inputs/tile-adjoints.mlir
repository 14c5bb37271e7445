// Tiles every gradient along its first axis, and along its last one.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @for(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.adjoint", "pad.adjoint_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %p tile_sizes [2, 0, 3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @forall(%m: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["pad.adjoint", "pad.adjoint_into"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %p num_threads [3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
