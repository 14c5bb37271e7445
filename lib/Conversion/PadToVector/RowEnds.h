//===- RowEnds.h - First and last vector of long rows -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_ROWENDS_H
#define PAD_CONVERSION_PADTOVECTOR_ROWENDS_H

#include "AxisValues.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// Emits the first and the last vector of dynamic rows, which have
/// at least a vector of data: both are permuted from vectors inside the source
/// row, without masks and without a branch. The row axis has no interior pad
/// and inner blocks of one element; the target permutes such elements.
class RowEnds {
public:
  /// Whether rows of `axis` have at least `minData` elements of data, and
  /// borders that are one run each and fit a vector of `lanes`.
  static ArithValue emitFits(ArithContext m, const AxisValues &axis,
                             int64_t lanes, int64_t minData);

  /// Built outside the loops, where it computes what all rows share. `axis`
  /// outlives it.
  RowEnds(VectorMover &mover, const AxisValues &axis);

  /// The last vector of the row whose source is at `sourceOffset`, or its first
  /// one.
  ArithValue emit(FlatBuffer source, ArithValue sourceOffset, bool isLast);

private:
  /// A vector of the source row, from `index` on, and the lanes of it that are
  /// wanted.
  struct Permuted {
    ArithValue index, lanes;
  };
  /// The vector at one end, where `border` is set for lanes that are not part
  /// of `data`: padding values, or what another part of the row repeats.
  struct End {
    Permuted data, repeated;
    ArithValue border;
  };
  End emitEnd(bool isLast);
  /// Lanes whose numbers are `first`, `first + 1`, ..., or downwards.
  ArithValue emitNumbers(ArithValue first, bool isDownwards);
  ArithValue load(const Permuted &permuted, FlatBuffer source,
                  ArithValue sourceOffset);

  VectorMover &mover;
  const AxisValues &axis;
  End first, last;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_ROWENDS_H
