//===- SymbolicPadGeometry.cpp - Extents and positions as IR --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/IR/ValueBoundsQueries.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

SmallVector<OpFoldResult>
mlir::pad::getMixedExtents(OpBuilder &builder, Location loc, Value shaped) {
  return isa<TensorType>(shaped.getType())
             ? tensor::getMixedSizes(builder, loc, shaped)
             : memref::getMixedSizes(builder, loc, shaped);
}

/// Extent of axis `axis` of `source`.
static OpFoldResult getMixedExtent(OpBuilder &builder, Location loc,
                                   Value source, int64_t axis) {
  return isa<TensorType>(source.getType())
             ? tensor::getMixedSize(builder, loc, source, axis)
             : memref::getMixedSize(builder, loc, source, axis);
}

SymbolicPadAxis mlir::pad::getSymbolicAxis(OpBuilder &builder, Location loc,
                                           PadOpInterface op, int64_t axis) {
  return {getMixedExtent(builder, loc, op.getSource(), axis),
          op.getMixedLow()[axis], op.getMixedHigh()[axis],
          op.getMixedInterior()[axis], op.getMode(axis)};
}

PadAxis mlir::pad::getKnownNumbers(PadOpInterface op, int64_t axis) {
  auto getKnown = [](OpFoldResult number) {
    return getConstantIntValue(number).value_or(ShapedType::kDynamic);
  };
  PadAxis numbers{op.getSourceType().getDimSize(axis),
                  getKnown(op.getMixedLow()[axis]),
                  getKnown(op.getMixedHigh()[axis]),
                  getKnown(op.getMixedInterior()[axis]),
                  op.getMode(axis),
                  op.isPeriodic(axis)};
  // C2
  if (ShapedType::isStatic(numbers.interior))
    numbers.interior = std::max<int64_t>(numbers.interior, 0);
  return numbers;
}

SmallVector<SymbolicPadAxis> mlir::pad::getSymbolicAxes(OpBuilder &builder,
                                                        Location loc,
                                                        PadOpInterface op) {
  SmallVector<SymbolicPadAxis> axes;
  for (auto [axis, low, high, interior] : llvm::enumerate(
           op.getMixedLow(), op.getMixedHigh(), op.getMixedInterior()))
    axes.push_back({getMixedExtent(builder, loc, op.getSource(), axis), low,
                    high, interior, op.getMode(axis)});
  return axes;
}

SmallVector<SymbolicPadAxis> mlir::pad::getSymbolicAxes(OpBuilder &builder,
                                                        AdjointOpInterface op) {
  SmallVector<SymbolicPadAxis> axes;
  for (auto [axis, extent, low, high, interior] :
       llvm::enumerate(op.getMixedSourceShape(builder), op.getMixedLow(),
                       op.getMixedHigh(), op.getMixedInterior()))
    axes.push_back({extent, low, high, interior, op.getMode(axis)});
  return axes;
}

/// The largest interior pad that no extent of an array with elements can make
/// overflow.
static constexpr int64_t kLargestSafeInterior =
    INT64_MAX / kLargestArrayExtent - 1;
static_assert(kLargestSafeInterior == 126);

/// `interior + 1` for the interior pad as it is applied; nullopt for 1.
static std::optional<ArithValue> emitStep(ArithContext m,
                                          const SymbolicPadAxis &axis) {
  std::optional<int64_t> known = getConstantIntValue(axis.interior);
  if (known && *known <= 0)
    return std::nullopt;
  if (known && *known <= kLargestSafeInterior)
    return m.constant(*known + 1);
  ArithValue interior =
      getAppliedInterior(m.value(axis.extent), m.value(axis.interior));
  if (isZeroInteger(getAsOpFoldResult(interior)))
    return std::nullopt;
  return interior + 1;
}

/// The extent of `axis` after dilation by `step`.
static ArithValue emitDilated(ArithContext m, const SymbolicPadAxis &axis,
                              std::optional<ArithValue> step) {
  ArithValue extent = m.value(axis.extent);
  // An axis of 0 or 1 elements has no gaps.
  std::optional<int64_t> known = getConstantIntValue(axis.extent);
  return step && !(known && *known <= 1) ? getDilated(extent, *step) : extent;
}

OpFoldResult mlir::pad::emitDilatedExtent(OpBuilder &builder, Location loc,
                                          const SymbolicPadAxis &axis) {
  ArithContext m{builder, loc};
  return getAsOpFoldResult(emitDilated(m, axis, emitStep(m, axis)));
}

/// Whether `pad` is statically known not to be negative.
static bool isNonNegative(OpFoldResult pad) {
  std::optional<int64_t> value = getConstantIntValue(pad);
  return value && *value >= 0;
}

