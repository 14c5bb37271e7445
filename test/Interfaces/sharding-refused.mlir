// RUN: pad-opt %s --pass-pipeline="builtin.module(func.func(sharding-propagation,shard-partition))" -split-input-file -verify-diagnostics

shard.grid @grid(shape = 2)
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<?xf32>
  // expected-error @below {{has axis 0 of dynamic extent, or on a grid axis of dynamic extent; make both static, or leave the axis in one piece}}
  %r = pad.pad edge %a low[1] high[0] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @halo(%x: tensor<4xf32>) -> tensor<6xf32> {
  %s = shard.sharding @grid split_axes = [[0]] halo_sizes = [1, 1] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  // expected-error @below {{has a sharding with halo_sizes; leave them out, the pad gets what it reads}}
  %r = pad.pad edge %a low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @dynamic_offsets(%x: tensor<4xf32>, %n: i64) -> tensor<6xf32> {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, %n, 4] : !shard.sharding
  %a = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  // expected-error @below {{has a sharding with dynamic sharded_dims_offsets; make them static}}
  %r = pad.pad edge %a low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}
