//===- InnerBlocksTest.cpp - Channels last, of any number -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Pads of rows and columns in front of an unpadded axis whose extent only run
// time knows. Each kernel runs with none, few and many channels, also around
// the number up to which they move as an inner block, and is compared with
// PadGeometry.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "Pad/Conversion/EmittedWays.h"
#include "Pad/Rows/CostModel.h"
#include "TestTier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Low and high pads of rows and columns: narrow, wider than the data, crops.
struct Pads {
  int64_t top, bottom, left, right;
};
constexpr Pads kPads[] = {{1, 2, 1, 1}, {5, 0, 9, 12}, {-1, 3, 4, -2}};

/// The first element type of `bytes` that has a zero.
ElementType getElementType(int64_t bytes) {
  return *llvm::find_if(getElementTypes(), [&](const ElementType &type) {
    return type.bytes == bytes && type.hasZero;
  });
}

DifferentialCase makeCase(PadMode mode, const ElementType &type,
                          const Pads &pads) {
  DifferentialCase test;
  test.type = type;
  // In constant mode the channels are part of the row, unless it has gaps.
  int64_t interior = mode == PadMode::Constant ? 1 : 0;
  test.axes = {PadAxis{2, 0, 0, 0}, PadAxis{3, pads.top, pads.bottom, 0},
               PadAxis{4, pads.left, pads.right, interior},
               PadAxis{1, 0, 0, 0}};
  test.setMode(mode, mode == PadMode::Reflect || mode == PadMode::Symmetric);
  AxisGiven given;
  given.isSourceStatic = given.isResultStatic = false;
  test.given.assign(test.axes.size(), given);
  test.hasValue = mode == PadMode::Constant;
  return test;
}

class InnerBlocks : public testing::TestWithParam<int> {
protected:
  static void SetUpTestSuite() { reportFaults(); }
};

TEST_P(InnerBlocks, MatchTheOracle) {
  int64_t bytes = GetParam();
  ElementType type = getElementType(bytes);
  Random random(bytes);
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  std::vector<std::pair<std::string, DifferentialCase>> cases;
  // In the first tier an element type has a share of the pairs of a mode and
  // pads, and all types together have all pairs.
  int64_t drawn = llvm::Log2_64(bytes);
  for (PadMode mode : llvm::reverse(kPadModes))
    for (const Pads &pads : kPads) {
      if (!isOfShare(drawn++, std::size(kPads)))
        continue;
      std::string name = "case" + std::to_string(cases.size());
      cases.emplace_back(name, makeCase(mode, type, pads));
      kernels.add(name, cases.back().second, KernelForm::MixedMemRef);
    }

  int64_t limit = cost::kMaxInnerBlockBytes / bytes;
  uint64_t traced = 0;
  takeTracedWays();
  int64_t number = llvm::Log2_64(bytes);
  for (int64_t threshold : {int64_t(0), INT64_MAX}) {
    Way way{threshold == 0 ? "streamed" : "stored", PadLowering::Vector,
            &getHostVectors(number++), threshold};
    way.traces = true;
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(kernels.compile(way, /*optimize=*/false));
    for (auto &[name, test] : cases)
      for (auto [rows, columns] :
           {std::pair(3, 4), std::pair(1, 1), std::pair(5, 70)})
        for (int64_t channels : {int64_t(0), int64_t(1), int64_t(2), int64_t(3),
                                 int64_t(5), int64_t(8), int64_t(31), limit,
                                 limit + 1, 3 * limit, 7 * limit}) {
          // The largest chunk whose narrow border fits the stage, and no more.
          if ((columns > 4 && channels > 31) ||
              (columns > 1 && channels > 3 * limit))
            continue;
          test.axes[1].extent = rows;
          test.axes[2].extent = columns;
          test.axes[3].extent = channels;
          drawData(random, test);
          runAndCompare(kernels, name, test, KernelForm::MixedMemRef,
                        test.resultShape(), random);
          if (HasFailure())
            return;
        }
    traced |= takeTracedWays();
  }
  auto expectWay = [&](EmittedWay way) {
    EXPECT_TRUE(traced >> static_cast<int64_t>(way) & 1)
        << "never: " << stringifyEmittedWay(way).str();
  };
  expectWay(EmittedWay::Rows);
  expectWay(EmittedWay::Scattered);
  // A line holds whole elements of up to 64 bits.
  if (bytes <= 8) {
    expectWay(EmittedWay::StreamedRows);
    expectWay(EmittedWay::StreamedPieces);
  }
}

