//===- PadSlicing.cpp - A slice of a pad is a pad -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/IR/ValueBoundsQueries.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// `offset + size - low - dilated`, or nullopt on overflow (C7).
static std::optional<int64_t> getSlicedHigh(int64_t low, int64_t dilated,
                                            int64_t offset, int64_t size) {
  int64_t end, position, high;
  if (llvm::AddOverflow(offset, size, end) ||
      llvm::SubOverflow(end, low, position) ||
      llvm::SubOverflow(position, dilated, high))
    return std::nullopt;
  return high;
}

std::optional<PadAxis> mlir::pad::getSlicedAxis(const PadAxis &axis,
                                                int64_t offset, int64_t size) {
  std::optional<int64_t> dilated = getDilatedExtent(axis.extent, axis.interior);
  std::optional<int64_t> padded = getPaddedExtent(axis);
  if (!padded || offset < 0 || size < 0 || offset > *padded ||
      size > *padded - offset)
    return std::nullopt;
  PadAxis sliced = axis;
  // If the result is empty because the pads crop more than there is, the pads
  // stay, because a high pad that makes up for the crop could exceed the limit
  // (C5).
  if (*padded == 0)
    return sliced;
  std::optional<int64_t> high = getSlicedHigh(axis.low, *dilated, offset, size);
  if (!high || llvm::SubOverflow(axis.low, offset, sliced.low))
    return std::nullopt;
  sliced.high = *high;
  return sliced;
}

bool mlir::pad::isWholeAxis(Value tensor, int64_t axis, OpFoldResult offset,
                            OpFoldResult size) {
  if (!isZeroInteger(offset))
    return false;
  int64_t extent = cast<ShapedType>(tensor.getType()).getDimSize(axis);
  if (ShapedType::isStatic(extent))
    return isConstantIntValue(size, extent);
  return isProven(size, ValueBoundsConstraintSet::EQ, {tensor, axis});
}

/// The result of `op`, or its destination.
static Value getPadded(PadOpInterface op) {
  if (auto padOp = dyn_cast<PadOp>(op.getOperation()))
    return padOp.getResult();
  return cast<PadIntoOp>(op.getOperation()).getInit();
}

bool mlir::pad::isUnpaddedAxis(PadOpInterface op, int64_t axis) {
  PadAxis numbers = getStaticNumbers(op, axis);
  if (!numbers.isUnpadded())
    return false;
  int64_t extent = numbers.extent;
  int64_t padded = op.getPaddedType().getDimSize(axis);
  if (ShapedType::isStatic(extent) && ShapedType::isStatic(padded))
    return extent == padded;
  // The op itself makes this extent.
  if (isa<PadOp>(op.getOperation()) && ShapedType::isDynamic(extent) &&
      ShapedType::isDynamic(padded))
    return true;
  return isProven({op.getSource(), axis}, ValueBoundsConstraintSet::EQ,
                  {getPadded(op), axis});
}

namespace {
/// The slice of one axis, with what is known of it before any op is created.
struct AxisSlice {
  int64_t axis;
  OpFoldResult low, high, offset, size;
  /// The pads of the slice, where known.
  std::optional<int64_t> slicedLow = std::nullopt, slicedHigh = std::nullopt;
  /// Whether the high pad may stand in an attribute.
  bool isHighValid = true;
};

/// The slice `[offsets, offsets + sizes)` of a pad.
struct Slice {
  SmallVector<AxisSlice> axes;
  /// The axes that are sliced in the source.
  llvm::SmallBitVector inSource;
};
} // namespace

