//===- RepeatedRowsTest.cpp - Static rows that repeat others --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Planes of which every number is known, and whose upper and lower rows repeat
// others: those that are in the result, and those that a crop leaves out of it.
// Each result is compared with PadGeometry.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "Pad/Conversion/EmittedWays.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
TEST(RepeatedRows, MatchTheOracle) {
  // Rows of some vectors, each a tile of its own; and short ones, of which
  // several are a tile.
  constexpr PadAxis kRow = {60, 3, 5, 0}, kShortRow = {3, 2, 2, 0};
  constexpr PadAxis kRows[] = {
      {6, 4, 5, 0}, {6, 5, 0, 0}, {6, -2, 5, 0}, {6, 5, -3, 0}, {6, -1, 1, 0}};
  // Of the last ones, groups begin where vectors do.
  constexpr PadAxis kManyRows[] = {
      {300, 1, 2, 0}, {301, 0, 90, 0}, {300, 3, 1, 0}};
  reportFaults();
  Random random(1);
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  std::vector<std::pair<std::string, DifferentialCase>> cases;
  auto addAxes = [&](PadMode mode, ElementType type, ArrayRef<PadAxis> axes) {
    DifferentialCase test;
    test.type = type;
    test.axes.assign(axes.begin(), axes.end());
    test.setMode(mode);
    test.hasValue = mode == PadMode::Constant;
    drawData(random, test);
    std::string name = "case" + std::to_string(cases.size());
    kernels.add(name, test, KernelForm::StaticMemRef);
    cases.emplace_back(name, test);
  };
  auto add = [&](PadMode mode, ElementType type, PadAxis rows, PadAxis row) {
    addAxes(mode, type, {PadAxis{2, 0, 0, 0}, rows, row});
  };
  // Planes, of which several are a tile.
  constexpr PadAxis kPlane = {7, 1, 1, 0};
  constexpr PadAxis kPlanes[] = {{37, 2, 3, 0}, {100, 0, 0, 0}};
  for (PadMode mode : kPadModes) {
    for (const PadAxis &planes : kPlanes)
      for (ElementType type : {ElementType{"f32", 4}, ElementType{"i8", 1}})
        addAxes(mode, type, {planes, kPlane, kPlane});
    for (const PadAxis &rows : kManyRows)
      for (ElementType type : {ElementType{"f32", 4}, ElementType{"i8", 1}})
        add(mode, type, rows, kShortRow);
    if (mode != PadMode::Constant)
      for (const PadAxis &rows : kRows)
        add(mode, {"f32", 4}, rows, kRow);
  }
  // Borders of several periods: copied as one, and row by row where the result
  // has too few rows behind the lower one, or rows are shorter than a vector.
  for (const PadAxis &rows : {PadAxis{6, 13, 20, 0}, PadAxis{6, 0, 17, 0},
                              PadAxis{6, 13, 8, 0}, PadAxis{1, 3, 9, 0}})
    add(PadMode::Wrap, {"f32", 4}, rows, kRow);
  add(PadMode::Wrap, {"f32", 4}, {1, 40, 90, 0}, kShortRow);
  for (int64_t number : {0, 1}) {
    Way way{"vector", PadLowering::Vector, &getHostVectors(number), INT64_MAX};
    way.traces = true;
    ASSERT_TRUE(kernels.compile(way, /*optimize=*/false));
    for (const auto &[name, test] : cases) {
      takeTracedWays();
      runAndCompare(kernels, name, test, KernelForm::StaticMemRef,
                    test.resultShape(), random);
      bool isCropped = test.axes[1].low < 0 || test.axes[1].high < 0;
      bool isFilled = test.axes.front().mode == PadMode::Constant;
      bool isRepeated =
          takeTracedWays() >> static_cast<int64_t>(EmittedWay::Repeats) & 1;
      // Planes are tiles, or have rows that are, by the width of vectors.
      if (test.axes[0].extent == 2)
        EXPECT_EQ(isRepeated, !isCropped && !isFilled) << kernels.print(name);
    }
  }
}
} // namespace
