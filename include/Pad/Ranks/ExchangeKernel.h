//===- ExchangeKernel.h - A pad across ranks as functions -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_RANKS_EXCHANGEKERNEL_H
#define PAD_RANKS_EXCHANGEKERNEL_H

#include "Pad/Ranks/ExchangePlan.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir {
namespace pad {

/// The MPI library that a kernel calls. They differ in their handles and
/// constants.
enum class MpiLibrary { Mpich, OpenMpi };

/// A pad on the ranks of a grid. Numbers are `ShapedType::kDynamic` where they
/// are known only at run time.
struct ExchangeSpec {
  std::string name = "pad";
  /// The axes; `periodic` has no effect.
  SmallVector<PadAxis> axes;
  /// Ranks along each axis.
  SmallVector<int64_t> grid;
  /// For axes whose pieces are not the even ones, where each of them begins,
  /// and the extent. No entries, or one for each axis, which may be empty.
  SmallVector<SmallVector<int64_t>> sourceOffsets, resultOffsets;
  /// Bytes of an element, a power of two of at most 16.
  int64_t elementBytes = 1;
  ResultPieces results = ResultPieces::Disjoint;
  /// The element type of a gradient, for which `hasNativeSum` holds; else null.
  Type summedType;
  /// Whether the source lies in the result, which has room for the halo.
  bool inPlace = false;
  MpiLibrary mpi = MpiLibrary::Mpich;
  /// Whether only the module itself calls the functions.
  bool isInternal = false;
  /// The bits of the padding value, as many as an element has.
  llvm::APInt value;
  /// Whether the padding value is a parameter instead.
  bool isValueDynamic = false;
};

/// Adds to `module` the functions of an exchange, in the dialects func, scf,
/// arith and llvm. The source of a gradient's is the gradient of the result of
/// the pad, and their result that of its source, summed in the order of A2:
///
///   NAME_local_shape(i32 rank, numbers..., ptr, ptr, ptr, ptr)
///   i32 NAME_create(comm, numbers..., ptr plan)
///   i32 NAME_run(ptr plan, ptr source, ptr result, [ptr value])
///   i32 NAME_free(ptr plan)
///
/// `numbers` are the dynamic ones as i64: extents, low, high and interior pads,
/// extents of the grid, then where pieces of the source and of the result
/// begin. `local_shape` writes offsets and extents of the pieces of the source,
/// then of the result: zeros if the grid has no such rank, and nothing to a
/// null pointer. The others return an error code of MPI, or 0: `create` that of
/// an argument if ranks have different numbers or kernels, or numbers that it
/// refuses, that of dimensions if the communicator has not as many ranks as the
/// grid, that of a communicator if it has two groups, and that of memory if a
/// rank has none; `run` that of an argument for a null pointer. They print why.
/// Nothing is called but MPI, `malloc`, `free`, `memcpy` and `dprintf`.
void emitExchange(ModuleOp module, const ExchangeSpec &spec);

/// How the axes of a tensor lie on the grid of all ranks, which are numbered
/// along its last axis first.
struct GridOrder {
  /// Ranks along each axis of the grid.
  SmallVector<int64_t> shape;
  /// For each axis of the tensor, those of the grid on which it lies. Ranks
  /// that differ in the others have the same pieces.
  SmallVector<SmallVector<int16_t>> splitAxes;
};

/// Adds to `module`, which has the functions of `spec`, an internal one that a
/// program calls which knows nothing but MPI_COMM_WORLD:
///
///   (ptr plan, index source extents..., index result extents...)
///     NAME_open(index numbers...)
///
/// Extents are those of this rank. An error of MPI, and whatever `create`
/// refuses, ends the program.
void emitOpenExchange(ModuleOp module, const ExchangeSpec &spec,
                      const GridOrder &order);

/// Adds to `module` the internal function `index NAME()`: the number of this
/// rank in MPI_COMM_WORLD.
void emitWorldRank(ModuleOp module, StringRef name, MpiLibrary mpi);

/// Adds to `module` the internal function `index... NAME(index extent)`: where
/// the pieces of an axis begin that lies on `axes` of the grid of `shape`, and
/// their end, if this rank's piece has `extent` elements.
void emitPieceOffsets(ModuleOp module, StringRef name, MpiLibrary mpi,
                      ArrayRef<int64_t> shape, ArrayRef<int16_t> axes);

} // namespace pad
} // namespace mlir

#endif // PAD_RANKS_EXCHANGEKERNEL_H
