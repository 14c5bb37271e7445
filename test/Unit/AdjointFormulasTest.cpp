//===- AdjointFormulasTest.cpp - Which result indices read an element -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointFormulas.h"
#include "Pad/IR/MachineIndex.h"
#include "gtest/gtest.h"
#include <vector>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The readers of each element of `axis`, by asking every result index.
std::vector<std::vector<int64_t>> findReaders(const PadAxis &axis,
                                              int64_t padded) {
  std::vector<std::vector<int64_t>> readers(axis.extent);
  for (int64_t i = 0; i < padded; ++i)
    if (std::optional<int64_t> index = getSourceIndex(axis, i))
      readers[*index].push_back(i);
  return readers;
}

ReaderMap<MachineIndex> getMap(const PadAxis &axis, int64_t padded) {
  std::optional<MachineIndex> step;
  if (axis.interior > 0)
    step = MachineIndex(axis.interior + 1);
  return ReaderMap<MachineIndex>(getExtension(axis.mode), axis.low,
                                 *getDilatedExtent(axis.extent, axis.interior),
                                 step, padded);
}

std::vector<int64_t> list(const Readers<MachineIndex> &readers) {
  std::vector<int64_t> indices;
  uint64_t step = readers.step.getUnsigned(),
           next = readers.nextStep.getUnsigned();
  for (uint64_t i = readers.first.getUnsigned(); i < readers.end.getUnsigned();
       i += step, std::swap(step, next))
    indices.push_back(i);
  return indices;
}

TEST(AdjointFormulas, ListTheReadersOfEachElement) {
  int64_t axes = 0;
  for (PadMode mode : kPadModes)
    for (int64_t extent = 0; extent <= 5; ++extent)
      for (int64_t interior = 0; interior <= 2; ++interior)
        for (int64_t low = -13; low <= 13; ++low)
          for (int64_t high = -13; high <= 13; ++high) {
            PadAxis axis{extent, low, high, interior, mode, true};
            int64_t padded = *getPaddedExtent(axis);
            ReaderMap<MachineIndex> map = getMap(axis, padded);
            auto expected = findReaders(axis, padded);
            for (int64_t index = 0; index < extent; ++index)
              ASSERT_EQ(list(map.get(index)), expected[index])
                  << stringifyPadMode(mode).str() << " " << extent << " " << low
                  << " " << high << " " << interior << " at " << index;
            ++axes;
          }
  EXPECT_EQ(axes, 5 * 6 * 3 * 27 * 27);
}

/// Pads near the ends of 64 bits leave a small result, too.
TEST(AdjointFormulas, TakePadsOfAnySize) {
  for (PadMode mode : kPadModes)
    for (int64_t extent = 1; extent <= 5; ++extent)
      for (int64_t low : {INT64_MAX, INT64_MAX - 1, INT64_MIN + 1,
                          INT64_MIN + 7, int64_t(1) << 40})
        for (int64_t padded = 1; padded <= 9; ++padded) {
          int64_t high;
          if (__builtin_sub_overflow(padded, low, &high) ||
              __builtin_sub_overflow(high, extent, &high))
            continue;
          PadAxis axis{extent, low, high, 0, mode, true};
          if (getPaddedExtent(axis) != padded)
            continue;
          ReaderMap<MachineIndex> map = getMap(axis, padded);
          auto expected = findReaders(axis, padded);
          for (int64_t index = 0; index < extent; ++index)
            ASSERT_EQ(list(map.get(index)), expected[index])
                << stringifyPadMode(mode).str() << " " << extent << " " << low
                << " " << high << " at " << index;
        }
}

/// So do dilated extents near the end of 64 bits, whose period exceeds a signed
/// number.
TEST(AdjointFormulas, TakeInteriorOfAnySize) {
  for (PadMode mode : kPadModes)
    for (int64_t extent = 2; extent <= 3; ++extent)
      for (int64_t less : {0, 1, 2})
        for (int64_t divisor : {1, 2, 3})
          for (int64_t low : {int64_t(2), int64_t(-2), INT64_MAX / 2,
                              INT64_MIN / 2, INT64_MAX, INT64_MIN + 1})
            for (int64_t padded = 1; padded <= 4; ++padded) {
              int64_t interior =
                  (INT64_MAX - 1) / (extent - 1) / divisor - 1 - less;
              int64_t dilated = *getDilatedExtent(extent, interior), high;
              if (__builtin_sub_overflow(padded, low, &high) ||
                  __builtin_sub_overflow(high, dilated, &high))
                continue;
              PadAxis axis{extent, low, high, interior, mode, true};
              if (getPaddedExtent(axis) != padded)
                continue;
              ReaderMap<MachineIndex> map = getMap(axis, padded);
              auto expected = findReaders(axis, padded);
              for (int64_t index = 0; index < extent; ++index)
                ASSERT_EQ(list(map.get(index)), expected[index])
                    << stringifyPadMode(mode).str() << " " << extent << " "
                    << low << " " << high << " " << interior << " at " << index;
            }
}

