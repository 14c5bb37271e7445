func.func @pad(%x: tensor<30x40xf32>) -> tensor<32x40xf32> {
  %r = pad.pad reflect %x low[1, 0] high[1, 0]
      : tensor<30x40xf32> to tensor<32x40xf32>
  return %r : tensor<32x40xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %pad = transform.structured.match ops{["pad.pad"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %pad tile_sizes [8]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
