//===- RowEmitter.cpp - Rows known at run time ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowEmitter.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

AxisValues::AxisValues(VectorMover &mover, PadMode mode,
                       const SymbolicPadAxis &axis, Value resultExtent)
    : positions(mover.builder(), mover.location(), mode, axis),
      resultExtent(resultExtent), dilated(positions.getDilatedExtent()),
      step(positions.getStep()) {
  IndexMath m = mover.math();
  Value zero = m.constant(0);
  low = m.clamp(positions.getLow(), m.sub(zero, dilated), resultExtent);
  begin = m.max(low, zero);
  // resultExtent, or low + dilated if that is less: without a sum that
  // overflows.
  Value behind = m.sub(m.sub(resultExtent, dilated), low);
  end = m.sub(resultExtent, m.max(behind, zero));
}

RowEmitter::RowEmitter(VectorMover &mover, PadMode mode, const AxisValues &axis,
                       Value chunk)
    : mover(mover), mode(mode), axis(axis), chunk(chunk) {
  IndexMath m = mover.math();
  Value zero = m.constant(0), one = m.constant(1);
  Value first = m.sub(axis.begin, axis.low);
  Value length = m.sub(axis.end, axis.begin);
  interior = 0;
  firstElement = first;
  elements = length;
  spanBegin = axis.begin;
  spanEnd = axis.end;
  if (axis.step) {
    interior.reset();
    if (std::optional<int64_t> step = getConstantIntValue(axis.step))
      interior = *step - 1;
    // Round up to an element; the last one may lie in front of the end.
    firstElement = m.ceilDiv(first, axis.step);
    Value lead = m.sub(m.mul(firstElement, axis.step), first);
    Value rest = m.max(m.sub(length, lead), zero);
    elements = m.ceilDiv(rest, axis.step);
    Value span =
        m.max(m.add(m.mul(m.sub(elements, one), axis.step), one), zero);
    spanBegin = m.add(axis.begin, m.min(lead, length));
    spanEnd = m.add(spanBegin, span);
  }
  isWide = m.cmp(CmpIPredicate::sge, scale(axis.resultExtent),
                 m.constant(mover.getLanes()));

  // How far a border may reach to be one run.
  Value low = axis.positions.getLow();
  Value lastPosition = m.sub(m.sub(axis.resultExtent, one), low);
  Value d = axis.dilated, twice = m.add(d, d);
  switch (mode) {
  case PadMode::Constant:
    return;
  case PadMode::Edge:
    isLeftRun = isRightRun = m.cmp(CmpIPredicate::eq, zero, zero);
    return;
  case PadMode::Reflect:
    isLeftRun = m.cmp(CmpIPredicate::slt, low, d);
    // The position, as an unsigned number: it may exceed 2^63.
    isRightRun = m.cmp(CmpIPredicate::ult, lastPosition, m.sub(twice, one));
    return;
  case PadMode::Symmetric:
  case PadMode::Wrap:
    isLeftRun = m.cmp(CmpIPredicate::sle, low, d);
    isRightRun = m.cmp(CmpIPredicate::ult, lastPosition, twice);
    return;
  }
}

Value RowEmitter::scale(Value count) {
  return chunk ? mover.math().mul(count, chunk) : count;
}

void RowEmitter::emitData(FlatBuffer source, Value sourceOffset,
                          FlatBuffer result, Value resultOffset) {
  IndexMath m = mover.math();
  if (!interior || (chunk && *interior != 0))
    return emitEach(source, sourceOffset, result, resultOffset, axis.begin,
                    axis.end);
  mover.copy(source, m.add(sourceOffset, scale(firstElement)), result,
             m.add(resultOffset, scale(spanBegin)), scale(elements),
             /*isReverse=*/false, *interior);
}

void RowEmitter::emitConstantBorders(FlatBuffer result, Value resultOffset,
                                     Value begin, Value end, bool keepsData) {
  IndexMath m = mover.math();
  Value length = scale(axis.resultExtent);
  begin = scale(begin);
  end = scale(end);
  auto exact = [&] {
    mover.fillPadding(result, resultOffset, begin);
    mover.fillPadding(result, m.add(resultOffset, end), m.sub(length, end));
  };
  if (keepsData)
    return exact();
  // Whole vectors that run into the data: it is written afterwards.
  int64_t lanes = mover.getLanes();
  mover.ifElse(
      isWide,
      [&] {
        Value padding = mover.getPadding(lanes);
        Value last = m.sub(length, m.constant(lanes));
        auto storeAt = [&](Value i) {
          mover.store(padding, result, m.add(resultOffset, m.min(i, last)));
        };
        mover.forLoop(m.constant(0), begin, lanes, storeAt);
        mover.forLoop(end, length, lanes, storeAt);
      },
      exact);
}

