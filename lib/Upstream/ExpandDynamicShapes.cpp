//===- ExpandDynamicShapes.cpp - Reshapes to several dynamic extents ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's --expand-strided-metadata crashes where an axis becomes several
// dynamic ones.
// test/Upstream/canary-expand-dynamic-shapes.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_EXPANDDYNAMICSHAPES
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether upstream cannot expand an axis to the axes `group` of `type`. It
/// accepts one dynamic extent, which it computes by division by the static
/// ones.
static bool cannotDivide(MemRefType type, const ReassociationIndices &group) {
  auto isDynamic = [&](int64_t axis) { return type.isDynamicDim(axis); };
  auto isEmpty = [&](int64_t axis) { return type.getDimSize(axis) == 0; };
  int64_t dynamic = llvm::count_if(group, isDynamic);
  return dynamic > 1 || (dynamic == 1 && llvm::any_of(group, isEmpty));
}

namespace {
/// A `memref.expand_shape` of an axis to several dynamic ones, or to a dynamic
/// one and an empty one, becomes a `memref.reinterpret_cast`.
struct ExpandByStrides : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    MemRefType type = op.getResultType();
    if (llvm::none_of(op.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return cannotDivide(type, group);
                      }))
      return rewriter.notifyMatchFailure(op, "upstream expands it");
    auto [staticStrides, staticOffset] = type.getStridesAndOffset();
    auto metadata = memref::ExtractStridedMetadataOp::create(
        rewriter, op.getLoc(), op.getSrc());
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    SmallVector<OpFoldResult> strides =
        getAsIndexOpFoldResult(rewriter.getContext(), staticStrides);
    ArithContext m{rewriter, op.getLoc()};
    for (auto [group, innermost] :
         llvm::zip_equal(op.getReassociationIndices(),
                         metadata.getConstifiedMixedStrides())) {
      ArithValue stride = m.value(innermost);
      for (int64_t axis : llvm::reverse(group)) {
        if (ShapedType::isDynamic(staticStrides[axis]))
          strides[axis] = stride;
        stride = stride * m.value(sizes[axis]);
      }
    }
    OpFoldResult offset = rewriter.getIndexAttr(staticOffset);
    if (ShapedType::isDynamic(staticOffset))
      offset = metadata.getOffset();
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, type, metadata.getBaseBuffer(), offset, sizes, strides);
    return success();
  }
};

struct ExpandDynamicShapes
    : pad::impl::ExpandDynamicShapesBase<ExpandDynamicShapes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateExpandDynamicShapesPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void mlir::pad::populateExpandDynamicShapesPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ExpandByStrides>(patterns.getContext());
}
