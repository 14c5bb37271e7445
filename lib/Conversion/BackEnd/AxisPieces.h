//===- AxisPieces.h - The parts of a padded axis ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CONVERSION_BACKEND_AXISPIECES_H
#define PAD_LIB_CONVERSION_BACKEND_AXISPIECES_H

#include "Pad/Conversion/PadRecipe.h"

namespace mlir {
namespace pad {

/// Neighbouring result indices of an axis: elements of the source, perhaps
/// backwards, and perhaps several times.
struct AxisPiece {
  AxisSlice slice;
  bool isReversed = false;
  int64_t copies = 1;

  /// Whether `other` reads the same, however often.
  bool readsSame(const AxisPiece &other) const {
    return slice == other.slice && isReversed == other.isReversed;
  }
};

/// The pieces of `axis`, which has static numbers, at least one element, no
/// interior padding, and another mode than constant; nullopt if there are more
/// than `limit`.
std::optional<SmallVector<AxisPiece>> getStaticPieces(const PadAxis &axis,
                                                      int64_t limit);

/// The pieces of such an axis of unknown extent, with pads that are not
/// negative; nullopt if they depend on the extent.
std::optional<SmallVector<AxisPiece>> getDynamicPieces(const PadAxis &axis);

/// The pieces of which one period of `axis` consists, and its extent.
std::pair<SmallVector<AxisPiece>, int64_t> getPeriod(const PadAxis &axis);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CONVERSION_BACKEND_AXISPIECES_H
