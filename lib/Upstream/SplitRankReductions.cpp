//===- SplitRankReductions.cpp - Strided views before they lose axes ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream looks for the strides of a rank-reduced memref.subview among those
// of its source. It forgets that the op multiplies them, and of axes of one
// element with dynamic strides it drops the first, even if the result has them.
// test/Upstream/canary-split-rank-reductions.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::pad {
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

namespace {
struct SplitRankReductions
    : pad::impl::SplitRankReductionsBase<SplitRankReductions> {
  void runOnOperation() override { getOperation()->walk(split); }
};
} // namespace
