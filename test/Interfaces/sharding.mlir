// RUN: pad-opt %s --pass-pipeline="builtin.module(func.func(sharding-propagation,shard-partition))" -split-input-file -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --pass-pipeline="builtin.module(func.func(sharding-propagation))" -split-input-file | FileCheck %s --check-prefix=ANNOTATED

// The result lies as the source does; neither the value nor the pads have a sharding.
// CHECK-LABEL: func @even
// CHECK-SAME: %[[X:.*]]: tensor<8x?xf32>, %[[V:.*]]: f32, %[[L:.*]]: index) -> tensor<9x?xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: pad.sharded_pad [wrap, constant] %[[X]] value(%[[V]]) of[16, %[[D]]] low[1, %[[L]]] high[1, 0]
// CHECK-SAME: on @grid split_axes = {{\[\[}}1]{{.*}}] : tensor<8x?xf32> to tensor<9x?xf32>
// ANNOTATED-LABEL: func @even
// ANNOTATED: %[[R:.*]] = pad.pad
// ANNOTATED-NEXT: %[[S:.*]] = shard.sharding @grid split_axes = {{\[\[}}1]{{.*}}] : !shard.sharding
// ANNOTATED-NEXT: shard.shard %[[R]] to %[[S]] : tensor<18x?xf32>
shard.grid @grid(shape = 3x2)
func.func @even(%x: tensor<16x?xf32>, %v: f32, %l: index) -> tensor<18x?xf32> {
  %s = shard.sharding @grid split_axes = [[1]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<16x?xf32>
  %r = pad.pad [wrap, constant] %a value(%v) low[1, %l] high[1, 0] : tensor<16x?xf32> to tensor<18x?xf32>
  return %r : tensor<18x?xf32>
}

// -----

// Pieces of different extent, which the user gives or not, have their offsets. The default padding value becomes one that is given.
// CHECK-LABEL: func @uneven
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>) -> tensor<?xf32>
// CHECK: %[[Z:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK: pad.sharded_pad constant %[[X]] value(%[[Z]]) of[5] low[1] high[1] on @grid split_axes = {{\[\[}}0]]
// CHECK-SAME: source_offsets[0, 1, 1, 5] result_offsets[0, 3, 5, 7] : tensor<?xf32> to tensor<?xf32>
// ANNOTATED-LABEL: func @uneven
// ANNOTATED: pad.pad
// ANNOTATED-NEXT: shard.sharding @grid split_axes = {{\[\[}}0]] sharded_dims_offsets = [0, 3, 5, 7]
shard.grid @grid(shape = 3)
func.func @uneven(%x: tensor<5xf32>) -> tensor<7xf32> {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, 1, 1, 5] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<5xf32>
  %r = pad.pad constant %a low[1] high[1] : tensor<5xf32> to tensor<7xf32>
  return %r : tensor<7xf32>
}

// -----

// The pieces of a dynamic axis are what they are on each rank.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: %[[O:.*]]:3 = pad.piece_offsets %[[D]] on @grid axes = [1] : index, index, index
// CHECK: pad.sharded_pad edge %[[X]] of[6, %[[O]]#2] low[0, 1] high[0, 0] on @grid split_axes = {{\[\[}}0], [1]]
// CHECK-SAME: source_offsets[0, 2, 4, 6, %[[O]]#0, %[[O]]#1, %[[O]]#2] : tensor<2x?xf32> to tensor<2x?xf32>
// ANNOTATED-LABEL: func @dynamic
shard.grid @grid(shape = 3x2)
func.func @dynamic(%x: tensor<6x?xf32>) -> tensor<6x?xf32> {
  %s = shard.sharding @grid split_axes = [[0], [1]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<6x?xf32>
  %r = pad.pad edge %a low[0, 1] high[0, 0] : tensor<6x?xf32> to tensor<6x?xf32>
  return %r : tensor<6x?xf32>
}

// -----

// Offsets that are dynamic, and an extent with them.
// CHECK-LABEL: func @dynamic_offsets
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[N:.*]]: i64, %[[E:.*]]: i64
// CHECK: %[[A:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: %[[B:.*]] = arith.index_cast %[[E]] : i64 to index
// CHECK: pad.sharded_pad edge %[[X]] of[%[[B]]] low[1] high[0] on @grid split_axes = {{\[\[}}0]] source_offsets[0, %[[A]], %[[B]]] : tensor
// ANNOTATED-LABEL: func @dynamic_offsets
shard.grid @grid(shape = 2)
func.func @dynamic_offsets(%x: tensor<?xf32>, %n: i64, %e: i64) -> tensor<?xf32> {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, %n, %e] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<?xf32>
  %r = pad.pad edge %a low[1] high[0] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Backwards, from the result.
// CHECK-LABEL: func @backwards
// CHECK-SAME: (%{{.*}}: tensor<2x3xi8>) -> tensor<4x3xi8>
// CHECK: pad.sharded_pad edge %{{.*}} of[4, 3] low[2, 0] high[2, 0] on @grid
// ANNOTATED-LABEL: func @backwards
shard.grid @grid(shape = 2)
func.func @backwards(%x: tensor<4x3xi8>) -> tensor<8x3xi8> {
  %r = pad.pad edge %x low[2, 0] high[2, 0] : tensor<4x3xi8> to tensor<8x3xi8>
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %a = shard.shard %r to %s : tensor<8x3xi8>
  %b = shard.shard %a to %s annotate_for_users : tensor<8x3xi8>
  return %b : tensor<8x3xi8>
}

// -----

// On all ranks alike, it stays what it is.
// CHECK-LABEL: func @replicated
// CHECK-NEXT: pad.pad edge
// ANNOTATED-LABEL: func @replicated
shard.grid @grid(shape = 2)
func.func @replicated(%x: tensor<4xi8>) -> tensor<6xi8> {
  %s = shard.sharding @grid split_axes = [[]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<4xi8>
  %r = pad.pad edge %a low[1] high[1] : tensor<4xi8> to tensor<6xi8>
  return %r : tensor<6xi8>
}