/// Computes what is static of the slice `slice` of an axis of `op`; fails where
/// that overflows or is out of bounds.
static LogicalResult analyzeAxis(PadOpInterface op, AxisSlice &slice) {
  std::optional<int64_t> low = getStaticNumber(slice.low),
                         offset = getStaticNumber(slice.offset),
                         size = getStaticNumber(slice.size);
  if ((offset && *offset < 0) || (size && *size < 0))
    return failure();
  std::optional<PadAxis> numbers = getStaticAxis(op, slice.axis);
  if (numbers && offset && size) {
    std::optional<PadAxis> sliced = getSlicedAxis(*numbers, *offset, *size);
    if (!sliced)
      return failure();
    slice.slicedLow = sliced->low;
    slice.slicedHigh = sliced->high;
    return success();
  }
  int64_t slicedLow;
  if (low && offset) {
    if (llvm::SubOverflow(*low, *offset, slicedLow))
      return failure();
    slice.slicedLow = slicedLow;
  }
  PadAxis whole = getStaticNumbers(op, slice.axis);
  int64_t extent = whole.extent, interior = whole.interior;
  if (!low || !offset || !size || ShapedType::isDynamic(extent) ||
      ShapedType::isDynamic(interior))
    return success();
  // If only the high pad is dynamic, the slice determines a static one.
  std::optional<int64_t> dilated = getDilatedExtent(extent, interior);
  slice.slicedHigh =
      dilated ? getSlicedHigh(*low, *dilated, *offset, *size) : std::nullopt;
  if (!slice.slicedHigh)
    return failure();
  PadAxis sliced = whole;
  sliced.low = slicedLow;
  sliced.high = *slice.slicedHigh;
  slice.isHighValid = isValidPadAxis(sliced);
  return success();
}

/// Analyzes all axes; fails as `analyzeAxis` does.
static FailureOr<Slice> analyzeSlice(PadOpInterface op,
                                     ArrayRef<OpFoldResult> offsets,
                                     ArrayRef<OpFoldResult> sizes) {
  Slice slice;
  slice.inSource.resize(op.getRank());
  for (auto [axis, low, high, offset, size] :
       llvm::enumerate(op.getMixedLow(), op.getMixedHigh(), offsets, sizes)) {
    slice.axes.push_back(
        AxisSlice{static_cast<int64_t>(axis), low, high, offset, size});
    if (failed(analyzeAxis(op, slice.axes.back())))
      return failure();
  }
  return slice;
}

/// Whether a slice of an axis that a limit applies to (C5) may be empty and end
/// where the pads of the axis do not reach: the axis is empty, because its pads
/// crop more than there is, or there are more tiles than it needs.
static bool mayExceedLimit(PadOpInterface op, const AxisSlice &slice) {
  if (!getPadLimit(op.getMode(slice.axis), op.isPeriodic(slice.axis),
                   /*dilatedExtent=*/0))
    return false;
  if (std::optional<int64_t> size = getStaticNumber(slice.size);
      size && *size > 0)
    return false;
  std::optional<int64_t> low = getStaticNumber(slice.low),
                         high = getStaticNumber(slice.high);
  if (!low || !high || *low < 0 || *high < 0)
    return true;
  return !isProven(slice.offset, ValueBoundsConstraintSet::LE,
                   {getPadded(op), slice.axis});
}

/// Emits the low and the high pad of the slice `slice` of an axis.
static std::pair<OpFoldResult, OpFoldResult> emitAxis(OpBuilder &builder,
                                                      Location loc,
                                                      PadOpInterface op,
                                                      const AxisSlice &slice) {
  if (isWholeAxis(getPadded(op), slice.axis, slice.offset, slice.size))
    return {slice.low, slice.high};

  ArithContext m{builder, loc};
  OpFoldResult low =
      slice.slicedLow
          ? OpFoldResult(builder.getIndexAttr(*slice.slicedLow))
          : OpFoldResult(m.value(slice.low) - m.value(slice.offset));
  if (slice.slicedHigh && slice.isHighValid)
    return {low, builder.getIndexAttr(*slice.slicedHigh)};
  if (slice.slicedHigh)
    return {low, m.constant(*slice.slicedHigh)};
  OpFoldResult dilated = emitDilatedExtent(
      builder, loc, getSymbolicAxis(builder, loc, op, slice.axis));
  ArithValue end = m.value(slice.offset) + m.value(slice.size);
  ArithValue high = end - m.value(slice.low) - m.value(dilated);
  if (mayExceedLimit(op, slice))
    high = min(high, m.value(slice.high));
  return {low, high};
}

/// Emits the pads of `slice`; none for axes that are sliced in the source.
static PadAmounts emitPads(OpBuilder &builder, Location loc, PadOpInterface op,
                           const Slice &slice) {
  PadAmounts pads;
  pads.interior = op.getMixedInterior();
  pads.modes.assign(op.getModes().getList().begin(),
                    op.getModes().getList().end());
  for (const AxisSlice &axis : slice.axes) {
    OpFoldResult low = builder.getIndexAttr(0), high = low;
    if (!slice.inSource[axis.axis])
      std::tie(low, high) = emitAxis(builder, loc, op, axis);
    pads.low.push_back(low);
    pads.high.push_back(high);
  }
  return pads;
}

