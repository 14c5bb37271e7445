//===- MendViews.cpp - Views of memrefs that upstream mistakes ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's --expand-strided-metadata looks for the strides of a rank-reduced
// memref.subview among those of its source. It forgets that the op multiplies
// them, and of axes of one element with dynamic strides it drops the first,
// even if the result has them
// (test/Upstream/canary-split-rank-reductions.mlir). It crashes where an axis
// becomes several dynamic ones (canary-expand-dynamic-shapes.mlir). Upstream's
// folds do not compare dynamic extents (canary-fold-expand-of-collapse.mlir).
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::pad {
#define GEN_PASS_DEF_EXPANDDYNAMICSHAPES
#define GEN_PASS_DEF_FOLDEXPANDOFCOLLAPSE
#define GEN_PASS_DEF_SPLITRANKREDUCTIONS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// `view` with run-time extents where it has none: upstream takes no offset for
/// a view of an empty axis to be in bounds.
static Value hideEmptyAxes(OpBuilder &builder, memref::SubViewOp view) {
  MemRefType type = view.getType();
  SmallVector<int64_t> shape(type.getShape());
  llvm::replace(shape, int64_t(0), ShapedType::kDynamic);
  auto hidden = MemRefType::get(shape, type.getElementType(), type.getLayout(),
                                type.getMemorySpace());
  if (hidden == type)
    return view;
  return memref::CastOp::create(builder, view.getLoc(), hidden, view);
}

/// Whether the axes that upstream takes to be dropped are none of those that
/// the type of `op` lacks.
static bool dropsOtherAxes(memref::SubViewOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<int64_t> kept;
  for (auto [axis, size] : llvm::enumerate(op.getStaticSizes()))
    if (!dropped.test(axis))
      kept.push_back(size);
  return op.getType().getShape() != ArrayRef(kept);
}

/// `whole` as a memref of `type`, which lacks some axes of one element; null if
/// its strides are others.
static Value collapse(OpBuilder &builder, memref::SubViewOp whole,
                      MemRefType type) {
  std::optional<llvm::SmallDenseSet<unsigned>> dropped =
      computeRankReductionMask(whole.getType().getShape(), type.getShape());
  if (!dropped)
    return {};
  // A dropped axis is one group with the kept one before it, or with the first.
  SmallVector<ReassociationIndices> groups(1);
  bool hasKept = false;
  for (int64_t axis : llvm::seq(whole.getType().getRank())) {
    bool isKept = !dropped->contains(axis);
    if (isKept && hasKept)
      groups.emplace_back();
    hasKept |= isKept;
    groups.back().push_back(axis);
  }
  MemRefType collapsed =
      memref::CollapseShapeOp::computeCollapsedType(whole.getType(), groups);
  if (!memref::CastOp::areCastCompatible(collapsed, type))
    return {};
  Value view = memref::CollapseShapeOp::create(builder, whole.getLoc(),
                                               collapsed, whole, groups);
  return builder.createOrFold<memref::CastOp>(whole.getLoc(), type, view);
}

/// Makes `op` a view of the same rank and a view of it that only drops axes.
/// The strides of the latter are those of its source.
static void split(memref::SubViewOp op) {
  MemRefType type = op.getType();
  int64_t rank = op.getSourceType().getRank();
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  if (type.getRank() == rank ||
      (areAllConstantIntValue(op.getMixedStrides(), 1) && !dropsOtherAxes(op)))
    return;
  OpBuilder builder(op);
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  auto whole = memref::SubViewOp::create(builder, op.getLoc(), op.getSource(),
                                         op.getMixedOffsets(), sizes,
                                         op.getMixedStrides());
  auto view = memref::SubViewOp::create(
      builder, op.getLoc(), type, hideEmptyAxes(builder, whole),
      SmallVector<OpFoldResult>(rank, zero), sizes,
      SmallVector<OpFoldResult>(rank, one));
  Value collapsed =
      dropsOtherAxes(view) ? collapse(builder, whole, type) : Value();
  op.replaceAllUsesWith(collapsed ? collapsed : view.getResult());
  if (collapsed)
    view.erase();
  op.erase();
}

/// Whether upstream cannot expand an axis to the axes `group` of `type`. It
/// accepts one dynamic extent, which it computes by division by the static
/// ones.
static bool cannotDivide(MemRefType type, const ReassociationIndices &group) {
  auto isDynamic = [&](int64_t axis) { return type.isDynamicDim(axis); };
  auto isEmpty = [&](int64_t axis) { return type.getDimSize(axis) == 0; };
  int64_t dynamic = llvm::count_if(group, isDynamic);
  return dynamic > 1 || (dynamic == 1 && llvm::any_of(group, isEmpty));
}

/// Makes `op`, if it expands an axis to several dynamic ones, or to a dynamic
/// one and an empty one, a `memref.reinterpret_cast`.
static void expandByStrides(memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  if (llvm::none_of(op.getReassociationIndices(),
                    [&](const ReassociationIndices &group) {
                      return cannotDivide(type, group);
                    }))
    return;
  IRRewriter rewriter(op);
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
}

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

/// Replaces `op` by the memref that was collapsed to what it expands, if it has
/// the extents of that.
static void foldOfCollapse(memref::ExpandShapeOp op) {
  auto collapse = op.getSrc().getDefiningOp<memref::CollapseShapeOp>();
  if (!collapse || collapse.getSrcType() != op.getResultType() ||
      collapse.getReassociation() != op.getReassociation())
    return;
  auto size = op.getOutputShape().begin();
  for (auto [axis, extent] : llvm::enumerate(op.getResultType().getShape()))
    if (ShapedType::isDynamic(extent) &&
        !isExtent(*size++, collapse.getSrc(), axis))
      return;
  op.replaceAllUsesWith(collapse.getSrc());
  op.erase();
}

namespace {
struct SplitRankReductions
    : pad::impl::SplitRankReductionsBase<SplitRankReductions> {
  void runOnOperation() override { getOperation()->walk(split); }
};

struct ExpandDynamicShapes
    : pad::impl::ExpandDynamicShapesBase<ExpandDynamicShapes> {
  void runOnOperation() override { getOperation()->walk(expandByStrides); }
};

struct FoldExpandOfCollapse
    : pad::impl::FoldExpandOfCollapseBase<FoldExpandOfCollapse> {
  void runOnOperation() override { getOperation()->walk(foldOfCollapse); }
};
} // namespace
