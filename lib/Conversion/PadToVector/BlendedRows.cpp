//===- BlendedRows.cpp - Rows blended with their borders ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlendedRows.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

Value BlendedRows::emitFits(VectorMover &mover, const AxisValues &axis,
                            Form form) {
  IndexMath m = mover.math();
  // Borders lie next to data.
  Value fits = axis.emitHasRuns(m);
  auto requireAtMost = [&](Value value, Value limit) {
    fits = m.both(fits, m.cmp(CmpIPredicate::sle, value, limit));
  };
  Value vector = m.constant(form.width);
  requireAtMost(vector, axis.resultExtent);
  if (!form.isLong)
    requireAtMost(axis.resultExtent, m.constant(2 * form.width));
  requireAtMost(axis.begin, vector);
  requireAtMost(m.sub(axis.resultExtent, axis.end), vector);
  // Nothing of the left border is in the last vector.
  if (axis.mode != PadMode::Constant)
    requireAtMost(axis.begin, m.sub(axis.resultExtent, vector));
  return fits;
}

BlendedRows::BlendedRows(VectorMover &mover, const AxisValues &axis, Form form)
    : mover(mover), axis(axis), width(form.width), isLong(form.isLong) {
  IndexMath m = mover.math();
  Value zero = m.constant(0), lanes = m.constant(width);
  lastColumn = m.sub(axis.resultExtent, lanes);
  bool isConstant = axis.mode == PadMode::Constant;
  rightExtent = m.sub(axis.resultExtent, axis.end);
  auto boundIn = [&](Value column, Value first) {
    return emitLanesBelow(m.clamp(m.sub(column, first), zero, lanes));
  };
  auto invert = [&](Value mask) {
    Value ones = mover.splat(mover.emitElement(-1), width);
    return m.apply<arith::XOrIOp>(mask, ones);
  };
  firstBorder = boundIn(axis.begin, zero);
  lastData = boundIn(axis.end, lastColumn);
  if (isConstant) {
    // Both borders may be in either vector.
    firstData = m.apply<arith::XOrIOp>(boundIn(axis.end, zero), firstBorder);
    lastData =
        m.apply<arith::XOrIOp>(lastData, boundIn(axis.begin, lastColumn));
    Value padding = mover.getPadding(width);
    firstPadding = keep(padding, invert(firstData));
    lastPadding = keep(padding, invert(lastData));
  } else {
    firstData = invert(firstBorder);
    lastBorder = invert(lastData);
  }
  bool readsWindow =
      isConstant || axis.extension.kind == PadExtension::Kind::Broadcast;
  readBefore = readsWindow ? axis.begin : lanes;
  readBehind = readsWindow ? rightExtent : lanes;
}

Value BlendedRows::emitLanesBelow(Value bound) {
  IndexMath m = mover.math();
  VectorType type = mover.getVectorType(width);
  unsigned bits = type.getElementTypeBitWidth();
  Value limit =
      m.b.createOrFold<arith::IndexCastOp>(m.loc, type.getElementType(), bound);
  // The sign of the difference in all bits.
  Value difference =
      m.sub(emitStepVector(m.b, m.loc, type), mover.splat(limit, width));
  return m.apply<arith::ShRSIOp>(
      difference, mover.splat(mover.emitElement(bits - 1), width));
}

Value BlendedRows::keep(Value vector, Value mask) {
  return mover.math().apply<arith::AndIOp>(vector, mask);
}

Value BlendedRows::emitBorder(FlatBuffer source, Value sourceOffset,
                              bool isLeft) {
  IndexMath m = mover.math();
  auto loadAt = [&](Value index) {
    return mover.load(source, m.add(sourceOffset, index), width);
  };
  // `first` is what lane 0 reads, the next ones what lies before it.
  auto loadReverseAt = [&](Value first) {
    return mover.reverse(loadAt(m.sub(first, m.constant(width - 1))));
  };
  // How far lane 0 is from the data; negative where it lies inside it.
  Value distance =
      isLeft ? axis.begin : m.sub(rightExtent, m.constant(width - 1));
  Value index = axis.emitPositionAt(m, distance, isLeft);
  switch (axis.extension.kind) {
  case PadExtension::Kind::Fill:
    break;
  case PadExtension::Kind::Broadcast:
    return mover.splat(mover.loadElement(source, m.add(sourceOffset, index)),
                       width);
  case PadExtension::Kind::Mirror:
    return loadReverseAt(index);
  case PadExtension::Kind::Repeat:
    return loadAt(index);
  }
  llvm_unreachable("the constant mode extends nothing");
}

