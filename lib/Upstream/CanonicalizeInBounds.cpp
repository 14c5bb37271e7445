//===- CanonicalizeInBounds.cpp - No views out of bounds ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream folds a memref.cast into the memref.subview that reads it without
// asking whether the view is in bounds of what is cast.
// test/Upstream/canary-canonicalize-in-bounds.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CANONICALIZEINBOUNDS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Upstream's fold of a `memref.cast` into a `memref.subview`, where the view
/// stays valid.
struct FoldCastInBounds : RewritePattern {
  explicit FoldCastInBounds(std::unique_ptr<RewritePattern> fold)
      : RewritePattern(memref::SubViewOp::getOperationName(),
                       fold->getBenefit(), fold->getContext()),
        fold(std::move(fold)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto view = cast<memref::SubViewOp>(op);
    auto source = view.getSource().getDefiningOp<memref::CastOp>();
    if (!source)
      return rewriter.notifyMatchFailure(op, "not a view of a cast");
    auto type = dyn_cast<MemRefType>(source.getSource().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "of an unranked memref");
    if (!verifyInBoundsSlice(type.getShape(), view.getMixedOffsets(),
                             view.getMixedSizes(), view.getMixedStrides())
             .isValid)
      return rewriter.notifyMatchFailure(op, "valid only without elements");
    return fold->matchAndRewrite(op, rewriter);
  }

private:
  std::unique_ptr<RewritePattern> fold;
};

struct CanonicalizeInBounds
    : pad::impl::CanonicalizeInBoundsBase<CanonicalizeInBounds> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    for (std::unique_ptr<RewritePattern> &pattern : all.getNativePatterns())
      if (pattern->getDebugName() ==
          "(anonymous namespace)::SubViewOpMemRefCastFolder")
        pattern = std::make_unique<FoldCastInBounds>(std::move(pattern));
    patterns = std::move(all);
    return success();
  }

  void runOnOperation() override {
    // As in upstream's canonicalizer.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal().setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Normal);
    (void)applyPatternsGreedily(getOperation(), patterns, config);
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
