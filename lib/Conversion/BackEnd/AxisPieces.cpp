//===- AxisPieces.cpp - The parts of a padded axis ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisPieces.h"
#include "Pad/Analysis/PadRuns.h"

using namespace mlir;
using namespace mlir::pad;

/// Elements `[begin, end)`, counted from the first.
static AxisSlice getFront(int64_t begin, int64_t end) {
  return {{begin, /*isFromEnd=*/false}, {end, /*isFromEnd=*/false}};
}

/// The same of an axis of `extent` elements, of which all are the whole axis.
static AxisSlice getPart(int64_t begin, int64_t end, int64_t extent) {
  return begin == 0 && end == extent ? AxisSlice() : getFront(begin, end);
}

std::optional<SmallVector<AxisPiece>>
mlir::pad::getStaticPieces(const PadAxis &axis, int64_t limit) {
  std::optional<SmallVector<PadRun>> runs = getPadRuns(axis, limit);
  if (!runs)
    return std::nullopt;
  SmallVector<AxisPiece> pieces;
  const PadRun *last = nullptr;
  for (const PadRun &run : *runs) {
    bool isOne = run.kind == PadRunKind::Broadcast || run.length == 1;
    // One element after another run of only that element.
    if (isOne && last && last->position == run.position &&
        (last->kind == PadRunKind::Broadcast || last->length == 1)) {
      pieces.back().copies += run.length;
      continue;
    }
    last = &run;
    if (isOne)
      pieces.push_back({getPart(run.position, run.position + 1, axis.extent),
                        /*isReversed=*/false, run.length});
    else if (run.kind == PadRunKind::Reverse)
      pieces.push_back({getPart(run.position - run.length + 1, run.position + 1,
                                axis.extent),
                        /*isReversed=*/true});
    else
      pieces.push_back(
          {getPart(run.position, run.position + run.length, axis.extent)});
  }
  return pieces;
}

std::optional<SmallVector<AxisPiece>>
mlir::pad::getDynamicPieces(const PadAxis &axis) {
  PadExtension extension = getExtension(axis.mode);
  bool isWrap = extension.kind == PadRunKind::Forward;
  bool repeats = axis.periodic || isWrap;
  // A border that is longer than the source repeats it; so does a reflection of
  // the only element. Without `periodic`, C5 excludes both.
  int64_t longest = repeats ? 1 - extension.skipped : INT64_MAX;
  if (extension.isFilled() || (extension.kind != PadRunKind::Broadcast &&
                               std::max(axis.low, axis.high) > longest))
    return std::nullopt;

  SmallVector<AxisPiece> pieces;
  auto addBorder = [&](int64_t length, bool isLow) {
    if (length == 0)
      return;
    bool isEdge = extension.kind == PadRunKind::Broadcast;
    int64_t skipped = extension.skipped;
    AxisPiece border;
    border.slice = getFront(skipped, skipped + (isEdge ? 1 : length));
    // A border reads its own end of the source, but wrap the other one.
    if (isLow == isWrap) {
      std::swap(border.slice.begin, border.slice.end);
      border.slice.begin.isFromEnd = border.slice.end.isFromEnd = true;
    }
    border.isReversed = extension.kind == PadRunKind::Reverse && length > 1;
    border.copies = isEdge ? length : 1;
    pieces.push_back(border);
  };
  addBorder(axis.low, /*isLow=*/true);
  pieces.push_back({});
  addBorder(axis.high, /*isLow=*/false);
  return pieces;
}

std::pair<SmallVector<AxisPiece>, int64_t>
mlir::pad::getPeriod(const PadAxis &axis) {
  PadExtension extension = getExtension(axis.mode);
  if (extension.kind != PadRunKind::Reverse)
    return {{AxisPiece()}, axis.extent};
  int64_t skipped = extension.skipped, mirrored = axis.extent - 2 * skipped;
  SmallVector<AxisPiece> pieces(1);
  if (mirrored > 0)
    pieces.push_back({getPart(skipped, axis.extent - skipped, axis.extent),
                      /*isReversed=*/mirrored > 1});
  return {pieces, axis.extent + mirrored};
}
