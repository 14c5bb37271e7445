//===- ExchangeOpening.cpp - Plans of exchanges of a whole program --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExchangeBuilder.h"
#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether the ranks of a plan, which are numbered along the last axis of the
/// tensor first, are all ranks of the grid in their order.
static bool isWholeGrid(const GridOrder &order) {
  SmallVector<int64_t> used;
  for (ArrayRef<int16_t> axes : order.splitAxes)
    for (int16_t axis : axes)
      if (order.shape[axis] != 1)
        used.push_back(axis);
  SmallVector<int64_t> all;
  for (auto [axis, ranks] : llvm::enumerate(order.shape))
    if (ranks != 1)
      all.push_back(static_cast<int64_t>(axis));
  return used == all;
}

namespace {
/// Emits what a whole program needs besides the functions of an exchange.
class ProgramEmitter : ExchangeBuilder {
public:
  using ExchangeBuilder::ExchangeBuilder;

  void emitOpen(const GridOrder &order) {
    SmallVector<Type> results = {pointer};
    results.append(2 * getRank(), index);
    SmallVector<Value> arguments = beginFunction(
        spec.name + "_open", SmallVector<Type>(getNumDynamic(), index), results,
        /*isPublic=*/false);
    clearError();
    Value world = mpi.getWorld(b, loc), comm = world;
    bool isSplit = !isWholeGrid(order);
    Value newComm;
    if (isSplit) {
      newComm = makeWords(1);
      checkWorld(world, order.shape);
      splitWorld(order, askRank(world), newComm);
      endIfFailed("MPI_Comm_split failed");
      comm = LLVM::LoadOp::create(b, loc, mpi.getHandleType(), newComm);
    }
    SmallVector<Value> numbers;
    for (Value argument : arguments)
      numbers.push_back(m(argument).castTo(i64));
    Value plan = makeWords(1);
    SmallVector<Value> operands = {comm};
    llvm::append_range(operands, numbers);
    operands.push_back(plan);
    callMpi(spec.name + "_create", operands);
    operands = {askRank(comm).castTo(i32)};
    // The plan has a communicator of its own.
    if (isSplit)
      callMpi("MPI_Comm_free", {newComm});
    // A plan fails on all ranks. What one of them prints comes first.
    ifThen(ne(loadVariable(error), 0), [&] { callMpi("MPI_Barrier", world); });
    endIfFailed("no plan of an exchange between ranks");
    llvm::append_range(operands, numbers);
    auto rank = static_cast<int64_t>(getRank());
    Value offsets = makeWords(rank), source = makeWords(rank),
          result = makeWords(rank);
    llvm::append_range(operands, ValueRange{offsets, source, offsets, result});
    call(spec.name + "_local_shape", {}, operands);
    SmallVector<Value> returned = {LLVM::LoadOp::create(b, loc, pointer, plan)};
    for (Value extents : {source, result})
      for (int64_t axis = 0; axis < rank; ++axis)
        returned.push_back(loadWord(extents, axis));
    endFunction(returned);
  }

  void emitWorldRank() {
    beginFunction(spec.name, {}, index, /*isPublic=*/false);
    clearError();
    ArithValue rank = askRank(mpi.getWorld(b, loc));
    endIfFailed("MPI_Comm_rank failed");
    endFunction(Value(rank));
  }

