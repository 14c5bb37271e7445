//===- AxisRunsTest.cpp - Runs of index values ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The runs of constants, which fold, against PadGeometry and PadRuns.
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/AxisRuns.h"
#include "Pad/Analysis/PadRuns.h"
#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
int64_t get(Value value) { return *getConstantIntValue(value); }

/// The runs of one axis, and what they should be.
struct Axis {
  Axis(OpBuilder &b, const PadAxis &numbers)
      : numbers(numbers), m{b, b.getUnknownLoc()},
        dilated{*getDilatedExtent(numbers.extent, numbers.interior),
                numbers.low, numbers.high, 0, numbers.mode},
        padded(*getPaddedExtent(numbers)),
        runs(emitSourceIndexMap(
                 b, m.loc,
                 {b.getIndexAttr(numbers.extent), b.getIndexAttr(numbers.low),
                  b.getIndexAttr(numbers.high),
                  b.getIndexAttr(numbers.interior), numbers.mode}),
             m.constant(padded)) {}

  /// The position of the dilated source axis that `index` reads.
  std::optional<int64_t> getPosition(int64_t index) const {
    return getSourceIndex(dilated, index);
  }
  /// First and last result index of a border.
  std::pair<int64_t, int64_t> getBorder(bool isLeft) const {
    return isLeft ? std::pair(int64_t(0), get(runs.begin))
                  : std::pair(get(runs.end), padded);
  }
  std::string describe() const {
    return (stringifyPadMode(numbers.mode) + " of " + Twine(numbers.extent) +
            ", low " + Twine(numbers.low) + ", high " + Twine(numbers.high) +
            ", interior " + Twine(numbers.interior))
        .str();
  }

  PadAxis numbers;
  ArithContext m;
  PadAxis dilated;
  int64_t padded;
  AxisRuns<ArithValue> runs;
};

struct AxisRunsTest : ::testing::Test {
  AxisRunsTest() : b(&context) { context.loadDialect<arith::ArithDialect>(); }

  /// Calls `visit` for axes of small numbers that are not empty.
  void forEachAxis(function_ref<void(Axis &)> visit) {
    for (PadMode mode : kPadModes)
      for (int64_t d = 1; d <= 4; ++d)
        for (int64_t r = 0; r <= 1; ++r)
          for (int64_t p = -6; p <= 12; ++p)
            for (int64_t q = -6; q <= 12; ++q) {
              // What is folded leaves its constants behind.
              OwningOpRef<ModuleOp> module =
                  ModuleOp::create(b.getUnknownLoc());
              b.setInsertionPointToStart(module->getBody());
              Axis axis(b, {d, p, q, r, mode});
              visit(axis);
            }
  }

  MLIRContext context;
  OpBuilder b;
};

TEST_F(AxisRunsTest, DataIsWhatIsNotExtended) {
  int64_t count = 0;
  forEachAxis([&](Axis &axis) {
    for (int64_t i = 0; i < axis.padded; ++i, ++count) {
      int64_t position = i - axis.numbers.low;
      EXPECT_EQ(i >= get(axis.runs.begin) && i < get(axis.runs.end),
                position >= 0 && position < axis.dilated.extent)
          << axis.describe() << ", index " << i;
    }
  });
  EXPECT_GT(count, 0);
}

TEST_F(AxisRunsTest, ABorderIsOneRunWherePadRunsSaysSo) {
  int64_t count = 0;
  forEachAxis([&](Axis &axis) {
    if (axis.runs.isFilled())
      return;
    SmallVector<PadRun> expected = *getPadRuns(axis.dilated, 100);
    for (bool isLeft : {false, true}) {
      auto [first, last] = axis.getBorder(isLeft);
      if (first >= last)
        continue;
      int64_t begin = first, end = last;
      bool isRun = llvm::any_of(expected, [&](const PadRun &run) {
        // A run may go on into the data.
        return run.begin <= begin && run.begin + run.length >= end;
      });
      bool claimed =
          get(isLeft ? axis.runs.isLeftRun : axis.runs.isRightRun) != 0;
      EXPECT_TRUE(isRun || !claimed) << axis.describe();
      // Next to data, nothing else is one run; but for extents so small that
      // the data is its own mirror image.
      if (axis.dilated.extent > 2 && get(axis.runs.begin) < get(axis.runs.end))
        EXPECT_EQ(isRun, claimed) << axis.describe();
      if (!claimed)
        continue;
      for (int64_t i = first; i < last; ++i, ++count) {
        ArithValue index = axis.m.constant(i);
        EXPECT_EQ(get(axis.runs.getRunPosition(index, isLeft)),
                  axis.getPosition(i))
            << axis.describe() << ", index " << i;
      }
    }
  });
  EXPECT_GT(count, 0);
}

