//===- PadRuns.cpp - A padded axis as stretches of one kind ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadRuns.h"
#include "Pad/Analysis/AxisRuns.h"
#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Rows/CostModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::pad;

/// The runs of result indices `[first, last)` of a border of `axis`; false if
/// that makes more than `limit` of them.
static bool appendBorder(const AxisRuns<MachineIndex> &axis, int64_t first,
                         int64_t last, bool isLeft, int64_t limit,
                         SmallVectorImpl<PadRun> &runs) {
  using Kind = PadRunKind;
  auto append = [&](Kind kind, int64_t begin, int64_t length,
                    int64_t position) {
    if (static_cast<int64_t>(runs.size()) == limit)
      return false;
    runs.push_back({kind, begin, length, position});
    return true;
  };
  if (first >= last)
    return true;
  int64_t length = last - first;
  if (axis.isFilled() || axis.dilated.get() == 0)
    return append(Kind::Fill, first, length, 0);
  // Of one element, every border repeats that.
  if (axis.dilated.get() == 1)
    return append(Kind::Broadcast, first, length, 0);
  if (isLeft ? axis.isLeftRun : axis.isRightRun) {
    return append(axis.extension.kind, first, length,
                  axis.getRunPosition(first, isLeft).get());
  }
  RepeatedBorder<MachineIndex> border = axis.getBorder(first, last, isLeft);
  for (int64_t i = border.firstRun.get(); i < border.lastRun.get(); ++i) {
    BorderRun<MachineIndex> run = border.getRun(i);
    bool isReverse = run.isReverse.value_or(false);
    if (!append(isReverse ? Kind::Reverse : Kind::Forward, run.begin.get(),
                run.count.get(), run.position.get()))
      return false;
  }
  return true;
}

std::optional<SmallVector<PadRun>> mlir::pad::getPadRuns(const PadAxis &axis,
                                                         int64_t limit) {
  std::optional<int64_t> dilated = getDilatedExtent(axis.extent, axis.interior);
  std::optional<int64_t> extent = getPaddedExtent(axis);
  if (!dilated || !extent)
    return std::nullopt;
  SourceIndexMap<MachineIndex> positions(getExtension(axis.mode), axis.low,
                                         *dilated, /*step=*/std::nullopt,
                                         /*mayBeEmpty=*/false);
  AxisRuns<MachineIndex> all(positions, *extent);
  SmallVector<PadRun> runs;
  int64_t begin = all.begin.get(), end = std::max(all.end.get(), begin);
  if (!appendBorder(all, 0, begin, /*isLeft=*/true, limit, runs))
    return std::nullopt;
  if (begin < end) {
    if (static_cast<int64_t>(runs.size()) == limit)
      return std::nullopt;
    runs.push_back({PadRunKind::Forward, begin, end - begin, begin - axis.low});
  }
  if (!appendBorder(all, end, *extent, /*isLeft=*/false, limit, runs))
    return std::nullopt;
  return runs;
}

/// `a * b` of sizes, INT64_MAX where that exceeds it.
static int64_t multiplySizes(int64_t a, int64_t b) {
  return multiplyExtents({a, b}).value_or(INT64_MAX);
}

StaticTile::StaticTile(ArrayRef<PadAxis> axes, int64_t innerBlock,
                       int64_t maxComposed)
    : axes(axes), innerBlock(innerBlock), sourceSize(innerBlock),
      resultSize(innerBlock) {
  for (const PadAxis &axis : axes) {
    resultExtents.push_back(getPaddedExtent(axis).value_or(0));
    sourceSize = multiplySizes(sourceSize, axis.extent);
    resultSize = multiplySizes(resultSize, resultExtents.back());
  }
  if (axes.size() != 1 || innerBlock == 0 || sourceSize == INT64_MAX ||
      resultSize == INT64_MAX ||
      axes.front().interior > cost::kMaxShuffledInterior)
    return;
  std::optional<SmallVector<PadRun>> elementRuns =
      getPadRuns(axes.front(), cost::kMaxTileRuns);
  if (!elementRuns)
    return;
  if (innerBlock == 1) {
    runs = *elementRuns;
    return;
  }
  if (axes.front().interior != 0)
    return;
  // Blocks keep their order inside: where they are reversed or repeated, each
  // is a run.
  auto isWhole = [](const PadRun &run) {
    return run.isFilled() || run.kind == PadRunKind::Forward;
  };
  int64_t numRuns = 0, numComposed = 0;
  for (const PadRun &run : *elementRuns) {
    numRuns += isWhole(run) ? 1 : run.length;
    numComposed += isWhole(run) ? 0 : run.length * innerBlock;
  }
  bool areFew = numRuns <= cost::kMaxTileRuns;
  if (!areFew && numComposed > maxComposed)
    return;
  for (const PadRun &run : *elementRuns) {
    if (!isWhole(run) && !areFew)
      continue;
    int64_t pieces = isWhole(run) ? 1 : run.length;
    for (int64_t i = 0; i < pieces; ++i) {
      runs.push_back({run.isFilled() ? PadRunKind::Fill : PadRunKind::Forward,
                      (run.begin + i) * innerBlock,
                      run.length / pieces * innerBlock,
                      run.getPosition(run.begin + i) * innerBlock});
    }
  }
}

std::optional<int64_t> StaticTile::getSource(int64_t index) const {
  int64_t source = index % innerBlock, stride = innerBlock;
  index /= innerBlock;
  for (int64_t k = axes.size() - 1; k >= 0; --k) {
    std::optional<int64_t> position =
        getSourceIndex(axes[k], index % resultExtents[k]);
    if (!position)
      return std::nullopt;
    source += *position * stride;
    stride *= axes[k].extent;
    index /= resultExtents[k];
  }
  return source;
}
