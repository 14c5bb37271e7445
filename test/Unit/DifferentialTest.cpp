//===- DifferentialTest.cpp - Compiled pads against the oracle ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Random pads through the whole pipeline, every lowering, in every form, bit
// for bit against PadGeometry. Sources end or start at a page that cannot be
// read, and destinations have guard words around and between their elements.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "TestTier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The vectors of batch `batch`: all that the host has, in cached and in
/// streamed stores.
Way getVectorWay(int batch) {
  const TestedVectors &vectors = getHostVectors(batch);
  bool streams = batch / getTestedVectors().size() % 2;
  return {("vector, " + vectors.name + (streams ? ", streamed" : "")).str(),
          PadLowering::Vector, &vectors, streams ? 1 : INT64_MAX};
}

class Differential : public testing::TestWithParam<int> {
protected:
  static void SetUpTestSuite() { reportFaults(); }
};

const int kBatches = inTier(5, 24);
const int kCasesPerBatch = inTier(16, 64);

/// Runs every case in `forms` by `ways`. The forms of a case are those whose
/// place modulo `stride` is the case's.
void runCases(ArrayRef<DifferentialCase> cases, ArrayRef<KernelForm> forms,
              size_t stride, ArrayRef<Way> ways, bool optimize,
              Random &random) {
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  struct Kernel {
    std::string name;
    const DifferentialCase &test;
    KernelForm form;
  };
  std::vector<Kernel> added;
  for (auto [i, test] : llvm::enumerate(cases)) {
    for (size_t k = i % stride; k < forms.size(); k += stride) {
      // A type without a zero has nothing to pad an axis with that turns out to
      // be empty.
      if (isDynamicForm(forms[k]) && !test.type.hasZero && !test.hasValue)
        continue;
      std::string name = "case" + std::to_string(i) + "_" + std::to_string(k);
      kernels.add(name, test, forms[k]);
      added.push_back({name, test, forms[k]});
    }
  }
  for (const Way &way : ways) {
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(kernels.compile(way, optimize));
    for (const Kernel &kernel : added)
      runAndCompare(kernels, kernel.name, kernel.test, kernel.form,
                    kernel.test.resultShape(), random);
  }
}

/// Gives `test` layouts that its types state, with all the rest.
void drawStatedLayouts(Random &random, DifferentialCase &test) {
  bool hasDenseRows = draw(random, 0, 2) != 0;
  test.layouts = {drawLayout(random, test.sourceShape(), hasDenseRows,
                             /*isSource=*/true),
                  drawLayout(random, test.resultShape(), hasDenseRows,
                             /*isSource=*/false)};
  AxisGiven given;
  given.areStridesStatic = true;
  test.given.assign(test.axes.size(), given);
}

/// 80 cases, or 1536, each in five forms through scf and linalg, and in two or
/// three of them through vectors, which take longer to compile.
TEST_P(Differential, EveryFormMatchesTheOracle) {
  Random random(GetParam());
  std::vector<DifferentialCase> cases;
  for (int i = 0; i < kCasesPerBatch; ++i) {
    cases.push_back(drawCase(random));
    drawStatedLayouts(random, cases.back());
  }
  bool optimize = GetParam() % 8 == 0;
  constexpr KernelForm kForms[] = {
      KernelForm::StaticTensor, KernelForm::DynamicTensor,
      KernelForm::StaticMemRef, KernelForm::StridedMemRef,
      KernelForm::MixedStrided};
  const Way kScalar[] = {{"scf", PadLowering::SCF},
                         {"linalg", PadLowering::Linalg}};
  runCases(cases, kForms, /*stride=*/1, kScalar, optimize, random);
  constexpr KernelForm kVectorForms[] = {
      KernelForm::StaticTensor, KernelForm::StaticMemRef,
      KernelForm::StridedRows, KernelForm::DynamicTensor,
      KernelForm::MixedStrided};
  runCases(cases, kVectorForms, /*stride=*/2, getVectorWay(GetParam()),
           optimize, random);
}
INSTANTIATE_TEST_SUITE_P(Seeds, Differential, testing::Range(0, kBatches));

