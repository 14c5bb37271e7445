//===- PadOfPad.cpp - Pads of pads and of slices --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadCanonicalization.h"
#include "Pad/IR/PadDescription.h"
#include "Pad/IR/PaddingValue.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

static bool isAtLeastZero(OpFoldResult amount) {
  std::optional<int64_t> number = getStaticNumber(amount);
  return number && *number >= 0;
}
static bool isAtMostZero(OpFoldResult amount) {
  std::optional<int64_t> number = getStaticNumber(amount);
  return number && *number <= 0;
}

/// `a + b` of static amounts, or of any amount and a static zero; null where
/// the sum overflows (C7) or needs an op.
static OpFoldResult getSum(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getStaticNumber(a), y = getStaticNumber(b);
  if (x == 0)
    return b;
  if (y == 0)
    return a;
  int64_t sum;
  if (!x || !y || llvm::AddOverflow(*x, *y, sum) || sum == ShapedType::kDynamic)
    return {};
  return IntegerAttr::get(cast<IntegerAttr>(cast<Attribute>(a)).getType(), sum);
}

/// Whether every pad of `op` on both sides of an axis crops or is zero.
static bool onlyCrops(const PadDescription &pad) {
  return llvm::all_of(pad.low, isAtMostZero) &&
         llvm::all_of(pad.high, isAtMostZero);
}

/// Whether the pads of one axis may be added up: the outer pad then reads
/// outside of the inner result what a larger inner pad would read there. With
/// `isSameKind`, `inner` and `outer` extend in the same way.
static bool canAddPads(PadOp inner, const PadDescription &outer, int64_t axis,
                       bool isSameKind) {
  OpFoldResult low = inner.getMixedLow()[axis],
               high = inner.getMixedHigh()[axis];
  bool lowCrops = isAtMostZero(outer.low[axis]),
       highCrops = isAtMostZero(outer.high[axis]);
  if (lowCrops && highCrops)
    return true;
  // The inner pad must not have hidden what the outer one extends.
  bool lowExtends = isSameKind && isAtLeastZero(low),
       highExtends = isSameKind && isAtLeastZero(high);
  if (!(lowCrops || lowExtends) || !(highCrops || highExtends))
    return false;
  if (lowExtends && highExtends)
    return true;
  // An inner result that is empty because its pads crop more than there is does
  // not tell by how much they do.
  std::optional<PadAxis> numbers = getStaticAxis(inner, axis);
  return numbers && getPaddedExtent(*numbers).value_or(0) > 0;
}

/// Whether every pad of axis `axis` of `op` is a zero by its attribute.
static bool isStaticallyUnpadded(PadOpInterface op, int64_t axis) {
  return getStaticNumbers(op, axis).isUnpadded();
}

/// Whether an element of the result of `op`, of which no axis is empty, may be
/// the padding value.
static bool readsValue(PadOpInterface op) {
  if (op.hasInterior())
    return true;
  return llvm::any_of(llvm::seq(op.getRank()), [&](int64_t axis) {
    return op.getMode(axis) == PadMode::Constant &&
           !isStaticallyUnpadded(op, axis);
  });
}

std::optional<PadDescription> mlir::pad::addPads(PadOpInterface op, PadOp inner,
                                                 StringRef &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return std::nullopt;
  };
  PadDescription outer(op), pad(inner);
  bool hasOneValue = haveSamePaddingValue(inner, op);
  pad.modes.clear();
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    bool innerPads = !isStaticallyUnpadded(inner, axis),
         outerPads = !isStaticallyUnpadded(op, axis);
    pad.modes.push_back(innerPads || !outerPads ? inner.getAxisMode(axis)
                                                : op.getAxisMode(axis));
    if (!outerPads)
      continue;
    if (!innerPads) {
      pad.low[axis] = outer.low[axis];
      pad.high[axis] = outer.high[axis];
      pad.interior[axis] = outer.interior[axis];
      continue;
    }
    if (!isStaticZero(outer.interior[axis]))
      return fail("the outer pad dilates");
    PadMode mode = op.getMode(axis);
    bool isSameKind =
        inner.getMode(axis) == mode &&
        ((mode == PadMode::Constant && hasOneValue) || mode == PadMode::Edge);
    if (!canAddPads(inner, outer, axis, isSameKind))
      return fail("the outer pad extends other than the inner one");
    pad.low[axis] = getSum(pad.low[axis], outer.low[axis]);
    pad.high[axis] = getSum(pad.high[axis], outer.high[axis]);
    if (!pad.low[axis] || !pad.high[axis])
      return fail("the sum is not static");
  }
  bool mayBeEmpty = mayHaveNoElements(inner.getSourceType());
  if (!hasOneValue && (!onlyCrops(outer) || op.hasInterior())) {
    // An empty source reads the inner value, and then the outer one.
    if (mayBeEmpty || (readsValue(inner) && readsValue(op)))
      return fail("both read padding values");
    if (readsValue(op))
      pad.value = outer.value;
  } else if (!pad.value) {
    pad.value = outer.value;
  }
  if (pad.value && !pad.takesValue()) {
    if (mayBeEmpty)
      return fail("an empty axis reads the value");
    pad.value = Value();
  }
  if (!pad.isValidFor(op))
    return fail("one pad of both is not valid");
  return pad;
}

