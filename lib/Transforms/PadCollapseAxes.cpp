//===- PadCollapseAxes.cpp - Pads with several axes as one ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "PadReshaping.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADCOLLAPSEAXES
#define GEN_PASS_DEF_PADDROPUNITAXES
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Neighbouring axes, and the pads of each group of them.
struct AxisGroups {
  SmallVector<ReassociationIndices> axes;
  PadAmounts pads;
};
} // namespace

/// Makes `op` the pad of its source with the axes of each group collapsed,
/// expanded again. `group` gives the groups of an op with these pads: none, or
/// one for each axis, if there is nothing to collapse.
static LogicalResult padInGroups(PadOpInterface op, PatternRewriter &rewriter,
                                 AxisGroups (*group)(PadOpInterface,
                                                     const PadAmounts &)) {
  if (!hasPlainTensors(op))
    return rewriter.notifyMatchFailure(op, "not on plain tensors");
  PadAmounts pads(op);
  if (pads.isNoOp())
    return rewriter.notifyMatchFailure(op, "pads nothing");
  AxisGroups groups = group(op, pads);
  if (groups.axes.empty() ||
      static_cast<int64_t>(groups.axes.size()) == op.getRank())
    return rewriter.notifyMatchFailure(op, "no axes to collapse");
  if (!canCollapse(op.getSourceType(), groups.axes) ||
      !canCollapse(op.getPaddedType(), groups.axes))
    return rewriter.notifyMatchFailure(
        op, "extent exceeds 64 bits, or zero beside a dynamic extent");
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getPaddedType());
  SmallVector<OpFoldResult> sizes = emitPaddedExtents(rewriter, op);
  Value init = getTensorInit(op);
  if (init)
    init = tensor::CollapseShapeOp::create(rewriter, loc, init, groups.axes);
  Value source = tensor::CollapseShapeOp::create(rewriter, loc, op.getSource(),
                                                 groups.axes);
  Value padded = emitPad(
      rewriter, op, source, groups.pads, op.getValue(),
      tensor::CollapseShapeOp::inferCollapsedType(type, groups.axes), init);
  rewriter.replaceOp(
      op, emitExpandShape(rewriter, loc, type, padded, groups.axes, sizes));
  return success();
}

/// Neighbouring axes that are not padded are a group.
static AxisGroups groupUnpaddedAxes(PadOpInterface op, const PadAmounts &pads) {
  AxisGroups groups;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    if (axis > 0 && pads.isUnpadded(axis) && pads.isUnpadded(axis - 1)) {
      groups.axes.back().push_back(axis);
      continue;
    }
    groups.axes.push_back({axis});
    groups.pads.appendAxis(pads, axis);
  }
  return groups;
}

/// Axes of extent 1 that are not padded join the axis before them, and the
/// first ones join the axis after them.
static AxisGroups groupUnitAxes(PadOpInterface op, const PadAmounts &pads) {
  AxisGroups groups;
  ReassociationIndices leading;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    if (isUnit(op.getSourceType(), axis) && isUnit(op.getPaddedType(), axis) &&
        pads.isUnpadded(axis)) {
      (groups.axes.empty() ? leading : groups.axes.back()).push_back(axis);
      continue;
    }
    leading.push_back(axis);
    groups.axes.push_back(std::exchange(leading, {}));
    groups.pads.appendAxis(pads, axis);
  }
  return groups;
}

/// A pad with neighbouring axes that are not padded becomes the pad of the
/// source with these axes collapsed, expanded again.
static LogicalResult collapseAxes(PadOpInterface op,
                                  PatternRewriter &rewriter) {
  return padInGroups(op, rewriter, groupUnpaddedAxes);
}

/// A pad with axes of extent 1 that are not padded becomes the pad of the
/// collapsed source without them, expanded again.
static LogicalResult dropUnitAxes(PadOpInterface op,
                                  PatternRewriter &rewriter) {
  return padInGroups(op, rewriter, groupUnitAxes);
}

namespace {
struct PadCollapseAxes
    : PatternPass<pad::impl::PadCollapseAxesBase<PadCollapseAxes>,
                  populatePadCollapseAxesPatterns> {};

struct PadDropUnitAxes
    : PatternPass<pad::impl::PadDropUnitAxesBase<PadDropUnitAxes>,
                  populatePadDropUnitAxesPatterns> {};
} // namespace

void mlir::pad::populatePadCollapseAxesPatterns(RewritePatternSet &patterns) {
  addPatterns<collapseAxes>(patterns);
}

void mlir::pad::populatePadDropUnitAxesPatterns(RewritePatternSet &patterns) {
  addPatterns<dropUnitAxes>(patterns);
}
