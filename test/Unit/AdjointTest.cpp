//===- AdjointTest.cpp - Compiled gradients of pads against an oracle -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Random gradients of every element type, mode and form through every lowering,
// bit for bit against an oracle that scatters: it walks over the gradient, one
// axis after the other, and adds each element to the one that its position
// reads (A2 to A5). All combinations of type, mode, form and way run.
//
//===----------------------------------------------------------------------===//

#include "AdjointCase.h"
#include "FailingCase.h"
#include "KernelRun.h"
#include "Pad/Conversion/EmittedWays.h"
#include "TestTier.h"
#include "gtest/gtest.h"
#include <cstring>
#include <map>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Copies dense elements to memory of `layout`, or back.
void copyElements(const AdjointCase &test, ArrayRef<int64_t> shape,
                  const Layout &layout, uint8_t *dense, uint8_t *memory,
                  bool isBack) {
  int64_t bytes = test.type.getBytes();
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    uint8_t *place = memory + layout.at(index) * bytes;
    memcpy(isBack ? dense : place, isBack ? place : dense, bytes);
    dense += bytes;
  });
}

/// Runs the function of `test` and compares all bytes of the result.
void runAndCompareAdjoint(KernelModule &kernels, StringRef name,
                          AdjointCase test, Random &random) {
  SmallVector<int64_t> shape = test.getShape(),
                       paddedShape = test.getPaddedShape();
  auto layout = [&](ArrayRef<int64_t> extents) {
    return test.form == AdjointForm::Strided
               ? drawLayout(random, extents, /*hasDenseRows=*/false,
                            /*isSource=*/false)
               : getContiguousLayout(extents);
  };
  Layout gradientLayout = layout(paddedShape), resultLayout = layout(shape);
  int64_t bytes = test.type.getBytes();
  FencedMemory gradient(gradientLayout.span * bytes, draw(random, 0, 1),
                        drawShift(random));
  copyElements(test, paddedShape, gradientLayout, test.gradient.data(),
               gradient.data, /*isBack=*/false);
  FencedMemory result(resultLayout.span * bytes, draw(random, 0, 1),
                      drawShift(random));
  alignas(16) uint8_t value[16];
  SmallVector<int64_t> gradientDescriptor = makeDescriptor(
                           gradient.data, bytes, gradientLayout, paddedShape),
                       resultDescriptor = makeDescriptor(result.data, bytes,
                                                         resultLayout, shape);
  void *gradientPointer = gradientDescriptor.data(),
       *resultPointer = resultDescriptor.data();
  SmallVector<void *> arguments{&gradientPointer};
  bool isInto = !test.isOfValue && !isTensor(test.form);
  if (isInto)
    arguments.push_back(&resultPointer);
  SmallVector<int64_t> numbers;
  auto append = [&](int64_t PadAxis::*amount) {
    for (const PadAxis &axis : test.axes)
      numbers.push_back(axis.*amount);
  };
  if (isDynamic(test.form)) {
    if (!isInto)
      append(&PadAxis::extent);
    if (!test.hasKnownPads) {
      append(&PadAxis::low);
      append(&PadAxis::high);
    }
    if (!test.hasKnownInterior)
      append(&PadAxis::interior);
  }
  for (int64_t &number : numbers)
    arguments.push_back(&number);
  void *valuePointer = value;
  // A complex number is a struct, which the C interface writes to memory.
  if (test.isOfValue && test.type.numParts == 2)
    arguments.insert(arguments.begin(), &valuePointer);
  else if (test.isOfValue)
    arguments.push_back(value);
  else if (!isInto)
    arguments.push_back(&resultPointer);

  announceRun(kernels, name);
  if (test.isOfValue) {
    kernels.run(name, arguments);
    std::vector<uint8_t> expected = getExpectedValue(test);
    EXPECT_EQ(memcmp(value, expected.data(), bytes), 0) << kernels.print(name);
    return;
  }
  copyElements(test, shape, resultLayout, test.held.data(), result.data,
               /*isBack=*/false);
  kernels.run(name, arguments);
  std::vector<uint8_t> expected = getExpectedAdjoint(test), actual = expected;
  copyElements(test, shape, resultLayout, actual.data(), result.data,
               /*isBack=*/true);
  auto mismatch =
      std::mismatch(actual.begin(), actual.end(), expected.begin()).first;
  if (mismatch == actual.end())
    return;
  std::string axes;
  for (const PadAxis &axis : test.axes)
    axes += " (" + std::to_string(axis.extent) + ", " +
            std::to_string(axis.low) + ", " + std::to_string(axis.high) + ", " +
            std::to_string(axis.interior) + ")";
  std::string text = kernels.print(name);
  std::string notes =
      "element " + std::to_string((mismatch - actual.begin()) / bytes) +
      " of the result differs\n  with (extent, low, high, interior)" + axes;
  ADD_FAILURE() << notes << "\n"
                << text << keepFailingCase(kernels.getCommand(), notes, text);
}

class Adjoint : public testing::TestWithParam<int> {
protected:
  static void SetUpTestSuite() { reportFaults(); }
};

