//===- FoldExpandOfCollapse.cpp - Memrefs that are expanded back ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream does not compare dynamic extents.
// test/Upstream/canary-fold-expand-of-collapse.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_FOLDEXPANDOFCOLLAPSE
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `size` is known to be the extent of `memref` along `axis`, which is
/// dynamic.
static bool isExtent(Value size, Value memref, int64_t axis) {
  if (auto dim = size.getDefiningOp<memref::DimOp>();
      dim && dim.getSource() == memref && dim.getConstantIndex() == axis)
    return true;
  auto alloc = memref.getDefiningOp<memref::AllocOp>();
  return alloc &&
         alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(axis)] ==
             size;
}

namespace {
struct ExpandOfCollapse : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto collapse = op.getSrc().getDefiningOp<memref::CollapseShapeOp>();
    if (!collapse || collapse.getSrcType() != op.getResultType() ||
        collapse.getReassociation() != op.getReassociation())
      return rewriter.notifyMatchFailure(op, "not the collapse of such a type");
    ValueRange sizes = op.getOutputShape();
    auto size = sizes.begin();
    for (auto [axis, extent] : llvm::enumerate(op.getResultType().getShape()))
      if (ShapedType::isDynamic(extent) &&
          !isExtent(*size++, collapse.getSrc(), axis))
        return rewriter.notifyMatchFailure(op, "extents that are not known");
    rewriter.replaceOp(op, collapse.getSrc());
    return success();
  }
};

struct FoldExpandOfCollapse
    : pad::impl::FoldExpandOfCollapseBase<FoldExpandOfCollapse> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandOfCollapse>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
