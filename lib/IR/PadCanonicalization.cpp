//===- PadCanonicalization.cpp - Operands and types -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadCanonicalization.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadDescription.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pad;

/// The operand of `value` if that is a cast that hides extents; else `value`
/// itself.
static Value lookThroughCast(Value value) {
  if (auto cast = value.getDefiningOp<tensor::CastOp>();
      cast && tensor::canFoldIntoConsumerOp(cast))
    return cast.getSource();
  if (auto cast = value.getDefiningOp<memref::CastOp>();
      cast && memref::CastOp::canFoldIntoConsumerOp(cast))
    return cast.getSource();
  return value;
}

/// Whether `pad`, which replaces `op`, stays valid when casts of its operands
/// on tensors are absorbed, which upstream does to every destination-style op.
static bool isValidWithoutCasts(PadDescription pad, PadOpInterface op) {
  auto padInto = dyn_cast<PadIntoOp>(op.getOperation());
  if (!padInto || !padInto.hasPureTensorSemantics())
    return true;
  pad.source = lookThroughCast(pad.source);
  return pad.isValidFor(op, lookThroughCast(padInto.getInit()));
}

/// Constant operands become static attributes, where that leaves the op valid.
static LogicalResult makePadsStatic(PadOpInterface op,
                                    PatternRewriter &rewriter) {
  PadDescription pad(op);
  bool changed = false;
  auto makeStatic = [&](OpFoldResult &amount) {
    std::optional<int64_t> constant = getConstantIntValue(amount);
    if (isa<Attribute>(amount) || !constant ||
        *constant == ShapedType::kDynamic)
      return;
    OpFoldResult operand = amount;
    amount = rewriter.getIndexAttr(*constant);
    // Run time reports what the verifier would refuse.
    if (pad.isValidFor(op) && isValidWithoutCasts(pad, op))
      changed = true;
    else
      amount = operand;
  };
  llvm::for_each(pad.low, makeStatic);
  llvm::for_each(pad.high, makeStatic);
  llvm::for_each(pad.interior, makeStatic);
  if (!changed)
    return rewriter.notifyMatchFailure(op, "no constant operand");
  replaceWithPad(rewriter, op, pad);
  return success();
}

/// A cast of the source to a less static type is absorbed.
static LogicalResult absorbSourceCast(PadOpInterface op,
                                      PatternRewriter &rewriter) {
  PadDescription pad(op);
  pad.source = lookThroughCast(op.getSource());
  if (pad.source == op.getSource())
    return rewriter.notifyMatchFailure(op, "no cast that hides extents");
  if (!pad.isValidFor(op))
    return rewriter.notifyMatchFailure(op, "known extents make it invalid");
  replaceWithPad(rewriter, op, pad);
  return success();
}

/// A cast of the destination to a less static type is absorbed.
static LogicalResult absorbInitCast(PadIntoOp op, PatternRewriter &rewriter) {
  Value init = lookThroughCast(op.getInit());
  if (init == op.getInit())
    return rewriter.notifyMatchFailure(op, "no cast that hides extents");
  if (!PadDescription(op).isValidFor(op, init))
    return rewriter.notifyMatchFailure(op, "known extents make it invalid");
  auto padInto = PadIntoOp::create(rewriter, op.getLoc(), op.getSource(), init,
                                   PadAmounts(op), op.getValue());
  if (op->getNumResults() == 0)
    rewriter.eraseOp(op);
  else
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getResult().getType(),
                                                padInto.getResult());
  return success();
}

/// Static pads that would break C4 to C7 without a cast become operands before
/// the cast is absorbed, so that run time and not the verifier reports them.
static LogicalResult keepPadsDynamic(PadIntoOp op, PatternRewriter &rewriter) {
  PadDescription pad(op);
  if (isValidWithoutCasts(pad, op))
    return rewriter.notifyMatchFailure(op, "valid without casts");
  auto makeDynamic = [&](OpFoldResult &amount) {
    amount = getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), amount);
  };
  llvm::for_each(pad.low, makeDynamic);
  llvm::for_each(pad.high, makeDynamic);
  if (op.hasInterior())
    llvm::for_each(pad.interior, makeDynamic);
  replaceWithPad(rewriter, op, pad);
  return success();
}

/// A result type states every extent that is known, and is cast back.
static LogicalResult refineResultType(PadOp op, PatternRewriter &rewriter) {
  PadDescription pad(op);
  if (pad.getResultType(op) == op.getType())
    return rewriter.notifyMatchFailure(op, "nothing more is known");
  replaceWithPad(rewriter, op, pad);
  return success();
}

