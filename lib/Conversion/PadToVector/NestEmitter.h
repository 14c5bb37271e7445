//===- NestEmitter.h - Loops around rows ------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_NESTEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_NESTEMITTER_H

#include "FlatView.h"
#include "Pad/Analysis/PadPlan.h"
#include "PlaneEmitter.h"
#include "RowEmitter.h"
#include "StreamWriter.h"

namespace mlir {
namespace pad {

/// Emits the loops around tiles and rows, as planned. Assumes that no axis
/// which is extended by its data is empty.
class NestEmitter {
public:
  /// `paddingValue` is one element as memory holds it; null if none is read.
  /// `traces`: code reports what it does.
  NestEmitter(OpBuilder &builder, PadIntoOp op, const PadPlan &plan,
              VectorShape vectors, Value paddingValue, bool traces);

  /// Padding values in the whole result.
  void fill();
  /// The whole result; with `bordersOnly` the data is there already.
  void emit(bool bordersOnly);

  /// Result indices of the outermost axes are numbered as one row of units,
  /// which may be emitted in any order: indices of the row, if there is no loop
  /// around it. Null if there is but one unit.
  Value getUnits();
  /// Units `[first, last)`.
  void emitUnits(Value first, Value last, bool bordersOnly);

  /// Whether the result may be streamed, and what is staged; null if never.
  Value emitIsStreamable(StreamWriter::Staging &staging);
  /// `emit` or `emitUnits`, past the caches.
  void stream(StreamWriter::Staging staging);
  void streamUnits(StreamWriter::Staging staging, Value first, Value last);

  /// Elements of the result.
  Value getResultSize();
  IndexMath math() { return m; }
  VectorMover &getMover() { return mover; }
  /// Whether any axis is empty, which only padding values can extend.
  Value emitIsEmpty();
  /// Whether the source starts where the data of the result does.
  Value emitIsInPlace();
  /// Whether the chunk is as small as the plan says, and not empty; null if
  /// that is known.
  Value emitHasSmallChunk();

private:
  /// Axes `k` and inwards.
  void emitAxis(int64_t k, Value sourceOffset, Value resultOffset,
                bool bordersOnly);
  /// `emitAll` once for each form of short rows, and once more for the rest:
  /// run time chooses.
  void forFormsOfRows(function_ref<void()> emitAll);
  /// Whether the elements of the source lie one after the other.
  Value emitIsSourceDense();
  /// The loop of an axis that padding values extend, and the one of any other.
  void emitConstantAxis(int64_t k, Value sourceOffset, Value resultOffset,
                        bool bordersOnly);
  void emitExtendedAxis(int64_t k, Value sourceOffset, Value resultOffset,
                        bool bordersOnly);
  /// Result index `i` of axis `k`, at `resultOffset`; of a constant axis, one
  /// that lies inside the dilated source.
  void emitConstantIndex(int64_t k, Value i, Value sourceOffset,
                         Value resultOffset, bool bordersOnly);
  void emitExtendedIndex(int64_t k, Value i, Value sourceOffset,
                         Value resultOffset, bool bordersOnly);
  /// Padding values at indices `[first, last)` of axis `k`.
  void fillAxis(int64_t k, Value resultOffset, Value first, Value last);
  /// All indices of axis `k`.
  void fillAxis(int64_t k, Value resultOffset);
  /// Whether the tile is the row and nothing more.
  bool isRowTile() const {
    return plan.tile && plan.tileBegin == plan.row && plan.tileGroup == 1;
  }
  /// Result indices `window` of the row to `toOffset` of `to`.
  void emitRowWindow(Value sourceOffset, FlatBuffer to, Value toOffset,
                     const RowWindow &window);
  void emitStreamedRow(Value sourceOffset, Value resultOffset,
                       const RowWindow &window);
  /// Runs `emitAll` with the result's elements `[begin, end)` past the caches.
  void emitThroughStream(StreamWriter::Staging staging, Value begin, Value end,
                         function_ref<void()> emitAll);
  /// The number of outer axes whose indices make the units.
  int64_t countUnitAxes() const;

  OpBuilder &b;
  Location loc;
  PadIntoOp op;
  const PadPlan &plan;
  IntegerType elementType;
  IndexMath m;
  FlatView source, result;
  VectorMover mover;
  SmallVector<AxisValues> axes;
  /// Elements of a chunk.
  Value chunk;
  std::optional<RowEmitter> row;
  /// The planes around the rows, if those may turn out short.
  std::optional<PlaneEmitter> plane;
  /// How rows of the form at hand are emitted; null if they are not short.
  std::optional<BlendedRows> blended;
  /// Elements of the source.
  Value sourceSize;
  /// Where the result is streamed: everything is written through it, in order.
  std::optional<StreamWriter> writer;
  /// Inside a unit: the indices of its outer axes, or the part of the row.
  SmallVector<Value> unitIndices;
  std::optional<RowWindow> unitWindow;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_NESTEMITTER_H
