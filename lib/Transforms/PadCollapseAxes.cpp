//===- PadCollapseAxes.cpp - Pads with unpadded axes as one ---------------===//
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
#define GEN_PASS_DEF_PADCOLLAPSEAXES
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A pad with neighbouring axes that are not padded becomes the pad of the
/// source with these axes collapsed, expanded again.
struct CollapseAxes : OpInterfaceRewritePattern<PadOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(PadOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!hasPlainTensors(op))
      return rewriter.notifyMatchFailure(op, "not on plain tensors");
    PadAmounts pads(op);
    if (pads.isNoOp())
      return rewriter.notifyMatchFailure(op, "pads nothing");
    SmallVector<ReassociationIndices> groups;
    PadAmounts kept;
    for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
      if (axis > 0 && pads.isUnpadded(axis) && pads.isUnpadded(axis - 1)) {
        groups.back().push_back(axis);
        continue;
      }
      groups.push_back({axis});
      kept.appendAxis(pads, axis);
    }
    if (static_cast<int64_t>(groups.size()) == op.getRank())
      return rewriter.notifyMatchFailure(op, "no unpadded neighbours");
    if (!canCollapse(op.getSourceType(), groups) ||
        !canCollapse(op.getPaddedType(), groups))
      return rewriter.notifyMatchFailure(
          op, "extent exceeds 64 bits, or zero beside a dynamic extent");
    padCollapsed(rewriter, op, kept, groups);
    return success();
  }
};

struct PadCollapseAxes : pad::impl::PadCollapseAxesBase<PadCollapseAxes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadCollapseAxesPatterns(patterns);
    if (failed(applyOnly(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void mlir::pad::populatePadCollapseAxesPatterns(RewritePatternSet &patterns) {
  patterns.add<CollapseAxes>(patterns.getContext());
}
