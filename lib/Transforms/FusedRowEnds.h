//===- FusedRowEnds.h - The ends of padded rows as vectors ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_FUSEDROWENDS_H
#define PAD_TRANSFORMS_FUSEDROWENDS_H

#include "FusedLoopsPlan.h"

namespace mlir {
namespace pad {

/// Which vector of a row of results is computed: one inside, the first one, or
/// the last one, which ends where the row does.
enum class RowPart { Inside, First, Last };

/// A padded axis that rows run along, as far as its ends can be composed of
/// vectors: a window of static size reads it with static pads.
struct RowPad {
  /// The pads of the part of the axis that a row reads.
  int64_t low = 0, high = 0;
  PadMode mode = PadMode::Constant;
  /// Offsets in the window of the first and the last element that an element of
  /// the result reads, and how far apart the windows of neighbours are.
  int64_t firstTap = 0, lastTap = 0, stride = 1;

  /// Elements of a row that read something before the source.
  int64_t getWidthBefore() const {
    return countWindows(low - firstTap, stride);
  }
  /// Elements of a row that read something behind the source.
  int64_t getWidthBehind() const { return countWindows(high, stride); }
};

/// Describes axis `axis` of `fused`, which rows of `op` run along; nullopt if
/// its ends cannot be composed of vectors of `plan`.
std::optional<RowPad> describeRowPad(linalg::LinalgOp op,
                                     const FusedLoopsPlan &plan,
                                     const FusedPad &fused, int64_t axis);

/// Whether rows of `count` elements that read `extent` elements of the source
/// are so long that no vector of `lanes` has both ends, and no longer than the
/// pads say.
ArithValue emitHasRowEnds(const RowPad &pad, ArithValue count,
                          ArithValue extent, int64_t lanes);

/// What the first or the last vector of a row reads at offset `tap` of its
/// window: `load` loads the vector of the source at an index, neighbours, and
/// `fill` is the padding value in each lane.
Value emitRowEnd(OpBuilder &builder, Location loc, const RowPad &pad,
                 RowPart part, int64_t tap, ArithValue extent, int64_t lanes,
                 function_ref<Value(ArithValue)> load,
                 function_ref<Value()> fill);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_FUSEDROWENDS_H
