//===- AdjointFoldsTest.cpp - Rewrites of gradients, executed -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadAmounts.h"
#include "RewriteFamilies.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

/// A rewrite by pattern `pattern` of gradients.
static Rewrite makeRewrite(std::string pattern,
                           std::function<bool(CaseBuilder &)> build) {
  Rewrite rewrite = byPattern(
      std::move(pattern),
      [](RewritePatternSet &patterns) {
        AdjointOp::getCanonicalizationPatterns(patterns, patterns.getContext());
      },
      std::move(build), /*drawn=*/6000);
  return rewrite;
}

/// The gradient of a pad by `axes`, given the one of its result. Each extent is
/// known in a way of its own.
static Value addAdjoint(CaseBuilder &b, Value gradient, ArrayRef<PadAxis> axes,
                        Known pads) {
  SmallVector<OpFoldResult> extents;
  PadAmounts amounts;
  for (const PadAxis &axis : axes) {
    extents.push_back(b.addIndex(
        axis.extent,
        b.pick({Known::Attribute, Known::Constant, Known::Argument})));
    // Zeros as attributes say that an axis is not padded.
    auto add = [&](int64_t number) {
      return b.addIndex(number, axis.isUnpadded() ? Known::Attribute : pads);
    };
    amounts.low.push_back(add(axis.low));
    amounts.high.push_back(add(axis.high));
    amounts.interior.push_back(b.addIndex(axis.interior));
    amounts.modes.push_back({axis.mode, axis.periodic});
  }
  return AdjointOp::create(b.builder, b.loc, gradient, extents, amounts);
}

/// An argument that is the gradient of the result of a pad by `axes`.
static Value addGradient(CaseBuilder &b, ArrayRef<PadAxis> axes) {
  SmallVector<int64_t> extents = llvm::map_to_vector(
      axes, [](const PadAxis &axis) { return *getPaddedExtent(axis); });
  return b.addTensor(extents, b.pick<Type>({b.f32(), b.i32()}), b.choose(0, 1),
                     /*special=*/false);
}

static bool buildAdjoint(CaseBuilder &b, bool isCast) {
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> axis = b.chooseAxis(mode);
  if (!axis)
    return false;
  PadAxis axes[] = {*axis, chooseFewPads(b, b.chooseOther(mode), 3)};
  Value gradient = addGradient(b, axes);
  if (isCast)
    gradient = tensor::CastOp::create(
        b.builder, b.loc,
        getTensorType(gradient).clone(
            SmallVector<int64_t>(2, ShapedType::kDynamic)),
        gradient);
  b.finish(addAdjoint(b, gradient, axes,
                      b.pick({Known::Attribute, Known::Constant})));
  return true;
}

TEST(AdjointFolds, AdjointOfConstantPad) {
  runRewrite(makeRewrite("foldAdjointOfConstantPad", [](CaseBuilder &b) {
    return buildAdjoint(b, /*isCast=*/false);
  }));
}

TEST(AdjointFolds, MakeAdjointStatic) {
  runRewrite(makeRewrite("makeAdjointStatic", [](CaseBuilder &b) {
    return buildAdjoint(b, /*isCast=*/false);
  }));
}

TEST(AdjointFolds, AbsorbGradientCast) {
  runRewrite(makeRewrite("absorbGradientCast", [](CaseBuilder &b) {
    return buildAdjoint(b, /*isCast=*/true);
  }));
}

TEST(AdjointFolds, AdjointOfDisjointAxes) {
  runRewrite(makeRewrite("foldAdjointOfDisjointAxes", [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> first = b.chooseAxis(mode);
    if (!first)
      return false;
    PadAxis second = chooseFewPads(b, b.chooseOther(mode), 3);
    // The inner gradient is of the pad that came last.
    bool isFirstInner = b.choose(0, 1);
    auto leaveAlone = [](const PadAxis &axis, int64_t extent) {
      return PadAxis{extent, 0, 0, 0, axis.mode, axis.periodic};
    };
    PadAxis inner[] = {*first, second}, outer[] = {*first, second};
    PadAxis &innerAlone = inner[isFirstInner],
            &outerAlone = outer[!isFirstInner];
    innerAlone = leaveAlone(innerAlone, *getPaddedExtent(innerAlone));
    outerAlone = leaveAlone(outerAlone, outerAlone.extent);
    Known known = b.pick({Known::Attribute, Known::Argument});
    Value gradient = addAdjoint(b, addGradient(b, inner), inner, known);
    b.finish(addAdjoint(b, gradient, outer, known));
    return true;
  }));
}

TEST(AdjointFolds, NoOp) {
  Rewrite rewrite("no-op gradient");
  rewrite.apply = foldOps;
  rewrite.drawn = 6000;
  rewrite.build = [](CaseBuilder &b) {
    return buildAdjoint(b, /*isCast=*/false);
  };
  runRewrite(rewrite);
}

// Every pattern of `-canonicalize` has a test above that names it.
TEST(AdjointFolds, EveryPatternIsTested) {
  MLIRContext context;
  context.loadDialect<PadDialect>();
  RewritePatternSet patterns(&context);
  AdjointOp::getCanonicalizationPatterns(patterns, &context);
  std::vector<std::string> names;
  for (auto &pattern : patterns.getNativePatterns())
    names.push_back(pattern->getDebugName().str());
  llvm::sort(names);
  std::vector<std::string> tested = {
      "absorbGradientCast", "foldAdjointOfConstantPad",
      "foldAdjointOfDisjointAxes", "makeAdjointStatic"};
  EXPECT_EQ(names, tested);
}
