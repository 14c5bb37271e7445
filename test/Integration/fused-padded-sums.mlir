// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=128" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=512" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true lowering=scf" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=false lowering=scf" | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops=vector-bits=128 | FileCheck %s --check-prefix=FUSED
// FUSED-LABEL: func private @product
// FUSED-NOT: pad.pad
// FUSED: return

// Sums along a padded axis have the terms of both borders and of the source once each, whatever the
// pads are; a negative one leaves terms out. Each weight is a power of two, so that the digits of a sum
// say what was read: [1 2 3] padded by 2 and 1 in mode edge, 1 + 1 * 2 + 1 * 4 + 2 * 8 + 3 * 16 + 3 * 32.
// CHECK: [167,  334]
// CHECK: [167,  334]
// CHECK: [356,  712]
// CHECK: [545,  1090]
// CHECK: [185,  370]
// CHECK: [563,  1126]
// CHECK: [2,  4]
// CHECK: [8,  16]
// CHECK: [143,  286]
// CHECK: [521,  1042]
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func private @product(%x: tensor<?x?xi32>, %w: tensor<?x?xi32>, %low: index, %high: index, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %p = pad.pad edge %x low[1, %low] high[0, %high] : tensor<?x?xi32> to tensor<?x?xi32>
  %r = linalg.matmul ins(%p, %w : tensor<?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func private @run(%low: index, %high: index, %terms: index) {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %dx = tensor.cast %x : tensor<3x3xi32> to tensor<?x?xi32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %w = tensor.generate %terms, %c2 {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    %n = arith.index_cast %k : index to i32
    %one = arith.constant 1 : i32
    %v = arith.shli %one, %n : i32
    tensor.yield %v : i32
  } : tensor<?x?xi32>
  %zero = arith.constant 0 : i32
  %e = tensor.empty(%c4, %c2) : tensor<?x?xi32>
  %o = linalg.fill ins(%zero : i32) outs(%e : tensor<?x?xi32>) -> tensor<?x?xi32>
  %r = call @product(%dx, %w, %low, %high, %o) : (tensor<?x?xi32>, tensor<?x?xi32>, index, index, tensor<?x?xi32>) -> tensor<?x?xi32>
  %u = tensor.cast %r : tensor<?x?xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
func.func @main() {
  %m1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  call @run(%c2, %c1, %c6) : (index, index, index) -> ()
  call @run(%c0, %c3, %c6) : (index, index, index) -> ()
  call @run(%m1, %m1, %c1) : (index, index, index) -> ()
  call @run(%c3, %c0, %c6) : (index, index, index) -> ()
  return
}
