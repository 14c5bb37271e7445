//===- PadLowerPacks.cpp - Packs as pads, and unpacks as crops ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADLOWERPACKS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// How the axes of a packed tensor lie in the tensor that is packed: each axis
/// is split into what counts the tiles, and, where it is tiled, the tile.
struct PackedAxes {
  template <typename OpTy>
  PackedAxes(OpBuilder &builder, OpTy op, Value packed, int64_t rank) {
    ArrayRef<int64_t> outer = op.getOuterDimsPerm(),
                      tiled = op.getInnerDimsPos();
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(builder, op.getLoc(), packed);
    for (int64_t axis = 0; axis < rank; ++axis) {
      const auto *place = llvm::find(outer, axis);
      add(outer.empty() ? axis : place - outer.begin(), extents);
      groups.push_back({static_cast<int64_t>(order.size()) - 1});
      if (const auto *tile = llvm::find(tiled, axis); tile != tiled.end()) {
        add(rank + (tile - tiled.begin()), extents);
        groups.back().push_back(groups.back().front() + 1);
      }
    }
  }

  void add(int64_t axis, ArrayRef<OpFoldResult> extents) {
    order.push_back(axis);
    sizes.push_back(extents[axis]);
  }

  /// The extent of axis `axis` of all of its tiles together.
  OpFoldResult getWhole(OpBuilder &builder, Location loc, int64_t axis) const {
    ArrayRef<int64_t> group = groups[axis];
    if (group.size() == 1)
      return sizes[group.front()];
    std::optional<int64_t> count = getStaticNumber(sizes[group[0]]),
                           tile = getStaticNumber(sizes[group[1]]);
    if (count && tile)
      return builder.getIndexAttr(*count * *tile);
    ArithContext m{builder, loc};
    return OpFoldResult(m.value(sizes[group[0]]) * m.value(sizes[group[1]]));
  }

  SmallVector<ReassociationIndices> groups;
  /// Of the split axes: the axis of the packed tensor, and the extent.
  SmallVector<int64_t> order;
  SmallVector<OpFoldResult> sizes;
};
} // namespace

/// Constant pads at the high ends of the tiled axes, from `source` to
/// `extents`.
static PadAmounts padTo(OpBuilder &builder, Location loc, Value source,
                        ArrayRef<OpFoldResult> extents,
                        const PackedAxes &axes) {
  PadAmounts pads;
  OpFoldResult zero = builder.getIndexAttr(0);
  for (auto [axis, group] : llvm::enumerate(axes.groups)) {
    OpFoldResult high = zero;
    if (group.size() > 1) {
      OpFoldResult has = tensor::getMixedSize(builder, loc, source, axis);
      std::optional<int64_t> from = getStaticNumber(has),
                             to = getStaticNumber(extents[axis]);
      ArithContext m{builder, loc};
      if (from && to)
        high = builder.getIndexAttr(*to - *from);
      else
        high = OpFoldResult(m.value(extents[axis]) - m.value(has));
    }
    pads.low.push_back(zero);
    pads.high.push_back(high);
    pads.interior.push_back(zero);
  }
  return pads;
}

/// `linalg.pack` becomes a constant pad at the high ends, if it has a padding
/// value, an expansion of the tiled axes, and a transposition.
static LogicalResult lowerPack(linalg::PackOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value source = op.getSource();
  auto type = cast<RankedTensorType>(source.getType());
  PackedAxes axes(rewriter, op, op.getDest(), type.getRank());
  SmallVector<OpFoldResult> whole;
  for (int64_t axis = 0, rank = type.getRank(); axis < rank; ++axis)
    whole.push_back(axes.getWhole(rewriter, loc, axis));
  RankedTensorType padded = type.clone(decomposeMixedValues(whole).first);
  if (Value value = op.getPaddingValue())
    source = PadOp::create(rewriter, loc, padded, source,
                           padTo(rewriter, loc, source, whole, axes), value);
  source = castTo(rewriter, loc, source, padded);
  source = tensor::ExpandShapeOp::create(
      rewriter, loc, type.clone(decomposeMixedValues(axes.sizes).first), source,
      axes.groups, axes.sizes);
  rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
      op, source, op.getDest(), invertPermutationVector(axes.order));
  return success();
}

/// `linalg.unpack` becomes a transposition, a collapse of the tiled axes, and a
/// crop of the high ends.
static LogicalResult lowerUnpack(linalg::UnPackOp op,
                                 PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getDest().getType());
  PackedAxes axes(rewriter, op, op.getSource(), type.getRank());
  Value empty =
      emitEmpty(rewriter, loc,
                type.clone(decomposeMixedValues(axes.sizes).first), axes.sizes);
  Value whole = linalg::TransposeOp::create(rewriter, loc, op.getSource(),
                                            empty, axes.order)
                    ->getResult(0);
  whole = tensor::CollapseShapeOp::create(rewriter, loc, whole, axes.groups);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, op.getDest());
  PadAmounts pads = padTo(rewriter, loc, whole, sizes, axes);
  if (Value init = getWrittenInit(op.getDest()))
    rewriter.replaceOpWithNewOp<PadIntoOp>(op, whole, init, pads, Value());
  else
    rewriter.replaceOpWithNewOp<PadOp>(op, type, whole, pads, Value());
  return success();
}

namespace {
struct PadLowerPacks : PatternPass<pad::impl::PadLowerPacksBase<PadLowerPacks>,
                                   populatePadLowerPacksPatterns> {};
} // namespace

void mlir::pad::populatePadLowerPacksPatterns(RewritePatternSet &patterns) {
  addPatterns<lowerPack, lowerUnpack>(patterns);
}
