//===- PadToDestinationStyle.cpp - pad.pad to pad.pad_into ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADTODESTINATIONSTYLE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// A `tensor.empty` of `type` and these extents.
static Value createEmpty(OpBuilder &builder, Location loc,
                         RankedTensorType type,
                         ArrayRef<OpFoldResult> extents) {
  // An extent that the type leaves open stays dynamic, though it may be known.
  SmallVector<Value> dynamicExtents;
  for (auto [axis, extent] : llvm::enumerate(extents))
    if (type.isDynamicDim(axis))
      dynamicExtents.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, extent));
  return tensor::EmptyOp::create(builder, loc, type, dynamicExtents);
}

FailureOr<PadIntoOp> mlir::pad::rewriteAsPadInto(RewriterBase &rewriter,
                                                 PadOp op) {
  ReifiedRankedShapedTypeDims shapes;
  if (failed(op.reifyResultShapes(rewriter, shapes)))
    return rewriter.notifyMatchFailure(op, "cannot reify the result shape");
  Value empty =
      createEmpty(rewriter, op.getLoc(), op.getType(), shapes.front());
  return rewriter.replaceOpWithNewOp<PadIntoOp>(op, op.getSource(), empty,
                                                PadAmounts(op), op.getValue());
}

namespace {
/// `pad.pad` becomes `pad.pad_into` of a `tensor.empty` of the result's shape.
struct RewriteAsPadInto : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    return rewriteAsPadInto(rewriter, op);
  }
};

/// `pad.adjoint` becomes `pad.adjoint_into` of a `tensor.empty`.
struct RewriteAsAdjointInto : OpRewritePattern<AdjointOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AdjointOp op,
                                PatternRewriter &rewriter) const override {
    Value empty = createEmpty(rewriter, op.getLoc(), op.getType(),
                              op.getMixedSourceShape(rewriter));
    rewriter.replaceOpWithNewOp<AdjointIntoOp>(op, op.getGradient(), empty,
                                               PadAmounts(op));
    return success();
  }
};

struct PadToDestinationStyle
    : pad::impl::PadToDestinationStyleBase<PadToDestinationStyle> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadToDestinationStylePatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void mlir::pad::populatePadToDestinationStylePatterns(
    RewritePatternSet &patterns) {
  patterns.add<RewriteAsAdjointInto, RewriteAsPadInto>(patterns.getContext());
}
