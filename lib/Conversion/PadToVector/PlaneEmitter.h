//===- PlaneEmitter.h - Planes of short rows --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_PLANEEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_PLANEEMITTER_H

#include "AxisValues.h"

namespace mlir {
namespace pad {

/// Emits planes, the row axis and the one around it, whose rows hold few
/// vectors of data: first all rows with data of their own, then those that
/// repeat them. A short row known only at run time is mostly branches if it is
/// moved by itself; here the loops over rows hold none: the data of all rows is
/// moved first, then one border column after the other. Neither axis has
/// interior pads.
class PlaneEmitter {
public:
  /// Built outside the loops. `chunk`: elements in each index of the row.
  PlaneEmitter(VectorMover &mover, PadMode mode, const AxisValues &outer,
               const AxisValues &row, int64_t chunk);

  /// Whether rows are short, and every source row is in the result where others
  /// repeat it.
  Value getIsShort() const { return isShort; }
  /// The plane whose source is at `sourceOffset`, in chunks of one element. In
  /// constant mode it is dense in the result.
  void emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
            Value resultOffset);
  /// The same where `emitRow` emits a row with data, given where its source and
  /// its result begin; any mode but constant.
  void emitRepeated(FlatBuffer result, Value sourceOffset, Value resultOffset,
                    function_ref<void(Value, Value)> emitRow);

private:
  /// `count` elements, as `vectors` of `width` from the first one and as many
  /// before the last one, of each row.
  struct Moves {
    int64_t width, vectors;
  };

  /// Data of result rows `[first, last)`.
  void copyRows(Value first, Value last);
  void copyRows(Value first, Value last, Moves moves);
  /// The border columns of result rows `[first, last)` at one end.
  void extendRows(Value first, Value last, bool isLeft);
  /// The rows before or behind those with data, from those.
  void repeatRows(bool isLeft);
  Value sourceAt(Value row, Value column);
  Value resultAt(Value row, Value column);

  VectorMover &mover;
  PadMode mode;
  const AxisValues &outer, &row;
  /// Columns of data in each row.
  Value count;
  /// Elements of each row of the result.
  Value rowElements;
  Value isShort;
  FlatBuffer source, result;
  Value sourceOffset, resultOffset;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_PLANEEMITTER_H
