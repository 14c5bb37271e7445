// The printer takes a tile size of -2^63 for an operand that is not there. If this fails, it gives an error,
// and the fuzzer may change tile sizes (isTrusted in fuzz/TextMutator.cpp).
// RUN: not --crash mlir-opt %s

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %fill = transform.structured.match ops{["linalg.fill"]} in %m : (!transform.any_op) -> !transform.any_op
    %tiles, %loop = transform.structured.tile_using_for %fill tile_sizes [-9223372036854775808]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
