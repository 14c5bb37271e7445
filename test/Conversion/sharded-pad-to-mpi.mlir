// RUN: pad-opt %s --convert-sharded-pad-to-mpi -split-input-file -verify-diagnostics | FileCheck %s

// A plan is made in front of the loops that do not change its numbers.
// CHECK: llvm.func @MPI_Startall(i32, !llvm.ptr) -> i32
// CHECK-NOT: shard.grid
// CHECK-LABEL: func @steps
// CHECK: %[[PLAN:.*]]:3 = call @pad_exchange_open()
// CHECK-NEXT: scf.for
// CHECK: call @pad_exchange_run(%[[PLAN]]#0
// CHECK: cf.assert %{{.*}}, "pad.exchange: a call of MPI failed"
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: call @pad_exchange_free(%[[PLAN]]#0)
// CHECK-DAG: func.func private @pad_exchange_open() -> (!llvm.ptr, index, index) attributes {llvm.linkage = #llvm.linkage<internal>}
// CHECK-DAG: func.func private @pad_exchange_run(
shard.grid @grid(shape = 2)
func.func @steps(%x: tensor<8xf64>, %n: index) -> tensor<8xf64> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%t = %x) -> tensor<8xf64> {
    %w = pad.exchange wrap %t of[16] low[1] high[1]
        on @grid split_axes = [[0]] : tensor<8xf64> to tensor<9xf64>
    %next = tensor.extract_slice %w[1] [8] [1] : tensor<9xf64> to tensor<8xf64>
    scf.yield %next : tensor<8xf64>
  }
  return %r : tensor<8xf64>
}

// -----

// Grids that nothing uses go in any case.
// CHECK-LABEL: module
// CHECK-NOT: shard.grid
// CHECK: func @no_pads
shard.grid @grid(shape = 2)
func.func @no_pads() {
  return
}

// -----

// Not in front of a loop that does. What only the program knows is checked.
// CHECK-LABEL: func @changing
// CHECK: scf.for
// CHECK-NEXT: %[[PLAN:.*]]:3 = func.call @pad_exchange_open(%{{.*}}, %{{.*}})
// CHECK: %[[D:.*]] = tensor.dim
// CHECK-NEXT: %[[EQ:.*]] = arith.cmpi eq, %[[D]], %[[PLAN]]#1
// CHECK-NEXT: cf.assert %[[EQ]], "pad.sharded_pad: axis 0 of the source has another extent than this rank's piece of the whole"
// CHECK: memref.alloc(%[[PLAN]]#2) : memref<?xi16>
// CHECK: func.call @pad_exchange_free(%[[PLAN]]#0)
// CHECK: scf.yield
shard.grid @grid(shape = 2)
func.func @changing(%x: tensor<?xi16>, %n: index) -> tensor<?xi16> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%t = %x) -> tensor<?xi16> {
    %w = pad.sharded_pad edge %t of[%n] low[%i] high[0]
        on @grid split_axes = [[0]] : tensor<?xi16> to tensor<?xi16>
    scf.yield %w : tensor<?xi16>
  }
  return %r : tensor<?xi16>
}

// -----

// Equal numbers, equal functions. The ranks of a column hold the tensor together: they get a communicator.
// CHECK-LABEL: func @columns
// CHECK: call @pad_exchange_open()
// CHECK: call @pad_exchange0x_open()
// CHECK: call @pad_exchange_open()
// CHECK: func.func private @pad_exchange_open()
// CHECK: llvm.call @MPI_Comm_split(
// CHECK: call @pad_exchange_create(
// CHECK: llvm.call @MPI_Comm_free(
// CHECK: func.func private @pad_exchange0x_open()
shard.grid @grid(shape = 2x3)
func.func @columns(%x: tensor<8xi8>) -> (tensor<9xi8>, tensor<9xi8>, tensor<9xi8>) {
  %a = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xi8> to tensor<9xi8>
  %b = pad.sharded_pad edge %a of[18] low[0] high[0] on @grid split_axes = [[0]] : tensor<9xi8> to tensor<9xi8>
  %c = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xi8> to tensor<9xi8>
  return %a, %b, %c : tensor<9xi8>, tensor<9xi8>, tensor<9xi8>
}

// -----

// The number of a rank, along the last axis of the grid first.
// CHECK-LABEL: func @ranks
// CHECK-DAG: %[[L:.*]] = call @pad_rank() : () -> index
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: arith.remui %{{.*}}, %[[THREE]]
// CHECK: func.func private @pad_rank() -> index
// CHECK: llvm.call @MPI_Comm_rank(
shard.grid @grid(shape = 2x3)
func.func @ranks() -> (index, index, index, index) {
  %l = shard.process_linear_index on @grid : index
  %a:2 = shard.process_multi_index on @grid : index, index
  %b = shard.process_multi_index on @grid axes = [1] : index
  return %l, %a#0, %a#1, %b : index, index, index, index
}

