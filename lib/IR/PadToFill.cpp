//===- PadToFill.cpp - Pads of one value ----------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadCanonicalization.h"
#include "Pad/IR/PadFill.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::isOnlyPadding(PadOp op) {
  for (int64_t axis = 0, rank = op.getType().getRank(); axis < rank; ++axis) {
    std::optional<PadAxis> numbers = getStaticAxis(op, axis);
    if (numbers && readsOnlyPadding(*numbers))
      return true;
    // A border of the whole result.
    int64_t extent = op.getType().getDimSize(axis);
    if (op.getMode(axis) == PadMode::Constant && ShapedType::isStatic(extent) &&
        extent > 0 &&
        (op.getStaticLow()[axis] >= extent ||
         op.getStaticHigh()[axis] >= extent))
      return true;
  }
  return false;
}

bool mlir::pad::canEmitPaddingElement(PadOpInterface op) {
  Type type = op.getSourceType().getElementType();
  bool isPlain = type.isSignlessIntOrIndexOrFloat();
  return op.getValue() || (isPlain && hasDefaultPaddingValue(type));
}

Value mlir::pad::emitPaddingElement(OpBuilder &builder, Location loc,
                                    PadOpInterface op) {
  return emitPaddingValue(builder, loc, op);
}

/// The values of the dynamic extents of `type` among `sizes`: an extent that
/// the type leaves open stays dynamic, though it may be known.
static SmallVector<Value> getDynamicSizes(OpBuilder &builder, Location loc,
                                          RankedTensorType type,
                                          ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> values;
  for (auto [extent, size] : llvm::zip_equal(type.getShape(), sizes))
    if (ShapedType::isDynamic(extent))
      values.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  return values;
}

Value mlir::pad::emitFill(OpBuilder &builder, Location loc,
                          RankedTensorType type, ArrayRef<OpFoldResult> sizes,
                          Value element) {
  return tensor::SplatOp::create(builder, loc, element, type,
                                 getDynamicSizes(builder, loc, type, sizes));
}

Value mlir::pad::emitEmpty(OpBuilder &builder, Location loc,
                           RankedTensorType type,
                           ArrayRef<OpFoldResult> sizes) {
  return tensor::EmptyOp::create(builder, loc, type,
                                 getDynamicSizes(builder, loc, type, sizes));
}

Value mlir::pad::emitEmptyResult(OpBuilder &builder, PadOp op) {
  return emitEmpty(builder, op.getLoc(), op.getType(),
                   emitPaddedExtents(builder, op));
}

static LogicalResult fillWith(PatternRewriter &rewriter, PadOp op,
                              Value element) {
  rewriter.replaceOp(op, emitFill(rewriter, op.getLoc(), op.getType(),
                                  emitPaddedExtents(rewriter, op), element));
  return success();
}

static LogicalResult fillWithPadding(PatternRewriter &rewriter, PadOp op) {
  if (!canEmitPaddingElement(op))
    return rewriter.notifyMatchFailure(op, "no op for the padding value");
  return fillWith(rewriter, op, emitPaddingElement(rewriter, op.getLoc(), op));
}

/// Whether some element of the result may be the padding value: other than
/// `mayReadPaddingValue`, a possibly empty axis counts only if it may be
/// extended.
static bool mayBePadded(PadOp op) {
  if (op.takesValue())
    return true;
  for (auto [extent, low, high] :
       llvm::zip_equal(op.getSourceType().getShape(), op.getStaticLow(),
                       op.getStaticHigh())) {
    bool mayExtend = ShapedType::isDynamic(low) || low > 0 ||
                     ShapedType::isDynamic(high) || high > 0;
    if ((ShapedType::isDynamic(extent) || extent == 0) && mayExtend)
      return true;
  }
  return false;
}

/// A pad whose type says that it has no elements becomes `tensor.empty`.
static LogicalResult dropEmptyPad(PadOp op, PatternRewriter &rewriter) {
  if (!llvm::is_contained(op.getType().getShape(), 0))
    return rewriter.notifyMatchFailure(op, "may have elements");
  rewriter.replaceOp(op, emitEmptyResult(rewriter, op));
  return success();
}

/// A pad whose window misses its source becomes a fill.
static LogicalResult fillMissedSource(PadOp op, PatternRewriter &rewriter) {
  if (!isOnlyPadding(op))
    return rewriter.notifyMatchFailure(op, "may read its source");
  return fillWithPadding(rewriter, op);
}

/// A pad of `tensor.empty` becomes `tensor.empty`, or a fill if the pad may add
/// elements: unspecified elements may as well be the padding value.
static LogicalResult padEmpty(PadOp op, PatternRewriter &rewriter) {
  if (!op.getSource().getDefiningOp<tensor::EmptyOp>())
    return rewriter.notifyMatchFailure(op, "the source is not empty");
  if (!mayBePadded(op)) {
    rewriter.replaceOp(op, emitEmptyResult(rewriter, op));
    return success();
  }
  return fillWithPadding(rewriter, op);
}

static LogicalResult fillWithConstant(PadOp op, DenseElementsAttr splat,
                                      PatternRewriter &rewriter) {
  auto element = splat.isSplat()
                     ? dyn_cast<TypedAttr>(splat.getSplatValue<Attribute>())
                     : TypedAttr();
  if (!element ||
      !arith::ConstantOp::isBuildableWith(element, element.getType()))
    return rewriter.notifyMatchFailure(op, "the source is not one value");
  if (mayBePadded(op) && !isPaddingValue(op, element))
    return rewriter.notifyMatchFailure(op, "may be padded with another one");
  if (op.getType().hasStaticShape()) {
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, splat.resizeSplat(op.getType()));
    return success();
  }
  return fillWith(rewriter, op,
                  arith::ConstantOp::create(rewriter, op.getLoc(), element));
}

/// A pad of a tensor of one value becomes a fill with that value, if the
/// padding value is the same. Values are the same if they are bitwise equal:
/// -0.0 is not +0.0.
static LogicalResult padFill(PadOp op, PatternRewriter &rewriter) {
  if (DenseElementsAttr splat; matchPattern(op.getSource(), m_Constant(&splat)))
    return fillWithConstant(op, splat, rewriter);
  Value element;
  if (auto splat = op.getSource().getDefiningOp<tensor::SplatOp>())
    element = splat.getInput();
  else if (auto fill = op.getSource().getDefiningOp<linalg::FillOp>())
    element = fill.value();
  // linalg.fill may convert its value.
  if (!element || element.getType() != op.getType().getElementType())
    return rewriter.notifyMatchFailure(op, "the source is not one value");
  if (mayBePadded(op) && !isPaddingValue(op, element))
    return rewriter.notifyMatchFailure(op, "may be padded with another one");
  return fillWith(rewriter, op, element);
}

void mlir::pad::populatePadToFillPatterns(RewritePatternSet &patterns) {
  addPatterns<dropEmptyPad, fillMissedSource, padEmpty, padFill>(patterns);
}