/// Borders of pixels, by every vector: composed where all is known of them and
/// they are wide, else permuted where the target can, in rows whose pads are
/// constants or arguments.
TEST_P(InnerBlocks, OfBordersByEveryVectorMatchTheOracle) {
  ElementType type = getElementType(GetParam());
  Random random(GetParam());
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  struct BorderCase {
    DifferentialCase test;
    KernelForm form;
  };
  std::vector<BorderCase> cases;
  auto add = [&](PadMode mode, int64_t channels, Given pads, KernelForm form) {
    bool isStatic = form == KernelForm::StaticMemRef;
    DifferentialCase test;
    test.type = type;
    test.axes = {PadAxis{3, 1, 0, 0}, PadAxis{40, 9, 23, 0},
                 PadAxis{channels, 0, 0, 0}};
    bool mirrors = mode == PadMode::Reflect || mode == PadMode::Symmetric;
    test.setMode(mode, /*periodic=*/!isStatic && mirrors);
    AxisGiven given;
    given.isSourceStatic = given.isResultStatic = isStatic;
    test.given.assign(test.axes.size(), given);
    test.given[1].low = test.given[1].high = pads;
    kernels.add("case" + std::to_string(cases.size()), test, form);
    cases.push_back({test, form});
  };
  for (PadMode mode : kPadModes) {
    // Constant mode has no blocks.
    if (mode == PadMode::Constant)
      continue;
    for (Given pads : {Given::Constant, Given::Argument})
      add(mode, /*channels=*/3, pads, KernelForm::MixedMemRef);
    for (int64_t channels : {3, 5})
      if (mode != PadMode::Wrap)
        add(mode, channels, Given::Attribute, KernelForm::StaticMemRef);
  }
  auto took = [](uint64_t traced, EmittedWay way) {
    return traced >> static_cast<int64_t>(way) & 1;
  };
  // Narrow and wide ones, crops, and a crop past the data.
  constexpr std::pair<int64_t, int64_t> kBorders[] = {
      {9, 23}, {1, 2}, {-1, 3}, {0, 1}, {-80, 100}};
  int64_t bits = type.bytes * 8;
  for (int64_t number = inTier(countHostVectors() - 1, 0);
       number < countHostVectors(); ++number) {
    const TestedVectors &vectors = getHostVectors(number);
    VectorShape shape = vectors.getShape();
    for (int64_t threshold : {int64_t(0), INT64_MAX}) {
      Way way{vectors.name.str(), PadLowering::Vector, &vectors, threshold};
      way.traces = true;
      SCOPED_TRACE(way.name);
      ASSERT_TRUE(kernels.compile(way, /*optimize=*/false));
      for (size_t k = 0; k < cases.size(); ++k) {
        KernelForm form = cases[k].form;
        DifferentialCase test = cases[k].test;
        takeTracedWays();
        auto run = [&] {
          drawData(random, test);
          runAndCompare(kernels, "case" + std::to_string(k), test, form,
                        test.resultShape(), random);
        };
        if (form == KernelForm::StaticMemRef) {
          run();
          int64_t lanes = std::min(vectors.bits, cost::kMaxTileBits) / bits;
          int64_t border = 32 * test.axes.back().extent;
          EXPECT_TRUE(border > cost::kMaxTileVectors * lanes ||
                      took(takeTracedWays(), EmittedWay::Composed));
          continue;
        }
        bool areArguments = test.given[1].low == Given::Argument;
        for (auto [low, high] : ArrayRef(kBorders).take_front(
                 areArguments ? std::size(kBorders) : 1))
          for (int64_t columns : {0, 1, 2, 23, 70})
            for (int64_t channels :
                 {int64_t(1), int64_t(2), int64_t(3), int64_t(5),
                  vectors.bits / bits / 2, vectors.bits / bits / 2 + 1}) {
              test.axes[1].low = low;
              test.axes[1].high = high;
              test.axes[1].extent = columns;
              test.axes[2].extent = channels;
              if (isValidAxis(test.axes[1]))
                run();
            }
        uint64_t traced = takeTracedWays();
        bool areCopies = test.axes[1].mode == PadMode::Wrap;
        EXPECT_EQ(shape.canPermute(bits) && !areCopies,
                  took(traced, EmittedWay::PermutedBlocks))
            << "case " << k;
        if (areArguments && threshold != 0)
          EXPECT_EQ(shape.canPermute(bits) && shape.hasMasks(bits),
                    took(traced, EmittedWay::LongRows))
              << "case " << k;
        if (HasFailure())
          return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bytes, InnerBlocks, testing::Values(1, 2, 4, 8, 16));
} // namespace