TEST_F(AxisRunsTest, ADistanceIsThatFromTheData) {
  int64_t count = 0;
  forEachAxis([&](Axis &axis) {
    int64_t begin = get(axis.runs.begin), end = get(axis.runs.end);
    if (axis.runs.isFilled() || begin >= end)
      return;
    for (bool isLeft : {false, true}) {
      if (!get(isLeft ? axis.runs.isLeftRun : axis.runs.isRightRun))
        continue;
      auto [first, last] = axis.getBorder(isLeft);
      for (int64_t i = first; i < last; ++i, ++count) {
        ArithValue distance = axis.m.constant(isLeft ? begin - i : i - end + 1);
        EXPECT_EQ(get(axis.runs.getPositionAt(distance, isLeft)),
                  axis.getPosition(i))
            << axis.describe() << ", index " << i;
      }
    }
  });
  EXPECT_GT(count, 0);
}

TEST_F(AxisRunsTest, ABorderIsAllOfItsRuns) {
  int64_t count = 0;
  forEachAxis([&](Axis &axis) {
    PadRunKind kind = axis.runs.extension.kind;
    if (kind != PadRunKind::Reverse && kind != PadRunKind::Forward)
      return;
    for (bool isLeft : {false, true}) {
      // Also where a window begins or ends inside the border.
      auto [begin, end] = axis.getBorder(isLeft);
      for (int64_t first : {begin, (begin + end) / 2}) {
        int64_t last = std::max(first, end), next = first;
        RepeatedBorder<ArithValue> border =
            axis.runs.getBorder(axis.m.constant(first), axis.m.constant(last),
                                axis.m.condition(isLeft));
        ASSERT_LE(get(border.lastRun) - get(border.firstRun), last - first);
        for (int64_t k = get(border.firstRun); k < get(border.lastRun); ++k) {
          BorderRun<ArithValue> run = border.getRun(axis.m.constant(k));
          EXPECT_EQ(get(run.begin), next) << axis.describe();
          int64_t step = run.isReverse && get(*run.isReverse) ? -1 : 1;
          EXPECT_EQ(!run.isReverse.has_value(), kind == PadRunKind::Forward);
          for (int64_t i = 0; i < get(run.count); ++i, ++next, ++count)
            EXPECT_EQ(get(run.position) + step * i, axis.getPosition(next))
                << axis.describe() << ", index " << next;
        }
        EXPECT_EQ(next, last) << axis.describe();
      }
    }
  });
  EXPECT_GT(count, 0);
}

/// Of extents whose period exceeds a signed number, too: borders next to the
/// data and far behind it.
TEST_F(AxisRunsTest, RunsOfLongAxesFit) {
  int64_t count = 0;
  for (PadMode mode : {PadMode::Reflect, PadMode::Symmetric, PadMode::Wrap})
    for (int64_t d : {INT64_MAX, INT64_MAX - 1, INT64_MAX / 2 + 2,
                      INT64_MAX / 2, INT64_MAX / 3, int64_t(7)})
      for (auto [p, q] : {std::pair<int64_t, int64_t>{INT64_MAX, -INT64_MAX},
                          {INT64_MAX, 3 - INT64_MAX},
                          {INT64_MAX - 1, 1 - INT64_MAX},
                          {INT64_MAX / 2, -INT64_MAX},
                          {9 - INT64_MAX, INT64_MAX - d},
                          {-INT64_MAX, INT64_MAX - d},
                          {-INT64_MAX, 9},
                          {11, INT64_MAX - d}}) {
        PadAxis numbers{d, p, q, 0, mode, /*periodic=*/true};
        std::optional<int64_t> padded = getPaddedExtent(numbers);
        if (!padded)
          continue;
        // Of each side, the first run, the last one, and a window inside.
        SourceIndexMap<MachineIndex> positions(getExtension(mode), p, d,
                                               std::nullopt,
                                               /*mayBeEmpty=*/false);
        AxisRuns<MachineIndex> runs(positions, *padded);
        for (bool isLeft : {false, true}) {
          int64_t first =
                      isLeft ? 0 : std::max(runs.begin.get(), runs.end.get()),
                  last = isLeft ? runs.begin.get() : *padded;
          if (first >= last)
            continue;
          RepeatedBorder<MachineIndex> border =
              runs.getBorder(first, last, isLeft);
          int64_t end = border.lastRun.get();
          ASSERT_LT(border.firstRun.get(), end) << int(mode) << " " << d;
          EXPECT_EQ(border.getRun(border.firstRun).begin.get(), first);
          for (int64_t k : {border.firstRun.get(), end - 1}) {
            BorderRun<MachineIndex> run = border.getRun(k);
            int64_t begin = run.begin.get(), size = run.count.get();
            ASSERT_TRUE(begin >= first && size > 0 && size <= last - begin);
            EXPECT_TRUE(k != end - 1 || begin + size == last);
            int64_t step = run.isReverse && *run.isReverse ? -1 : 1;
            for (int64_t i : {int64_t(0), size / 2, size - 1})
              EXPECT_EQ(run.position.get() + step * i,
                        getSourceIndex(numbers, begin + i))
                  << stringifyPadMode(mode).str() << " of " << d << ", low "
                  << p << ", high " << q << ", index " << begin + i;
            ++count;
          }
        }
      }
  EXPECT_GT(count, 50);
}
} // namespace
