// RUN: pad-opt %s --lower-pad-to-llvm | not --crash %run_main

// A result of 2^62 + 3 elements of 4 bytes: the product wraps to 12. The emitted
// code stops before it allocates that (C7).

func.func @pad(%x: tensor<?xf32>, %l: index, %h: index) -> tensor<?xf32> {
  %r = pad.pad constant %x low[%l] high[%h] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @main() {
  %e = tensor.empty() : tensor<0xf32>
  %x = tensor.cast %e : tensor<0xf32> to tensor<?xf32>
  %l = arith.constant 4611686018427387904 : index
  %h = arith.constant 3 : index
  call @pad(%x, %l, %h) : (tensor<?xf32>, index, index) -> tensor<?xf32>
  return
}
