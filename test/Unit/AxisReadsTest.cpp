//===- AxisReadsTest.cpp - Segments against lists of indices --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Whatever segments say of an axis must hold, for every extent of it, of the
// list of the elements that its indices read.
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/AxisReads.h"
#include "TestTier.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::pad;

namespace {
using List = std::vector<int64_t>;
constexpr int64_t kFill = -1;

/// What each index reads of an axis of `extent` elements; nullopt where one is
/// out of bounds.
std::optional<List> getList(const AxisReads &reads, int64_t extent) {
  List list;
  for (const Segment &segment : reads.getSegments()) {
    AxisNumber length = segment.length.of({0, extent});
    for (int64_t index = 0; index < length.number; ++index) {
      int64_t read = segment.getPosition({0, index}).of({0, extent}).number;
      if (segment.isElement() && (read < 0 || read >= extent))
        return std::nullopt;
      list.push_back(segment.isElement() ? read : kFill);
    }
  }
  return list;
}

class AxisReadsTest : public testing::Test {
protected:
  int64_t draw(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  }

  /// Slices of either end, all of the axis, reversals, repetitions and fills of
  /// an axis of `extent` elements.
  AxisReads drawReads(int64_t extent) {
    AxisReads reads;
    for (int64_t part = draw(1, 4); part > 0; --part) {
      int64_t start = draw(-4, 4), step = draw(0, 3) != 0 ? 1 : -1;
      std::optional<AxisReads> slice;
      switch (draw(0, 4)) {
      case 0:
        reads.append(AxisReads::makeWhole());
        break;
      case 1:
        reads.append(AxisReads::makeReversed());
        break;
      case 2:
        reads.append(AxisReads::makeUniform(Segment::Kind::Fill, draw(0, 3)));
        break;
      case 3:
        reads.append(
            AxisReads::makeUniform(Segment::Kind::Elements, draw(0, 3)));
        break;
      default:
        slice = AxisReads::makeSlice(extent, start, start + draw(0, 3) * step,
                                     step);
        if (slice)
          reads.append(*slice);
      }
    }
    return reads;
  }

  std::mt19937_64 random{1};
};
} // namespace

TEST_F(AxisReadsTest, Composes) {
  int64_t composed = 0;
  for (int64_t seed = 0, seeds = inTier(4000, 40000); seed < seeds; ++seed) {
    bool isOpen = seed % 2 == 0;
    int64_t extent = isOpen ? ShapedType::kDynamic : draw(1, 6);
    AxisReads inner = drawReads(extent);
    if (!isOpen)
      inner = inner.of(extent);
    AxisNumber length = inner.getLength();
    AxisReads outer = drawReads(isOpen ? ShapedType::kDynamic : length.number);
    std::optional<AxisReads> taken = inner.take(outer);
    composed += taken.has_value();
    for (int64_t size = isOpen ? 0 : extent; size <= (isOpen ? 9 : extent);
         ++size) {
      std::optional<List> read = getList(inner, size);
      std::optional<List> chosen =
          read ? getList(outer, read->size()) : std::nullopt;
      // What is out of bounds is an error, or missing.
      if (!chosen)
        continue;
      List expected;
      for (int64_t index : *chosen)
        expected.push_back(index == kFill ? kFill : (*read)[index]);
      ASSERT_TRUE(taken || isOpen) << seed;
      if (taken) {
        EXPECT_EQ(getList(*taken, size), expected) << seed;
      }
      List backwards(expected.rbegin(), expected.rend());
      if (taken) {
        EXPECT_EQ(getList(taken->reversed(), size), backwards) << seed;
      }
    }
  }
  EXPECT_GT(composed, inTier(4000, 40000) / 3);
}

TEST_F(AxisReadsTest, Compares) {
  for (int64_t seed = 0, seeds = inTier(4000, 40000); seed < seeds; ++seed) {
    int64_t extent = draw(1, 4);
    AxisReads lhs = drawReads(extent).of(extent);
    AxisReads rhs = drawReads(extent).of(extent);
    std::optional<List> left = getList(lhs, extent),
                        right = getList(rhs, extent);
    EXPECT_EQ(lhs == rhs, left && left == right) << seed;
    if (!left)
      continue;
    // However they are split, they are the same.
    AxisReads split;
    for (int64_t read : *left)
      split.append(read == kFill
                       ? AxisReads::makeUniform(Segment::Kind::Fill, 1)
                       : AxisReads::makeList(read));
    EXPECT_TRUE(split == lhs) << seed;
  }
}

TEST_F(AxisReadsTest, CostsItsSegments) {
  // Nothing is up to the extent.
  int64_t extent = int64_t(1) << 45;
  AxisReads data = AxisReads::makeWhole().of(extent);
  AxisReads padded = *data.take(*AxisReads::makeSlice(extent, 3, 0, -1));
  padded.append(data);
  padded.append(*data.take(*AxisReads::makeSlice(extent, -2, -5, -1)));
  ASSERT_EQ(padded.getSegments().size(), 3u);
  EXPECT_EQ(padded.getLength().number, extent + 6);
  std::optional<AxisReads> middle =
      padded.take(Segment{{}, {0, 3}, {0, extent}, 1});
  ASSERT_TRUE(middle);
  EXPECT_TRUE(*middle == data);
}
