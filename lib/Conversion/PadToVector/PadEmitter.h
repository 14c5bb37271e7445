//===- PadEmitter.h - One pad by one plan -----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_PADEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_PADEMITTER_H

#include "BlendedRows.h"
#include "FlatView.h"
#include "LoopNest.h"
#include "Pad/Analysis/CostModel.h"
#include "Pad/Analysis/PadPlan.h"
#include "Pad/Conversion/Passes.h"
#include "PlaneKernel.h"
#include "StreamedRows.h"

namespace mlir {
namespace pad {

/// Emits a pad as planned, in the ways among which run time chooses.
class PadEmitter {
public:
  /// `paddingValue` is one element as memory holds it; null if none is read.
  PadEmitter(OpBuilder &b, PadIntoOp op, const PadPlan &plan,
             const PadToVectorOptions &options, Value paddingValue);

  /// The whole pad.
  void emit();
  /// Whether the chunk is as the plan says, small and without pads, and not
  /// empty; null if that is known.
  Value emitHasPlannedChunk();

private:
  /// How rows and planes of run-time numbers are moved: where `condition`
  /// holds, by what `emit` emits.
  struct Strategy {
    Value condition;
    std::function<void(const PlaneOperands &)> emit;
  };

  /// Whether pads of `axis` are zeros, and its extents equal.
  Value emitIsUnpadded(const AxisValues &axis);
  /// Whether any axis is empty, which only padding values can extend.
  Value emitIsEmpty();
  /// Whether the source starts where the data of the result does.
  Value emitIsInPlace();
  /// Whether the result may be written past the caches; null if never.
  Value emitIsStreamable();
  /// Elements of the result.
  Value getResultSize();
  /// The most elements of a chunk that kernels have to expect.
  int64_t getMaxChunk() const {
    return traits.hasChunks ? cost::kMaxChunkBytes * 8 / plan.elementBits : 1;
  }

  /// With `bordersOnly` the data is there already.
  void emitResult(bool bordersOnly);
  /// All of the result, through the caches or past them.
  void emitAll(bool isStreamed, bool bordersOnly);
  /// `body` for all of `units` things to do, which it is given as `[first,
  /// last)`, or, where the result is large, for a stretch of them on each of
  /// several threads.
  void forThreads(Value units, function_ref<void(Value, Value)> body);

  /// Loops around kernels (KernelLoops.cpp), which know the axes from
  /// `kernelBegin` on.
  void emitKernels(bool isStreamed, bool bordersOnly);
  void emitKernelLoops(int64_t kernelBegin, bool isStreamed, bool bordersOnly);
  /// Rows `rows` of the planes at these offsets, and `window` of each.
  void emitPlanes(Value sourceOffset, Value resultOffset, RowWindow rows,
                  RowWindow window, bool bordersOnly);
  void emitStreamedPlanes(StreamWriter::Memory memory, Value begin,
                          Value sourceOffset, Value resultOffset,
                          RowWindow rows, RowWindow window);
  PlaneOperands getOperands(Value sourceOffset, Value resultOffset,
                            RowWindow rows, RowWindow window);
  /// Writes the numbers of the planes to memory.
  void emitPlaneNumbers();
  /// Finds the strategies for planes through the caches. `arePlanesWhole`, an
  /// `i1`: whether all rows of planes are moved by one call.
  void emitStrategies(int64_t kernelBegin, Value arePlanesWhole);
  /// Linearized iterations of axes `[first, last)`.
  Value getIterations(int64_t first, int64_t last);

  /// Loops around a tile (TileLoops.cpp).
  void emitTiles(bool isStreamed);
  /// Whether the result is moved by tiles.
  bool hasTiles(bool isStreamed) const;
  /// Elements `[begin, end)` of the tile to `resultOffset` of `to`.
  void emitTileElements(FlatBuffer to, Value sourceOffset, Value resultOffset,
                        int64_t begin, int64_t end);
  void emitStreamedTile(StreamWriter &writer, Value sourceOffset,
                        Value resultOffset);
  /// A plane of which only rows with data of their own are composed.
  void emitRepeatedPlane(Value sourceOffset, Value resultOffset);

  /// Whether the tile is the row and nothing more.
  bool isRowTile() const {
    return plan.tile && plan.tileBegin == plan.row && plan.tileGroup == 1;
  }
  bool isConstant() const { return plan.mode == PadMode::Constant; }

  OpBuilder &b;
  Location loc;
  PadIntoOp op;
  const PadPlan &plan;
  const PadToVectorOptions &options;
  KernelTraits traits;
  IndexMath m;
  FlatView source, result;
  VectorMover mover;
  SmallVector<SymbolicPadAxis> numbers;
  SmallVector<AxisValues> axes;
  /// Elements of a chunk.
  Value chunk;
  /// Whether the axis around planes has no pads, so that a kernel moves planes
  /// that follow each other; null where there is none.
  Value arePlanesUnpadded;
  /// The numbers of planes, in memory.
  Value planeNumbers;
  std::optional<RowStaging> staging;
  SmallVector<Strategy> strategies;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_PADEMITTER_H
