// RUN: pad-opt %s -split-input-file -verify-diagnostics | pad-opt -split-input-file -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --emit-bytecode -o %t.bc -split-input-file -verify-diagnostics

shard.grid @grid(shape = 2x3)
// CHECK-LABEL: func @text
// CHECK: pad.sharded_pad [constant, reflect periodic] %{{.*}} value(%{{.*}}) of[4, %{{.*}}] low[%{{.*}}, 1] high[0, 2] interior[1, 0] on @grid split_axes = {{\[\[}}0], [1]] : tensor<2x?xf32> to tensor<?x?xf32>
// CHECK: pad.exchange edge %{{.*}} of[4, %{{.*}}] low[0, 1] high[0, -1] on @grid split_axes = {{\[\[}}0, 1]] : tensor<?x?xf32> to tensor<?x?xf32>
func.func @text(%x: tensor<2x?xf32>, %y: tensor<?x?xf32>, %v: f32, %n: index)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %r = pad.sharded_pad [constant, reflect periodic] %x value(%v) of[4, %n] low[%n, 1] high[0, 2] interior[1, 0]
      on @grid split_axes = [[0], [1]] : tensor<2x?xf32> to tensor<?x?xf32>
  %s = pad.exchange edge %y of[4, %n] low[0, 1] high[0, -1]
      on @grid split_axes = [[0, 1]] : tensor<?x?xf32> to tensor<?x?xf32>
  return %r, %s : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

shard.grid @grid(shape = 3x1)
// CHECK-LABEL: func @offsets
// CHECK: pad.sharded_pad edge %{{.*}} of[5, 2] low[1, 0] high[0, 1] on @grid split_axes = {{\[\[}}0], [1]] source_offsets[0, 0, 4, 5, 0, 2] result_offsets[0, 2, 4, 6, 0, 3] : tensor<?x2xi8> to tensor<2x3xi8>
func.func @offsets(%x: tensor<?x2xi8>) -> tensor<2x3xi8> {
  %r = pad.sharded_pad edge %x of[5, 2] low[1, 0] high[0, 1] on @grid split_axes = [[0], [1]]
      source_offsets[0, 0, 4, 5, 0, 2] result_offsets[0, 2, 4, 6, 0, 3] : tensor<?x2xi8> to tensor<2x3xi8>
  return %r : tensor<2x3xi8>
}

// -----

shard.grid @grid(shape = 2)
func.func @number_of_offsets(%x: tensor<?xi8>) -> tensor<?xi8> {
  // expected-error @below {{source_offsets has 2 entries, but the pieces of the split axes have 3 first indices and ends}}
  %r = pad.sharded_pad edge %x of[5] low[1] high[0] on @grid split_axes = [[0]] source_offsets[0, 5] : tensor<?xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}

// -----