FailureOr<PadAmounts> mlir::pad::emitSlicedPads(OpBuilder &builder,
                                                Location loc, PadOpInterface op,
                                                ArrayRef<OpFoldResult> offsets,
                                                ArrayRef<OpFoldResult> sizes) {
  FailureOr<Slice> slice = analyzeSlice(op, offsets, sizes);
  if (failed(slice))
    return failure();
  return emitPads(builder, loc, op, *slice);
}

/// Analyzes a slice of `op`, and which of its axes are sliced in the source.
static FailureOr<Slice> analyzeTensorSlice(PadOpInterface op,
                                           ArrayRef<OpFoldResult> offsets,
                                           ArrayRef<OpFoldResult> sizes) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  FailureOr<Slice> slice = analyzeSlice(op, offsets, sizes);
  if (!type || failed(slice))
    return failure();
  // By its type, a slice of dynamic extent may be empty, and then needs a
  // padding value.
  bool mayBeDynamic =
      mayReadPaddingValue(op) || hasDefaultPaddingValue(type.getElementType());
  auto perAxis =
      dyn_cast<quant::UniformQuantizedPerAxisType>(type.getElementType());
  // The verifier of slices refuses an offset at the end of an axis, also of an
  // empty one.
  if (llvm::is_contained(type.getShape(), 0))
    return slice;
  for (const AxisSlice &axis : slice->axes) {
    if (!isUnpaddedAxis(op, axis.axis) ||
        isWholeAxis(op.getSource(), axis.axis, axis.offset, axis.size))
      continue;
    // A slice of a quantized axis would have other scales.
    if (perAxis && perAxis.getQuantizedDimension() == axis.axis)
      return failure();
    int64_t extent = type.getDimSize(axis.axis);
    if (ShapedType::isStatic(extent) &&
        getStaticNumber(axis.offset).value_or(0) >= extent)
      continue;
    slice->inSource[axis.axis] = mayBeDynamic || getStaticNumber(axis.size);
  }
  return slice;
}

tensor::ExtractSliceOp mlir::pad::emitSlice(OpBuilder &builder, Location loc,
                                            Value tensor,
                                            ArrayRef<OpFoldResult> offsets,
                                            ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}

/// The source of a slice: `op`'s, with the axes `slice.inSource` sliced.
static Value emitSource(OpBuilder &builder, Location loc, PadOpInterface op,
                        const Slice &slice) {
  if (slice.inSource.none())
    return op.getSource();
  SmallVector<OpFoldResult> offsets, sizes;
  for (const AxisSlice &axis : slice.axes) {
    bool inSource = slice.inSource[axis.axis];
    offsets.push_back(inSource ? axis.offset : builder.getIndexAttr(0));
    sizes.push_back(inSource ? axis.size
                             : tensor::getMixedSize(builder, loc,
                                                    op.getSource(), axis.axis));
  }
  return emitSlice(builder, loc, op.getSource(), offsets, sizes);
}

FailureOr<PadOp> mlir::pad::createSlicedPad(OpBuilder &builder, Location loc,
                                            PadOp op,
                                            ArrayRef<OpFoldResult> offsets,
                                            ArrayRef<OpFoldResult> sizes) {
  FailureOr<Slice> slice = analyzeTensorSlice(op, offsets, sizes);
  if (failed(slice))
    return failure();
  PadAmounts pads = emitPads(builder, loc, op, *slice);
  return PadOp::create(
      builder, loc, op.getType().clone(decomposeMixedValues(sizes).first),
      emitSource(builder, loc, op, *slice), pads, op.getValue());
}

FailureOr<PadIntoOp>
mlir::pad::createSlicedPadInto(OpBuilder &builder, Location loc, PadIntoOp op,
                               Value init, ArrayRef<OpFoldResult> offsets,
                               ArrayRef<OpFoldResult> sizes) {
  FailureOr<Slice> slice = analyzeTensorSlice(op, offsets, sizes);
  if (failed(slice))
    return failure();
  PadAmounts pads = emitPads(builder, loc, op, *slice);
  return PadIntoOp::create(builder, loc, emitSource(builder, loc, op, *slice),
                           init, pads, op.getValue());
}
