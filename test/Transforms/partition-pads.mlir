// RUN: pad-opt %s --pad-partition=remarks -split-input-file -verify-diagnostics --canonicalize --cse | FileCheck %s

// A ring: each rank reads its own elements and one of each neighbour, and what it reads is its piece.
// CHECK-LABEL: func @ring
// CHECK-SAME: %[[X:.*]]: tensor<8xf64>
// CHECK-NEXT: %[[W:.*]] = pad.exchange wrap %[[X]] of[16] low[1] high[1] on @grid split_axes = {{\[\[}}0]] : tensor<8xf64> to tensor<9xf64>
// CHECK-NEXT: return %[[W]]
shard.grid @grid(shape = 2)
func.func @ring(%x: tensor<8xf64>) -> tensor<9xf64> {
  // expected-remark @+2 {{axis 0, wrap, in 2 parts: sends 1 from 1 to 0, 1 from 0 to 1}}
  // expected-remark @below {{2 messages of 16 bytes in all}}
  %r = pad.sharded_pad wrap %x of[16] low[1] high[1]
      on @grid split_axes = [[0]] : tensor<8xf64> to tensor<9xf64>
  return %r : tensor<9xf64>
}

// -----

// Only the first rank pads the low end. The pads come from the number of the rank.
// CHECK-LABEL: func @ends
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[V:.*]]: f32
// CHECK: %[[AT:.*]]:2 = shard.process_multi_index on @grid : index, index
// CHECK: %[[W:.*]] = pad.exchange [constant, reflect] %[[X]] of[8, 6] low[2, 1] high[0, 0]
// CHECK-SAME: : tensor<4x6xf32> to tensor<?x6xf32>
// CHECK: pad.pad [constant, reflect periodic] %[[W]] value(%[[V]]) low[%{{.*}}, 1] high[%{{.*}}, 0]
// CHECK-SAME: : tensor<?x6xf32> to tensor<5x7xf32>
shard.grid @grid(shape = 2x1)
func.func @ends(%x: tensor<4x6xf32>, %v: f32) -> tensor<5x7xf32> {
  // expected-remark @+3 {{axis 0, constant, in 2 parts: sends 1 from 0 to 1}}
  // expected-remark @+2 {{axis 1, reflect, in 1 part: sends nothing}}
  // expected-remark @below {{1 messages of 24 bytes in all}}
  %r = pad.sharded_pad [constant, reflect] %x value(%v) of[8, 6] low[2, 1] high[0, 0]
      on @grid split_axes = [[0], [1]] : tensor<4x6xf32> to tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// -----

// CHECK-LABEL: func @dynamic
// CHECK: pad.exchange edge %{{.*}} of[%{{.*}}] low[%{{.*}}] high[1] on @grid
// CHECK-SAME: : tensor<?xi8> to tensor<?xi8>
// CHECK: pad.pad edge %{{.*}} low[%{{.*}}] high[%{{.*}}] : tensor<?xi8> to tensor<?xi8>
shard.grid @grid(shape = 3)
func.func @dynamic(%x: tensor<?xi8>, %n: index, %l: index) -> tensor<?xi8> {
  // expected-remark @below {{axis 0: what is sent is known at run time only}}
  %r = pad.sharded_pad edge %x of[%n] low[%l] high[1]
      on @grid split_axes = [[0]] : tensor<?xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}

// -----

// CHECK-LABEL: func @interior
// CHECK: pad.sharded_pad
// CHECK-NOT: pad.exchange
shard.grid @grid(shape = 2)
func.func @interior(%x: tensor<8xi8>, %v: i8) -> tensor<?xi8> {
  // expected-remark @+3 {{axis 0, wrap, in 2 parts: sends nothing}}
  // expected-remark @+2 {{0 messages of 0 bytes in all}}
  // expected-remark @below {{stays as it is: a piece may begin between two elements that an interior pad parts}}
  %r = pad.sharded_pad wrap %x value(%v) of[16] low[0] high[0] interior[1]
      on @grid split_axes = [[0]] : tensor<8xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}

// -----

// What is sent is listed as far as it can be read.
// CHECK-LABEL: func @many
shard.grid @grid(shape = 12)
func.func @many(%x: tensor<1xi8>) -> tensor<?xi8> {
  // expected-remark @+2 {{axis 0, reflect, in 12 parts: sends 1 from 11 to 0, 1 from 10 to 1, 1 from 9 to 2, 1 from 8 to 3, 1 from 7 to 4, 1 from 6 to 5, 1 from 5 to 6, 1 from 4 to 7, and 4 more}}
  // expected-remark @below {{12 messages of 12 bytes in all}}
  %r = pad.sharded_pad reflect periodic %x of[12] low[11] high[-11]
      on @grid split_axes = [[0]] : tensor<1xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}
