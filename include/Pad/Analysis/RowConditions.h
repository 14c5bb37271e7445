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
#include "Pad/Rows/CostModel.h"

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

/// Whether the result is one plane, the first one of the source, whose row
/// axis has data and borders that are one run each, and so has the axis around
/// it, unless that is filled. `axes` are the runs of planes, of their rows, and
/// of the indices of a row.
template <typename Axes>
auto isOnePlane(const Axes &axes) {
  auto isOne = axes.back().hasRuns();
  if (axes.size() > 1 && !axes[axes.size() - 2].isFilled())
    isOne = isOne & axes[axes.size() - 2].hasRuns();
  for (size_t k = 0; k + 2 < axes.size(); ++k)
    isOne = isOne & eq(axes[k].resultExtent, 1) & (axes[k].dilated > 0) &
            eq(axes[k].low, 0);
  return isOne;
}

/// Whether that plane has few rows, which fit a vector of `lanes` each.
template <typename Axes>
auto isPlaneOfVectors(const Axes &axes, int64_t lanes) {
  auto isShort = axes.back().resultExtent <= lanes;
  if (axes.size() > 1)
    isShort =
        isShort & (axes[axes.size() - 2].resultExtent <= cost::kMaxFewRows);
  return isShort & isOnePlane(axes);
}

/// Whether it has so few rows that it pays to move them run by run, borders
/// element by element.
template <typename Axes>
auto isPlaneOfRuns(const Axes &axes, int64_t lanes, bool hasMasks) {
  const auto &row = axes.back();
  auto isByRuns = (row.end - row.begin >= lanes) &
                  (row.resultExtent <= cost::kMaxRunVectors * lanes);
  if (!hasMasks) {
    // Data of less than a vector moves element by element.
    auto isByElements = row.resultExtent <= cost::kMaxRunElements;
    if (axes.size() > 1)
      isByElements = isByElements &
                     (axes[axes.size() - 2].resultExtent * row.resultExtent <=
                      cost::kMaxRunPlaneElements);
    isByRuns = isByRuns | isByElements;
  }
  if (axes.size() > 1)
    isByRuns =
        isByRuns & (axes[axes.size() - 2].resultExtent <=
                    (hasMasks ? cost::kMaxMaskedRunRows : cost::kMaxRunRows));
  return isByRuns & (row.begin <= cost::kMaxRunBorder) &
         (row.resultExtent - row.end <= cost::kMaxRunBorder) & isOnePlane(axes);
}

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_ROWCONDITIONS_H
