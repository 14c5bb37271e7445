//===- RowEmitter.h - Rows known at run time --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H

#include "Pad/IR/SymbolicPadGeometry.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// The numbers of one planned axis as values, all computed outside the loops.
struct AxisValues {
  AxisValues(VectorMover &mover, PadMode mode, const SymbolicPadAxis &axis,
             Value resultExtent);

  SourceIndexEmitter positions;
  /// Extent of the result, and result indices `[begin, end)` that read
  /// positions inside the dilated source axis.
  Value resultExtent, begin, end;
  /// Position that result index 0 reads, as far as it makes a difference to the
  /// constant mode: `-low` with `low` in `[-dilated, resultExtent]`.
  Value low;
  /// Extent after dilation; `interior + 1`, null for 1.
  Value dilated, step;
  /// Distance of neighbours in elements.
  Value sourceStride, resultStride;
};

/// Emits one row whose numbers are values. Built outside the loops, where it
/// computes what all rows share.
class RowEmitter {
public:
  /// `chunk` is the number of dense elements that move as one; null for 1.
  RowEmitter(VectorMover &mover, PadMode mode, const AxisValues &axis,
             Value chunk);

  /// The row of the source at `sourceOffset` to the row of the result at
  /// `resultOffset`. With `bordersOnly` the data is there already.
  void emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
            Value resultOffset, bool bordersOnly);

private:
  /// `count` scaled to elements.
  Value scale(Value count);
  void emitData(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                Value resultOffset);
  /// Padding values on both sides of result indices `[dataBegin, dataEnd)`, and
  /// maybe some inside, which are written later.
  void emitConstantBorders(FlatBuffer result, Value resultOffset, Value begin,
                           Value end, bool keepsData);
  /// What result indices `[first, last)` read, index by index.
  void emitEach(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                Value resultOffset, Value first, Value last);
  void emitLeft(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                Value resultOffset);
  void emitRight(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                 Value resultOffset);

  VectorMover &mover;
  PadMode mode;
  const AxisValues &axis;
  Value chunk;
  /// Static interior pad; nullopt if dynamic.
  std::optional<int64_t> interior;
  /// First and number of the source elements in the window, and result indices
  /// `[spanBegin, spanEnd)` from the first of them to the last.
  Value firstElement, elements, spanBegin, spanEnd;
  /// Whether a border is one run: it does not reach past the far end of the
  /// data it mirrors or repeats.
  Value isLeftRun, isRightRun;
  /// Whether the row is as long as a vector.
  Value isWide;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H
