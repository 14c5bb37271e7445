// RUN: pad-opt %s --lower-pad-to-llvm | %python %S/Inputs/expect_trap.py %run_main
// RUN: sed s/4611686018427387904/288230376151711744/ %s | pad-opt --lower-pad-to-llvm | %python %S/Inputs/expect_trap.py %run_main

// A result of 2^62 + 3 elements of 4 bytes: the product wraps to 12. The emitted
// code stops before it allocates that (C7). Of 2^58 + 3 elements, `malloc` has no
// memory: it stops before it writes. Without these checks, the program would die
// of a wild write instead, or live.

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
