//===- SplitRankReductions.cpp - Strided views before they lose axes ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream looks for the strides of a rank-reduced memref.subview among those
// of its source, and forgets that the op multiplies them.
// test/Upstream/canary-split-rank-reductions.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::pad {
#define GEN_PASS_DEF_SPLITRANKREDUCTIONS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// A view of nothing with the type of `op`, which has no elements. Upstream
/// takes no offset for a view of an empty memref to be in bounds.
static Value viewNothing(OpBuilder &builder, memref::SubViewOp op) {
  MemRefType type = op.getType();
  auto [strides, offset] = type.getStridesAndOffset();
  // Sizes that are not static are never dropped.
  ValueRange dynamicSizes = op.getSizes();
  auto getSizes = [&]() {
    SmallVector<OpFoldResult> sizes;
    for (int64_t extent : type.getShape()) {
      if (ShapedType::isStatic(extent)) {
        sizes.push_back(builder.getIndexAttr(extent));
        continue;
      }
      sizes.push_back(dynamicSizes.front());
      dynamicSizes = dynamicSizes.drop_front();
    }
    return sizes;
  };
  // What is not in the type may be any number.
  Value zero = arith::ConstantIndexOp::create(builder, op.getLoc(), 0);
  auto getAny = [&](int64_t number) -> OpFoldResult {
    if (ShapedType::isDynamic(number))
      return zero;
    return builder.getIndexAttr(number);
  };
  return memref::ReinterpretCastOp::create(
      builder, op.getLoc(), type, op.getSource(), getAny(offset), getSizes(),
      llvm::map_to_vector(strides, getAny));
}

/// Makes `op` a view of the same rank and a view of it that only drops axes.
/// The strides of the latter are those of its source.
static void split(memref::SubViewOp op) {
  MemRefType type = op.getType();
  int64_t rank = op.getSourceType().getRank();
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  if (type.getRank() == rank || areAllConstantIntValue(op.getMixedStrides(), 1))
    return;
  OpBuilder builder(op);
  Value view;
  if (llvm::is_contained(type.getShape(), 0)) {
    view = viewNothing(builder, op);
  } else {
    OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
    Value whole = memref::SubViewOp::create(
        builder, op.getLoc(), op.getSource(), op.getMixedOffsets(), sizes,
        op.getMixedStrides());
    view =
        memref::SubViewOp::create(builder, op.getLoc(), type, whole,
                                  SmallVector<OpFoldResult>(rank, zero), sizes,
                                  SmallVector<OpFoldResult>(rank, one));
  }
  op.replaceAllUsesWith(view);
  op.erase();
}

namespace {
struct SplitRankReductions
    : pad::impl::SplitRankReductionsBase<SplitRankReductions> {
  void runOnOperation() override { getOperation()->walk(split); }
};
} // namespace
