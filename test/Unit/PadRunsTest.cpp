//===- PadRunsTest.cpp - Runs against PadGeometry -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadRuns.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Calls `visit` for axes of small numbers.
template <typename Visit>
void forEachAxis(int64_t mostExtent, int64_t leastPad, int64_t mostPad,
                 Visit visit) {
  for (PadMode mode : kPadModes)
    for (int64_t d = 0; d <= mostExtent; ++d)
      for (int64_t r = 0; r <= 2; ++r)
        for (int64_t p = leastPad; p <= mostPad; ++p)
          for (int64_t q = leastPad; q <= mostPad; ++q)
            visit(PadAxis{d, p, q, r, mode});
}

/// The position that the `i`th index of `run` reads.
std::optional<int64_t> getPosition(const PadRun &run, int64_t i) {
  switch (run.kind) {
  case PadRunKind::Fill:
    return std::nullopt;
  case PadRunKind::Forward:
    return run.position + i;
  case PadRunKind::Reverse:
    return run.position - i;
  case PadRunKind::Broadcast:
    return run.position;
  }
  llvm_unreachable("unknown kind of run");
}

TEST(PadRuns, AreWhatPadGeometrySays) {
  forEachAxis(4, -6, 12, [](const PadAxis &axis) {
    std::optional<SmallVector<PadRun>> runs = getPadRuns(axis, 100);
    ASSERT_TRUE(runs);
    // Positions are those of the dilated axis, without gaps.
    PadAxis dilated{*getDilatedExtent(axis.extent, axis.interior), axis.low,
                    axis.high, 0, axis.mode};
    int64_t next = 0;
    for (const PadRun &run : *runs) {
      EXPECT_EQ(run.begin, next);
      EXPECT_GT(run.length, 0);
      for (int64_t i = 0; i < run.length; ++i)
        EXPECT_EQ(getPosition(run, i), getSourceIndex(dilated, run.begin + i))
            << stringifyPadMode(axis.mode).str() << " of " << axis.extent
            << ", low " << axis.low << ", high " << axis.high << ", interior "
            << axis.interior << ", index " << run.begin + i;
      next += run.length;
    }
    EXPECT_EQ(next, *getPaddedExtent(axis));
  });
}

TEST(PadRuns, AreAtMostThreeUnlessTheyRepeat) {
  forEachAxis(4, -6, 6, [](const PadAxis &axis) {
    std::optional<int64_t> limit =
        getPadLimit(axis.mode, /*periodic=*/false, axis.extent);
    if (axis.mode == PadMode::Wrap)
      limit = axis.extent;
    if (axis.interior != 0 || (limit && std::max(axis.low, axis.high) > *limit))
      return;
    EXPECT_LE(getPadRuns(axis, 100)->size(), 3u)
        << stringifyPadMode(axis.mode).str() << " of " << axis.extent
        << ", low " << axis.low << ", high " << axis.high;
  });
}

TEST(PadRuns, OfOneElementRepeatIt) {
  for (PadMode mode : kPadModes) {
    if (mode == PadMode::Constant)
      continue;
    SmallVector<PadRun> runs = *getPadRuns({1, 100, 100, 0, mode}, 3);
    ASSERT_EQ(runs.size(), 3u) << stringifyPadMode(mode).str();
    EXPECT_EQ(runs.front().kind, PadRunKind::Broadcast);
    EXPECT_EQ(runs.back().kind, PadRunKind::Broadcast);
  }
}

TEST(PadRuns, AreNoneBeyondTheLimit) {
  EXPECT_EQ(getPadRuns({2, 0, 6, 0, PadMode::Wrap}, 4)->size(), 4u);
  EXPECT_FALSE(getPadRuns({2, 0, 6, 0, PadMode::Wrap}, 3));
  // No result extent.
  EXPECT_FALSE(getPadRuns({1, INT64_MAX, 1, 0, PadMode::Edge}, 3));
  // The period of this one exceeds a signed number.
  EXPECT_EQ(
      getPadRuns({INT64_MAX / 2 + 1, 0, 0, 0, PadMode::Reflect}, 3)->size(),
      1u);
}

TEST(StaticTile, ReadsWhatPadGeometrySays) {
  forEachAxis(3, -3, 4, [](const PadAxis &inner) {
    for (PadMode mode : kPadModes) {
      PadAxis outer{2, 1, -1, 1, mode};
      constexpr int64_t kInnerBlock = 3;
      StaticTile tile({outer, inner}, kInnerBlock);
      int64_t rows = *getPaddedExtent(outer), columns = *getPaddedExtent(inner);
      ASSERT_EQ(tile.getSourceSize(),
                outer.extent * inner.extent * kInnerBlock);
      ASSERT_EQ(tile.getResultSize(), rows * columns * kInnerBlock);
      int64_t index = 0;
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t column = 0; column < columns; ++column) {
          std::optional<int64_t> from = getSourceIndex(outer, row),
                                 at = getSourceIndex(inner, column);
          for (int64_t k = 0; k < kInnerBlock; ++k) {
            std::optional<int64_t> expected;
            if (from && at)
              expected = (*from * inner.extent + *at) * kInnerBlock + k;
            EXPECT_EQ(tile.getSource(index++), expected);
          }
        }
      }
    }
  });
}

TEST(StaticTile, HasRunsOfElements) {
  // Inner blocks of two: what is reversed is so by inner blocks.
  StaticTile tile({{3, 2, 0, 0, PadMode::Reflect}}, 2);
  ArrayRef<PadRun> runs = tile.getRuns();
  ASSERT_EQ(runs.size(), 3u);
  int64_t positions[] = {4, 2, 0}, lengths[] = {2, 2, 6};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(runs[i].kind, PadRunKind::Forward);
    EXPECT_EQ(runs[i].position, positions[i]);
    EXPECT_EQ(runs[i].length, lengths[i]);
  }
  // Borders of more blocks are composed, if that many elements may be.
  PadAxis wide{40, 20, 0, 0, PadMode::Reflect};
  EXPECT_TRUE(StaticTile(wide, 3, /*maxComposed=*/59).getRuns().empty());
  StaticTile composed(wide, 3, /*maxComposed=*/60);
  ASSERT_EQ(composed.getRuns().size(), 1u);
  EXPECT_EQ(composed.getRuns().front().begin, 60);
  EXPECT_EQ(composed.getRuns().front().length, 120);
  // Too many to unroll.
  EXPECT_TRUE(StaticTile({{2, 0, 100, 0, PadMode::Wrap}}, 1).getRuns().empty());
}
} // namespace
