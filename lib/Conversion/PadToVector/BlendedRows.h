//===- BlendedRows.h - Rows blended with their borders ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_BLENDEDROWS_H
#define PAD_CONVERSION_PADTOVECTOR_BLENDEDROWS_H

#include "AxisValues.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// Emits dynamic rows with hardly a branch: vectors of the result
/// are loaded as if there were no border, which reads the neighbours of the
/// source row too, and the first and the last of them are blended with their
/// border by masks. The row axis has no interior pad and inner blocks of one
/// element.
class BlendedRows {
public:
  /// Code for rows of one to two vectors of `width` elements, or for longer
  /// ones too.
  struct Form {
    int64_t width;
    bool isLong;
  };
  /// Whether rows of `axis` are of `form`, and no border exceeds a vector.
  static ArithValue emitFits(VectorMover &mover, const AxisValues &axis,
                             Form form);

  /// Built outside the loops, where it computes what all rows share. `axis` has
  /// the mode of the pad.
  BlendedRows(VectorMover &mover, const AxisValues &axis, Form form);

  /// Elements before the first of the source row, and behind its last, that
  /// `emit` may read.
  ArithValue getReadBefore() const { return readBefore; }
  ArithValue getReadBehind() const { return readBehind; }

  /// The row whose source is at `sourceOffset`.
  void emit(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
            ArithValue resultOffset);
  /// A row of padding values.
  void fill(FlatBuffer result, ArithValue resultOffset);
  /// A row of the result once more.
  void repeat(FlatBuffer result, ArithValue fromOffset, ArithValue toOffset);

private:
  /// `first`, `last`, and what `loadAt` emits for the columns between.
  void emitVectors(FlatBuffer result, ArithValue resultOffset, ArithValue first,
                   ArithValue last,
                   function_ref<ArithValue(ArithValue)> loadAt);
  /// All ones in lanes below `bound`, which is 0 to the width.
  ArithValue emitLanesBelow(ArithValue bound);
  /// `vector` where `mask` is set, zero elsewhere.
  ArithValue keep(ArithValue vector, ArithValue mask);
  /// What the source row extends a vector with at one end.
  ArithValue emitBorder(FlatBuffer source, ArithValue sourceOffset,
                        bool isLeft);

  VectorMover &mover;
  const AxisValues &axis;
  int64_t width;
  bool isLong;
  /// Column of the last vector, flush with the end.
  ArithValue lastColumn;
  /// Lanes of the first and last vector that hold data, and those of their
  /// borders.
  ArithValue firstData, lastData, firstBorder, lastBorder;
  /// Padding values in the border lanes.
  ArithValue firstPadding, lastPadding;
  /// Columns of the right border.
  ArithValue rightExtent;
  ArithValue readBefore, readBehind;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_BLENDEDROWS_H
