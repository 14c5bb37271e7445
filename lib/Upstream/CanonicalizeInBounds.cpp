//===- CanonicalizeInBounds.cpp - No views out of bounds ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream folds a memref.cast into the memref.subview that reads it without
// asking whether the view is in bounds of what is cast. It folds the numbers of
// a rank-reduced slice of a tensor, too, and then takes the axes that it drops
// to be the first ones of one element, whatever the type says.
// test/Upstream/canary-canonicalize-in-bounds.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CANONICALIZEINBOUNDS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether a slice of `sizes` that has `type` lacks the first axes whose sizes
/// are known to be 1.
static bool dropsFirstAxes(ArrayRef<OpFoldResult> sizes,
                           RankedTensorType type) {
  SmallVector<int64_t> stated, known;
  for (OpFoldResult size : sizes) {
    stated.push_back(isa<Attribute>(size) ? *getConstantIntValue(size)
                                          : ShapedType::kDynamic);
    known.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  }
  std::optional<llvm::SmallDenseSet<unsigned>> dropped =
      computeRankReductionMask(stated, type.getShape());
  if (!dropped)
    return false;
  SmallVector<int64_t> kept, last;
  size_t left = dropped->size();
  for (auto [axis, size] : llvm::enumerate(known)) {
    if (!dropped->contains(axis))
      kept.push_back(size);
    if (left == 0 || size != 1)
      last.push_back(size);
    else
      --left;
  }
  return kept == last;
}

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

/// A pattern of upstream for slices of type `OpTy`, where the first axes of one
/// element are those that the slice drops.
template <typename OpTy>
struct FoldWithoutFirstAxes : RewritePattern {
  explicit FoldWithoutFirstAxes(std::unique_ptr<RewritePattern> fold)
      : RewritePattern(OpTy::getOperationName(), fold->getBenefit(),
                       fold->getContext()),
        fold(std::move(fold)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto slice = cast<OpTy>(op);
    RankedTensorType type;
    if constexpr (std::is_same_v<OpTy, tensor::ExtractSliceOp>)
      type = slice.getType();
    else
      type = slice.getSourceType();
    if (!dropsFirstAxes(slice.getMixedSizes(), type))
      return rewriter.notifyMatchFailure(op, "drops other axes");
    return fold->matchAndRewrite(op, rewriter);
  }

private:
  std::unique_ptr<RewritePattern> fold;
};

/// Puts upstream's patterns for slices of type `OpTy` into one that asks for
/// the axes that they drop.
template <typename OpTy>
void guardSlices(std::unique_ptr<RewritePattern> &pattern) {
  std::optional<OperationName> root = pattern->getRootKind();
  if (root && root->getStringRef() == OpTy::getOperationName())
    pattern = std::make_unique<FoldWithoutFirstAxes<OpTy>>(std::move(pattern));
}

struct CanonicalizeInBounds
    : pad::impl::CanonicalizeInBoundsBase<CanonicalizeInBounds> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    for (std::unique_ptr<RewritePattern> &pattern : all.getNativePatterns()) {
      if (pattern->getDebugName() ==
          "(anonymous namespace)::SubViewOpMemRefCastFolder")
        pattern = std::make_unique<FoldCastInBounds>(std::move(pattern));
      guardSlices<tensor::ExtractSliceOp>(pattern);
      guardSlices<tensor::InsertSliceOp>(pattern);
      guardSlices<tensor::ParallelInsertSliceOp>(pattern);
    }
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
