// The loop order in which scripts/bench --fusion compiles convolutions and pools, fused
// or not: the vectorizable loop innermost.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %nhwc = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %nhwc_generic = transform.structured.generalize %nhwc
        : (!transform.any_op) -> !transform.any_op
    transform.structured.interchange %nhwc_generic iterator_interchange = [0, 1, 2, 4, 5, 6, 3]
        : (!transform.any_op) -> !transform.any_op
    %nchw = transform.structured.match ops{["linalg.conv_2d_nchw_fchw"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %nchw_generic = transform.structured.generalize %nchw
        : (!transform.any_op) -> !transform.any_op
    transform.structured.interchange %nchw_generic iterator_interchange = [0, 1, 2, 4, 5, 6, 3]
        : (!transform.any_op) -> !transform.any_op
    %pool = transform.structured.match ops{["linalg.pooling_nhwc_sum"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %pool_generic = transform.structured.generalize %pool
        : (!transform.any_op) -> !transform.any_op
    transform.structured.interchange %pool_generic iterator_interchange = [0, 1, 2, 4, 5, 3]
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
