//===- RowEmitter.h - Rows moved run by run ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H

#include "AxisValues.h"
#include "BlockRuns.h"
#include "VectorMover.h"
namespace mlir {
namespace pad {

/// Result indices `[first, last)` of a row.
struct RowWindow {
  ArithValue first, last;
};

/// Emits rows whose numbers are values, of any pads: border by border and the
/// data between them, in little code.
class RowEmitter {
public:
  /// Built outside the loops, where it computes what all rows share.
  /// `innerBlock` is the number of dense elements that move as one, at least 1.
  RowEmitter(VectorMover &mover, const AxisValues &axis, ArithValue innerBlock);

  /// Emits the result indices `window` of the row whose source is at
  /// `sourceOffset`; the first of them is written to `resultOffset`. With
  /// `bordersOnly`, the result holds the data already.
  void emit(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
            ArithValue resultOffset, RowWindow window, bool bordersOnly);

private:
  /// The row of one call of `emit`.
  struct Window {
    FlatBuffer source;
    ArithValue sourceOffset;
    FlatBuffer result;
    /// The offset of result index 0 in the result.
    ArithValue origin;
    /// Result indices of the window, and those of them that read positions
    /// inside the dilated source axis: `count` indices `[begin, end)`.
    ArithValue first, last, begin, end, count;
  };

  /// `count` in elements.
  ArithValue scale(ArithValue count);
  /// The offset of result index `index` in the result.
  ArithValue at(const Window &window, ArithValue index);
  /// Moves the inner block at `from` of the source to `to`.
  void copyInnerBlock(const Window &window, ArithValue from, ArithValue to);
  /// Moves what result index `index` reads.
  void emitIndex(const Window &window, ArithValue index);
  /// Writes `size` elements from `begin` of the row on, which read the source
  /// row from `position` on in steps of `direction` (`getDirection`).
  void moveRun(const Window &window, ArithValue begin, ArithValue position,
               ArithValue size, int64_t direction);
  /// Moves the borders at both ends, of any mode but constant.
  void emitBorders(const Window &window);
  /// Writes padding values to result indices `[first, begin)` and `[end,
  /// last)`.
  void fillAround(const Window &window, ArithValue first, ArithValue begin,
                  ArithValue end, ArithValue last);
  void emitData(const Window &window, bool bordersOnly);

  VectorMover &mover;
  const AxisValues &axis;
  ArithValue innerBlock;
  /// Whether inner blocks are known to be of one element.
  bool movesElements;
  /// Runs of others that are reversed or of which one is repeated, if there can
  /// be any that are permuted.
  std::optional<BlockRuns> blockRuns;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_ROWEMITTER_H
