//===- StridesTest.cpp - Memrefs of every stride --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Axes that go forwards or backwards in memory, and, of a source, stay where
// they are, in every combination, between pages that cannot be accessed.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "TestTier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Signs of the outer strides of memrefs of three axes.
struct Signs {
  int64_t planes, rows;
};

/// Dense but for the signs. Where there are no elements, strides are as between
/// some, but no memory can be accessed.
Layout makeLayout(ArrayRef<int64_t> shape, Signs signs) {
  SmallVector<int64_t> room = llvm::map_to_vector(
      shape, [](int64_t extent) { return extent == 0 ? 8 : extent; });
  Layout layout = getContiguousLayout(room);
  layout.span = 1;
  int64_t ofAxes[] = {signs.planes, signs.rows, 1};
  for (auto [extent, stride, sign] :
       llvm::zip_equal(room, layout.strides, ofAxes)) {
    int64_t reach = (extent - 1) * stride;
    if (sign < 0)
      layout.offset += reach;
    if (sign != 0)
      layout.span += reach;
    stride *= sign;
  }
  if (llvm::is_contained(shape, 0))
    layout.span = 0;
  return layout;
}

SmallVector<Signs> listSigns(bool mayBeZero) {
  SmallVector<Signs> list;
  for (int64_t planes : {1, -1, 0})
    for (int64_t rows : {1, -1, 0})
      if (mayBeZero || planes * rows != 0)
        list.push_back({planes, rows});
  return list;
}

/// A case whose every number is an argument.
DifferentialCase makeCase(Random &random, StringRef type, PadMode mode,
                          ArrayRef<PadAxis> axes) {
  DifferentialCase test;
  test.type = *llvm::find_if(getElementTypes(), [&](const ElementType &each) {
    return each.name == type;
  });
  test.axes.assign(axes.begin(), axes.end());
  test.setMode(mode, /*periodic=*/true);
  test.given.assign(3, {Given::Argument, Given::Argument, Given::Attribute,
                        /*isSourceStatic=*/false, /*isResultStatic=*/false});
  test.hasValue = test.takesValue();
  drawData(random, test);
  return test;
}

void runBy(const Way &way) {
  SCOPED_TRACE(way.name);
  constexpr KernelForm kForm = KernelForm::MixedRows;
  constexpr StringRef kTypes[] = {"i8", "i16", "f64"};
  // Planes, rows and columns: rows of less and of more than a vector, so many
  // that they are tiles, with borders and without, and few; and empty ones.
  constexpr PadAxis kAxes[][3] = {
      {{4, 2, 2}, {5, 4, 4}, {11}},       {{4, 2, 2}, {5, 4, 4}, {22, 2, 1}},
      {{40}, {2, 1, 1}, {3, 1, 2}},       {{3}, {2, 1, 1}, {150, 1, 2}},
      {{4, 2, 2}, {5, 4, 4}, {0, 11, 9}}, {{40}, {0, 4, 4}, {5}}};
  Random random(1);
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  auto getName = [](StringRef type, PadMode mode) {
    return (type + "_" + stringifyPadMode(mode)).str();
  };
  for (StringRef type : kTypes)
    for (PadMode mode : kPadModes)
      kernels.add(getName(type, mode), makeCase(random, type, mode, kAxes[0]),
                  kForm);
  ASSERT_TRUE(kernels.compile(way, /*optimize=*/false));
  int64_t number = 0;
  auto run = [&](StringRef type, PadMode mode, ArrayRef<PadAxis> axes) {
    for (Signs source : listSigns(/*mayBeZero=*/true))
      for (Signs result : listSigns(/*mayBeZero=*/false)) {
        if (!isOfShare(number++, 5))
          continue;
        DifferentialCase test = makeCase(random, type, mode, axes);
        test.layouts = {makeLayout(test.sourceShape(), source),
                        makeLayout(test.resultShape(), result)};
        runAndCompare(kernels, getName(type, mode), test, kForm,
                      test.resultShape(), random);
        if (testing::Test::HasFailure())
          return;
      }
  };
  for (StringRef type : kTypes)
    for (PadMode mode : kPadModes)
      for (ArrayRef<PadAxis> axes : kAxes)
        // Only padding values extend an empty axis (C6).
        if (mode == PadMode::Constant ||
            llvm::all_of(axes, [](const PadAxis &axis) { return axis.extent; }))
          run(type, mode, axes);
}

/// By the number of `getHostVectors`, from the widest on.
class Strides : public testing::TestWithParam<int> {
protected:
  static void SetUpTestSuite() { reportFaults(); }
};

TEST_P(Strides, EverySignMatchesTheOracle) {
  const TestedVectors &vectors =
      getHostVectors(countHostVectors() - 1 - GetParam());
  runBy({"vector, " + vectors.name.str(), PadLowering::Vector, &vectors,
         /*nontemporalThreshold=*/INT64_MAX});
  runBy({"threads, " + vectors.name.str(), PadLowering::Vector, &vectors,
         /*nontemporalThreshold=*/1, PadThreads::OpenMP,
         /*parallelThreshold=*/1});
}
INSTANTIATE_TEST_SUITE_P(Vectors, Strides,
                         testing::Range<int>(0, inTier(1, countHostVectors())));

TEST(ScalarStrides, EverySignMatchesTheOracle) {
  reportFaults();
  runBy({"scf", PadLowering::SCF});
  runBy({"linalg", PadLowering::Linalg});
}
} // namespace
