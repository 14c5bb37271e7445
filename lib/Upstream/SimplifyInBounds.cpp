//===- SimplifyInBounds.cpp - CSE and folds that keep IR valid ------------===//
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
// to be the first ones of one element, whatever the type says
// (test/Upstream/canary-canonicalize-in-bounds.mlir). Its CSE merges the
// indices of nested linalg ops (canary-mark-nested-indices.mlir).
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CANONICALIZEINBOUNDS
#define GEN_PASS_DEF_MARKNESTEDINDICES
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `op`, a view of a cast, is also in bounds of what is cast.
static bool isInBoundsOfCast(Operation *op) {
  auto view = cast<memref::SubViewOp>(op);
  auto source = view.getSource().getDefiningOp<memref::CastOp>();
  auto type =
      source ? dyn_cast<MemRefType>(source.getSource().getType()) : nullptr;
  return type &&
         verifyInBoundsSlice(type.getShape(), view.getMixedOffsets(),
                             view.getMixedSizes(), view.getMixedStrides())
             .isValid;
}

/// Whether `op`, a slice of a tensor, lacks the first axes whose sizes are
/// known to be 1.
static bool dropsFirstAxes(Operation *op) {
  auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
  auto type = cast<RankedTensorType>(isa<tensor::ExtractSliceOp>(op)
                                         ? op->getResult(0).getType()
                                         : op->getOperand(0).getType());
  std::optional<llvm::SmallDenseSet<unsigned>> dropped =
      computeRankReductionMask(slice.getStaticSizes(), type.getShape());
  if (!dropped)
    return false;
  SmallVector<int64_t> kept, last;
  size_t left = dropped->size();
  for (auto [axis, size] : llvm::enumerate(slice.getMixedSizes())) {
    int64_t known = getConstantIntValue(size).value_or(ShapedType::kDynamic);
    if (!dropped->contains(axis))
      kept.push_back(known);
    if (left == 0 || known != 1)
      last.push_back(known);
    else
      --left;
  }
  return kept == last;
}

namespace {
/// A pattern of upstream, where its result is valid.
struct ValidPattern : RewritePattern {
  using Condition = bool (*)(Operation *);

  ValidPattern(std::unique_ptr<RewritePattern> pattern, Condition isValid)
      : RewritePattern(pattern->getRootKind()->getStringRef(),
                       pattern->getBenefit(), pattern->getContext()),
        pattern(std::move(pattern)), isValid(isValid) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isValid(op))
      return rewriter.notifyMatchFailure(op, "may become invalid");
    return pattern->matchAndRewrite(op, rewriter);
  }

private:
  std::unique_ptr<RewritePattern> pattern;
  Condition isValid;
};

struct CanonicalizeInBounds
    : pad::impl::CanonicalizeInBoundsBase<CanonicalizeInBounds> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    SmallVector<StringRef> slices = {
        tensor::ExtractSliceOp::getOperationName(),
        tensor::InsertSliceOp::getOperationName(),
        tensor::ParallelInsertSliceOp::getOperationName()};
    for (std::unique_ptr<RewritePattern> &pattern : all.getNativePatterns()) {
      std::optional<OperationName> root = pattern->getRootKind();
      if (pattern->getDebugName() ==
          "(anonymous namespace)::SubViewOpMemRefCastFolder")
        pattern = std::make_unique<ValidPattern>(std::move(pattern),
                                                 isInBoundsOfCast);
      else if (root && llvm::is_contained(slices, root->getStringRef()))
        pattern =
            std::make_unique<ValidPattern>(std::move(pattern), dropsFirstAxes);
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

struct MarkNestedIndices : pad::impl::MarkNestedIndicesBase<MarkNestedIndices> {
  void runOnOperation() override {
    Builder builder(&getContext());
    PadDialect::NestingDepthAttrHelper nestingDepth(&getContext());
    getOperation()->walk([&](linalg::IndexOp index) {
      int64_t depth = -1;
      for (Operation *op = index->getParentOp(); op; op = op->getParentOp())
        depth += hasIndexedBody(op);
      if (depth > 0)
        nestingDepth.setAttr(index, builder.getI64IntegerAttr(depth));
    });
  }
};
} // namespace

bool mlir::pad::hasIndexedBody(Operation *op) {
  // Bufferization turns `tensor.generate` into a linalg op.
  return isa<linalg::LinalgOp, tensor::GenerateOp>(op);
}