/// A cast of the only use of a result to a more static type is absorbed.
static LogicalResult absorbResultCast(tensor::CastOp op,
                                      PatternRewriter &rewriter) {
  auto pad = op.getSource().getDefiningOp<PadOp>();
  if (!pad || !pad->hasOneUse())
    return rewriter.notifyMatchFailure(op, "not the only use of a pad");
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || type.getEncoding() != pad.getType().getEncoding() ||
      !tensor::canFoldIntoProducerOp(op))
    return rewriter.notifyMatchFailure(op, "not to a more static type");
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    std::optional<PadAxis> numbers = getStaticAxis(pad, axis);
    if (numbers && ShapedType::isStatic(extent) &&
        getPaddedExtent(*numbers) != extent)
      return rewriter.notifyMatchFailure(op, "the cast is never right");
  }
  // The new pad is inserted where the old one was, because its operands are
  // still the same there.
  rewriter.setInsertionPoint(pad);
  Value refined = PadOp::create(rewriter, pad.getLoc(), type, pad.getSource(),
                                PadAmounts(pad), pad.getValue());
  rewriter.replaceOp(op, refined);
  rewriter.eraseOp(pad);
  return success();
}

/// Interior padding of an axis without neighbours is dropped.
static LogicalResult dropInterior(PadOpInterface op,
                                  PatternRewriter &rewriter) {
  PadDescription pad(op);
  bool changed = false;
  for (auto [amount, extent] :
       llvm::zip_equal(pad.interior, op.getSourceType().getShape()))
    if (ShapedType::isStatic(extent) && extent <= 1 && !isZeroInteger(amount)) {
      amount = rewriter.getIndexAttr(0);
      changed = true;
    }
  if (!changed)
    return rewriter.notifyMatchFailure(op, "interior has an effect");
  if (pad.value && !op.hasConstantAxis() &&
      llvm::all_of(pad.interior, isZeroInteger)) {
    // C3: the value must be removed, so no element may depend on it.
    if (mayHaveNoElements(op.getSourceType()))
      return rewriter.notifyMatchFailure(op, "an empty axis reads the value");
    pad.value = Value();
  }
  if (!pad.isValidFor(op))
    return rewriter.notifyMatchFailure(op, "invalid without interior");
  replaceWithPad(rewriter, op, pad);
  return success();
}

/// A padding value that is bitwise the default is dropped.
static LogicalResult dropDefaultValue(PadOpInterface op,
                                      PatternRewriter &rewriter) {
  PadDescription pad(op);
  if (!pad.value || !isDefaultPaddingValue(pad.value))
    return rewriter.notifyMatchFailure(op, "not the default value");
  pad.value = Value();
  replaceWithPad(rewriter, op, pad);
  return success();
}

/// Axes that are not padded take the mode of those that are; a destination
/// whose extent may differ, against C4, would still tell the modes apart.
static LogicalResult unifyPadModes(PadOpInterface op,
                                   PatternRewriter &rewriter) {
  PadDescription pad(op);
  if (!pad.unifyModes([&](int64_t axis) { return isUnpaddedAxis(op, axis); }))
    return rewriter.notifyMatchFailure(op, "no unpadded axis has another mode");
  if (pad.value && !pad.takesValue()) {
    // C3: the value must be removed, so no element may depend on it.
    if (mayHaveNoElements(op.getSourceType()))
      return rewriter.notifyMatchFailure(op, "an empty axis reads the value");
    pad.value = Value();
  }
  if (!pad.isValidFor(op))
    return rewriter.notifyMatchFailure(op, "invalid in the modes of others");
  replaceWithPad(rewriter, op, pad);
  return success();
}

/// A memref padded by nothing into itself is left as it is.
static LogicalResult eraseSelfCopy(PadIntoOp op, PatternRewriter &rewriter) {
  if (!op.hasPureBufferSemantics() || op.getSource() != op.getInit())
    return rewriter.notifyMatchFailure(op, "not a memref into itself");
  if (!isNoOpPad(op))
    return rewriter.notifyMatchFailure(op, "not by nothing");
  rewriter.eraseOp(op);
  return success();
}
void mlir::pad::populatePadOperandPatterns(RewritePatternSet &patterns) {
  addPatterns<keepPadsDynamic>(patterns, /*benefit=*/2);
  addPatterns<makePadsStatic, absorbSourceCast, absorbInitCast,
              refineResultType, absorbResultCast, dropInterior,
              dropDefaultValue, unifyPadModes, eraseSelfCopy>(patterns);
}

void PadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *) {
  populatePadOperandPatterns(patterns);
  populatePadOfPadPatterns(patterns);
  populateSliceOfPadPatterns(patterns);
  populatePadToFillPatterns(patterns);
}