bool mlir::pad::isKnownNonNegative(OpFoldResult pad) {
  if (getConstantIntValue(pad))
    return isNonNegative(pad);
  auto value = cast<Value>(pad);
  if (value.getDefiningOp<tensor::DimOp>())
    return true;
  if (auto maximum = value.getDefiningOp<arith::MaxSIOp>())
    if (isKnownNonNegative(getAsOpFoldResult(maximum.getLhs())) ||
        isKnownNonNegative(getAsOpFoldResult(maximum.getRhs())))
      return true;
  FailureOr<int64_t> bound =
      computeConstantBound(presburger::BoundType::LB, value);
  return succeeded(bound) && *bound >= 0;
}

bool mlir::pad::isKnownNotPositive(OpFoldResult pad) {
  std::optional<int64_t> value = getConstantIntValue(pad);
  return value && *value <= 0;
}

OpFoldResult mlir::pad::emitPaddedExtent(OpBuilder &builder, Location loc,
                                         const SymbolicPadAxis &axis,
                                         bool cropsNothing) {
  ArithContext m{builder, loc};
  ArithValue dilated = emitDilated(m, axis, emitStep(m, axis));
  ArithValue sum = dilated + m.value(axis.low) + m.value(axis.high);
  if (!cropsNothing && (!isNonNegative(axis.low) || !isNonNegative(axis.high)))
    sum = max(sum, 0);
  return getAsOpFoldResult(sum);
}

CropSplit mlir::pad::emitCropOfSource(OpBuilder &builder, Location loc,
                                      const SymbolicPadAxis &axis,
                                      OpFoldResult padded) {
  ArithContext m{builder, loc};
  auto [offset, size, low, high] =
      getCropOfSource(m.value(axis.extent), m.value(axis.low),
                      m.value(axis.high), m.value(padded),
                      /*mayExtendLow=*/!isKnownNotPositive(axis.low),
                      /*mayExtendHigh=*/!isKnownNotPositive(axis.high));
  return {getAsOpFoldResult(offset), getAsOpFoldResult(size),
          getAsOpFoldResult(low), getAsOpFoldResult(high)};
}

CropSplit mlir::pad::emitCropOfResult(OpBuilder &builder, Location loc,
                                      const SymbolicPadAxis &axis,
                                      OpFoldResult padded) {
  ArithContext m{builder, loc};
  ArithValue size = m.value(padded);
  auto extend = [&](OpFoldResult pad) -> OpFoldResult {
    if (isNonNegative(pad) && axis.mode == PadMode::Constant)
      return pad;
    ArithValue amount = m.value(pad);
    if (axis.mode != PadMode::Constant)
      amount = select(eq(size, 0), m.constant(0), amount);
    return getAsOpFoldResult(max(amount, 0));
  };
  SymbolicPadAxis extended = axis;
  extended.low = extend(axis.low);
  extended.high = extend(axis.high);
  ArithValue whole = m.value(emitPaddedExtent(builder, loc, extended));
  ArithValue offset = getCropOffset(whole, m.value(axis.low), size);
  return {getAsOpFoldResult(offset), padded, extended.low, extended.high};
}

SymbolicInBoundsRange mlir::pad::emitInBoundsRange(OpBuilder &builder,
                                                   Location loc,
                                                   const SymbolicPadAxis &axis,
                                                   OpFoldResult paddedExtent) {
  ArithContext m{builder, loc};
  auto [begin, size, sourceBegin] =
      getInBoundsRange(m.value(axis.extent), m.value(axis.low),
                       m.value(axis.high), m.value(paddedExtent));
  return {getAsOpFoldResult(begin), getAsOpFoldResult(size),
          getAsOpFoldResult(sourceBegin)};
}

SourceIndexMap<ArithValue>
mlir::pad::emitSourceIndexMap(OpBuilder &builder, Location loc,
                              const SymbolicPadAxis &axis) {
  ArithContext m{builder, loc};
  std::optional<ArithValue> step = emitStep(m, axis);
  std::optional<int64_t> extent = getConstantIntValue(axis.extent);
  return SourceIndexMap<ArithValue>(getExtension(axis.mode), m.value(axis.low),
                                    emitDilated(m, axis, step), step,
                                    /*mayBeEmpty=*/!extent || *extent == 0);
}

ReaderMap<ArithValue> mlir::pad::emitReaderMap(OpBuilder &builder, Location loc,
                                               const SymbolicPadAxis &axis,
                                               OpFoldResult padded) {
  ArithContext m{builder, loc};
  std::optional<ArithValue> step = emitStep(m, axis);
  return ReaderMap<ArithValue>(getExtension(axis.mode), m.value(axis.low),
                               emitDilated(m, axis, step), step,
                               m.value(padded));
}
