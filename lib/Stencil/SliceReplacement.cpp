//===- SliceReplacement.cpp - Slices of pads to pads of slices ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadSlicing.h"
#include "Slices.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::pad;

Value mlir::pad::emitInsert(OpBuilder &builder, Location loc, Value slice,
                            Value tensor, const TensorBox &box) {
  SmallVector<OpFoldResult> strides(box.sizes.size(), builder.getIndexAttr(1));
  return tensor::InsertSliceOp::create(builder, loc, slice, tensor, box.offsets,
                                       box.sizes, strides);
}

OpFoldResult mlir::pad::emitSliceOffset(OpBuilder &builder, Location loc,
                                        OpFoldResult offset,
                                        OpFoldResult extent) {
  if (isZeroInteger(offset))
    return offset;
  ArithContext m{builder, loc};
  ArithValue last = m.value(extent) - 1;
  return getAsOpFoldResult(clamp(m.value(offset), 0, last));
}

/// Makes `slice`, of a pad without interior pads, a pad of a slice. Axes with a
/// range in `inBounds`, in which the slice lies, and axes without pads are
/// sliced in the source. If all axes are, the result is a slice of the source.
static Value emitInBoundsSlice(RewriterBase &rewriter,
                               tensor::ExtractSliceOp slice, PadOp pad,
                               ArrayRef<const SymbolicInBoundsRange *> inBounds,
                               const PadAmounts &pads) {
  Location loc = slice.getLoc();
  ArithContext m{rewriter, loc};
  OpFoldResult zero = rewriter.getIndexAttr(0);
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets(),
                            sizes = slice.getMixedSizes(), low = pads.low,
                            high = pads.high;
  bool isPadded = false;
  for (auto [axis, offset, size] : llvm::enumerate(offsets, sizes)) {
    if (const SymbolicInBoundsRange *range = inBounds[axis]) {
      ArithValue inRange = m.value(offset) - m.value(range->begin);
      offset = emitSliceOffset(
          rewriter, loc,
          getAsOpFoldResult(inRange + m.value(range->sourceBegin)),
          tensor::getMixedSize(rewriter, loc, pad.getSource(), axis));
    } else if (!isUnpaddedAxis(pad, axis)) {
      isPadded = true;
      offset = zero;
      size = tensor::getMixedSize(rewriter, loc, pad.getSource(), axis);
      continue;
    }
    low[axis] = high[axis] = zero;
  }
  Value source = emitSlice(rewriter, loc, pad.getSource(), offsets, sizes);
  if (!isPadded)
    return source;
  return PadOp::create(rewriter, pad.getLoc(), slice.getType(), source,
                       pad.getModes().getList(), low, high, /*interior=*/{},
                       pad.getValue());
}

void mlir::pad::replacePadSlice(
    RewriterBase &rewriter, tensor::ExtractSliceOp slice, PadOp pad,
    ArrayRef<const SymbolicInBoundsRange *> inBounds) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(slice);
  Value result;
  // The verifier accepts no slice of an empty axis.
  bool isSliceable = !llvm::is_contained(pad.getSourceType().getShape(), 0);
  if (isSliceable &&
      llvm::any_of(inBounds, [](auto *range) { return range; })) {
    FailureOr<PadAmounts> pads =
        emitSlicedPads(rewriter, slice.getLoc(), pad, slice.getMixedOffsets(),
                       slice.getMixedSizes());
    if (failed(pads))
      return;
    result = emitInBoundsSlice(rewriter, slice, pad, inBounds, *pads);
  } else {
    FailureOr<PadOp> sliced =
        createSlicedPad(rewriter, pad.getLoc(), pad, slice.getMixedOffsets(),
                        slice.getMixedSizes());
    if (failed(sliced))
      return;
    result = sliced->getResult();
  }
  if (result.getType() != slice.getType())
    result = tensor::CastOp::create(rewriter, slice.getLoc(), slice.getType(),
                                    result);
  rewriter.replaceOp(slice, result);
}

SmallVector<Operation *>
mlir::pad::replaceConsumedSlices(RewriterBase &rewriter, PadOp pad) {
  SmallVector<tensor::ExtractSliceOp> slices;
  SmallVector<Operation *> consumers;
  for (Operation *user : pad->getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || !slice.hasUnitStride() ||
        slice.getType().getRank() != pad.getType().getRank() ||
        !llvm::all_of(slice->getUsers(), llvm::IsaPred<linalg::LinalgOp>))
      return {};
    llvm::append_range(consumers, slice->getUsers());
    slices.push_back(slice);
  }
  for (tensor::ExtractSliceOp slice : slices)
    replacePadSlice(rewriter, slice, pad, /*inBounds=*/{});
  if (pad->use_empty())
    rewriter.eraseOp(pad);
  return consumers;
}
