//===- PadDropUnitAxes.cpp - Pads without axes of extent 1 ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "PadReshaping.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADDROPUNITAXES
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A pad with axes of extent 1 that are not padded becomes the pad of the
/// collapsed source without them, expanded again.
struct DropUnitAxes : OpInterfaceRewritePattern<PadOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(PadOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!hasPlainTensors(op))
      return rewriter.notifyMatchFailure(op, "not on plain tensors");
    PadAmounts pads(op);
    if (pads.isNoOp())
      return rewriter.notifyMatchFailure(op, "pads nothing");
    auto isDropped = [&](int64_t axis) {
      return isUnit(op.getSourceType(), axis) &&
             isUnit(op.getPaddedType(), axis) && pads.isUnpadded(axis);
    };
    // Dropped axes join the axis before them, and the first ones join the axis
    // after them.
    SmallVector<ReassociationIndices> groups;
    ReassociationIndices leading;
    PadAmounts kept;
    for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
      if (isDropped(axis)) {
        (groups.empty() ? leading : groups.back()).push_back(axis);
        continue;
      }
      groups.push_back(std::move(leading));
      leading.clear();
      groups.back().push_back(axis);
      kept.appendAxis(pads, axis);
    }
    if (groups.empty() || static_cast<int64_t>(groups.size()) == op.getRank())
      return rewriter.notifyMatchFailure(op, "no unit axis to drop");
    padCollapsed(rewriter, op, kept, groups);
    return success();
  }
};

struct PadDropUnitAxes : pad::impl::PadDropUnitAxesBase<PadDropUnitAxes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadDropUnitAxesPatterns(patterns);
    if (failed(applyOnly(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void mlir::pad::populatePadDropUnitAxesPatterns(RewritePatternSet &patterns) {
  patterns.add<DropUnitAxes>(patterns.getContext());
}
