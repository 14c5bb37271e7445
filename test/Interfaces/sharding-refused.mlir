// RUN: pad-opt %s --pass-pipeline="builtin.module(func.func(sharding-propagation,shard-partition))" -split-input-file -verify-diagnostics

shard.grid @grid(shape = 2)
func.func @halo(%x: tensor<4xf32>) -> tensor<6xf32> {
  %s = shard.sharding @grid split_axes = [[0]] halo_sizes = [1, 1] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  // expected-error @below {{has a sharding with halo_sizes; leave them out, the pad gets what it reads}}
  %r = pad.pad edge %a low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

shard.grid @grid(shape = ?)
func.func @dynamic_grid(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<?xf32>
  // expected-error @+2 {{fail to set sharding annotations}}
  // expected-error @below {{has grid @grid with a dynamic extent; give the ranks along each of its axes}}
  %r = pad.pad edge %a low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

shard.grid @grid(shape = 2x2)
func.func @grid_axis(%x: tensor<4xf32>) -> tensor<5xf32> {
  %s = shard.sharding @grid split_axes = [[2]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  // expected-error @+2 {{fail to set sharding annotations}}
  // expected-error @below {{names grid axis 2, but @grid has 2}}
  %r = pad.pad edge %a low[1] high[0] : tensor<4xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

shard.grid @grid(shape = 0x2)
func.func @no_ranks(%x: tensor<4xf32>) -> tensor<5xf32> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  // expected-error @+2 {{fail to set sharding annotations}}
  // expected-error @below {{has grid @grid without ranks; give 1 or more along each of its axes}}
  %r = pad.pad edge %a low[1] high[0] : tensor<4xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @uneven(%x: tensor<5xf32>) -> tensor<6xf32> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<5xf32>
  // expected-error @below {{has axis 0 of 5 elements, no multiple of its 2 ranks; give sharded_dims_offsets}}
  %r = pad.pad edge %a low[1] high[0] : tensor<5xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @no_default(%x: tensor<4xf8E8M0FNU>) -> tensor<6xf8E8M0FNU> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<4xf8E8M0FNU>
  // expected-error @below {{has no default padding value for element type 'f8E8M0FNU'; give a value}}
  %r = pad.pad constant %a low[1] high[1] : tensor<4xf8E8M0FNU> to tensor<6xf8E8M0FNU>
  return %r : tensor<6xf8E8M0FNU>
}
