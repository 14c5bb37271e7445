//===- PadToDestinationStyle.cpp - pad.pad to pad.pad_into ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/IR/PadFill.h"
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

FailureOr<PadIntoOp> mlir::pad::rewriteAsPadInto(RewriterBase &rewriter,
                                                 PadOp op) {
  return rewriter.replaceOpWithNewOp<PadIntoOp>(op, op.getSource(),
                                                emitEmptyResult(rewriter, op),
                                                PadAmounts(op), op.getValue());
}

/// `pad.pad` becomes `pad.pad_into` of a `tensor.empty` of the result's shape.
static LogicalResult replaceByPadInto(PadOp op, PatternRewriter &rewriter) {
  return rewriteAsPadInto(rewriter, op);
}

/// `pad.adjoint` becomes `pad.adjoint_into` of a `tensor.empty`.
static LogicalResult replaceByAdjointInto(AdjointOp op,
                                          PatternRewriter &rewriter) {
  Value empty = emitEmpty(rewriter, op.getLoc(), op.getType(),
                          op.getMixedSourceShape(rewriter));
  rewriter.replaceOpWithNewOp<AdjointIntoOp>(op, op.getGradient(), empty,
                                             PadAmounts(op));
  return success();
}

namespace {
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
  addPatterns<replaceByAdjointInto, replaceByPadInto>(patterns);
}