void BlendedRows::emitVectors(FlatBuffer result, Value resultOffset,
                              Value first, Value last,
                              function_ref<Value(Value)> loadAt) {
  auto storeAt = [&](Value column, Value vector) {
    mover.store(vector, result, mover.math().add(resultOffset, column));
  };
  // Where they overlap with the others, those two hold the border.
  IndexMath m = mover.math();
  if (isLong)
    mover.forVectorPairs(m.constant(width), lastColumn, [&](Value column) {
      storeAt(column, loadAt(column));
    });
  storeAt(m.constant(0), first);
  storeAt(lastColumn, last);
}

void BlendedRows::emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                       Value resultOffset) {
  mover.trace(EmittedWay::Blended);
  IndexMath m = mover.math();
  Value origin = m.sub(sourceOffset, axis.low);
  auto loadAt = [&](Value column) {
    return mover.load(source, mover.math().add(origin, column), width);
  };
  Value left = firstPadding, right = lastPadding;
  if (axis.mode != PadMode::Constant) {
    left = keep(emitBorder(source, sourceOffset, /*isLeft=*/true), firstBorder);
    right =
        keep(emitBorder(source, sourceOffset, /*isLeft=*/false), lastBorder);
  }
  Value first = keep(loadAt(m.constant(0)), firstData);
  Value last = keep(loadAt(lastColumn), lastData);
  emitVectors(result, resultOffset, m.apply<arith::OrIOp>(first, left),
              m.apply<arith::OrIOp>(last, right), loadAt);
}

void BlendedRows::emitAlone(FlatBuffer source, Value sourceOffset,
                            FlatBuffer result, Value resultOffset) {
  mover.trace(EmittedWay::BlendedAlone);
  IndexMath m = mover.math();
  Value zero = m.constant(0), lanes = m.constant(width);
  // Vectors between the first and the last hold data only.
  Value between = m.max(m.sub(lastColumn, lanes), zero);
  Value whole = m.sub(between, m.apply<arith::RemUIOp>(between, lanes));
  mover.forLoop(zero, whole, width, [&](Value i) {
    IndexMath m = mover.math();
    Value column = m.add(i, lanes);
    Value from = m.add(sourceOffset, m.sub(column, axis.low));
    mover.store(mover.load(source, from, width), result,
                m.add(resultOffset, column));
  });
  mover.forLoop(zero, m.sub(axis.resultExtent, whole), 1, [&](Value i) {
    IndexMath m = mover.math();
    Value isFirst = m.cmp(CmpIPredicate::slt, i, lanes);
    Value column = m.select(isFirst, i, m.add(i, whole));
    Value to = m.add(resultOffset, column);
    auto copyFrom = [&](Value index) {
      mover.storeElement(mover.loadElement(source, m.add(sourceOffset, index)),
                         result, to);
    };
    Value position = m.sub(column, axis.low);
    Value isBefore = m.cmp(CmpIPredicate::slt, column, axis.begin);
    Value isBehind = m.cmp(CmpIPredicate::sge, column, axis.end);
    if (axis.mode == PadMode::Constant)
      return mover.ifElse(
          m.either(isBefore, isBehind),
          [&] { mover.storeElement(mover.getPadding(1), result, to); },
          [&] { copyFrom(position); });
    Value left = axis.emitRunPosition(m, column, /*isLeft=*/true);
    Value right = axis.emitRunPosition(m, column, /*isLeft=*/false);
    copyFrom(m.select(isBefore, left, m.select(isBehind, right, position)));
  });
}

void BlendedRows::fill(FlatBuffer result, Value resultOffset) {
  Value padding = mover.getPadding(width);
  emitVectors(result, resultOffset, padding, padding,
              [&](Value) { return padding; });
}

void BlendedRows::repeat(FlatBuffer result, Value fromOffset, Value toOffset) {
  auto loadAt = [&](Value column) {
    return mover.load(result, mover.math().add(fromOffset, column), width);
  };
  Value first = loadAt(mover.math().constant(0)), last = loadAt(lastColumn);
  emitVectors(result, toOffset, first, last, loadAt);
}
