//===- SliceOfPad.cpp - Slices of pads ------------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadCanonicalization.h"
#include "Pad/IR/PadFill.h"
#include "Pad/IR/PadSlicing.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;
using tensor::ExtractSliceOp;

/// Whether `pad` has no pads on axis `axis`, by its numbers and types alone.
static bool isLeftAlone(PadOp pad, int64_t axis) {
  return pad.getStaticLow()[axis] == 0 && pad.getStaticHigh()[axis] == 0 &&
         isZeroInteger(pad.getMixedInterior()[axis]) &&
         pad.getSource().getType().getDimSize(axis) ==
             pad.getType().getDimSize(axis);
}

/// The pad that `slice` takes a dense window of; null if it does not, or if the
/// window or the source has no elements: the verifier refuses slices there.
static PadOp getPadOfWindow(ExtractSliceOp slice) {
  auto pad = slice.getSource().getDefiningOp<PadOp>();
  if (!pad || !slice.hasUnitStride() ||
      llvm::is_contained(slice.getStaticSizes(), 0) ||
      llvm::is_contained(pad.getSource().getType().getShape(), 0))
    return {};
  return pad;
}

/// The sizes of the axes that `slice` does not drop.
static SmallVector<OpFoldResult> getKeptSizes(ExtractSliceOp slice) {
  SmallVector<OpFoldResult> sizes;
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  for (auto [axis, size] : llvm::enumerate(slice.getMixedSizes()))
    if (!dropped[axis])
      sizes.push_back(size);
  return sizes;
}

/// The numbers of the window of `slice` on axis `axis` of `pad`, if static and
/// in bounds.
static std::optional<PadAxis> getStaticWindow(ExtractSliceOp slice, PadOp pad,
                                              int64_t axis) {
  std::optional<PadAxis> numbers = getStaticAxis(pad, axis);
  int64_t offset = slice.getStaticOffset(axis);
  int64_t size = slice.getStaticSize(axis);
  if (!numbers || ShapedType::isDynamic(offset) || ShapedType::isDynamic(size))
    return std::nullopt;
  return getSlicedAxis(*numbers, offset, size);
}

/// The offset in the source of the window of `slice` on axis `axis` of `pad`;
/// null if some of it may be outside of the source.
static OpFoldResult getOffsetInSource(ExtractSliceOp slice, PadOp pad,
                                      int64_t axis) {
  OpFoldResult offset = slice.getMixedOffsets()[axis];
  if (isLeftAlone(pad, axis))
    return offset;
  Builder builder(slice.getContext());
  if (std::optional<PadAxis> window = getStaticWindow(slice, pad, axis)) {
    if (window->interior == 0 && window->low <= 0 && window->high <= 0 &&
        *getPaddedExtent(*window) > 0)
      return builder.getIndexAttr(-window->low);
    return {};
  }
  // Exactly the source.
  OpFoldResult zero = builder.getIndexAttr(0);
  if (isZeroInteger(pad.getMixedInterior()[axis]) &&
      isEqualConstantIntOrValue(offset, pad.getMixedLow()[axis]) &&
      isWholeAxis(pad.getSource(), axis, zero, slice.getMixedSizes()[axis]))
    return zero;
  return {};
}

/// A slice of a pad that has no elements becomes `tensor.empty`.
static LogicalResult dropEmptySlice(ExtractSliceOp op,
                                    PatternRewriter &rewriter) {
  if (!op.getSource().getDefiningOp<PadOp>() ||
      !llvm::is_contained(op.getStaticSizes(), 0))
    return rewriter.notifyMatchFailure(op, "not an empty slice of a pad");
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, getKeptSizes(op),
                                               op.getType().getElementType(),
                                               op.getType().getEncoding());
  return success();
}

/// Whether all of `source` from `offsets` on is what `slice` gives.
static bool isWhole(Value source, ArrayRef<OpFoldResult> offsets,
                    ExtractSliceOp slice) {
  if (source.getType() != slice.getType())
    return false;
  for (auto [axis, size] : llvm::enumerate(slice.getMixedSizes()))
    if (!isWholeAxis(source, axis, offsets[axis], size))
      return false;
  return true;
}

