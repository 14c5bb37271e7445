//===- MixedModesTest.cpp - Every mode beside every other -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Volumes whose planes, rows and columns have modes of their own: each mode of
// one of them meets each mode of another one, by all vectors, with numbers
// known only at run time, and with known ones.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "TestTier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Of planes, rows and columns.
using Modes = std::array<PadMode, 3>;
using Volume = std::array<PadAxis, 3>;

/// Small planes that are tiles, rows of about a vector, and long rows; with
/// pads of every kind around each axis.
const Volume kVolumes[] = {
    {{{3, 2, 1}, {4, 1, 2}, {5, 2, 2}}},
    {{{60, 1, 2}, {5, 1, 1}, {5, 1, 1}}},
    {{{4, -1, 2}, {5, 3, -2}, {19, 4, 3}}},
    {{{2, 1, 1}, {6, 2, 1}, {130, 3, 5}}},
};

class MixedModes : public testing::TestWithParam<int> {
protected:
  static void SetUpTestSuite() { reportFaults(); }

  static DifferentialCase makeCase(const Modes &modes, const Volume &volume,
                                   bool isKnown) {
    DifferentialCase test;
    test.type = {"f32", 4};
    for (auto [mode, numbers] : llvm::zip_equal(modes, volume)) {
      PadAxis axis = numbers;
      axis.mode = mode;
      axis.periodic = true;
      test.axes.push_back(axis);
    }
    Given given = isKnown ? Given::Attribute : Given::Argument;
    test.given.assign(3, {given, given, Given::Attribute, isKnown, isKnown});
    test.hasValue = test.takesValue();
    return test;
  }

  static void run(ArrayRef<Volume> volumes, bool isKnown) {
    // The widest first.
    const TestedVectors &vectors =
        getHostVectors(countHostVectors() - 1 - GetParam());
    // The third mode is the sum of the others, and so each of two axes has each
    // mode beside each of the other one.
    SmallVector<std::pair<std::string, Modes>> kernelModes;
    size_t numModes = std::size(kPadModes);
    for (size_t i = 0; i < numModes; ++i)
      for (size_t j = 0; j < numModes; ++j)
        kernelModes.push_back(
            {"case" + std::to_string(kernelModes.size()),
             {kPadModes[i], kPadModes[j], kPadModes[(i + j) % numModes]}});
    Random random(1);
    std::unique_ptr<MLIRContext> context = createKernelContext();
    KernelModule kernels(*context);
    for (const auto &[name, modes] : kernelModes)
      kernels.add(name, makeCase(modes, volumes.front(), isKnown),
                  KernelForm::MixedMemRef);
    ASSERT_TRUE(kernels.compile(
        {vectors.name.str(), PadLowering::Vector, &vectors, INT64_MAX},
        /*optimize=*/false));
    for (const Volume &volume : volumes)
      for (const auto &[name, modes] : kernelModes) {
        DifferentialCase test = makeCase(modes, volume, isKnown);
        drawData(random, test);
        runAndCompare(kernels, name, test, KernelForm::MixedMemRef,
                      test.resultShape(), random);
        if (HasFailure())
          return;
      }
  }
};

TEST_P(MixedModes, OfRunTimeNumbers) { run(kVolumes, /*isKnown=*/false); }

TEST_P(MixedModes, OfKnownNumbers) {
  for (const Volume &volume : ArrayRef(kVolumes).take_front(2))
    run(volume, /*isKnown=*/true);
}

INSTANTIATE_TEST_SUITE_P(Vectors, MixedModes,
                         testing::Range<int>(0, inTier(1, countHostVectors())));
} // namespace
