//===- SymbolicPadGeometry.cpp - Extents and positions as IR --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/IR/IndexMath.h"
#include "Pad/IR/ValueBoundsQueries.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

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

/// The largest interior pad that no extent can make overflow: memory holds at
/// most 2^56 elements.
static constexpr int64_t kLargestSafeInterior = 126;

/// The interior pad as it is applied: a negative one (C2) counts as 0, and one
/// for which the dilated extent overflows (C7) counts as the largest one for
/// which it does not: `(d - 1) * (interior + 1) + 1 <= INT64_MAX`. An axis of 0
/// or 1 elements takes any interior pad, but `interior + 1` must still fit.
static OpFoldResult emitValidInterior(IndexMath m,
                                      const SymbolicPadAxis &axis) {
  std::optional<int64_t> known = getConstantIntValue(axis.interior);
  if (known && *known <= kLargestSafeInterior)
    return m.b.getIndexAttr(std::max<int64_t>(*known, 0));
  Value gaps = m.max(m.sub(m.value(axis.extent), m.constant(1)), m.constant(1));
  Value largest = m.sub(
      m.apply<arith::DivUIOp>(m.constant(INT64_MAX - 1), gaps), m.constant(1));
  Value interior = m.max(m.value(axis.interior), m.constant(0));
  return getAsOpFoldResult(m.min(interior, largest));
}

/// Dilated extent for an interior pad made valid: an empty axis gives
/// `max(0, -interior) = 0`.
static Value emitValidDilatedExtent(IndexMath m, OpFoldResult extent,
                                    OpFoldResult interior) {
  Value d = m.value(extent);
  if (isZeroInteger(interior))
    return d;
  Value one = m.constant(1);
  Value last = m.mul(m.sub(d, one), m.add(m.value(interior), one));
  return m.max(m.add(last, one), m.constant(0));
}

OpFoldResult mlir::pad::emitDilatedExtent(OpBuilder &builder, Location loc,
                                          const SymbolicPadAxis &axis) {
  IndexMath m{builder, loc};
  return getAsOpFoldResult(
      emitValidDilatedExtent(m, axis.extent, emitValidInterior(m, axis)));
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
  IndexMath m{builder, loc};
  Value dilated =
      emitValidDilatedExtent(m, axis.extent, emitValidInterior(m, axis));
  Value sum = m.add(m.add(dilated, m.value(axis.low)), m.value(axis.high));
  if (!cropsNothing && (!isNonNegative(axis.low) || !isNonNegative(axis.high)))
    sum = m.max(sum, m.constant(0));
  return getAsOpFoldResult(sum);
}

CropSplit mlir::pad::emitCropOfSource(OpBuilder &builder, Location loc,
                                      const SymbolicPadAxis &axis,
                                      OpFoldResult padded) {
  IndexMath m{builder, loc};
  Value zero = m.constant(0), extent = m.value(axis.extent);
  Value low = m.value(axis.low), n = m.value(padded);
  // The window [-low, -low + n) meets the source in [begin, end).
  Value begin = m.clamp(m.sub(zero, low), zero, extent);
  Value end =
      m.clamp(m.add(extent, m.min(m.value(axis.high), zero)), begin, extent);
  Value size = m.sub(end, begin);
  // A pad that is not positive extends nothing.
  Value newLow =
      isKnownNotPositive(axis.low) ? zero : m.max(m.min(low, n), zero);
  Value newHigh = isKnownNotPositive(axis.high)
                      ? zero
                      : m.max(m.sub(m.sub(n, newLow), size), zero);
  // If nothing is kept, any first index in bounds will do.
  Value last = m.max(m.sub(extent, m.constant(1)), zero);
  return {getAsOpFoldResult(m.min(begin, last)), getAsOpFoldResult(size),
          getAsOpFoldResult(newLow), getAsOpFoldResult(newHigh)};
}

CropSplit mlir::pad::emitCropOfResult(OpBuilder &builder, Location loc,
                                      const SymbolicPadAxis &axis,
                                      OpFoldResult padded) {
  IndexMath m{builder, loc};
  Value zero = m.constant(0), low = m.value(axis.low);
  Value n = m.value(padded);
  auto extend = [&](OpFoldResult pad) -> OpFoldResult {
    if (isNonNegative(pad) && axis.mode == PadMode::Constant)
      return pad;
    Value amount = m.value(pad);
    if (axis.mode != PadMode::Constant)
      amount = m.select(m.cmp(arith::CmpIPredicate::eq, n, zero), zero, amount);
    return getAsOpFoldResult(m.max(amount, zero));
  };
  SymbolicPadAxis extended = axis;
  extended.low = extend(axis.low);
  extended.high = extend(axis.high);
  Value whole = m.value(emitPaddedExtent(builder, loc, extended));
  // An empty window starts anywhere in bounds.
  Value last = m.sub(whole, m.max(n, m.constant(1)));
  Value offset = m.max(m.min(m.sub(zero, low), last), zero);
  return {getAsOpFoldResult(offset), padded, extended.low, extended.high};
}

