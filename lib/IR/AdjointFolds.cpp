//===- AdjointFolds.cpp - Simpler gradients of pads -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadAmounts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::pad;

/// The gradient of a pad that changes nothing is that of its result.
OpFoldResult AdjointOp::fold(FoldAdaptor) {
  if (getGradient().getType() != getType())
    return {};
  for (int64_t axis = 0, rank = getRank(); axis < rank; ++axis) {
    std::optional<PadAxis> numbers =
        getStaticAxis(pad::getStaticNumbers(*this, axis));
    // With a dynamic extent, too: zeros change none.
    if (numbers ? numbers->low != 0 || numbers->high != 0 ||
                      (numbers->interior != 0 && numbers->extent > 1)
                : !PadAmounts(*this).isUnpadded(axis))
      return {};
  }
  return getGradient();
}

/// Whether axis `axis` of the pad of `op` keeps its extent, less what is
/// cropped: then the adjoint pads it back to that. A result that was clamped to
/// zero has lost it.
static bool keepsExtent(AdjointOp op, int64_t axis) {
  PadAxis numbers = getStaticNumbers(op, axis);
  if (ShapedType::isDynamic(numbers.low) || ShapedType::isDynamic(numbers.high))
    return false;
  if (numbers.low >= 0 && numbers.high >= 0)
    return true;
  if (ShapedType::isDynamic(numbers.extent))
    return false;
  // The verifier has checked that these sums fit (C7).
  return numbers.low + (numbers.extent + numbers.high) >= 0;
}

/// Replaces `op` by `result`, cast to the type of `op` where that differs.
static void replaceWithCast(PatternRewriter &rewriter, AdjointOp op,
                            Value result) {
  if (result.getType() != op.getType())
    result =
        tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), result);
  rewriter.replaceOp(op, result);
}

/// The adjoint of a pad that only ever reads the padding value outside of its
/// source, without interior padding, becomes the constant pad by `-low` and
/// `-high`.
static LogicalResult foldAdjointOfConstantPad(AdjointOp op,
                                              PatternRewriter &rewriter) {
  if (op.hasInterior())
    return rewriter.notifyMatchFailure(op, "has interior padding");
  auto negate = [&](int64_t pad) { return rewriter.getIndexAttr(-pad); };
  SmallVector<OpFoldResult> low, high;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    if (!keepsExtent(op, axis))
      return rewriter.notifyMatchFailure(
          op, "the gradient may not tell the extents of the source");
    PadAxis numbers = getStaticNumbers(op, axis);
    if (numbers.mode != PadMode::Constant &&
        (numbers.low > 0 || numbers.high > 0))
      return rewriter.notifyMatchFailure(op, "extends an axis by its source");
    PadAxis negated{op.getGradientType().getDimSize(axis), -numbers.low,
                    -numbers.high};
    if (!isValidPadAxis(negated, numbers.extent))
      return rewriter.notifyMatchFailure(op, "exceeds 64 bits (C7)");
    low.push_back(negate(numbers.low));
    high.push_back(negate(numbers.high));
  }
  auto pad = PadOp::create(rewriter, op.getLoc(), RankedTensorType(),
                           op.getGradient(), PadMode::Constant, low, high);
  replaceWithCast(rewriter, op, pad);
  return success();
}

