//===- PadGeometryTest.cpp - Extents and positions against a twin ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadGeometry.h"
#include "gtest/gtest.h"
#include <cstdint>
#include <vector>

using namespace mlir::pad;

namespace {
/// -1 stands for the padding value in the twin's axes.
constexpr int64_t kPadding = -1;

/// The axis with its gaps: source indices, and `kPadding` between them.
std::vector<int64_t> dilate(int64_t extent, int64_t interior) {
  std::vector<int64_t> axis;
  for (int64_t i = 0; i < extent; ++i) {
    if (i > 0)
      axis.insert(axis.end(), interior, kPadding);
    axis.push_back(i);
  }
  return axis;
}

/// What the element `steps` steps before (`direction` -1) or after (+1) the
/// axis reads, found by walking there one element at a time.
int64_t walkOutside(PadMode mode, const std::vector<int64_t> &axis,
                    int direction, int64_t steps) {
  int64_t last = static_cast<int64_t>(axis.size()) - 1;
  if (mode == PadMode::Constant || last < 0)
    return kPadding;
  int64_t at = direction < 0 ? 0 : last;
  int heading = direction;
  for (int64_t step = 0; step < steps; ++step) {
    int64_t next = at + heading;
    if (next >= 0 && next <= last) {
      at = next;
      continue;
    }
    switch (mode) {
    case PadMode::Constant:
    case PadMode::Edge:
      break;
    case PadMode::Reflect:
      // Turn round, and leave the edge behind.
      heading = -heading;
      if (last > 0)
        at += heading;
      break;
    case PadMode::Symmetric:
      // Turn round, and read the edge again.
      heading = -heading;
      break;
    case PadMode::Wrap:
      at = direction < 0 ? last : 0;
      break;
    }
  }
  return axis[at];
}

/// The result axis, built from its parts and never by index arithmetic.
std::vector<int64_t> padByWalking(const PadAxis &numbers) {
  std::vector<int64_t> axis = dilate(numbers.extent, numbers.interior);
  std::vector<int64_t> result;
  for (int64_t step = numbers.low; step > 0; --step)
    result.push_back(walkOutside(numbers.mode, axis, -1, step));
  result.insert(result.end(), axis.begin(), axis.end());
  for (int64_t step = 1; step <= numbers.high; ++step)
    result.push_back(walkOutside(numbers.mode, axis, +1, step));
  return result;
}

/// Crops are a window on a wider result: the data they hide stays readable for
/// the mode.
std::vector<int64_t> padAndCrop(const PadAxis &numbers) {
  constexpr int64_t kWide = 40;
  PadAxis wide = numbers;
  wide.low = wide.high = kWide;
  std::vector<int64_t> all = padByWalking(wide);
  int64_t first = kWide - numbers.low;
  int64_t end = static_cast<int64_t>(all.size()) - (kWide - numbers.high);
  if (first >= end)
    return {};
  return {all.begin() + first, all.begin() + end};
}

TEST(PadGeometry, AgreesWithTwinExhaustively) {
  int64_t compared = 0;
  for (PadMode mode : kPadModes)
    for (int64_t extent = 0; extent <= 6; ++extent)
      for (int64_t interior = 0; interior <= 3; ++interior)
        for (int64_t low = -8; low <= 20; ++low)
          for (int64_t high = -8; high <= 20; ++high) {
            PadAxis axis{extent, low, high, interior, mode};
            std::vector<int64_t> expected = padAndCrop(axis);
            ASSERT_EQ(getPaddedExtent(axis),
                      static_cast<int64_t>(expected.size()))
                << stringifyPadMode(mode).str() << " extent " << extent
                << " low " << low << " high " << high << " interior "
                << interior;
            for (size_t i = 0; i < expected.size(); ++i, ++compared)
              ASSERT_EQ(getSourceIndex(axis, i).value_or(kPadding), expected[i])
                  << stringifyPadMode(mode).str() << " extent " << extent
                  << " low " << low << " high " << high << " interior "
                  << interior << " index " << i;
          }
  EXPECT_GT(compared, 1000000);
}

// Law: extract_slice(pad(x, p, q), o, s) = pad(x, p - o, o + s - p - D).
TEST(PadGeometry, ClosedUnderSlicing) {
  for (PadMode mode : kPadModes)
    for (int64_t extent = 0; extent <= 4; ++extent)
      for (int64_t interior = 0; interior <= 2; ++interior)
        for (int64_t low = -4; low <= 6; ++low)
          for (int64_t high = -4; high <= 6; ++high) {
            PadAxis axis{extent, low, high, interior, mode};
            int64_t n = *getPaddedExtent(axis);
            int64_t dilated = *getDilatedExtent(extent, interior);
            for (int64_t offset = 0; offset <= n; ++offset)
              for (int64_t size = 0; size <= n - offset; ++size) {
                PadAxis slice{extent, low - offset,
                              offset + size - low - dilated, interior, mode};
                ASSERT_EQ(getPaddedExtent(slice), size);
                for (int64_t i = 0; i < size; ++i)
                  ASSERT_EQ(getSourceIndex(slice, i),
                            getSourceIndex(axis, offset + i));
              }
          }
}

TEST(PadGeometry, LimitsOfModes) {
  // C5.
  EXPECT_EQ(getPadLimit(PadMode::Reflect, false, 4), 3);
  EXPECT_EQ(getPadLimit(PadMode::Symmetric, false, 4), 4);
  EXPECT_EQ(getPadLimit(PadMode::Reflect, false, 0), 0);
  EXPECT_EQ(getPadLimit(PadMode::Symmetric, false, 0), 0);
  for (PadMode mode : kPadModes)
    EXPECT_EQ(getPadLimit(mode, true, 4), std::nullopt);
  for (PadMode mode : {PadMode::Constant, PadMode::Edge, PadMode::Wrap})
    EXPECT_EQ(getPadLimit(mode, false, 4), std::nullopt);
}

TEST(PadGeometry, ExtentsAtTheEdgeOf64Bits) {
  // C7: the extent fits, or there is none.
  EXPECT_EQ(getPaddedExtent({0, INT64_MAX, 0, 0}), INT64_MAX);
  EXPECT_EQ(getPaddedExtent({1, INT64_MAX, 0, 0}), std::nullopt);
  EXPECT_EQ(getPaddedExtent({1, INT64_MAX, -1, 0}), INT64_MAX);
  EXPECT_EQ(getPaddedExtent({3, -INT64_MAX, 0, 0}), 0);
  // The position of the last element would not fit.
  EXPECT_EQ(getPaddedExtent({3, -INT64_MAX, INT64_MAX, 0}), std::nullopt);
  EXPECT_EQ(getPaddedExtent({3, INT64_MIN, 0, 0}), std::nullopt);
  // The sum of the pads fits by itself.
  EXPECT_EQ(getPaddedExtent({INT64_MAX, INT64_MIN / 2, INT64_MIN / 2, 0}), 0);
  EXPECT_EQ(getPaddedExtent({INT64_MAX, INT64_MIN / 2 - 1, INT64_MIN / 2, 0}),
            std::nullopt);
  EXPECT_EQ(getPaddedExtent({0, INT64_MAX / 2 + 1, INT64_MAX / 2, 0}),
            INT64_MAX);
  EXPECT_EQ(getPaddedExtent({0, INT64_MAX / 2 + 1, INT64_MAX / 2 + 1, 0}),
            std::nullopt);
  EXPECT_EQ(getPaddedExtent({INT64_MAX, 0, 0, 0}), INT64_MAX);
  EXPECT_EQ(getPaddedExtent({INT64_MAX, 0, 0, 1}), std::nullopt);
  EXPECT_EQ(getDilatedExtent(2, INT64_MAX - 2), INT64_MAX);
  EXPECT_EQ(getDilatedExtent(2, INT64_MAX - 1), std::nullopt);
  EXPECT_EQ(getDilatedExtent(1, INT64_MAX), 1);
  EXPECT_EQ(getDilatedExtent(0, INT64_MAX), 0);
  EXPECT_EQ(getDilatedExtent(2, -1), std::nullopt);
  EXPECT_EQ(getDilatedExtent(-1, 0), std::nullopt);
}

TEST(PadGeometry, PositionsAtTheEdgeOf64Bits) {
  auto sourceIn = [](PadMode mode, PadAxis axis, int64_t index) {
    axis.mode = mode;
    return getSourceIndex(axis, index);
  };
  PadAxis huge{INT64_MAX, 5, 0, 0};
  EXPECT_EQ(sourceIn(PadMode::Reflect, huge, 0), 5);
  EXPECT_EQ(sourceIn(PadMode::Symmetric, huge, 0), 4);
  EXPECT_EQ(sourceIn(PadMode::Wrap, huge, 0), INT64_MAX - 5);
  EXPECT_EQ(sourceIn(PadMode::Edge, huge, 0), 0);
  PadAxis far{3, INT64_MAX, 0, 0};
  EXPECT_EQ(sourceIn(PadMode::Constant, far, 0), std::nullopt);
  // 2^63 - 1 = 3 (mod 4): position 3 mirrors to 1.
  EXPECT_EQ(sourceIn(PadMode::Reflect, far, 0), 1);
  // -(2^63 - 1) = 5 (mod 6): position 5 mirrors to 0.
  EXPECT_EQ(sourceIn(PadMode::Symmetric, far, 0), 0);
  // -(2^63 - 1) = 2 (mod 3).
  EXPECT_EQ(sourceIn(PadMode::Wrap, far, 0), 2);
  // A gap of 2^63 - 3 between two elements.
  PadAxis gap{2, -(INT64_MAX - 2), 0, INT64_MAX - 2};
  EXPECT_EQ(sourceIn(PadMode::Constant, gap, 0), std::nullopt);
  EXPECT_EQ(sourceIn(PadMode::Constant, gap, 1), 1);
}
} // namespace