SymbolicInBoundsRange mlir::pad::emitInBoundsRange(OpBuilder &builder,
                                                   Location loc,
                                                   const SymbolicPadAxis &axis,
                                                   OpFoldResult paddedExtent) {
  IndexMath m{builder, loc};
  Value zero = m.constant(0), low = m.value(axis.low), d = m.value(axis.extent),
        n = m.value(paddedExtent);
  // All numbers are at most extents, so nothing overflows, and indices that the
  // clamps change are not in the range.
  Value begin = m.clamp(low, zero, n);
  Value sourceBegin = m.clamp(m.sub(begin, low), zero, d);
  Value end = m.sub(n, m.max(m.value(axis.high), zero));
  Value size = m.clamp(m.sub(end, begin), zero, m.sub(d, sourceBegin));
  return {getAsOpFoldResult(begin), getAsOpFoldResult(size),
          getAsOpFoldResult(sourceBegin)};
}

SourceIndexEmitter::SourceIndexEmitter(OpBuilder &builder, Location loc,
                                       const SymbolicPadAxis &axis)
    : mode(axis.mode) {
  IndexMath m{builder, loc};
  low = m.value(axis.low);
  OpFoldResult interior = emitValidInterior(m, axis);
  dilated = emitValidDilatedExtent(m, axis.extent, interior);
  if (!isZeroInteger(interior))
    step = m.add(m.value(interior), m.constant(1));
  std::optional<int64_t> extent = getConstantIntValue(axis.extent);
  if (mode != PadMode::Constant && (!extent || *extent == 0))
    nonEmpty = m.cmp(arith::CmpIPredicate::sgt, dilated, m.constant(0));

  PadExtension extension = getExtension(mode);
  switch (extension.kind) {
  case PadExtension::Kind::Fill:
    break;
  case PadExtension::Kind::Broadcast:
    mirror = m.sub(dilated, m.constant(1));
    break;
  case PadExtension::Kind::Mirror:
    // `mirror - m` is the position in the backward half of the period. The
    // period of up to 2^64 - 2 is an unsigned number.
    divisor =
        m.sub(m.mul(dilated, m.constant(2)), m.constant(2 * extension.skipped));
    mirror = m.sub(divisor, m.constant(1 - extension.skipped));
    divisor = m.apply<arith::MaxUIOp>(divisor, m.constant(1));
    break;
  case PadExtension::Kind::Repeat:
    divisor = m.max(dilated, m.constant(1));
    break;
  }
}

Value SourceIndexEmitter::emitExtension(OpBuilder &builder, Location loc,
                                        Value j) const {
  IndexMath m{builder, loc};
  PadExtension extension = getExtension(mode);
  switch (extension.kind) {
  case PadExtension::Kind::Fill:
    break;
  case PadExtension::Kind::Broadcast:
    return m.max(m.min(j, mirror), m.constant(0));
  case PadExtension::Kind::Mirror: {
    // Even about 0 or -1/2. The magnitude of INT64_MIN is right as an unsigned
    // number.
    Value magnitude = m.max(j, m.sub(m.constant(extension.skipped - 1), j));
    Value position = m.apply<arith::RemUIOp>(magnitude, divisor);
    return m.apply<arith::MinUIOp>(position, m.sub(mirror, position));
  }
  case PadExtension::Kind::Repeat: {
    Value remainder = m.apply<arith::RemSIOp>(j, divisor);
    Value isNegative =
        m.cmp(arith::CmpIPredicate::slt, remainder, m.constant(0));
    return m.select(isNegative, m.add(remainder, divisor), remainder);
  }
  }
  llvm_unreachable("the constant mode extends nothing");
}

SymbolicRead SourceIndexEmitter::emit(OpBuilder &builder, Location loc,
                                      Value index) const {
  IndexMath m{builder, loc};
  SymbolicRead read;
  read.index = m.sub(index, low);
  if (mode == PadMode::Constant) {
    // One unsigned comparison for 0 <= j < dilated.
    read.hasSource = m.cmp(arith::CmpIPredicate::ult, read.index, dilated);
  } else {
    read.index = emitExtension(builder, loc, read.index);
    read.hasSource = nonEmpty;
  }
  if (step) {
    Value remainder = m.apply<arith::RemUIOp>(read.index, step);
    Value onElement = m.cmp(arith::CmpIPredicate::eq, remainder, m.constant(0));
    read.hasSource =
        read.hasSource ? m.both(read.hasSource, onElement) : onElement;
    read.index = m.apply<arith::DivUIOp>(read.index, step);
  }
  return read;
}
