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

ArithValue BlendedRows::emitFits(VectorMover &mover, const AxisValues &axis,
                                 Form form) {
  ArithContext m = mover.math();
  // Borders lie next to data.
  ArithValue fits = axis.hasRuns();
  auto requireAtMost = [&](ArithValue value, ArithValue limit) {
    fits = fits & (value <= limit);
  };
  ArithValue vector = m.constant(form.width);
  requireAtMost(vector, axis.resultExtent);
  if (!form.isLong)
    requireAtMost(axis.resultExtent, m.constant(2 * form.width));
  requireAtMost(axis.begin, vector);
  requireAtMost(axis.resultExtent - axis.end, vector);
  // Nothing of the left border is in the last vector.
  if (!axis.isFilled())
    requireAtMost(axis.begin, axis.resultExtent - vector);
  return fits;
}

BlendedRows::BlendedRows(VectorMover &mover, const AxisValues &axis, Form form)
    : mover(mover), axis(axis), width(form.width), isLong(form.isLong) {
  ArithContext m = mover.math();
  ArithValue zero = m.constant(0), lanes = m.constant(width);
  lastColumn = axis.resultExtent - lanes;
  bool isConstant = axis.isFilled();
  rightExtent = axis.resultExtent - axis.end;
  auto boundIn = [&](ArithValue column, ArithValue first) {
    return emitLanesBelow(clamp(column - first, 0, lanes));
  };
  auto invert = [&](ArithValue mask) {
    ArithValue ones = mover.splat(mover.emitElement(-1), width);
    return mask ^ ones;
  };
  firstBorder = boundIn(axis.begin, zero);
  lastData = boundIn(axis.end, lastColumn);
  if (isConstant) {
    // Both borders may be in either vector.
    firstData = boundIn(axis.end, zero) ^ firstBorder;
    lastData = lastData ^ boundIn(axis.begin, lastColumn);
    ArithValue padding = mover.getPadding(width);
    firstPadding = keep(padding, invert(firstData));
    lastPadding = keep(padding, invert(lastData));
  } else {
    firstData = invert(firstBorder);
    lastBorder = invert(lastData);
  }
  bool readsWindow = axis.extension.getDirection() == 0;
  readBefore = readsWindow ? axis.begin : lanes;
  readBehind = readsWindow ? rightExtent : lanes;
}

ArithValue BlendedRows::emitLanesBelow(ArithValue bound) {
  VectorType type = mover.getVectorType(width);
  unsigned bits = type.getElementTypeBitWidth();
  ArithValue limit = bound.castTo(type.getElementType());
  // The sign of the difference in all bits.
  ArithValue difference =
      mover.emitLaneIndices(type) - mover.splat(limit, width);
  return ashr(difference, mover.splat(mover.emitElement(bits - 1), width));
}

ArithValue BlendedRows::keep(ArithValue vector, ArithValue mask) {
  return vector & mask;
}

ArithValue BlendedRows::emitBorder(FlatBuffer source, ArithValue sourceOffset,
                                   bool isLeft) {
  // How far lane 0 is from the data; negative where it lies inside it.
  ArithValue distance = isLeft ? axis.begin : rightExtent - (width - 1);
  ArithValue index = axis.getPositionAt(distance, isLeft);
  return mover.loadRun(source, sourceOffset + index, width,
                       axis.extension.getDirection());
}

void BlendedRows::emitVectors(FlatBuffer result, ArithValue resultOffset,
                              ArithValue first, ArithValue last,
                              function_ref<ArithValue(ArithValue)> loadAt) {
  auto storeAt = [&](ArithValue column, ArithValue vector) {
    mover.store(vector, result, resultOffset + column);
  };
  ArithContext m = mover.math();
  storeAt(m.constant(0), first);
  if (isLong)
    mover.forVectorPairs(m.constant(width), lastColumn, [&](ArithValue column) {
      storeAt(column, loadAt(column));
    });
  // Where it overlaps with the one before, this one holds the border.
  storeAt(lastColumn, last);
}

void BlendedRows::emit(FlatBuffer source, ArithValue sourceOffset,
                       FlatBuffer result, ArithValue resultOffset) {
  mover.trace(EmittedWay::Blended);
  ArithContext m = mover.math();
  ArithValue origin = sourceOffset - axis.low;
  auto loadAt = [&](ArithValue column) {
    return mover.load(source, origin + column, width);
  };
  ArithValue left = firstPadding, right = lastPadding;
  if (!axis.isFilled()) {
    left = keep(emitBorder(source, sourceOffset, /*isLeft=*/true), firstBorder);
    right =
        keep(emitBorder(source, sourceOffset, /*isLeft=*/false), lastBorder);
  }
  ArithValue first = keep(loadAt(m.constant(0)), firstData);
  ArithValue last = keep(loadAt(lastColumn), lastData);
  emitVectors(result, resultOffset, first | left, last | right, loadAt);
}

void BlendedRows::fill(FlatBuffer result, ArithValue resultOffset) {
  ArithValue padding = mover.getPadding(width);
  emitVectors(result, resultOffset, padding, padding,
              [&](ArithValue) { return padding; });
}

void BlendedRows::repeat(FlatBuffer result, ArithValue fromOffset,
                         ArithValue toOffset) {
  auto loadAt = [&](ArithValue column) {
    return mover.load(result, fromOffset + column, width);
  };
  ArithValue first = loadAt(mover.math().constant(0)),
             last = loadAt(lastColumn);
  emitVectors(result, toOffset, first, last, loadAt);
}