/// Every lowering, with all vectors or the widest, and by threads.
std::vector<Way> getAllWays() {
  std::vector<Way> ways = {{"scf", PadLowering::SCF},
                           {"linalg", PadLowering::Linalg}};
  // Without intrinsics, code for any instruction set runs on every host.
  for (const TestedVectors &vectors :
       getTestedVectors().take_back(inTier(1, getTestedVectors().size())))
    ways.push_back({("vector, " + vectors.name).str(), PadLowering::Vector,
                    &vectors, INT64_MAX});
  if (!StringRef(PAD_OPENMP_LIBRARY).empty()) {
    Way threads{"threads", PadLowering::Vector, nullptr, INT64_MAX};
    threads.threads = PadThreads::OpenMP;
    ways.push_back(threads);
  }
  return ways;
}

/// Functions of `cases` by every way; of many, some that stand for the rest
/// except in the long tier.
void runCases(
    std::vector<AdjointCase> cases, ArrayRef<Way> ways, bool optimize,
    Random &random,
    function_ref<void(const AdjointCase &, const Way &)> whenRun = {}) {
  constexpr size_t kMany = 60, kShare = 4;
  if (!isLongTier() && cases.size() > kMany) {
    size_t kept = 0;
    for (size_t number = 0; number < cases.size(); number += kShare)
      cases[kept++] = cases[number];
    cases.resize(kept);
  }
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  auto getName = [](size_t number) { return "case" + std::to_string(number); };
  for (auto [number, test] : llvm::enumerate(cases))
    kernels.addFunctions(printFunction(test, getName(number)));
  for (const Way &way : ways) {
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(kernels.compile(way, optimize));
    for (auto [number, test] : llvm::enumerate(cases)) {
      takeTracedWays();
      runAndCompareAdjoint(kernels, getName(number), test, random);
      if (whenRun)
        whenRun(test, way);
    }
  }
}

/// Kernels of one element type: each mode in each form, several times.
TEST_P(Adjoint, EveryFormMatchesTheOracle) {
  const int kRepetitions = inTier(1, 4);
  Random random(GetParam());
  const SummedType &type = getSummedTypes()[GetParam()];
  std::vector<AdjointCase> cases;
  for (PadMode mode : kPadModes)
    for (AdjointForm form : kAdjointForms)
      for (int i = 0; i < kRepetitions; ++i)
        cases.push_back(drawAdjoint(random, type, mode, form,
                                    /*isOfValue=*/cases.size() % 4 == 3));
  runCases(cases, getAllWays(), /*optimize=*/GetParam() % 6 == 1, random);
}
INSTANTIATE_TEST_SUITE_P(Types, Adjoint,
                         testing::Range(0, int(getSummedTypes().size())));

/// Elements that are sums along two outer axes of any modes, in rows of every
/// mode, shorter and longer than a vector, with and without blocks inside.
TEST(AdjointRows, AddTheOuterAxesFirst) {
  reportFaults();
  Random random(7);
  constexpr AdjointForm kMemRefs[] = {AdjointForm::StaticMemRef,
                                      AdjointForm::DynamicTensor,
                                      AdjointForm::StaticTensor};
  std::vector<AdjointCase> cases;
  for (PadMode first : kPadModes)
    for (PadMode second : kPadModes)
      for (PadMode row : kPadModes) {
        auto axis = [&](PadMode mode, int64_t extent) {
          int64_t most = cases.size() % 2 == 0 ? 1 : 3;
          return PadAxis{extent,
                         draw(random, 1, most),
                         draw(random, 1, most),
                         /*interior=*/0,
                         mode,
                         /*periodic=*/true};
        };
        AdjointCase test{getSummedTypes()[7 + cases.size() % 2],
                         {axis(first, 4), axis(second, 3)},
                         kMemRefs[cases.size() % 3]};
        test.accumulate = !isTensor(test.form) && draw(random, 0, 1) == 1;
        test.hasKnownInterior = true;
        test.hasKnownPads = draw(random, 0, 1) == 1;
        constexpr int64_t kExtents[] = {7, 20, 40, 75};
        test.axes.push_back(axis(row, kExtents[cases.size() % 4]));
        if (cases.size() % 5 == 4)
          test.axes.push_back(PadAxis{draw(random, 1, 20), 0, 0, 0, row, true});
        test.gradient = drawElements(random, test.type,
                                     countElements(test.getPaddedShape()));
        test.held =
            drawElements(random, test.type, countElements(test.getShape()));
        cases.push_back(test);
      }
  runCases(cases, getAllWays(), /*optimize=*/false, random);
}
/// Rows whose ends are several vectors, which meet or overlap.
TEST(AdjointRows, TakeBordersOfSeveralVectors) {
  reportFaults();
  Random random(8);
  std::vector<AdjointCase> cases;
  for (PadMode mode : kPadModes)
    for (int64_t extent : {17, 33, 50, 60, 100})
      for (int64_t border : {5, 9, 17, 25}) {
        AdjointCase test{
            getSummedTypes()[7 + cases.size() % 2],
            {PadAxis{3, 1, 0, 0, mode, true},
             PadAxis{extent, std::min(border, extent - 1),
                     std::min<int64_t>(border + cases.size() % 3, extent - 1),
                     0, mode, true}},
            AdjointForm::StaticMemRef,
            /*accumulate=*/cases.size() % 4 != 0};
        test.gradient = drawElements(random, test.type,
                                     countElements(test.getPaddedShape()));
        test.held =
            drawElements(random, test.type, countElements(test.getShape()));
        cases.push_back(test);
      }
  runCases(cases, getAllWays(), /*optimize=*/false, random);
}

