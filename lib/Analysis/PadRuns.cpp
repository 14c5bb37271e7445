//===- PadRuns.cpp - A padded axis as stretches of one kind ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadRuns.h"
#include "Pad/Analysis/CostModel.h"
#include "Pad/IR/PadOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::pad;

/// The longest run that starts at position `j` of an axis of dilated extent
/// `d > 0`; its `begin` is left 0.
static PadRun getRunAt(PadMode mode, int64_t d, int64_t j) {
  using Kind = PadRun::Kind;
  if (j >= 0 && j < d)
    return {Kind::Forward, 0, d - j, j};
  int64_t untilData = j < 0 ? -j : INT64_MAX;
  PadExtension extension = getExtension(mode);
  switch (extension.kind) {
  case PadExtension::Kind::Fill:
    return {Kind::Fill, 0, untilData, 0};
  case PadExtension::Kind::Broadcast:
    return {Kind::Broadcast, 0, untilData, j < 0 ? 0 : d - 1};
  case PadExtension::Kind::Mirror: {
    int64_t period = 2 * (d - extension.skipped);
    if (period == 0)
      return {Kind::Broadcast, 0, untilData, 0};
    // An end that is mirrored once belongs to the run that reaches it: a border
    // as wide as the data allows is one run.
    int64_t m = ((j % period) + period) % period;
    if (m < d - extension.skipped)
      return {Kind::Forward, 0, std::min(d - m, untilData), m};
    int64_t position = period - (1 - extension.skipped) - m;
    return {Kind::Reverse, 0, std::min(position + 1, untilData), position};
  }
  case PadExtension::Kind::Repeat: {
    int64_t m = ((j % d) + d) % d;
    return {Kind::Forward, 0, d - m, m};
  }
  }
  llvm_unreachable("unknown kind of extension");
}

std::optional<SmallVector<PadRun>> mlir::pad::getPadRuns(const PadAxis &axis,
                                                         int64_t limit) {
  std::optional<int64_t> dilated = getDilatedExtent(axis.extent, axis.interior);
  std::optional<int64_t> extent = getPaddedExtent(axis);
  // Twice the dilated extent, the period, has to fit.
  if (!dilated || !extent || *dilated > INT64_MAX / 2)
    return std::nullopt;
  SmallVector<PadRun> runs;
  for (int64_t i = 0; i < *extent;) {
    if (static_cast<int64_t>(runs.size()) == limit)
      return std::nullopt;
    PadRun run = *dilated == 0 ? PadRun{PadRun::Kind::Fill, 0, *extent, 0}
                               : getRunAt(axis.mode, *dilated, i - axis.low);
    run.begin = i;
    run.length = std::min(run.length, *extent - i);
    i += run.length;
    runs.push_back(run);
  }
  return runs;
}

/// `a * b` of sizes, INT64_MAX where that exceeds it.
static int64_t multiplySizes(int64_t a, int64_t b) {
  return multiplyExtents({a, b}).value_or(INT64_MAX);
}

StaticTile::StaticTile(ArrayRef<PadAxis> axes, int64_t innerBlock)
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
  // Dense elements reverse and repeat as wholes: one run each.
  if (axes.front().interior != 0)
    return;
  for (const PadRun &run : *elementRuns) {
    bool isWhole =
        run.kind == PadRun::Kind::Fill || run.kind == PadRun::Kind::Forward;
    int64_t pieces = isWhole ? 1 : run.length;
    if (static_cast<int64_t>(runs.size()) + pieces > cost::kMaxTileRuns) {
      runs.clear();
      return;
    }
    for (int64_t i = 0; i < pieces; ++i) {
      int64_t position =
          run.kind == PadRun::Kind::Reverse ? run.position - i : run.position;
      runs.push_back({run.kind == PadRun::Kind::Fill ? PadRun::Kind::Fill
                                                     : PadRun::Kind::Forward,
                      (run.begin + i) * innerBlock,
                      run.length / pieces * innerBlock, position * innerBlock});
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
