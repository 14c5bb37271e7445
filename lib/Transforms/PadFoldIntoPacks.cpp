//===- PadFoldIntoPacks.cpp - Pads and crops of packs and unpacks ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/IR/PadFill.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADFOLDINTOPACKS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The static tile of axis `axis` of the tensor that `op` packs or unpacks;
/// nullopt if there is none.
template <typename OpTy>
static std::optional<int64_t> getTile(OpTy op, int64_t axis) {
  for (auto [tiled, tile] :
       llvm::zip_equal(op.getInnerDimsPos(), op.getMixedTiles()))
    if (tiled == axis)
      return getStaticNumber(tile);
  return std::nullopt;
}

/// Whether as many tiles as hold `extent` elements of axis `axis` hold `other`,
/// too: linalg.pack may not pad by whole tiles.
template <typename OpTy>
static bool hasSameTiles(OpTy op, int64_t axis, int64_t extent, int64_t other) {
  std::optional<int64_t> tile = getTile(op, axis);
  return tile && *tile > 0 && ShapedType::isStatic(extent) &&
         ShapedType::isStatic(other) &&
         llvm::divideCeil(extent, *tile) == llvm::divideCeil(other, *tile);
}

/// Whether axis `axis` of `pad` has no low and no interior pad.
static bool padsOnlyHigh(PadOp pad, int64_t axis) {
  return pad.getStaticLow()[axis] == 0 &&
         isZeroInteger(pad.getMixedInterior()[axis]);
}

/// A pack of a constant pad of the high ends, within the last tiles, becomes a
/// pack with the padding value.
static LogicalResult foldPadIntoPack(linalg::PackOp op,
                                     PatternRewriter &rewriter) {
  auto pad = op.getSource().getDefiningOp<PadOp>();
  if (!pad)
    return rewriter.notifyMatchFailure(op, "not of a pad");
  for (int64_t axis = 0, rank = pad.getRank(); axis < rank; ++axis) {
    if (isUnpaddedAxis(pad, axis))
      continue;
    if (pad.getMode(axis) != PadMode::Constant || !padsOnlyHigh(pad, axis) ||
        pad.getStaticHigh()[axis] < 0)
      return rewriter.notifyMatchFailure(op, "not a pad of high ends");
    std::optional<PadAxis> numbers = getStaticAxis(pad, axis);
    if (!numbers ||
        !hasSameTiles(op, axis, numbers->extent,
                      getPaddedExtent(*numbers).value_or(ShapedType::kDynamic)))
      return rewriter.notifyMatchFailure(op, "may pad by more than a tile");
  }
  Value value = op.getPaddingValue();
  if (value ? !isPaddingValue(pad, value) : !canEmitPaddingElement(pad))
    return rewriter.notifyMatchFailure(op, "pads with another value");
  if (!value)
    value = emitPaddingElement(rewriter, op.getLoc(), pad);
  rewriter.replaceOpWithNewOp<linalg::PackOp>(
      op, pad.getSource(), op.getDest(), op.getInnerDimsPos(),
      op.getMixedTiles(), value, op.getOuterDimsPerm());
  return success();
}

/// Whether `unpack` may keep `size` elements of axis `axis` only: all of them,
/// or all but some of the last tile.
static bool canKeep(linalg::UnPackOp unpack, int64_t axis, OpFoldResult size) {
  Builder builder(unpack.getContext());
  auto type = cast<RankedTensorType>(unpack.getDest().getType());
  return isWholeAxis(unpack->getResult(0), axis, builder.getIndexAttr(0),
                     size) ||
         hasSameTiles(unpack, axis, type.getDimSize(axis),
                      getStaticNumber(size).value_or(ShapedType::kDynamic));
}

/// Replaces `op`, which keeps `sizes` of the begin of each axis of `unpack`, by
/// an unpack of no more.
static LogicalResult unpackLess(PatternRewriter &rewriter, Operation *op,
                                linalg::UnPackOp unpack,
                                ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(unpack.getDest().getType());
  Value dest = tensor::EmptyOp::create(
      rewriter, op->getLoc(), sizes, type.getElementType(), type.getEncoding());
  Value result =
      linalg::UnPackOp::create(rewriter, op->getLoc(), unpack.getSource(), dest,
                               unpack.getInnerDimsPos(), unpack.getMixedTiles(),
                               unpack.getOuterDimsPerm())
          ->getResult(0);
  rewriter.replaceOp(
      op, castTo(rewriter, op->getLoc(), result,
                 cast<RankedTensorType>(op->getResult(0).getType())));
  return success();
}

/// A slice of an unpack that leaves out less than a tile at the high ends
/// becomes an unpack of less.
static LogicalResult foldSliceIntoUnpack(tensor::ExtractSliceOp op,
                                         PatternRewriter &rewriter) {
  auto unpack = op.getSource().getDefiningOp<linalg::UnPackOp>();
  if (!unpack || !unpack->hasOneUse())
    return rewriter.notifyMatchFailure(op, "not the only use of an unpack");
  if (!op.hasUnitStride() || op.getDroppedDims().any() ||
      !llvm::all_of(op.getMixedOffsets(), isZeroInteger))
    return rewriter.notifyMatchFailure(op, "not the begin of every axis");
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (!canKeep(unpack, axis, size))
      return rewriter.notifyMatchFailure(op, "may leave out a tile");
  return unpackLess(rewriter, op, unpack, sizes);
}

/// A pad that crops less than a tile of the high ends of an unpack becomes an
/// unpack of less.
static LogicalResult foldCropIntoUnpack(PadOp op, PatternRewriter &rewriter) {
  auto unpack = op.getSource().getDefiningOp<linalg::UnPackOp>();
  if (!unpack || !unpack->hasOneUse())
    return rewriter.notifyMatchFailure(op, "not the only use of an unpack");
  SmallVector<int64_t> cropped;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    std::optional<PadAxis> numbers = getStaticAxis(op, axis);
    if (isUnpaddedAxis(op, axis))
      cropped.push_back(ShapedType::kDynamic);
    else if (numbers && padsOnlyHigh(op, axis) && numbers->high <= 0 &&
             canKeep(unpack, axis,
                     rewriter.getIndexAttr(*getPaddedExtent(*numbers))))
      cropped.push_back(*getPaddedExtent(*numbers));
    else
      return rewriter.notifyMatchFailure(op, "not a crop of the last tiles");
  }
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, op.getLoc(), unpack.getDest());
  for (auto [size, extent] : llvm::zip_equal(sizes, cropped))
    if (ShapedType::isStatic(extent))
      size = rewriter.getIndexAttr(extent);
  return unpackLess(rewriter, op, unpack, sizes);
}

namespace {
struct PadFoldIntoPacks
    : PatternPass<pad::impl::PadFoldIntoPacksBase<PadFoldIntoPacks>,
                  populatePadFoldIntoPacksPatterns> {};
} // namespace

void mlir::pad::populatePadFoldIntoPacksPatterns(RewritePatternSet &patterns) {
  addPatterns<foldPadIntoPack, foldSliceIntoUnpack, foldCropIntoUnpack>(
      patterns);
}