shard.grid @grid(shape = 2)
func.func @falling_offsets(%x: tensor<?x?xi8>) -> tensor<?x?xi8> {
  // expected-error @below {{result_offsets of axis 1 has to rise from 0 to 6}}
  %r = pad.sharded_pad edge %x of[3, 5] low[1, 1] high[0, 0] on @grid split_axes = [[], [0]] result_offsets[0, 7, 6] : tensor<?x?xi8> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

// -----

shard.grid @grid(shape = 2)
func.func @end_of_offsets(%x: tensor<?xi8>) -> tensor<?xi8> {
  // expected-error @below {{source_offsets of axis 0 has to rise from 0 to 5}}
  %r = pad.exchange edge %x of[5] low[1] high[0] on @grid split_axes = [[0]] source_offsets[0, 3, 6] : tensor<?xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}

// -----

shard.grid @grid(shape = 3)
// CHECK-LABEL: func @dynamic_offsets
// CHECK: %[[O:.*]]:4 = pad.piece_offsets %{{.*}} on @grid axes = [0] : index, index, index, index
// CHECK: pad.exchange edge %{{.*}} of[%[[O]]#3] low[%{{.*}}] high[0] on @grid split_axes = {{\[\[}}0]] source_offsets[0, %[[O]]#1, %[[O]]#2, %[[O]]#3] : tensor<?xi8> to tensor<?xi8>
func.func @dynamic_offsets(%x: tensor<?xi8>, %d: index) -> tensor<?xi8> {
  %o:4 = pad.piece_offsets %d on @grid axes = [0] : index, index, index, index
  %r = pad.exchange edge %x of[%o#3] low[%d] high[0] on @grid split_axes = [[0]] source_offsets[0, %o#1, %o#2, %o#3] : tensor<?xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}

// -----

shard.grid @grid(shape = 3)
func.func @number_of_pieces(%d: index) -> index {
  // expected-error @below {{has 3 results, but 3 pieces have 4 first indices and end}}
  %o:3 = pad.piece_offsets %d on @grid axes = [0] : index, index, index
  return %o#2 : index
}

// -----

shard.grid @grid(shape = 2)
func.func @piece(%x: tensor<2xi8>) -> tensor<?xi8> {
  // expected-error @below {{source axis 0 has extent 2, but part 1 of 2 has 3 of the 5 elements; give that, or make it dynamic if parts differ}}
  %r = pad.exchange edge %x of[5] low[1] high[0] on @grid split_axes = [[0]] source_offsets[0, 2, 5] : tensor<2xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}

// -----

func.func @no_grid(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{has grid @grid, which names no shard.grid}}
  %r = pad.sharded_pad edge %x of[4] low[0] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

shard.grid @grid(shape = ?)
func.func @dynamic_grid(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{has grid @grid with a dynamic extent; give the ranks along each of its axes}}
  %r = pad.sharded_pad edge %x of[4] low[0] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

shard.grid @grid(shape = 65536x65536)
func.func @large_grid(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{has grid @grid of more than 2^31 - 1 ranks}}
  %r = pad.sharded_pad edge %x of[4] low[0] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @grid_axis(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{names grid axis 1, but @grid has 1}}
  %r = pad.exchange edge %x of[4] low[0] high[0] on @grid split_axes = [[1]] : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @grid_axis_twice(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{names grid axis 0 twice}}
  %r = pad.exchange edge %x of[4, 4] low[0, 0] high[0, 0] on @grid split_axes = [[0], [0]] : tensor<2x2xf32> to tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @too_many_axes(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{split_axes has 2 entries, but the source has rank 1}}
  %r = pad.exchange edge %x of[4] low[0] high[0] on @grid split_axes = [[0], []] : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @source(%x: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error @below {{source axis 0 has extent 3, but part 0 of 2 has 2 of the 4 elements; give that, or make it dynamic if parts differ}}
  %r = pad.sharded_pad edge %x of[4] low[0] high[0] on @grid split_axes = [[0]] : tensor<3xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @result(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @below {{result axis 0 has extent 3, but part 1 of 2 has 2 of the 5 elements; give that, or make it dynamic if parts differ}}
  %r = pad.sharded_pad edge %x of[4] low[1] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @window(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @below {{result axis 0 has extent 3, but what a piece reads has 2}}
  %r = pad.exchange edge %x of[4] low[1] high[1] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @windows(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @below {{result axis 0 has extent 3, but what a piece reads has not that extent on all ranks; make it dynamic}}
  %r = pad.exchange edge %x of[4] low[3] high[1] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @rank_0(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{has a source of rank 0, which lies on no grid}}
  %r = pad.sharded_pad edge %x of[] low[] high[] on @grid split_axes = [[]] : tensor<f32> to tensor<f32>
  return %r : tensor<f32>
}

// -----

shard.grid @grid(shape = 2)
func.func @element_type(%x: tensor<2xf32>) -> tensor<2xf64> {
  // expected-error @below {{source is 'tensor<2xf32>' and result is 'tensor<2xf64>', but they need one rank and element type (C4)}}
  %r = pad.sharded_pad edge %x of[4] low[0] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<2xf64>
  return %r : tensor<2xf64>
}

// -----

shard.grid @grid(shape = 2)
func.func @extents(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{of has 2 entries, but the source has rank 1; give one entry per axis (C1)}}
  %r = pad.sharded_pad edge %x of[4, 4] low[0] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @negative_extent(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{of has -4 for axis 0, but an extent is not negative}}
  %r = pad.sharded_pad edge %x of[-4] low[0] high[0] on @grid split_axes = [[0]] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @limit(%x: tensor<2xf32>) -> tensor<?xf32> {
  // expected-error @below {{low of axis 0 is 4, but reflect extends an axis of extent 4 by at most 3; add 'periodic' to repeat it (C5)}}
  %r = pad.sharded_pad reflect %x of[4] low[4] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @no_value(%x: tensor<2xf32>) -> tensor<?xf32> {
  // expected-error @below {{has a constant mode or interior padding; give a value (C3)}}
  %r = pad.sharded_pad constant %x of[4] low[4] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @unused_value(%x: tensor<2xf32>, %v: f32) -> tensor<?xf32> {
  // expected-error @below {{value is never used: the modes of all axes read the source, and there is no interior padding; drop it (C3)}}
  %r = pad.sharded_pad edge %x value(%v) of[4] low[4] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @large(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{has a number or a dilated extent of axis 0 that exceeds 2^61, the most for a pad across ranks (C7)}}
  %r = pad.sharded_pad wrap %x of[9223372036854775800] low[3] high[3] on @grid split_axes = [[0]] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @large_dilated(%x: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  // expected-error @below {{has a number or a dilated extent of axis 0 that exceeds 2^61, the most for a pad across ranks (C7)}}
  %r = pad.sharded_pad reflect %x value(%v) of[3] low[2] high[-9] interior[3074457345618258600] on @grid split_axes = [[0]] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#csr = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
shard.grid @grid(shape = 2)
func.func @encoding(%x: tensor<2xf32, #csr>) -> tensor<?xf32> {
  // expected-error @below {{differ in their encoding (C4)}}
  %r = pad.sharded_pad edge %x of[4] low[1] high[1] on @grid split_axes = [[0]] : tensor<2xf32, #csr> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

!q = !quant.uniform<i8:f32:0, {0.5, 0.25}>
shard.grid @grid(shape = 2)
func.func @quantized(%x: tensor<2x!q>) -> tensor<2x!q> {
  // expected-error @below {{which is quantized along an axis; pad its storage type}}
  %r = pad.sharded_pad edge %x of[4] low[0] high[0] on @grid split_axes = [[0]] : tensor<2x!q> to tensor<2x!q>
  return %r : tensor<2x!q>
}

// -----

shard.grid @grid(shape = 0x2)
func.func @no_ranks(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{has grid @grid without ranks; give 1 or more along each of its axes}}
  %r = pad.exchange edge %x of[4] low[0] high[0] on @grid split_axes = [[0]] : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}