// -----

// Extents of all ranks, and sums of those along one axis of the grid.
// CHECK-LABEL: func @pieces
// CHECK: call @pad_piece_offsets(%{{.*}}) : (index) -> (index, index, index, index)
// CHECK: call @pad_piece_offsets0x(%{{.*}}) : (index) -> (index, index, index)
// CHECK: call @pad_piece_offsets(%{{.*}}) : (index) -> (index, index, index, index)
// CHECK: func.func private @pad_piece_offsets(%{{.*}}: index)
// CHECK: llvm.call @MPI_Allgather(
shard.grid @grid(shape = 2x3)
func.func @pieces(%a: index, %b: index) -> (index, index, index) {
  %o:4 = pad.piece_offsets %a on @grid axes = [1] : index, index, index, index
  %p:3 = pad.piece_offsets %b on @grid axes = [0] : index, index, index
  %q:4 = pad.piece_offsets %b on @grid axes = [1] : index, index, index, index
  return %o#3, %p#2, %q#1 : index, index, index
}

// -----

// CHECK-LABEL: @open_mpi
// CHECK-DAG: llvm.mlir.global external @ompi_mpi_comm_world()
module @open_mpi attributes {dlti.map = #dlti.map<"MPI:Implementation" = "OpenMPI">} {
  shard.grid @grid(shape = 2)
  func.func @f(%x: tensor<8xi1>) -> tensor<9xi1> {
    %r = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xi1> to tensor<9xi1>
    return %r : tensor<9xi1>
  }
}

// -----

// expected-error @below {{MPI:Implementation is "LAM"; give "MPICH" or "OpenMPI"}}
module @other_mpi attributes {dlti.map = #dlti.map<"MPI:Implementation" = "LAM">} {
  shard.grid @grid(shape = 2)
  func.func @f(%x: tensor<8xi1>) -> tensor<9xi1> {
    %r = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xi1> to tensor<9xi1>
    return %r : tensor<9xi1>
  }
}

// -----

shard.grid @grid(shape = 2)
func.func @element_type(%x: tensor<8xvector<3xf64>>) -> tensor<9xvector<3xf64>> {
  // expected-error @below {{has element type 'vector<3xf64>', which is not sent between ranks; use an integer, float or complex type of at most 16 bytes}}
  %r = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]]
      : tensor<8xvector<3xf64>> to tensor<9xvector<3xf64>>
  return %r : tensor<9xvector<3xf64>>
}

// -----

module {
  module @inner {
    shard.grid @grid(shape = 2)
    func.func @f(%x: tensor<8xi8>) -> tensor<9xi8> {
      // expected-error @below {{is in no function of the module that is lowered; lower the module around its function alone}}
      %r = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xi8> to tensor<9xi8>
      return %r : tensor<9xi8>
    }
  }
}

// -----

shard.grid @grid(shape = ?x2)
func.func @dynamic_grid() -> index {
  // expected-error @below {{has grid @grid with a dynamic extent; give the ranks along each of its axes}}
  %i:2 = shard.process_multi_index on @grid : index, index
  return %i#0 : index
}

// -----

shard.grid @grid(shape = 2)
func.func @threads(%x: tensor<8xi8>, %out: tensor<4x9xi8>) -> tensor<4x9xi8> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %out) -> tensor<4x9xi8> {
    // expected-error @below {{is in a parallel loop, but messages are of one thread; move it out of the loop}}
    %w = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xi8> to tensor<9xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %o[%i, 0] [1, 9] [1, 1] : tensor<9xi8> into tensor<4x9xi8>
    }
  }
  return %r : tensor<4x9xi8>
}

// -----

shard.grid @grid(shape = 2)
// expected-error @below {{declares 'dprintf', which pads across ranks call; declare it by llvm.func, or not at all}}
func.func private @dprintf(i32, !llvm.ptr) -> i32
func.func @declared(%x: tensor<8xi8>) -> tensor<9xi8> {
  %w = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xi8> to tensor<9xi8>
  return %w : tensor<9xi8>
}

// -----

#csr = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
shard.grid @grid(shape = 2)
func.func @encoding(%x: tensor<8xf32, #csr>) -> tensor<9xf32, #csr> {
  // expected-error @below {{has an encoding; convert it to a dense tensor first}}
  %r = pad.sharded_pad edge %x of[16] low[1] high[1] on @grid split_axes = [[0]] : tensor<8xf32, #csr> to tensor<9xf32, #csr>
  return %r : tensor<9xf32, #csr>
}