  void emitPieceOffsets(ArrayRef<int64_t> shape, ArrayRef<int16_t> axes) {
    int64_t parts = 1, numRanks = 1;
    SmallVector<int64_t> strides(shape.size());
    for (size_t axis = shape.size(); axis-- > 0; numRanks *= shape[axis])
      strides[axis] = numRanks;
    for (int16_t axis : axes)
      parts *= shape[axis];
    Value extent =
        beginFunction(spec.name, index, SmallVector<Type>(parts + 1, index),
                      /*isPublic=*/false)[0];
    clearError();
    Value world = mpi.getWorld(b, loc), own = makeVariable(m(extent));
    checkWorld(world, shape);
    Value extents =
        call("malloc", pointer, m.constant(8 * numRanks).castTo(i64));
    cf::AssertOp::create(b, loc, invert(isNull(extents)),
                         "there is no memory for the extents of all ranks");
    Value one = m.constant(1).castTo(i32);
    callMpi("MPI_Allgather", {own, one, mpi.getInt64Type(b, loc), extents, one,
                              mpi.getInt64Type(b, loc), world});
    endIfFailed("MPI_Allgather failed");
    // The ranks of one row of the grid; those of the others have the same.
    ArithValue offset = m.constant(0);
    SmallVector<Value> offsets = {offset};
    for (int64_t part = 0; part < parts; ++part) {
      int64_t distance = 0, rest = part;
      for (int16_t axis : llvm::reverse(axes)) {
        distance += rest % shape[axis] * strides[axis];
        rest /= shape[axis];
      }
      offset = offset + loadWord(extents, distance);
      offsets.push_back(offset);
    }
    call("free", {}, extents);
    endFunction(offsets);
  }

private:
  ArithValue askRank(Value comm) {
    Value variable = makeWords(1);
    callMpi("MPI_Comm_rank", {comm, variable});
    return getIndex(LLVM::LoadOp::create(b, loc, i32, variable));
  }

  /// Ends the program unless there are as many ranks as in the grid.
  void checkWorld(Value world, ArrayRef<int64_t> shape) {
    Value size = makeWords(1);
    callMpi("MPI_Comm_size", {world, size});
    endIfFailed("MPI_Comm_size failed");
    ArithValue isGrid = eq(getIndex(LLVM::LoadOp::create(b, loc, i32, size)),
                           *multiplyExtents(shape));
    cf::AssertOp::create(b, loc, isGrid,
                         "MPI_COMM_WORLD has not as many ranks as the grid");
  }

  /// Ends the program, with `message`, if a call of MPI failed.
  void endIfFailed(StringRef message) {
    cf::AssertOp::create(b, loc, eq(loadVariable(error), 0), message);
  }

  /// Stores to `newComm` a communicator of the ranks that hold the tensor
  /// together, in the order of a plan.
  void splitWorld(const GridOrder &order, ArithValue rank, Value newComm) {
    SmallVector<ArithValue> coordinates(order.shape.size());
    for (size_t axis = order.shape.size(); axis-- > 0;) {
      coordinates[axis] = urem(rank, order.shape[axis]);
      rank = udiv(rank, order.shape[axis]);
    }
    ArithValue color = m.constant(0), key = m.constant(0);
    SmallVector<bool> isUsed(order.shape.size());
    for (ArrayRef<int16_t> axes : order.splitAxes)
      for (int16_t axis : axes) {
        key = key * order.shape[axis] + coordinates[axis];
        isUsed[axis] = true;
      }
    for (auto [axis, coordinate] : llvm::enumerate(coordinates))
      if (!isUsed[axis])
        color = color * order.shape[axis] + coordinate;
    callMpi("MPI_Comm_split", {mpi.getWorld(b, loc), color.castTo(i32),
                               key.castTo(i32), newComm});
  }
};
} // namespace

void mlir::pad::emitOpenExchange(ModuleOp module, const ExchangeSpec &spec,
                                 const GridOrder &order) {
  ProgramEmitter(module, spec).emitOpen(order);
}

/// A function of `name` that exchanges nothing.
static ExchangeSpec getFunction(StringRef name, MpiLibrary mpi) {
  ExchangeSpec spec;
  spec.name = name.str();
  spec.mpi = mpi;
  return spec;
}

void mlir::pad::emitWorldRank(ModuleOp module, StringRef name, MpiLibrary mpi) {
  ExchangeSpec spec = getFunction(name, mpi);
  ProgramEmitter(module, spec).emitWorldRank();
}

void mlir::pad::emitPieceOffsets(ModuleOp module, StringRef name,
                                 MpiLibrary mpi, ArrayRef<int64_t> shape,
                                 ArrayRef<int16_t> axes) {
  ExchangeSpec spec = getFunction(name, mpi);
  ProgramEmitter(module, spec).emitPieceOffsets(shape, axes);
}
