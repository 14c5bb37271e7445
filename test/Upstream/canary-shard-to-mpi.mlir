// What upstream's --convert-shard-to-mpi and --convert-to-llvm do wrong with messages. If all of this fails, lib/Ranks could
// emit the mpi dialect in their place.
// RUN: split-file %s %t

// Each rank sends before it receives: a ring blocks where MPI does not buffer the message.
// RUN: mlir-opt %t/halo.mlir --convert-shard-to-mpi --canonicalize | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: mpi.send(%[[A:.*]], %{{.*}}, %c2_i32,
// BLOCKS-NEXT: mpi.recv(%[[A]], %{{.*}}, %c0_i32,

// A dynamic extent is that of an axis which does not exist.
// RUN: sed 's/8x6xf64/?x?xf64/g' %t/halo.mlir | mlir-opt --convert-shard-to-mpi --canonicalize | FileCheck %s --check-prefix=DIM
// DIM: memref.dim %{{.*}}, %c-9223372036854775808

// Of 2 x 6 elements, 2 are sent: the extent of the first axis is the count.
// RUN: mlir-opt %t/send.mlir --convert-to-llvm --canonicalize | FileCheck %s --check-prefix=COUNT
// COUNT: llvm.func @row(%{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: i64, %[[FIRST:[a-z0-9]*]]: i64,
// COUNT: %[[COUNT:.*]] = llvm.trunc %[[FIRST]] : i64 to i32
// COUNT: llvm.call @MPI_Send(%{{.*}}, %[[COUNT]],

// Elements of these types have no MPI type, which is 0 then.
// RUN: sed 's/f64/f16/' %t/send.mlir | mlir-opt --convert-to-llvm --canonicalize | FileCheck %s --check-prefix=TYPE
// RUN: sed 's/f64/bf16/' %t/send.mlir | mlir-opt --convert-to-llvm --canonicalize | FileCheck %s --check-prefix=TYPE
// RUN: sed 's/f64/i1/' %t/send.mlir | mlir-opt --convert-to-llvm --canonicalize | FileCheck %s --check-prefix=TYPE
// RUN: sed 's/f64/index/' %t/send.mlir | mlir-opt --convert-to-llvm --canonicalize | FileCheck %s --check-prefix=TYPE
// RUN: sed 's/f64/complex<f64>/' %t/send.mlir | mlir-opt --convert-to-llvm --canonicalize | FileCheck %s --check-prefix=TYPE
// TYPE: %[[TYPE:.*]] = llvm.mlir.constant(0 : i32) : i32
// TYPE: llvm.call @MPI_Send(%{{.*}}, %{{.*}}, %[[TYPE]],

// Two ops have no lowering.
// RUN: mlir-opt %t/isend.mlir --convert-to-llvm | FileCheck %s --check-prefix=LEFT
// LEFT: mpi.isend
// LEFT: mpi.barrier

//--- halo.mlir
module attributes { dlti.map = #dlti.map<"MPI:Implementation" = "MPICH", "MPI:comm_world_rank" = 1> } {
  shard.grid @grid(shape = 3)
  func.func @halo(%x: memref<8x6xf64>) -> memref<8x6xf64> {
    %r = shard.update_halo %x on @grid split_axes = [[0]] halo_sizes = [1, 1] : memref<8x6xf64>
    return %r : memref<8x6xf64>
  }
}

//--- send.mlir
module attributes { dlti.map = #dlti.map<"MPI:Implementation" = "MPICH"> } {
  func.func @row(%x: memref<2x6xf64>, %to: i32) {
    %c = mpi.comm_world : !mpi.comm
    mpi.send(%x, %to, %to, %c) : memref<2x6xf64>, i32, i32
    return
  }
}

//--- isend.mlir
module attributes { dlti.map = #dlti.map<"MPI:Implementation" = "MPICH"> } {
  func.func @isend(%x: memref<2x6xf64>, %to: i32) {
    %c = mpi.comm_world : !mpi.comm
    %r = mpi.isend(%x, %to, %to, %c) : memref<2x6xf64>, i32, i32 -> !mpi.request
    mpi.barrier(%c)
    return
  }
}