/// Numbers of any size, and extents of a destination that they do not give.
DifferentialCase drawWild(Random &random, DifferentialCase test,
                          SmallVector<int64_t> &shape) {
  constexpr int64_t kExtremes[] = {
      INT64_MIN, INT64_MIN + 1, INT64_MIN / 2, -1000,         -1,
      0,         1000,          INT64_MAX / 2, INT64_MAX - 1, INT64_MAX};
  auto drawExtreme = [&] {
    return kExtremes[draw(random, 0, std::size(kExtremes) - 1)];
  };
  for (PadAxis &axis : test.axes) {
    axis.low = draw(random, 0, 1) ? drawExtreme() : draw(random, -30, 30);
    axis.high = drawExtreme();
    if (draw(random, 0, 3) == 0)
      axis.interior = drawExtreme();
    shape.push_back(draw(random, 0, 4));
  }
  return test;
}

/// Runs `wild` into a destination of `shape`: the result is the rule's wherever
/// the rule has one, and nothing outside of the operands is touched.
void runWild(KernelModule &kernels, StringRef name,
             const DifferentialCase &wild, KernelForm form,
             ArrayRef<int64_t> shape, Random &random) {
  bool hasRule = true;
  for (auto [axis, extent] : llvm::zip_equal(wild.axes, shape)) {
    int64_t last;
    hasRule &=
        getDilatedExtent(axis.extent, std::max<int64_t>(axis.interior, 0))
            .has_value() &&
        !llvm::SubOverflow(extent, axis.low, last);
  }
  if (hasRule)
    return runAndCompare(kernels, name, wild, form, shape, random);
  // No rule: compare nothing but the memory around.
  SmallVector<int64_t> sourceShape = wild.sourceShape();
  Layout sourceLayout = getContiguousLayout(sourceShape);
  Layout layout = getContiguousLayout(shape);
  FencedMemory source(sourceLayout.span * wild.type.bytes, true);
  FencedMemory result(layout.span * wild.type.bytes, true);
  announceRun(kernels, name);
  kernels.run(name, wild, form, source.data, sourceLayout, sourceShape,
              result.data, layout, shape);
}

/// Operands that break C2 and C4 to C7, as arguments and as constants.
TEST_P(Differential, AnyOperandIsSafe) {
  struct Constants {
    DifferentialCase wild;
    SmallVector<int64_t> shape;
  };
  Random random(1000 + GetParam());
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  std::vector<DifferentialCase> cases;
  std::vector<Constants> constants;
  auto getName = [](StringRef kind, size_t number) {
    return (kind + std::to_string(number)).str();
  };
  for (int i = 0; i < inTier(8, 16); ++i) {
    DifferentialCase test = drawCase(random);
    if (!test.type.hasZero && !test.hasValue)
      continue;
    kernels.add(getName("case", cases.size()), test, KernelForm::StridedRows);
    cases.push_back(test);
    Constants fixed;
    fixed.wild = drawWild(random, test, fixed.shape);
    // Axes without pads, whose destination may still be of another extent.
    for (PadAxis &axis : fixed.wild.axes)
      if (draw(random, 0, 2) == 0)
        axis.low = axis.high = axis.interior = 0;
    for (size_t axis = 0; axis < test.axes.size(); ++axis)
      fixed.wild.given.push_back({Given::Constant, Given::Constant,
                                  Given::Constant,
                                  /*isSourceStatic=*/draw(random, 0, 1) == 1,
                                  /*isResultStatic=*/draw(random, 0, 1) == 1});
    kernels.add(getName("constants", constants.size()), fixed.wild,
                KernelForm::MixedRows, fixed.shape);
    constants.push_back(fixed);
  }
  const Way kWays[] = {{"scf", PadLowering::SCF},
                       {"linalg", PadLowering::Linalg},
                       getVectorWay(GetParam())};
  for (const Way &way : kWays) {
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(kernels.compile(way, /*optimize=*/GetParam() % 2 == 0));
    for (auto [i, test] : llvm::enumerate(cases)) {
      SmallVector<int64_t> shape;
      DifferentialCase wild = drawWild(random, test, shape);
      runWild(kernels, getName("case", i), wild, KernelForm::StridedRows, shape,
              random);
    }
    for (auto [i, fixed] : llvm::enumerate(constants))
      runWild(kernels, getName("constants", i), fixed.wild,
              KernelForm::MixedRows, fixed.shape, random);
  }
}
} // namespace
