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
/// that fit a vector of `lanes` each; or, without masks, of so few that it pays
/// to move them run by run. `axes` are the runs of planes, of their rows, and
/// of the indices of a row.
template <typename Axes>
auto isPlaneSmall(const Axes &axes, int64_t lanes, bool hasMasks) {
  const auto &row = axes.back();
  bool isRow = axes.size() == 1;
  const auto &outer = axes[isRow ? 0 : axes.size() - 2];
  auto isSmall = row.hasRuns();
  if (hasMasks) {
    isSmall = isSmall & (row.resultExtent <= lanes);
    if (!isRow)
      isSmall = isSmall & (outer.resultExtent <= cost::kMaxFewRows);
  } else {
    // Data of less than a vector is moved element by element.
    auto isByVectors = row.end - row.begin >= lanes;
    auto isByElements = row.resultExtent <= cost::kMaxRunElements;
    if (!isRow) {
      isByElements = isByElements & (outer.resultExtent * row.resultExtent <=
                                     cost::kMaxRunPlaneElements);
      isSmall = isSmall & (outer.resultExtent <= cost::kMaxRunRows);
    }
    isSmall = isSmall & (isByVectors | isByElements) &
              (row.resultExtent <= cost::kMaxRunVectors * lanes) &
              (row.begin <= cost::kMaxRunBorder) &
              (row.resultExtent - row.end <= cost::kMaxRunBorder);
  }
  if (isRow)
    return isSmall;
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