/// The adjoint of an adjoint, of pads of different axes, becomes that of the
/// pad of all these axes. A2 adds outer axes first, so those of the inner op
/// come before those of the outer one, unless the order of sums has no effect.
static LogicalResult foldAdjointOfDisjointAxes(AdjointOp op,
                                               PatternRewriter &rewriter) {
  auto inner = op.getGradient().getDefiningOp<AdjointOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "of no adjoint");
  Type elementType = op.getType().getElementType();
  Type partType = elementType;
  if (auto complex = dyn_cast<ComplexType>(elementType))
    partType = complex.getElementType();
  if (auto floating = dyn_cast<FloatType>(partType);
      floating && floating.getWidth() < 32)
    return rewriter.notifyMatchFailure(op, "would round once less (A3)");
  PadAmounts pads(inner), outer(op);
  SmallVector<OpFoldResult> extents = inner.getMixedSourceShape(rewriter);
  SmallVector<OpFoldResult> outerExtents = op.getMixedSourceShape(rewriter);
  int64_t lastOfInner = -1, firstOfOuter = op.getRank();
  PadAmounts merged;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    bool isOuter = !outer.isUnpadded(axis), isInner = !pads.isUnpadded(axis);
    if (isOuter && isInner)
      return rewriter.notifyMatchFailure(op, "an axis is padded twice");
    if (isInner)
      lastOfInner = axis;
    if (isOuter)
      firstOfOuter = std::min(firstOfOuter, axis);
    if (isOuter || getStaticNumber(outerExtents[axis]))
      extents[axis] = outerExtents[axis];
    merged.appendAxis(isOuter ? outer : pads, axis);
  }
  if (!isa<IntegerType, IndexType>(elementType) && lastOfInner > firstOfOuter)
    return rewriter.notifyMatchFailure(op, "would add in another order (A2)");
  auto source =
      RankedTensorType::get(decomposeMixedValues(extents).first, elementType);
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
    if (!isValidPadAxis(merged.getStaticNumbers(source, axis),
                        inner.getGradientType().getDimSize(axis)))
      return rewriter.notifyMatchFailure(op, "the numbers give other extents");
  replaceWithCast(rewriter, op,
                  AdjointOp::create(rewriter, op.getLoc(), inner.getGradient(),
                                    extents, merged));
  return success();
}

/// Operands that are constants become attributes, if the verifier accepts them
/// there.
static LogicalResult makeAdjointStatic(AdjointOp op,
                                       PatternRewriter &rewriter) {
  PadAmounts pads(op);
  SmallVector<OpFoldResult> extents = op.getMixedSourceShape(rewriter);
  bool changes = false;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    PadAmounts changed = pads;
    SmallVector<OpFoldResult> changedExtents = extents;
    bool changesAxis = false;
    auto fold = [&](OpFoldResult &number) {
      std::optional<int64_t> known = getConstantIntValue(number);
      if (!isa<Value>(number) || !known || ShapedType::isDynamic(*known))
        return;
      number = rewriter.getIndexAttr(*known);
      changesAxis = true;
    };
    fold(changedExtents[axis]);
    fold(changed.low[axis]);
    fold(changed.high[axis]);
    if (!changed.interior.empty())
      fold(changed.interior[axis]);
    int64_t extent =
        getStaticNumber(changedExtents[axis]).value_or(ShapedType::kDynamic);
    if (!changesAxis || (ShapedType::isStatic(extent) && extent < 0))
      continue;
    auto source = RankedTensorType::get(SmallVector<int64_t>(rank, extent),
                                        op.getType().getElementType());
    if (!isValidPadAxis(changed.getStaticNumbers(source, axis),
                        op.getGradientType().getDimSize(axis)))
      continue;
    pads = changed;
    extents = changedExtents;
    changes = true;
  }
  if (!changes)
    return rewriter.notifyMatchFailure(op, "no operand is a constant");
  replaceWithCast(rewriter, op,
                  AdjointOp::create(rewriter, op.getLoc(), op.getGradient(),
                                    extents, pads));
  return success();
}

/// The adjoint of a cast that forgets extents becomes that of what is cast.
static LogicalResult absorbGradientCast(AdjointOp op,
                                        PatternRewriter &rewriter) {
  auto cast = op.getGradient().getDefiningOp<tensor::CastOp>();
  if (!tensor::canFoldIntoConsumerOp(cast))
    return rewriter.notifyMatchFailure(op, "of no cast");
  auto type = llvm::cast<RankedTensorType>(cast.getSource().getType());
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
    if (!isValidPadAxis(getStaticNumbers(op, axis), type.getDimSize(axis)))
      return rewriter.notifyMatchFailure(op, "the numbers give other extents");
  rewriter.modifyOpInPlace(
      op, [&] { op.getGradientMutable().assign(cast.getSource()); });
  return success();
}

void AdjointOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  addPatterns<foldAdjointOfConstantPad, foldAdjointOfDisjointAxes,
              makeAdjointStatic, absorbGradientCast>(patterns);
}
