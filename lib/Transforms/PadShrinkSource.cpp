//===- PadShrinkSource.cpp - Pads of what they read -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadDescription.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SourceHull.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADSHRINKSOURCE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// What is known of the part of an axis that a pad reads.
enum class HullKind { Whole, Static, Dynamic };
} // namespace

/// Whether `pad` may crop.
static bool mayBeNegative(int64_t pad) {
  return ShapedType::isDynamic(pad) || pad < 0;
}

/// Whether axis `axis` of the source of `op` is the dynamic extent of a slice.
/// This keeps a shrunk axis from being shrunk again.
static bool isDynamicSlice(PadOpInterface op, int64_t axis) {
  auto slice = op.getSource().getDefiningOp<tensor::ExtractSliceOp>();
  return slice &&
         slice.getType().getRank() == slice.getSourceType().getRank() &&
         slice.isDynamicSize(axis);
}

/// Whether the source of `op` can shrink along axis `axis`.
static HullKind getHullKind(PadOpInterface op, int64_t axis) {
  if (!op.getStaticInterior().empty() && op.getStaticInterior()[axis] != 0)
    return HullKind::Whole;
  if (std::optional<PadAxis> numbers = getStaticAxis(op, axis)) {
    std::optional<SourceHull> hull = getSourceHull(*numbers);
    return hull && hull->axis.extent < numbers->extent ? HullKind::Static
                                                       : HullKind::Whole;
  }
  if (!mayBeNegative(op.getStaticLow()[axis]) &&
      !mayBeNegative(op.getStaticHigh()[axis]))
    return HullKind::Whole;
  return isDynamicSlice(op, axis) ? HullKind::Whole : HullKind::Dynamic;
}

static SymbolicSourceHull getStaticHull(OpBuilder &builder, PadOpInterface op,
                                        int64_t axis) {
  SourceHull hull = *getSourceHull(*getStaticAxis(op, axis));
  auto attr = [&](int64_t number) { return builder.getIndexAttr(number); };
  return {attr(hull.offset),
          {attr(hull.axis.extent), attr(hull.axis.low), attr(hull.axis.high),
           attr(0), hull.axis.mode}};
}

static SymbolicSourceHull emitDynamicHull(OpBuilder &builder, Location loc,
                                          const SymbolicPadAxis &axis) {
  if (std::optional<SymbolicSourceHull> hull =
          emitInteriorHull(builder, loc, axis))
    return *hull;
  return emitSourceHull(builder, loc, axis);
}

/// `pad(x)` becomes `pad(extract_slice(x))` of the part of `x` that it reads.
static LogicalResult shrinkSource(PadOpInterface op,
                                  PatternRewriter &rewriter) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!type)
    return rewriter.notifyMatchFailure(op, "not on tensors");
  if (llvm::is_contained(type.getShape(), 0))
    return rewriter.notifyMatchFailure(op, "an empty source has no slices");
  // By its type, a part of dynamic extent may be empty.
  if (!mayReadPaddingValue(op) &&
      !hasDefaultPaddingValue(type.getElementType()))
    return rewriter.notifyMatchFailure(op, "no padding value");
  SmallVector<HullKind> kinds;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
    kinds.push_back(getHullKind(op, axis));
  if (llvm::all_of(kinds,
                   [](HullKind kind) { return kind == HullKind::Whole; }))
    return rewriter.notifyMatchFailure(op, "reads its whole source");

  Location loc = op.getLoc();
  PadDescription description(op);
  SmallVector<OpFoldResult> offsets, sizes,
      strides(op.getRank(), rewriter.getIndexAttr(1));
  for (auto [axis, kind] : llvm::enumerate(kinds)) {
    SymbolicPadAxis numbers = getSymbolicAxis(rewriter, loc, op, axis);
    SymbolicSourceHull hull{rewriter.getIndexAttr(0), numbers};
    if (kind == HullKind::Static)
      hull = getStaticHull(rewriter, op, axis);
    else if (kind == HullKind::Dynamic)
      hull = emitDynamicHull(rewriter, loc, numbers);
    offsets.push_back(hull.offset);
    sizes.push_back(hull.axis.extent);
    description.low[axis] = hull.axis.low;
    description.high[axis] = hull.axis.high;
  }
  description.source = tensor::ExtractSliceOp::create(
      rewriter, loc, op.getSource(), offsets, sizes, strides);
  replaceWithPad(rewriter, op, description);
  return success();
}

namespace {
struct PadShrinkSource : pad::impl::PadShrinkSourceBase<PadShrinkSource> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadShrinkSourcePatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void mlir::pad::populatePadShrinkSourcePatterns(RewritePatternSet &patterns) {
  addPatterns<shrinkSource>(patterns);
}
