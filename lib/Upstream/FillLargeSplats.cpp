//===- FillLargeSplats.cpp - Constants that are computed ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream stores each element of a constant tensor in the object file, those
// of a splat, too. test/Upstream/canary-fill-large-splats.mlir fails when this
// can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ScalarConstant.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_FILLLARGESPLATS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Constants of no more elements are stored: they are small, and code that only
/// reads them needs no other memory.
static constexpr int64_t kMaxStoredElements = 1024;

/// Whether tensors of `type` are known to have more than `kMaxStoredElements`
/// elements. Upstream's folds also make constants of dynamic extents.
static bool isLarge(RankedTensorType type) {
  if (!type.hasStaticShape() || llvm::is_contained(type.getShape(), 0))
    return false;
  int64_t count = 1;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(count, extent, count) || count > kMaxStoredElements)
      return true;
  return false;
}

namespace {
/// A constant tensor of one value becomes a `linalg.fill`.
struct FillSplat : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!type || !elements || !elements.isSplat() || !isLarge(type))
      return rewriter.notifyMatchFailure(op, "no large splat");
    Location loc = op.getLoc();
    Value element = createScalarConstant(rewriter, loc, type.getElementType(),
                                         elements.getSplatValue<Attribute>());
    if (!element)
      return rewriter.notifyMatchFailure(op, "no op for the element");
    Value empty =
        tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                type.getElementType(), type.getEncoding());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, element, empty);
    return success();
  }
};

struct FillLargeSplats : pad::impl::FillLargeSplatsBase<FillLargeSplats> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FillSplat>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