/// A slice of a pad that is inside of the source becomes a slice of the source.
static LogicalResult sliceSource(ExtractSliceOp op, PatternRewriter &rewriter) {
  PadOp pad = getPadOfWindow(op);
  if (!pad)
    return rewriter.notifyMatchFailure(op, "not a dense slice of a pad");
  SmallVector<OpFoldResult> offsets;
  for (int64_t axis = 0, rank = pad.getType().getRank(); axis < rank; ++axis) {
    offsets.push_back(getOffsetInSource(op, pad, axis));
    if (!offsets.back())
      return rewriter.notifyMatchFailure(op, "not inside of the source");
  }
  if (isWhole(pad.getSource(), offsets, op)) {
    rewriter.replaceOp(op, pad.getSource());
    return success();
  }
  rewriter.replaceOpWithNewOp<ExtractSliceOp>(op, op.getType(), pad.getSource(),
                                              offsets, op.getMixedSizes(),
                                              op.getMixedStrides());
  return success();
}

/// A slice of a pad that is outside of the source becomes a fill.
static LogicalResult fillSliceOfPadding(ExtractSliceOp op,
                                        PatternRewriter &rewriter) {
  PadOp pad = getPadOfWindow(op);
  if (!pad)
    return rewriter.notifyMatchFailure(op, "not a dense slice of a pad");
  bool isPadding = false;
  for (int64_t axis = 0, rank = pad.getType().getRank(); axis < rank; ++axis) {
    std::optional<PadAxis> window = getStaticWindow(op, pad, axis);
    isPadding |= window && readsOnlyPadding(*window);
  }
  if (!isPadding)
    return rewriter.notifyMatchFailure(op, "may read the source");
  if (!canEmitPaddingElement(pad))
    return rewriter.notifyMatchFailure(op, "no op for the padding value");
  Value element = emitPaddingElement(rewriter, op.getLoc(), pad);
  rewriter.replaceOp(op, emitFill(rewriter, op.getLoc(), op.getType(),
                                  getKeptSizes(op), element));
  return success();
}

/// Whether `slice` is, as far as types tell, all of the result of `pad`.
static bool isWholeResult(ExtractSliceOp slice, PadOp pad) {
  return llvm::all_of(slice.getMixedOffsets(), isZeroInteger) &&
         slice.getStaticSizes() == pad.getType().getShape();
}

/// The only use of a pad, a slice, becomes the pad of the slice.
static LogicalResult foldPadOfOnlySlice(ExtractSliceOp op,
                                        PatternRewriter &rewriter) {
  PadOp pad = getPadOfWindow(op);
  if (!pad)
    return rewriter.notifyMatchFailure(op, "not a dense slice of a pad");
  // If only the slice is in a loop, the pad would run again and again.
  if (!pad->hasOneUse() || pad->getBlock() != op->getBlock())
    return rewriter.notifyMatchFailure(op, "not the only use, in one block");
  bool reducesRank = op.getDroppedDims().any();
  if (reducesRank && isWholeResult(op, pad))
    return rewriter.notifyMatchFailure(op, "only drops axes");
  FailureOr<PadOp> sliced = createSlicedPad(
      rewriter, op.getLoc(), pad, op.getMixedOffsets(), op.getMixedSizes());
  if (failed(sliced))
    return rewriter.notifyMatchFailure(op, "the slice has no pads");
  Value result = sliced->getResult();
  if (reducesRank) {
    SmallVector<OpFoldResult> zeros(pad.getType().getRank(),
                                    rewriter.getIndexAttr(0));
    result =
        ExtractSliceOp::create(rewriter, op.getLoc(), op.getType(), result,
                               zeros, op.getMixedSizes(), op.getMixedStrides());
  } else if (result.getType() != op.getType()) {
    result =
        tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), result);
  }
  rewriter.replaceOp(op, result);
  return success();
}

void mlir::pad::populateSliceOfPadPatterns(RewritePatternSet &patterns) {
  addPatterns<dropEmptySlice, sliceSource, fillSliceOfPadding,
              foldPadOfOnlySlice>(patterns);
}
