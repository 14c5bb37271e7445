//===- ThreadsTest.cpp - Pads shared by threads ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Results of some tasks, which threads share: the same for any number of
// threads, bit for bit. The code itself reports that there are tasks.
//

#include "Pad/Conversion/EmittedWays.h"
#include "PadKernel.h"
#include "TestTier.h"
#include "llvm/Support/DynamicLibrary.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

/// OpenMP's library keeps its threads' memory until the process has ended.
extern "C" const char *__lsan_default_suppressions() { return "leak:libomp"; }

namespace {
struct SharedPad {
  const char *name;
  /// Of all axes; nullopt where each has its own.
  std::optional<PadMode> mode;
  bool periodic;
  ElementType type;
  SmallVector<PadAxis> axes;
  /// Name of the vectors; null for those of this host.
  const char *vectors = nullptr;
};

const SharedPad kPads[] = {
    {"images",
     PadMode::Reflect,
     false,
     {"f32", 4},
     {{3, 0, 0, 0}, {70, 2, 2, 0}, {900, 2, 2, 0}}},
    {"pixels",
     PadMode::Symmetric,
     false,
     {"i16", 2},
     {{4, 0, 0, 0}, {60, 1, 1, 0}, {70, 3, -2, 0}, {16, 0, 0, 0}}},
    {"signal", PadMode::Wrap, false, {"f32", 4}, {{150000, 1000, 7, 0}}},
    {"constant signal",
     PadMode::Constant,
     false,
     {"i8", 1},
     {{1, 0, 0, 0}, {700000, 33, -5, 0}}},
    {"planes",
     PadMode::Edge,
     false,
     {"f64", 8},
     {{900, 0, 0, 0}, {7, 1, 1, 0}, {7, 1, 1, 0}}},
    {"constant planes",
     PadMode::Constant,
     false,
     {"f32", 4},
     {{5, 0, 0, 0}, {200, 9, 3, 0}, {170, 5, 2, 0}}},
    {"volume",
     PadMode::Constant,
     false,
     {"f32", 4},
     {{30, 9, 9, 0}, {60, 2, -3, 0}, {90, -2, 5, 0}}},
    {"channel",
     std::nullopt,
     false,
     {"f32", 4},
     {{30, 2, 3, 0, PadMode::Constant},
      {60, 2, 3, 0, PadMode::Reflect},
      {90, 2, 5, 0, PadMode::Wrap}}},
    {"grid",
     std::nullopt,
     false,
     {"f64", 8},
     {{6, 0, 0, 0, PadMode::Edge},
      {70, 1, 1, 0, PadMode::Edge},
      {150, 2, 2, 0, PadMode::Wrap}}},
    {"periodic",
     PadMode::Reflect,
     true,
     {"f32", 4},
     {{5, 11, 20, 0}, {50, 101, 7, 0}, {31, 0, 70, 0}}},
    // Of the second plane, task 4 of 9 has the border and one row with data,
    // less than a group. Which rows are grouped depends on vectors.
    {"parts of groups",
     PadMode::Constant,
     false,
     {"f32", 4},
     {{2, 0, 0, 0}, {6399, 799, 2, 0}, {8, 1, 1, 0}},
     "avx2"},
    {"short rows of planes",
     PadMode::Wrap,
     false,
     {"i8", 1},
     {{60, 0, 0, 0}, {2000, 5, 3, 0}, {3, 2, 2, 0}}},
    {"interior",
     PadMode::Constant,
     false,
     {"f32", 4},
     {{20, 1, 1, 2}, {40, -1, 0, 1}, {29, 0, 3, 1}}},
};

class Threads : public testing::TestWithParam<SharedPad> {};

DifferentialCase makeCase(const SharedPad &pad) {
  DifferentialCase test;
  test.type = pad.type;
  test.axes = pad.axes;
  if (pad.mode)
    test.setMode(*pad.mode, pad.periodic);
  test.hasValue = test.takesValue();
  int64_t bytes = pad.type.bytes;
  for (const PadAxis &axis : pad.axes) {
    bytes *= axis.extent;
    // All but what is no pad is only known at run time.
    auto getHow = [](int64_t pad) {
      return pad == 0 ? Given::Attribute : Given::Argument;
    };
    test.given.push_back({getHow(axis.low), getHow(axis.high),
                          getHow(axis.interior), /*isSourceStatic=*/false,
                          /*isResultStatic=*/false});
  }
  Random random(1);
  for (int64_t i = 0; i < bytes; ++i)
    test.source.push_back(random());
  test.value.assign(pad.type.bytes, 0x5A);
  return test;
}

constexpr int64_t kThreaded = static_cast<int64_t>(EmittedWay::Threaded);

TEST_P(Threads, MatchTheOracle) {
  if (StringRef(PAD_OPENMP_LIBRARY).empty())
    GTEST_SKIP() << "built without LLVM's OpenMP library";
  auto *setThreads = reinterpret_cast<void (*)(int)>(
      llvm::sys::DynamicLibrary::getPermanentLibrary(PAD_OPENMP_LIBRARY)
          .getAddressOfSymbol("omp_set_num_threads"));
  ASSERT_TRUE(setThreads) << "no OpenMP library: " PAD_OPENMP_LIBRARY;
  DifferentialCase test = makeCase(GetParam());
  SmallVector<int64_t> shape = test.resultShape();
  int64_t bytes = test.type.bytes;
  std::vector<uint8_t> expected;
  ExpectedElements elements(test, shape);
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    const uint8_t *element = elements.get(index);
    expected.insert(expected.end(), element, element + bytes);
  });
  ASSERT_GE(expected.size(), size_t(512 << 10));

  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  constexpr std::pair<const char *, KernelForm> kForms[] = {
      {"static", KernelForm::StaticMemRef},
      {"dynamic", KernelForm::MixedMemRef},
      {"strided", KernelForm::StridedRows}};
  for (auto [name, form] : kForms)
    kernels.add(name, test, form);
  const TestedVectors *vectors = nullptr;
  if (const char *name = GetParam().vectors) {
    vectors =
        llvm::find_if(getTestedVectors(), [&](const TestedVectors &known) {
          return known.name == name;
        });
    ASSERT_NE(vectors, getTestedVectors().end());
    if (!vectors->isOnHost)
      GTEST_SKIP() << "this host has no vectors " << name;
  }
  for (int64_t threshold : {int64_t(1), INT64_MAX}) {
    Way way = {"vector", PadLowering::Vector, vectors, threshold};
    way.threads = PadThreads::OpenMP;
    way.parallelThreshold = 1;
    way.traces = true;
    ASSERT_TRUE(kernels.compile(way, /*optimize=*/isLongTier()));
    for (int threads : {1, 2, 3, 7}) {
      setThreads(threads);
      for (auto [name, form] : kForms) {
        SCOPED_TRACE(name);
        std::vector<uint8_t> actual(expected.size());
        SmallVector<int64_t> sourceShape = test.sourceShape();
        takeTracedWays();
        kernels.run(name, test, form, test.source.data(),
                    getContiguousLayout(sourceShape), sourceShape,
                    actual.data(), getContiguousLayout(shape), shape);
        EXPECT_TRUE(actual == expected)
            << threads << " threads, threshold " << threshold;
        // A static row is shared only where it has no axis around it.
        bool isOneIteration = form == KernelForm::StaticMemRef &&
                              shape.size() > 1 && shape.front() == 1;
        EXPECT_NE(takeTracedWays() >> kThreaded & 1, isOneIteration)
            << "threshold " << threshold;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Threads, testing::ValuesIn(kPads),
                         [](const auto &info) {
                           std::string name = info.param.name;
                           llvm::erase(name, ' ');
                           return name;
                         });
} // namespace