/// A row of `extent` elements of `mode`, whose borders are `border` wide,
/// behind rows that are read once and twice.
AdjointCase makeRow(Random &random, const SummedType &type, PadMode mode,
                    PadMode outer, AdjointForm form, int64_t extent,
                    int64_t border) {
  AdjointCase test{type,
                   {PadAxis{5, 1, 1, 0, outer, true},
                    PadAxis{extent, border, border, 0, mode, true}},
                   form};
  test.hasKnownInterior = true;
  test.gradient =
      drawElements(random, test.type, countElements(test.getPaddedShape()));
  test.held = drawElements(random, test.type, countElements(test.getShape()));
  return test;
}

uint64_t getBits(std::initializer_list<AdjointWay> ways) {
  uint64_t bits = 0;
  for (AdjointWay way : ways)
    bits |= uint64_t(1) << static_cast<int64_t>(way);
  return bits;
}

/// Each way of summing rows runs with each element type, mode of the row, mode
/// of the axis around it, form, and vectors of each width of elements, unless
/// the two exclude each other.
TEST(AdjointRows, GoEachWayOfEachKind) {
  reportFaults();
  Random random(9);
  constexpr AdjointForm kForms[] = {AdjointForm::StaticMemRef,
                                    AdjointForm::DynamicTensor};
  // Fewer elements than a vector, one vector or more, with borders of less than
  // one and of several, a crop, and borders that meet or exceed the row.
  constexpr std::pair<int64_t, int64_t> kRows[] = {
      {2, 1}, {70, 2}, {300, 100}, {40, -3}, {70, 60}, {70, 90}};
  std::vector<AdjointCase> cases;
  for (auto [number, type] : llvm::enumerate(getSummedTypes())) {
    if (type.numParts != 1)
      continue;
    constexpr PadMode kRepeating[] = {PadMode::Reflect, PadMode::Symmetric,
                                      PadMode::Wrap};
    SmallVector<PadMode> modes = {PadMode::Edge, kRepeating[number % 3]};
    if (number % 3 == 0)
      modes.push_back(PadMode::Constant);
    for (PadMode mode : modes)
      for (AdjointForm form : kForms)
        for (auto [extent, border] : kRows)
          cases.push_back(makeRow(random, type, mode,
                                  kPadModes[cases.size() % 5], form, extent,
                                  border));
  }
  std::vector<Way> ways;
  for (Way way : getAllWays())
    if (way.vectors) {
      way.traces = true;
      ways.push_back(way);
    }

  struct Seen {
    uint64_t ran = 0, impossible = 0;
  };
  std::map<std::string, Seen> traits;
  uint64_t masked = getBits({AdjointWay::OneVectorEnds, AdjointWay::VectorEnds,
                             AdjointWay::MaskedTerms});
  auto whenRun = [&](const AdjointCase &test, const Way &way) {
    uint64_t ran = takeTracedWays();
    auto note = [&](const std::string &trait, uint64_t impossible) {
      traits[trait].ran |= ran;
      traits[trait].impossible = impossible;
    };
    int64_t bits = test.type.bits;
    VectorShape shape = way.vectors->getShape();
    bool hasMasks =
        shape.hasMasks(bits) || (shape.isa == VectorISA::AVX2 && bits >= 32);
    PadMode mode = test.axes.back().mode;
    note("elements " + std::string(test.type.name), 0);
    note("vectors " + way.name + " of " + std::to_string(bits) + " bits",
         hasMasks ? 0 : masked);
    // Each element of the border of edge is read at the same place, and what
    // is around constant nowhere.
    note("row " + stringifyPadMode(mode).str(),
         mode == PadMode::Edge       ? masked
         : mode == PadMode::Constant ? getBits({AdjointWay::VectorEnds})
                                     : 0);
    note("outer " + stringifyPadMode(test.axes.front().mode).str(), 0);
    note(isDynamic(test.form) ? "dynamic" : "static",
         getBits({isDynamic(test.form) ? AdjointWay::KnownEnds
                                       : AdjointWay::OneVectorEnds}));
  };
  runCases(cases, ways, /*optimize=*/false, random, whenRun);
  if (!isLongTier())
    return;
  for (auto &[trait, seen] : traits)
    for (AdjointWay way : {AdjointWay::KnownEnds, AdjointWay::OneVectorEnds,
                           AdjointWay::VectorEnds, AdjointWay::ElementEnds,
                           AdjointWay::MaskedTerms, AdjointWay::Elements})
      EXPECT_NE((seen.ran & getBits({way})) != 0,
                (seen.impossible & getBits({way})) != 0)
          << trait << ", way " << static_cast<int64_t>(way);
}
} // namespace
