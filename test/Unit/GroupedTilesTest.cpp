//===- GroupedTilesTest.cpp - Many static tiles that fill vectors ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Pads of which every number is known, with short rows, or small planes, of
// which several are moved at a time. Some are left of the groups, the axis
// around them has borders or none, and the result is stored or streamed, by one
// thread or several. Each result is compared with PadGeometry.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "Pad/Conversion/EmittedWays.h"
#include "TestTier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
constexpr PadAxis kPlane = {5, 1, 1, 0};

/// The axes of a pad whose tiles have `bytes` an element.
SmallVector<SmallVector<PadAxis>> getAxes(int64_t bytes) {
  // So many elements exceed what is moved in two steps, borders last, and make
  // several tasks.
  int64_t many = (150 << 10) / bytes;
  SmallVector<SmallVector<PadAxis>> all;
  // No group is whole, some are, and many; some tasks have nothing but border.
  for (PadAxis tiles :
       {PadAxis{3, 0, 0, 0}, PadAxis{45, 0, 0, 0}, PadAxis{45, 2, 3, 0},
        PadAxis{many / 5 | 1, 0, 0, 0}, PadAxis{many / 5 | 1, 3, 2, 0},
        PadAxis{47, -5, 2, 0}, PadAxis{many / 5 | 1, 4, -9, 0},
        PadAxis{many / 5, -40, -9, 0}})
    all.push_back({tiles, PadAxis{3, 1, 1, 0}});
  all.push_back({PadAxis{many / 10, many / 5, many / 7, 0, PadMode::Edge},
                 PadAxis{3, 0, 1, 0}});
  // Crops of more than the data, with borders at the other end.
  for (PadAxis tiles : {PadAxis{45, -60, 70, 0}, PadAxis{45, 70, -60, 0}})
    all.push_back({tiles, PadAxis{3, 1, 1, 0}});
  // Planes, and rows of planes; a row longer than two vectors.
  all.push_back({PadAxis{many / 49 | 1, 0, 0, 0}, kPlane, kPlane});
  all.push_back({PadAxis{many / 49 | 1, 1, 2, 0}, kPlane, kPlane});
  all.push_back({PadAxis{3, 1, 0, 0}, PadAxis{many / 15 | 1, 0, 0, 0},
                 PadAxis{3, 0, 2, 0}});
  all.push_back({PadAxis{many / 70 | 1, 1, 1, 0}, PadAxis{63, 2, 4, 0}});
  return all;
}

/// The types, of every width that vectors of rows have.
class GroupedTiles : public testing::TestWithParam<int> {};

TEST_P(GroupedTiles, MatchTheOracle) {
  reportFaults();
  Random random(GetParam());
  ElementType type =
      *llvm::find_if(getElementTypes(), [&](const ElementType &type) {
        return type.bytes == GetParam() && type.hasZero;
      });
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  std::vector<std::pair<std::string, DifferentialCase>> cases;
  int64_t number = llvm::Log2_64(type.bytes);
  for (PadMode mode : kPadModes)
    for (SmallVector<PadAxis> &axes : getAxes(type.bytes)) {
      // All types together have each pair of a mode and axes.
      if (!isOfShare(number++, 5))
        continue;
      DifferentialCase test;
      test.type = type;
      test.axes = axes;
      bool hasOwnMode = axes.front().mode == PadMode::Edge;
      bool repeats = axes.front().low > axes.front().extent ||
                     axes.front().high > axes.front().extent;
      bool mirrors = mode == PadMode::Reflect || mode == PadMode::Symmetric;
      test.setMode(mode, /*periodic=*/repeats && mirrors);
      if (hasOwnMode)
        test.axes.front().mode = PadMode::Edge;
      test.hasValue = test.takesValue();
      drawData(random, test);
      std::string name = "case" + std::to_string(cases.size());
      kernels.add(name, test, KernelForm::StaticMemRef);
      cases.emplace_back(name, test);
    }
  bool hasThreads = !StringRef(PAD_OPENMP_LIBRARY).empty();
  uint64_t traced = 0;
  takeTracedWays();
  int64_t vectors = llvm::Log2_64(type.bytes);
  for (PadThreads threads : {PadThreads::None, PadThreads::OpenMP})
    for (int64_t threshold : {int64_t(1), INT64_MAX}) {
      if (threads == PadThreads::OpenMP && !hasThreads)
        continue;
      Way way{threshold == 1 ? "streamed" : "stored", PadLowering::Vector,
              &getHostVectors(vectors++), threshold};
      way.threads = threads;
      way.parallelThreshold = 1;
      way.traces = true;
      SCOPED_TRACE(way.name);
      ASSERT_TRUE(kernels.compile(way, /*optimize=*/isLongTier()));
      for (const auto &[name, test] : cases)
        runAndCompare(kernels, name, test, KernelForm::StaticMemRef,
                      test.resultShape(), random);
      traced |= takeTracedWays();
    }
  auto expectWay = [&](EmittedWay way) {
    EXPECT_TRUE(traced >> static_cast<int64_t>(way) & 1)
        << "never: " << stringifyEmittedWay(way).str();
  };
  expectWay(EmittedWay::Composed);
  if (type.bytes <= 8)
    expectWay(EmittedWay::StreamedPieces);
  if (hasThreads)
    expectWay(EmittedWay::Threaded);
}

INSTANTIATE_TEST_SUITE_P(Bytes, GroupedTiles, testing::Values(1, 2, 4, 8, 16),
                         testing::PrintToStringParamName());
} // namespace
