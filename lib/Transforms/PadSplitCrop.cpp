//===- PadSplitCrop.cpp - Crops of pads as slices -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADSPLITCROP
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Where the negative pads of an axis are cut off.
enum class CropPlace { None, Source, Result };
} // namespace

/// Where the crop of axis `axis` of `op` goes: to the source if the mode cannot
/// bring back what it hides.
static CropPlace getCropPlace(PadOpInterface op, int64_t axis) {
  PadAmounts amounts(op);
  OpFoldResult low = amounts.low[axis], high = amounts.high[axis];
  if (isKnownNonNegative(low) && isKnownNonNegative(high))
    return CropPlace::None;
  if (!isZeroInteger(amounts.interior[axis]))
    return CropPlace::Result;
  if (op.getMode(axis) == PadMode::Constant)
    return CropPlace::Source;
  return isKnownNotPositive(low) && isKnownNotPositive(high)
             ? CropPlace::Source
             : CropPlace::Result;
}

/// Whether the axis fits 64 bits when it is padded and not cropped (C7); an
/// extent known only at run time counts as one that memory may hold.
static bool fitsUncropped(PadOpInterface op, int64_t axis) {
  auto orElse = [](int64_t number, int64_t unknown) {
    return ShapedType::isStatic(number) ? number : unknown;
  };
  constexpr int64_t kLargestInMemory = int64_t(1) << 48;
  PadAxis numbers = getStaticNumbers(op, axis);
  numbers.extent = orElse(numbers.extent, kLargestInMemory);
  numbers.low = std::max<int64_t>(orElse(numbers.low, 0), 0);
  numbers.high = std::max<int64_t>(orElse(numbers.high, 0), 0);
  numbers.interior = orElse(numbers.interior, 0);
  return getPaddedExtent(numbers).has_value();
}

namespace {
/// Offsets and sizes of a slice.
struct CropWindow {
  SmallVector<OpFoldResult> offsets, sizes;
};
/// The steps that a pad is split into.
struct SplitPad {
  CropWindow source, result;
  PadAmounts pads;
};
} // namespace

/// The extents of the result: those of its type where it has them.
static SmallVector<OpFoldResult> getPaddedSizes(OpBuilder &builder,
                                                PadOpInterface op) {
  SmallVector<OpFoldResult> sizes;
  SmallVector<SymbolicPadAxis> axes = getSymbolicAxes(builder, op.getLoc(), op);
  for (auto [extent, axis] :
       llvm::zip_equal(op.getPaddedType().getShape(), axes))
    sizes.push_back(ShapedType::isStatic(extent)
                        ? OpFoldResult(builder.getIndexAttr(extent))
                        : emitPaddedExtent(builder, op.getLoc(), axis));
  return sizes;
}

static SplitPad splitAxes(OpBuilder &builder, PadOpInterface op,
                          ArrayRef<CropPlace> places,
                          ArrayRef<OpFoldResult> sizes) {
  Location loc = op.getLoc();
  OpFoldResult zero = builder.getIndexAttr(0);
  SplitPad split;
  split.pads.modes = PadAmounts(op).modes;
  for (auto [axis, place, size] :
       llvm::zip_equal(getSymbolicAxes(builder, loc, op), places, sizes)) {
    CropSplit crop{zero, size, axis.low, axis.high};
    if (place == CropPlace::Source) {
      crop = emitCropOfSource(builder, loc, axis, size);
      split.source.offsets.push_back(crop.offset);
      split.source.sizes.push_back(crop.size);
      crop.offset = zero;
      crop.size = size;
    } else {
      split.source.offsets.push_back(zero);
      split.source.sizes.push_back(axis.extent);
      if (place == CropPlace::Result)
        crop = emitCropOfResult(builder, loc, axis, size);
    }
    split.result.offsets.push_back(crop.offset);
    split.result.sizes.push_back(crop.size);
    split.pads.low.push_back(crop.low);
    split.pads.high.push_back(crop.high);
    split.pads.interior.push_back(axis.interior);
  }
  return split;
}

/// A pad with pads that may be negative becomes a slice of the source, a pad
/// that crops nothing, and a slice of its result, as far as they are needed.
static LogicalResult splitCrop(PadOpInterface op, PatternRewriter &rewriter) {
  if (!hasPlainTensors(op))
    return rewriter.notifyMatchFailure(op, "not on plain tensors");
  SmallVector<CropPlace> places;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    places.push_back(getCropPlace(op, axis));
    if (places.back() == CropPlace::Result && !fitsUncropped(op, axis))
      return rewriter.notifyMatchFailure(op, "exceeds 64 bits uncropped");
  }
  if (llvm::all_equal(places) &&
      (places.empty() || places.front() == CropPlace::None))
    return rewriter.notifyMatchFailure(op, "crops nothing");
  // A slice of an empty tensor is out of bounds for the verifier.
  bool cropsSource = llvm::is_contained(places, CropPlace::Source);
  if (cropsSource && llvm::is_contained(op.getSourceType().getShape(), 0))
    return rewriter.notifyMatchFailure(op, "empty source: nothing to crop");
  bool cropsResult = llvm::is_contained(places, CropPlace::Result);
  Value init = getTensorInit(op);
  if (init && cropsResult)
    return rewriter.notifyMatchFailure(
        op, "only a part of the padded tensor would be the destination");

  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getPaddedType());
  SmallVector<OpFoldResult> sizes = getPaddedSizes(rewriter, op);
  if (llvm::is_contained(type.getShape(), 0) ||
      llvm::any_of(sizes, isZeroInteger)) {
    rewriter.replaceOp(op, init ? init : emitEmpty(rewriter, loc, type, sizes));
    return success();
  }

  SplitPad split = splitAxes(rewriter, op, places, sizes);
  Value source = op.getSource();
  if (cropsSource)
    source = emitSlice(rewriter, loc, source, split.source.offsets,
                       split.source.sizes);
  Value padded = source;
  if (!split.pads.isNoOp() || init)
    padded = emitPad(rewriter, op, source, split.pads, op.getValue(),
                     cropsResult ? RankedTensorType() : type, init);
  if (cropsResult)
    padded = emitSlice(rewriter, loc, padded, split.result.offsets,
                       split.result.sizes);
  rewriter.replaceOp(op, castTo(rewriter, loc, padded, type));
  return success();
}

namespace {
struct PadSplitCrop : PatternPass<pad::impl::PadSplitCropBase<PadSplitCrop>,
                                  populatePadSplitCropPatterns> {};
} // namespace

void mlir::pad::populatePadSplitCropPatterns(RewritePatternSet &patterns) {
  addPatterns<splitCrop>(patterns);
}