void RowEmitter::emitEach(FlatBuffer source, Value sourceOffset,
                          FlatBuffer result, Value resultOffset, Value first,
                          Value last) {
  mover.forLoop(first, last, 1, [&](Value i) {
    IndexMath m = mover.math();
    SymbolicRead read = axis.positions.emit(m.b, m.loc, i);
    Value to = m.add(resultOffset, scale(i));
    auto copy = [&] {
      Value from = m.add(sourceOffset, scale(read.index));
      if (chunk)
        mover.copy(source, from, result, to, chunk);
      else
        mover.storeElement(mover.loadElement(source, from), result, to);
    };
    if (!read.hasSource)
      return copy();
    mover.ifElse(read.hasSource, copy, [&] {
      if (chunk)
        mover.fillPadding(result, to, chunk);
      else
        mover.storeElement(mover.getPadding(1), result, to);
    });
  });
}

void RowEmitter::emitLeft(FlatBuffer source, Value sourceOffset,
                          FlatBuffer result, Value resultOffset) {
  IndexMath m = mover.math();
  Value zero = m.constant(0), one = m.constant(1), count = axis.begin;
  auto each = [&] {
    emitEach(source, sourceOffset, result, resultOffset, zero, count);
  };
  if (chunk || interior != 0)
    return each();
  // Result index 0 reads position -low.
  Value low = axis.positions.getLow();
  mover.ifElse(
      isLeftRun,
      [&] {
        switch (mode) {
        case PadMode::Constant:
          llvm_unreachable("the constant mode copies no border");
        case PadMode::Edge: {
          Value isEmpty = m.cmp(CmpIPredicate::sle, count, zero);
          mover.ifElse(
              isEmpty, [] {},
              [&] {
                mover.fill(result, resultOffset, count,
                           mover.loadElement(source, sourceOffset));
              });
          return;
        }
        case PadMode::Reflect:
          return mover.copy(source, m.add(sourceOffset, low), result,
                            resultOffset, count, /*isReverse=*/true);
        case PadMode::Symmetric:
          return mover.copy(source, m.add(sourceOffset, m.sub(low, one)),
                            result, resultOffset, count, /*isReverse=*/true);
        case PadMode::Wrap:
          return mover.copy(source,
                            m.add(sourceOffset, m.sub(axis.dilated, low)),
                            result, resultOffset, count);
        }
      },
      each);
}

void RowEmitter::emitRight(FlatBuffer source, Value sourceOffset,
                           FlatBuffer result, Value resultOffset) {
  IndexMath m = mover.math();
  Value zero = m.constant(0), one = m.constant(1);
  Value count = m.sub(axis.resultExtent, axis.end);
  auto each = [&] {
    emitEach(source, sourceOffset, result, resultOffset, axis.end,
             axis.resultExtent);
  };
  if (chunk || interior != 0)
    return each();
  Value to = m.add(resultOffset, axis.end), d = axis.dilated;
  // Position that the first of the border reads, at least d.
  Value position = m.sub(axis.end, axis.positions.getLow());
  mover.ifElse(
      isRightRun,
      [&] {
        switch (mode) {
        case PadMode::Constant:
          llvm_unreachable("the constant mode copies no border");
        case PadMode::Edge: {
          Value isEmpty = m.cmp(CmpIPredicate::sle, count, zero);
          mover.ifElse(
              isEmpty, [] {},
              [&] {
                Value last = m.add(sourceOffset, m.sub(d, one));
                mover.fill(result, to, count, mover.loadElement(source, last));
              });
          return;
        }
        case PadMode::Reflect:
        case PadMode::Symmetric: {
          Value mirror =
              m.sub(m.add(d, d), m.constant(mode == PadMode::Reflect ? 2 : 1));
          return mover.copy(source,
                            m.add(sourceOffset, m.sub(mirror, position)),
                            result, to, count, /*isReverse=*/true);
        }
        case PadMode::Wrap:
          return mover.copy(source, m.add(sourceOffset, m.sub(position, d)),
                            result, to, count);
        }
      },
      each);
}

void RowEmitter::emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                      Value resultOffset, bool bordersOnly) {
  if (mode == PadMode::Constant) {
    if (!interior || (chunk && *interior != 0)) {
      emitConstantBorders(result, resultOffset, axis.begin, axis.end,
                          bordersOnly);
      return emitData(source, sourceOffset, result, resultOffset);
    }
    emitConstantBorders(result, resultOffset, spanBegin, spanEnd, bordersOnly);
    if (!bordersOnly)
      emitData(source, sourceOffset, result, resultOffset);
    return;
  }
  emitLeft(source, sourceOffset, result, resultOffset);
  emitRight(source, sourceOffset, result, resultOffset);
  if (bordersOnly)
    return;
  if (interior && *interior != 0 && !chunk) {
    // Gaps in front of the first element and behind the last.
    IndexMath m = mover.math();
    mover.fillPadding(result, m.add(resultOffset, axis.begin),
                      m.sub(spanBegin, axis.begin));
    mover.fillPadding(result, m.add(resultOffset, spanEnd),
                      m.sub(axis.end, spanEnd));
  }
  emitData(source, sourceOffset, result, resultOffset);
}
