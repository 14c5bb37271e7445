//===- PlaneEmitter.h - Planes of short rows --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_PLANEEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_PLANEEMITTER_H

#include "BlendedRows.h"

namespace mlir {
namespace pad {

/// Emits planes, the row axis and the one around it, whose rows are emitted
/// together: first all rows with data of their own, then, in any mode but
/// constant, those that repeat them. Neither axis has interior pads.
class PlaneEmitter {
public:
  /// Built outside the loops. `chunk`: elements in each index of the row.
  PlaneEmitter(VectorMover &mover, PadMode mode, const AxisValues &outer,
               const AxisValues &row, int64_t chunk);

  /// Whether rows are a few vectors, with data, and every source row is in the
  /// result where others repeat it; any mode but constant.
  Value getIsShort() const { return isShort; }
  /// The plane whose source is at `sourceOffset`, in chunks of one element; any
  /// mode but constant. Borders may be as wide as they like: a short row by
  /// itself is mostly branches then, so vectors of one column after the other
  /// are moved, each for all rows.
  void emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
            Value resultOffset);
  /// Whether `rows` can be blended: every source row is in the result where
  /// others repeat it.
  Value emitMayBlend();
  /// The plane by `rows`, whose source is a plane of the `sourceSize` dense
  /// elements from `sourceBegin` on.
  void emitBlended(BlendedRows &rows, Value sourceBegin, Value sourceSize,
                   FlatBuffer source, Value sourceOffset, FlatBuffer result,
                   Value resultOffset);
  /// The same as `emit` where `emitRow` emits a row with data, given where its
  /// source and its result begin; any mode but constant.
  void emitRepeated(FlatBuffer result, Value sourceOffset, Value resultOffset,
                    function_ref<void(Value, Value)> emitRow);

private:
  /// `body` with the elements at column `from` of the source and `to` of the
  /// result, for result rows `[first, last)`.
  void forRows(Value first, Value last, Value from, Value to,
               function_ref<void(Value, Value)> body);
  /// `count` columns from `to` on of result rows `[first, last)`, from source
  /// columns `from` upwards, or downwards if `isReverse`: vector by vector, the
  /// rows inside.
  void moveColumns(Value first, Value last, Value from, Value to, Value count,
                   bool isReverse);
  /// The border columns of result rows `[first, last)` at one end.
  void extendRows(Value first, Value last, bool isLeft);
  /// The rows behind those with data, and then those before them, from those;
  /// `copyRow` is given where a row begins and where it goes.
  void repeatRows(function_ref<void(Value, Value)> copyRow);
  void repeatRows(bool isLeft, function_ref<void(Value, Value)> copyRow);
  Value sourceAt(Value row, Value column);
  Value resultAt(Value row, Value column);

  VectorMover &mover;
  PadMode mode;
  const AxisValues &outer, &row;
  /// Columns of data in each row.
  Value count;
  /// Elements of each row of the result.
  Value rowElements;
  /// Whether every source row is in the result; like `isShort` null in constant
  /// mode.
  Value isWhole, isShort;
  FlatBuffer source, result;
  Value sourceOffset, resultOffset;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_PLANEEMITTER_H