/// A pad of a pad becomes one pad (`addPads`).
static LogicalResult addPadOfPad(PadOpInterface op, PatternRewriter &rewriter) {
  auto inner = op.getSource().getDefiningOp<PadOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "not a pad of a pad");
  StringRef reason;
  std::optional<PadDescription> pad = addPads(op, inner, reason);
  if (!pad)
    return rewriter.notifyMatchFailure(op, reason);
  replaceWithPad(rewriter, op, *pad);
  return success();
}

/// Changes axis `axis` of `pad`, which pads `[offset, offset + size)` of an
/// axis of `extent` elements, to a pad of the whole axis. False if a hidden
/// element would or might come back.
static bool unsliceAxis(PadDescription &pad, int64_t axis, int64_t offset,
                        int64_t size, int64_t extent) {
  if (offset == 0 && size == extent)
    return true;
  std::optional<int64_t> low = getStaticNumber(pad.low[axis]),
                         high = getStaticNumber(pad.high[axis]),
                         interior = getStaticNumber(pad.interior[axis]);
  if (!low || !high || !interior)
    return false;
  auto [mode, periodic] = pad.getAxisMode(axis);
  std::optional<PadAxis> whole = getUnslicedAxis(
      {size, *low, *high, *interior, mode, periodic}, offset, extent);
  if (!whole)
    return false;
  Builder builder(pad.source.getContext());
  pad.low[axis] = builder.getIndexAttr(whole->low);
  pad.high[axis] = builder.getIndexAttr(whole->high);
  return true;
}

/// A pad of a pad that only crops becomes a pad of what was cropped, if no
/// element that the crop hides comes back.
static LogicalResult padWhatWasCropped(PadOpInterface op,
                                       PatternRewriter &rewriter) {
  auto inner = op.getSource().getDefiningOp<PadOp>();
  if (!inner || inner.hasInterior() || !onlyCrops(PadDescription(inner)))
    return rewriter.notifyMatchFailure(op, "not a pad of a crop");
  PadDescription pad(op);
  pad.source = inner.getSource();
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    if (inner.getStaticLow()[axis] == 0 && inner.getStaticHigh()[axis] == 0)
      continue;
    std::optional<PadAxis> numbers = getStaticAxis(inner, axis);
    std::optional<int64_t> size =
        numbers ? getPaddedExtent(*numbers) : std::nullopt;
    if (!size || !unsliceAxis(pad, axis, -numbers->low, *size, numbers->extent))
      return rewriter.notifyMatchFailure(op, "the crop may hide elements");
  }
  if (!pad.isValidFor(op))
    return rewriter.notifyMatchFailure(op, "invalid without the crop");
  replaceWithPad(rewriter, op, pad);
  return success();
}

/// A pad of a slice becomes a pad of what was sliced, if no element that the
/// slice hides comes back.
static LogicalResult padWhatWasSliced(PadOpInterface op,
                                      PatternRewriter &rewriter) {
  auto slice = op.getSource().getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || !slice.hasUnitStride() || slice.getDroppedDims().any())
    return rewriter.notifyMatchFailure(op, "not a pad of a dense slice");
  if (isa<quant::UniformQuantizedPerAxisType>(slice.getType().getElementType()))
    return rewriter.notifyMatchFailure(op, "quantized by axis");
  PadDescription pad(op);
  pad.source = slice.getSource();
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    int64_t extent = slice.getSourceType().getDimSize(axis);
    int64_t offset = slice.getStaticOffset(axis);
    int64_t size = slice.getStaticSize(axis);
    if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(offset) ||
        ShapedType::isDynamic(size) ||
        !unsliceAxis(pad, axis, offset, size, extent))
      return rewriter.notifyMatchFailure(op, "the slice may hide elements");
  }
  if (!pad.isValidFor(op))
    return rewriter.notifyMatchFailure(op, "invalid without the slice");
  replaceWithPad(rewriter, op, pad);
  return success();
}

void mlir::pad::populatePadOfPadPatterns(RewritePatternSet &patterns) {
  addPatterns<addPadOfPad, padWhatWasCropped>(patterns);
}

void mlir::pad::populatePadOfSlicePatterns(RewritePatternSet &patterns) {
  addPatterns<padWhatWasSliced>(patterns);
}
