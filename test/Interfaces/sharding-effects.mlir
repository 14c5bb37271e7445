// RUN: pad-opt %s --control-flow-sink | FileCheck %s

// All ranks have to run it, so it does not sink into a branch that only some take.
// CHECK-LABEL: func @branch
// CHECK: pad.sharded_pad
// CHECK: scf.if
shard.grid @grid(shape = 2)
func.func @branch(%x: tensor<8xi8>, %c: i1, %y: tensor<9xi8>) -> tensor<9xi8> {
  %w = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xi8> to tensor<9xi8>
  %r = scf.if %c -> tensor<9xi8> {
    scf.yield %w : tensor<9xi8>
  } else {
    scf.yield %y : tensor<9xi8>
  }
  return %r : tensor<9xi8>
}
