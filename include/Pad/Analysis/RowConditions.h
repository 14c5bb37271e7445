//===- RowConditions.h - Conditions on rows and planes ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What decides how rows are moved, for numbers that are known at compile time
// and for those that are not: the plan drops what cannot hold, and emission
// checks the rest at run time.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_ROWCONDITIONS_H
#define PAD_ANALYSIS_ROWCONDITIONS_H

#include "Pad/Analysis/AxisRuns.h"
#include "Pad/Analysis/CostModel.h"

namespace mlir {
namespace pad {

/// Whether rows can be streamed from their source: they have long data, of
/// `minBytes`, between borders that fit the stage. `bytes` are those of an
/// index; the axis has no interior pad.
template <typename Number>
typename Number::Condition areRowsStreamable(const AxisRuns<Number> &axis,
                                             Number bytes, int64_t minBytes) {
  return ((axis.end - axis.begin) * bytes >= minBytes) &
         (axis.begin * bytes <= cost::kMaxBorderBytes) &
         ((axis.resultExtent - axis.end) * bytes <= cost::kMaxBorderBytes);
}

/// Whether the result is one plane, the first one of the source, of few rows
/// that are short: at most `lanes` elements, or, if there are no masks (0
/// lanes), so many that moving them one by one pays. `axes` are the runs of
/// planes, of their rows, and of the indices of a row.
template <typename Axes>
auto isPlaneSmall(const Axes &axes, int64_t lanes) {
  const auto &row = axes.back();
  auto isSmall =
      (row.resultExtent <= (lanes != 0 ? lanes : cost::kMaxFewRowElements)) &
      row.hasRuns();
  if (axes.size() == 1)
    return isSmall;
  const auto &outer = axes[axes.size() - 2];
  isSmall =
      isSmall & (outer.resultExtent <=
                 (lanes != 0 ? cost::kMaxFewRows : cost::kMaxFewElements));
  if (lanes == 0)
    isSmall = isSmall &
              (outer.resultExtent * row.resultExtent <= cost::kMaxFewElements);
  if (!outer.isFilled())
    isSmall = isSmall & outer.hasRuns();
  for (size_t k = 0; k + 2 < axes.size(); ++k)
    isSmall = isSmall & eq(axes[k].resultExtent, 1) & (axes[k].dilated > 0) &
              eq(axes[k].low, 0);
  return isSmall;
}

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_ROWCONDITIONS_H