/// Elements that are read once have that one reader; and of pads that do not
/// exceed the axis, those that no border reads and no crop hides are listed.
TEST(AdjointFormulas, KnowWhichElementsAreReadOnce) {
  for (PadMode mode : kPadModes)
    for (int64_t extent = 0; extent <= 7; ++extent)
      for (int64_t low = -9; low <= 9; ++low)
        for (int64_t high = -9; high <= 9; ++high) {
          PadAxis axis{extent, low, high, 0, mode, true};
          int64_t padded = *getPaddedExtent(axis);
          auto range = getReadOnce(getExtension(mode), MachineIndex(extent),
                                   MachineIndex(low), MachineIndex(padded));
          int64_t begin = range.begin.get(), end = range.end.get();
          ASSERT_TRUE(0 <= begin && begin <= end && end <= extent);
          auto readers = findReaders(axis, padded);
          for (int64_t index = begin; index < end; ++index)
            ASSERT_EQ(readers[index], std::vector<int64_t>{index + low})
                << stringifyPadMode(mode).str() << " " << extent << " " << low
                << " " << high << " at " << index;
          if (low > 0 || high > 0 || extent + low + high <= 0)
            continue;
          EXPECT_EQ(end - begin, padded);
        }
  auto reflect = getReadOnce(getExtension(PadMode::Reflect), MachineIndex(9),
                             MachineIndex(2), MachineIndex(14));
  EXPECT_EQ(reflect.begin.get(), 3);
  EXPECT_EQ(reflect.end.get(), 5);
}

/// Whatever the numbers are, every reader is an index of the result.
TEST(AdjointFormulas, StayInBounds) {
  constexpr int64_t kNumbers[] = {
      INT64_MIN, INT64_MIN + 1, INT64_MIN / 2, -3,       0,
      3,         INT64_MAX / 2, INT64_MAX - 1, INT64_MAX};
  for (PadMode mode : kPadModes)
    for (int64_t low : kNumbers)
      for (int64_t dilated :
           {int64_t(0), int64_t(1), int64_t(4), INT64_MAX / 2, INT64_MAX})
        for (int64_t padded = 0; padded <= 5; ++padded) {
          ReaderMap<MachineIndex> map(getExtension(mode), low, dilated,
                                      std::nullopt, padded);
          for (int64_t index :
               {int64_t(0), dilated / 2, std::max<int64_t>(dilated - 1, 0)}) {
            std::vector<int64_t> readers = list(map.get(index));
            EXPECT_LE(readers.size(), size_t(padded));
            for (int64_t reader : readers)
              EXPECT_TRUE(reader >= 0 && reader < padded);
          }
          auto range = getReadOnce(getExtension(mode), MachineIndex(dilated),
                                   MachineIndex(low), MachineIndex(padded));
          for (int64_t index = range.begin.get(), n = 0;
               index < range.end.get() && n < 8; ++index, ++n) {
            EXPECT_TRUE(index >= 0 && index < dilated);
            EXPECT_TRUE(index + low >= 0 && index + low < padded);
          }
        }
}

/// Of the longest result, too, every index reads what it says.
TEST(AdjointFormulas, TakeTheLongestResult) {
  for (int64_t low : {INT64_MAX, INT64_MAX - 1, int64_t(0), int64_t(-1)}) {
    PadAxis axis{2, low, INT64_MAX - 2 - low, 0, PadMode::Edge, true};
    Readers<MachineIndex> first = getMap(axis, INT64_MAX).get(0),
                          last = getMap(axis, INT64_MAX).get(1);
    EXPECT_EQ(first.first.get(), 0) << low;
    EXPECT_EQ(first.end.get(), low == INT64_MAX ? low : low + 1) << low;
    EXPECT_EQ(last.first.get(), low == INT64_MAX ? low : low + 1) << low;
    EXPECT_EQ(last.end.get(), INT64_MAX) << low;
    auto constant = ReaderMap<MachineIndex>(getExtension(PadMode::Constant),
                                            low, 2, std::nullopt, INT64_MAX)
                        .get(0);
    EXPECT_EQ(constant.first.get() < constant.end.get(),
              low >= 0 && low < INT64_MAX)
        << low;
  }
  for (PadMode mode : kPadModes)
    for (int64_t extent : {int64_t(1), int64_t(9), INT64_MAX})
      for (int64_t low : {INT64_MAX, -INT64_MAX}) {
        auto range = getReadOnce(getExtension(mode), MachineIndex(extent),
                                 MachineIndex(low), MachineIndex(INT64_MAX));
        EXPECT_TRUE(0 <= range.begin.get() &&
                    range.begin.get() <= range.end.get() &&
                    range.end.get() <= extent)
            << stringifyPadMode(mode).str() << " " << extent << " " << low;
      }
}
} // namespace
