//===- RewriteDecompositionsTest.cpp - Constants and decompositions -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/Passes.h"
#include "Pad/Transforms/Passes.h"
#include "RewriteFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

/// A dense constant of elements that differ, or of one element.
static Value addDense(CaseBuilder &b, int64_t extent, Type type, bool isSplat) {
  auto tensorType = RankedTensorType::get({extent}, type);
  SmallVector<Attribute> elements;
  for (int64_t i = 0; i < extent; ++i) {
    int64_t bits = isSplat ? -1 : i + 1;
    if (auto floatType = dyn_cast<FloatType>(type)) {
      // -0.0, and NaNs with payloads.
      llvm::APInt pattern =
          i == 0 && !isSplat
              ? llvm::APInt::getSignedMinValue(floatType.getWidth())
              : llvm::APInt::getAllOnes(floatType.getWidth()) - (bits + 1);
      elements.push_back(FloatAttr::get(
          type, llvm::APFloat(floatType.getFloatSemantics(), pattern)));
    } else {
      elements.push_back(IntegerAttr::get(
          type, llvm::APInt(getBitWidth(type), bits, /*isSigned=*/true,
                            /*implicitTrunc=*/true)));
    }
  }
  return arith::ConstantOp::create(
      b.builder, b.loc, DenseElementsAttr::get(tensorType, elements));
}

TEST(RewriteDecompositions, FoldConstantPad) {
  runRewrite(byPattern(
      "FoldConstantPad",
      [](RewritePatternSet &patterns) {
        populatePadFoldConstantsPatterns(patterns, /*maxElements=*/1000);
      },
      [](CaseBuilder &b) {
        AxisMode mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        Type type = b.pick<Type>({b.f32(), b.builder.getI1Type(),
                                  b.builder.getIntegerType(4), b.i32()});
        Value source = addDense(b, axis->extent, type, b.choose(0, 1));
        Value value =
            chooseValue(b, *axis, type, /*isConstant=*/b.choose(0, 3));
        b.finish(b.addPad(source, *axis, value));
        return true;
      },
      8000));
}

/// One axis, or it and a short one; none where C5 or C6 do not hold.
static SmallVector<PadAxis> chooseAxes(CaseBuilder &b, AxisMode mode,
                                       bool hasInterior = true) {
  std::optional<PadAxis> axis = b.chooseAxis(mode, hasInterior);
  if (!axis)
    return {};
  if (b.choose(0, 1))
    return {*axis};
  return {*axis, chooseFewPads(b, b.chooseOther(mode), 2)};
}

/// A pad that grows, of extents that may be open.
static bool buildGrowing(CaseBuilder &b) {
  AxisMode mode = b.chooseMode();
  SmallVector<PadAxis> axes = chooseAxes(b, mode, /*hasInterior=*/false);
  if (axes.empty())
    return false;
  for (PadAxis &axis : axes) {
    axis.low = std::max<int64_t>(axis.low, 0);
    axis.high = std::max<int64_t>(axis.high, 0);
  }
  b.finish(addPadOfArgument(b, axes, b.f32(), b.choose(0, 1)));
  return true;
}

/// A pad with numbers known in any way.
static bool buildAnyPad(CaseBuilder &b) {
  AxisMode mode = b.chooseMode();
  SmallVector<PadAxis> axes = chooseAxes(b, mode);
  if (axes.empty())
    return false;
  bool isDynamic = b.choose(0, 1);
  Known known = b.pick({Known::Attribute, Known::Argument});
  if (b.choose(0, 2)) {
    b.finish(addPadOfArgument(b, axes, b.f32(), isDynamic, known));
    return true;
  }
  Value source = b.addTensor(getExtents(axes), b.f32(), isDynamic);
  Value value = chooseValue(b, axes, b.f32());
  b.finish(b.addPadInto(source, axes, value, known));
  return true;
}

static void populateBorders(RewritePatternSet &patterns) {
  populatePadDecomposeBordersPatterns(patterns, /*maxPieces=*/12);
}

static void populateToTensor(RewritePatternSet &patterns) {
  populatePadToTensorPatterns(patterns, /*maxPieces=*/12);
}

TEST(RewriteDecompositions, SplitCrop) {
  runRewrite(
      byPattern("splitCrop", populatePadSplitCropPatterns, buildAnyPad, 10000));
}

TEST(RewriteDecompositions, SplitModes) {
  runRewrite(byPattern("splitModes", populatePadSplitModesPatterns, buildAnyPad,
                       10000));
}

TEST(RewriteDecompositions, DecomposeInterior) {
  runRewrite(byPattern("decomposeInterior",
                       populatePadDecomposeInteriorPatterns, buildAnyPad,
                       5000));
}

TEST(RewriteDecompositions, DecomposeBorders) {
  runRewrite(
      byPattern("DecomposeBorders", populateBorders, buildGrowing, 5000));
}

TEST(RewriteDecompositions, LowerEmptyToSplat) {
  runRewrite(
      byPattern("lowerEmptyToSplat", populateToTensor, buildAnyPad, 4000));
}

TEST(RewriteDecompositions, LowerToTensorPad) {
  runRewrite(
      byPattern("lowerToTensorPad", populateToTensor, buildGrowing, 5000));
}

TEST(RewriteDecompositions, ConvertPadToTensor) {
  Rewrite rewrite("--convert-pad-to-tensor");
  rewrite.populate = populateToTensor;
  rewrite.build = buildAnyPad;
  rewrite.drawn = 10000;
  rewrite.compiled = 8;
  runRewrite(rewrite);
}
