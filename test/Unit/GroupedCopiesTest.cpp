//===- GroupedCopiesTest.cpp - Static rows copied in groups ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Results of a size from which on long rows are copied by groups of vectors:
// rows of as few vectors as there may be, and of some elements more, at every
// alignment. Each result is compared with PadGeometry.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "Pad/Rows/CostModel.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A pad of rows of `count` elements whose result is just large enough. Wide
/// borders are short copies.
DifferentialCase makeCase(Random &random, PadMode mode, ElementType type,
                          int64_t count) {
  DifferentialCase test;
  test.type = type;
  PadAxis row = {count, draw(random, 0, 3), draw(random, 0, 47), 0};
  int64_t rowBytes = (count + row.low + row.high) * type.bytes;
  int64_t rows = llvm::divideCeil(cost::kMinGroupedCopyBytes, rowBytes);
  test.axes = {PadAxis{rows - 3, 1, 2, 0}, row};
  test.setMode(mode);
  test.hasValue = test.takesValue();
  drawData(random, test);
  return test;
}

TEST(GroupedCopies, MatchTheOracle) {
  reportFaults();
  Random random(1);
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  std::vector<std::pair<std::string, DifferentialCase>> cases;
  auto add = [&](PadMode mode, ElementType type, int64_t count) {
    std::string name = "case" + std::to_string(cases.size());
    cases.emplace_back(name, makeCase(random, mode, type, count));
    kernels.add(name, cases.back().second, KernelForm::StaticMemRef);
  };
  // Vectors of static rows have at most 256 bits.
  auto getMinCount = [](const ElementType &type) {
    return cost::kMinGroupedCopyVectors * cost::kMaxTileBits / 8 / type.bytes;
  };
  constexpr ElementType kTypes[] = {
      {"f32", 4}, {"i16", 2}, {"f64", 8}, {"complex<f64>", 16}, {"i8", 1}};
  for (auto [number, mode] : llvm::enumerate(kPadModes)) {
    ElementType type = kTypes[number % std::size(kTypes)];
    int64_t count = getMinCount(type);
    for (int64_t more : {int64_t(0), int64_t(1), count / 3, 3 * count - 1})
      add(mode, type, count + more);
  }
  for (int64_t number : {0, 1}) {
    Way way{"vector", PadLowering::Vector, &getHostVectors(number), INT64_MAX};
    ASSERT_TRUE(kernels.compile(way, /*optimize=*/false));
    for (const auto &[name, test] : cases)
      runAndCompare(kernels, name, test, KernelForm::StaticMemRef,
                    test.resultShape(), random);
  }
}
} // namespace
