//===- RowEmitter.h - Rows known at run time --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H

#include "AxisValues.h"

namespace mlir {
namespace pad {

/// Result indices `[first, last)` of a row.
struct RowWindow {
  enum class Part {
    /// Any.
    Any,
    /// Up to `data` indices behind where the data begins.
    LeftEnd,
    /// From `data` indices before where the data ends.
    RightEnd
  };
  Value first, last;
  Part part = Part::Any;
  int64_t data = 0;
};

/// Emits rows whose numbers are values.
class RowEmitter {
public:
  /// Built outside the loops, where it computes what all rows share. `chunk` is
  /// the number of dense elements that move as one, at least 1.
  RowEmitter(VectorMover &mover, PadMode mode, const AxisValues &axis,
             Value chunk);

  /// `rowWindow` of the row whose source is at `sourceOffset`; `resultOffset`
  /// is where its first index goes. With `bordersOnly` the data is there
  /// already.
  void emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
            Value resultOffset, const RowWindow &rowWindow, bool bordersOnly);

private:
  /// What one `emit` works on.
  struct Window {
    FlatBuffer source;
    Value sourceOffset;
    FlatBuffer result;
    /// Where result index 0 would go.
    Value origin;
    /// Result indices of the window, and those of them that read positions
    /// inside the dilated source axis: `count` indices `[begin, end)`.
    Value first, last, begin, end, count;
    RowWindow::Part part;
  };

  /// `count` in elements.
  Value scale(Value count);
  /// A chunk from `from` to `to`.
  void copyChunk(const Window &window, Value from, Value to);
  /// Where result index `index` goes.
  Value at(const Window &window, Value index);
  /// What result indices `[first, last)` read, index by index.
  void emitEach(const Window &window, Value first, Value last);
  /// The border before or behind the data, of any mode but constant.
  void emitBorder(const Window &window, bool isLeft);
  /// Padding values around result indices `[begin, end)`, and maybe some
  /// inside, which are written later.
  void emitConstantBorders(const Window &window, Value begin, Value end,
                           bool keepsData);
  void emitData(const Window &window, bool bordersOnly);

  VectorMover &mover;
  PadMode mode;
  const AxisValues &axis;
  Value chunk;
  /// Whether chunks are known to be of one element.
  bool movesElements;
  /// Static interior pad; nullopt if dynamic.
  std::optional<int64_t> interior;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H
