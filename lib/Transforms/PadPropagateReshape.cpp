//===- PadPropagateReshape.cpp - Reshapes moved through pads --------------===//
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
#define GEN_PASS_DEF_PADPROPAGATERESHAPE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The pad whose only use is `reshape`; null for none.
template <typename ReshapeOp>
static PadOp getReshapedPad(ReshapeOp reshape, PatternRewriter &rewriter) {
  auto pad = reshape.getSrc().template getDefiningOp<PadOp>();
  if (pad && isOnlyUsedBy(pad, reshape) && hasPlainTensors(pad))
    return pad;
  (void)rewriter.notifyMatchFailure(reshape,
                                    "source is not a pad with one use");
  return {};
}

/// `expand_shape(pad(x))` becomes `pad(expand_shape(x))`.
static LogicalResult swapExpandOfPad(tensor::ExpandShapeOp expand,
                                     PatternRewriter &rewriter) {
  PadOp pad = getReshapedPad(expand, rewriter);
  if (!pad)
    return failure();
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  RankedTensorType type = expand.getResultType();
  PadAmounts pads(pad);
  std::optional<PadAmounts> expanded = expandAmounts(pads, groups, type);
  if (!expanded)
    return rewriter.notifyMatchFailure(expand, "splits a padded axis");
  // The source keeps its extents where it is padded, and the others take
  // those of the result.
  auto sourceType = cast<RankedTensorType>(pad.getSource().getType());
  SmallVector<int64_t> shape(type.getShape());
  for (auto [index, group] : llvm::enumerate(groups)) {
    int64_t extent = sourceType.getDimSize(index);
    if (!pads.isUnpadded(index)) {
      for (int64_t axis : group)
        shape[axis] = expanded->isUnpadded(axis) ? 1 : extent;
      continue;
    }
    bool isDynamic = llvm::any_of(
        group, [&](int64_t axis) { return type.isDynamicDim(axis); });
    if (isDynamic != ShapedType::isDynamic(extent))
      return rewriter.notifyMatchFailure(
          expand, "an unpadded axis is static on one side only");
  }

  replaceDims(rewriter, pad);
  Location loc = expand.getLoc();
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  for (auto [index, group] : llvm::enumerate(groups))
    for (int64_t axis : group)
      if (!expanded->isUnpadded(axis))
        sizes[axis] =
            tensor::getMixedSize(rewriter, loc, pad.getSource(), index);
  Value source = emitExpandShape(rewriter, loc, type.clone(shape),
                                 pad.getSource(), groups, sizes);
  rewriter.replaceOp(
      expand, emitPad(rewriter, pad, source, *expanded, pad.getValue(), type));
  return success();
}

/// `collapse_shape(pad(x))` becomes `pad(collapse_shape(x))`.
static LogicalResult swapCollapseOfPad(tensor::CollapseShapeOp collapse,
                                       PatternRewriter &rewriter) {
  PadOp pad = getReshapedPad(collapse, rewriter);
  if (!pad)
    return failure();
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  std::optional<PadAmounts> collapsed = collapseAmounts(
      PadAmounts(pad), groups, pad.getSourceType(), pad.getType());
  if (!collapsed)
    return rewriter.notifyMatchFailure(collapse, "merges a padded axis");
  if (!canCollapse(pad.getSourceType(), groups))
    return rewriter.notifyMatchFailure(
        collapse, "extent exceeds 64 bits, or zero beside a dynamic extent");
  replaceDims(rewriter, pad);
  Value source = tensor::CollapseShapeOp::create(rewriter, collapse.getLoc(),
                                                 pad.getSource(), groups);
  rewriter.replaceOp(collapse,
                     emitPad(rewriter, pad, source, *collapsed, pad.getValue(),
                             collapse.getResultType()));
  return success();
}

/// `pad(collapse_shape(x))` becomes `collapse_shape(pad(x))`.
static LogicalResult swapPadOfCollapse(PadOp pad, PatternRewriter &rewriter) {
  auto collapse = pad.getSource().getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || !hasPlainTensors(pad))
    return rewriter.notifyMatchFailure(pad, "source is not a collapse_shape");
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  std::optional<PadAmounts> expanded =
      expandAmounts(PadAmounts(pad), groups, collapse.getSrcType());
  if (!expanded)
    return rewriter.notifyMatchFailure(pad, "pads a merged axis");
  Value padded = emitPad(rewriter, pad, collapse.getSrc(), *expanded,
                         pad.getValue(), RankedTensorType());
  Value result =
      tensor::CollapseShapeOp::create(rewriter, pad.getLoc(), padded, groups);
  rewriter.replaceOp(pad,
                     castTo(rewriter, pad.getLoc(), result, pad.getType()));
  return success();
}

/// `pad(expand_shape(x))` becomes `expand_shape(pad(x))`.
static LogicalResult swapPadOfExpand(PadOp pad, PatternRewriter &rewriter) {
  auto expand = pad.getSource().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !hasPlainTensors(pad))
    return rewriter.notifyMatchFailure(pad, "source is not an expand_shape");
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  PadAmounts pads(pad);
  std::optional<PadAmounts> collapsed =
      collapseAmounts(pads, groups, expand.getResultType(), pad.getType());
  if (!collapsed)
    return rewriter.notifyMatchFailure(pad, "pads a split axis");
  // The result may know more extents than the expansion does.
  if (!canCollapse(pad.getType(), groups))
    return rewriter.notifyMatchFailure(
        pad, "extent exceeds 64 bits, or zero beside a dynamic extent");
  Location loc = pad.getLoc();
  Value padded = emitPad(
      rewriter, pad, expand.getSrc(), *collapsed, pad.getValue(),
      tensor::CollapseShapeOp::inferCollapsedType(pad.getType(), groups));
  SmallVector<OpFoldResult> sizes;
  for (auto [axis, extent] : llvm::enumerate(expand.getMixedOutputShape()))
    sizes.push_back(
        pad.getType().isDynamicDim(axis)
            ? emitPaddedExtent(rewriter, loc,
                               {extent, pads.low[axis], pads.high[axis],
                                pads.interior[axis]})
            : extent);
  rewriter.replaceOp(pad, emitExpandShape(rewriter, loc, pad.getType(), padded,
                                          groups, sizes));
  return success();
}

namespace {
struct PadPropagateReshape
    : pad::impl::PadPropagateReshapeBase<PadPropagateReshape> {
  using PadPropagateReshapeBase::PadPropagateReshapeBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadPropagateReshapePatterns(patterns, direction);
    if (failed(applyOnly(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void mlir::pad::populatePadPropagateReshapePatterns(
    RewritePatternSet &patterns, ReshapeDirection direction) {
  if (direction == ReshapeDirection::Up)
    addPatterns<swapCollapseOfPad, swapExpandOfPad>(patterns);
  else
    addPatterns<swapPadOfCollapse, swapPadOfExpand>(patterns);
}
