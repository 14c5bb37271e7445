//===- PadPropagateElementwise.cpp - Unary ops moved through pads ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADPROPAGATEELEMENTWISE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `op` computes each element of its result from the element at the
/// same place of its one tensor, and may be speculated.
static bool isUnaryElementwise(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (!linalgOp.hasPureTensorSemantics() || linalgOp.getNumDpsInputs() != 1 ||
        linalgOp.getNumDpsInits() != 1 ||
        linalgOp.getNumParallelLoops() != linalgOp.getNumLoops() ||
        linalgOp.hasIndexSemantics() ||
        linalgOp.payloadUsesValueFromOperand(linalgOp.getDpsInitOperand(0)))
      return false;
    auto isIdentity = [](AffineMap map) { return map.isIdentity(); };
    return isa<RankedTensorType>(
               linalgOp.getDpsInputOperand(0)->get().getType()) &&
           llvm::all_of(linalgOp.getIndexingMapsArray(), isIdentity) &&
           llvm::all_of(linalgOp.getBlock()->without_terminator(),
                        [](Operation &o) {
                          return isPure(&o) && o.getNumRegions() == 0;
                        });
  }
  return OpTrait::hasElementwiseMappableTraits(op) &&
         op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         op->getNumRegions() == 0 && isPure(op) &&
         isa<RankedTensorType>(op->getResult(0).getType());
}

/// The tensor that unary op `op` reads.
static Value getInput(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getDpsInputOperand(0)->get();
  return op->getOperand(0);
}

static RankedTensorType getResultType(Operation *op) {
  return cast<RankedTensorType>(op->getResult(0).getType());
}

/// Emits what unary op `op` computes for element `element`.
static Value applyToElement(OpBuilder &builder, Operation *op, Value element) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    IRMapping mapping;
    Block *body = linalgOp.getBlock();
    mapping.map(body->getArgument(0), element);
    for (Operation &inner : body->without_terminator())
      builder.clone(inner, mapping);
    return mapping.lookupOrDefault(body->getTerminator()->getOperand(0));
  }
  return clone(builder, op, getResultType(op).getElementType(), element)
      ->getResult(0);
}

/// Emits unary op `op` on `tensor`. `sizes` are the extents of `tensor`.
static Value applyToTensor(OpBuilder &builder, Operation *op, Value tensor,
                           ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(tensor.getType())
                  .clone(getResultType(op).getElementType());
  SmallVector<Value> operands = {tensor};
  if (isa<linalg::LinalgOp>(op))
    operands.push_back(emitEmpty(builder, op->getLoc(), type, sizes));
  return clone(builder, op, type, operands)->getResult(0);
}

LogicalResult mlir::pad::moveElementwiseAbovePad(RewriterBase &rewriter,
                                                 Operation *op) {
  if (!isUnaryElementwise(op))
    return rewriter.notifyMatchFailure(op, "not unary and elementwise");
  auto pad = getInput(op).getDefiningOp<PadOp>();
  if (!pad || !isOnlyUsedBy(pad, op) || !hasPlainTensors(pad) ||
      getResultType(op).getEncoding())
    return rewriter.notifyMatchFailure(op, "input is not a pad with one use");
  if (getPadEffect(pad) != PadEffect::Grows)
    return rewriter.notifyMatchFailure(op, "the pad does not grow");
  bool hasValue = pad.takesValue();
  if (hasValue && !canEmitPaddingValue(pad))
    return rewriter.notifyMatchFailure(op, "no padding value");

  replaceDims(rewriter, pad);
  Value value;
  if (hasValue)
    value = applyToElement(rewriter, op,
                           emitPaddingValue(rewriter, pad.getLoc(), pad));
  Value source = applyToTensor(
      rewriter, op, pad.getSource(),
      tensor::getMixedSizes(rewriter, op->getLoc(), pad.getSource()));
  Value init;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    init = getWrittenInit(linalgOp.getDpsInitOperand(0)->get());
  rewriter.replaceOp(op, emitPad(rewriter, pad, source, PadAmounts(pad), value,
                                 getResultType(op), init));
  return success();
}

/// Whether no result element of `pad` is the padding value, however its extents
/// turn out: it only crops, or extends what it pads.
static bool readsSourceOnly(PadOp pad) {
  if (pad.hasInterior())
    return false;
  return llvm::all_of(llvm::seq(pad.getRank()), [&](int64_t axis) {
    return pad.getMode(axis) != PadMode::Constant ||
           (isKnownNotPositive(pad.getMixedLow()[axis]) &&
            isKnownNotPositive(pad.getMixedHigh()[axis]));
  });
}

/// A unary linalg op of a growing pad moves above it.
static LogicalResult swapLinalgOfPad(linalg::LinalgOp op,
                                     PatternRewriter &rewriter) {
  return moveElementwiseAbovePad(rewriter, op);
}

/// `pad(f(x))` becomes `f(pad(x))`, where the pad shrinks it and its elements
/// are all from the source.
static LogicalResult swapPadOfElementwise(PadOp pad,
                                          PatternRewriter &rewriter) {
  Operation *op = pad.getSource().getDefiningOp();
  if (!op || !op->hasOneUse() || !isUnaryElementwise(op) ||
      !hasPlainTensors(pad))
    return rewriter.notifyMatchFailure(
        pad, "source is not a unary elementwise op with one use");
  if (getPadEffect(pad) != PadEffect::Shrinks)
    return rewriter.notifyMatchFailure(pad, "the pad does not shrink");
  if (!readsSourceOnly(pad))
    return rewriter.notifyMatchFailure(pad, "reads the padding value");
  auto inputType = cast<RankedTensorType>(getInput(op).getType());
  if (inputType.getEncoding() ||
      (pad.hasConstantAxis() &&
       !hasDefaultPaddingValue(inputType.getElementType())))
    return rewriter.notifyMatchFailure(pad, "input cannot be padded");
  SmallVector<OpFoldResult> sizes = emitPaddedExtents(rewriter, pad);
  Value padded = emitPad(rewriter, pad, getInput(op), PadAmounts(pad),
                         /*value=*/Value(),
                         pad.getType().clone(inputType.getElementType()));
  rewriter.replaceOp(pad, applyToTensor(rewriter, op, padded, sizes));
  return success();
}

namespace {
/// A unary op on tensors of a growing pad moves above it.
struct MappableOfPad : OpTraitRewritePattern<OpTrait::Elementwise> {
  using OpTraitRewritePattern::OpTraitRewritePattern;

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return moveElementwiseAbovePad(rewriter, op);
  }
};

struct PadPropagateElementwise
    : PatternPass<
          pad::impl::PadPropagateElementwiseBase<PadPropagateElementwise>,
          populatePadPropagateElementwisePatterns> {};
} // namespace

void mlir::pad::populatePadPropagateElementwisePatterns(
    RewritePatternSet &patterns) {
  addPatterns<swapLinalgOfPad, swapPadOfElementwise>(patterns);
  patterns.add<MappableOfPad>(patterns.getContext());
}
