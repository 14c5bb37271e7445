//===- RowVectors.cpp - Vectors of a row with a border --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowVectors.h"
#include "PlaneStrategy.h"

using namespace mlir;
using namespace mlir::pad;

/// The widest border of a vector: the element that others mirror is in one
/// vector with them.
static int64_t getWidestBorder(const AxisValues &axis, int64_t lanes) {
  return lanes - axis.extension.isMirrored();
}

ArithValue RowVectors::emitFitWhole(const AxisValues &axis,
                                    ArithValue innerBlock, int64_t lanes,
                                    int64_t minData) {
  ArithValue borders[] = {axis.begin, axis.resultExtent - axis.end};
  ArithValue fits;
  if (isOneInteger(innerBlock)) {
    fits = axis.hasRuns(minData);
    for (ArithValue border : borders)
      fits = fits & (border <= getWidestBorder(axis, lanes));
    return fits;
  }
  fits = axis.hasRuns() & (innerBlock <= lanes / 2) &
         ((axis.end - axis.begin) * innerBlock >= minData);
  ArithValue widest = innerBlock.constant(lanes);
  if (axis.extension.isMirrored())
    widest = widest - innerBlock;
  // A border of more blocks than lanes may have more elements than 2^63.
  for (ArithValue border : borders)
    fits = fits & (border <= lanes) & (border * innerBlock <= widest);
  return fits;
}

ArithValue RowVectors::emitFitMasked(VectorMover &mover,
                                     const AxisValues &axis) {
  int64_t lanes = mover.getLanes();
  ArithValue fits = axis.hasRuns(), rest = axis.resultExtent - lanes;
  // Of one vector both borders are a part.
  ArithValue limit =
      select(rest <= 0, lanes, min(rest, getWidestBorder(axis, lanes)));
  for (ArithValue border : {axis.begin, axis.resultExtent - axis.end})
    fits = fits & (border <= limit);
  ArithValue areTwo = rest <= lanes;
  // Vectors between the first and the last are of data.
  return fits &
         (mover.canPermute() ? areTwo
                             : areTwo | (axis.end - axis.begin >= lanes));
}

RowVectors::RowVectors(VectorMover &mover, const AxisValues &rowAxis,
                       ArithValue innerBlock, Loads loads)
    : mover(mover), axis(rowAxis), innerBlock(innerBlock), loads(loads) {
  ArithContext m = mover.math();
  if (!isOneInteger(innerBlock)) {
    if (axis.extension.isRepeated() || axis.extension.isMirrored()) {
      firstPosition =
          axis.getRunPosition(m.constant(0), /*isLeft=*/true) * innerBlock;
      lastPosition =
          axis.getRunPosition(axis.resultExtent - 1, /*isLeft=*/false) *
          innerBlock;
    }
    axis.scaleBy(innerBlock);
    axis.positions.low = axis.low;
  }
  first = emitVector(/*isLast=*/false);
  if (loads == Loads::MaskedOne) {
    ArithValue zero = m.constant(0);
    stored = emitLanes(zero, zero, axis.resultExtent);
    return;
  }
  lastColumn = axis.resultExtent - mover.getLanes();
  last = emitVector(/*isLast=*/true);
}

ArithValue RowVectors::emitLanes(ArithValue column, ArithValue first,
                                 ArithValue last) {
  return loads == Loads::MaskedOne
             ? mover.emitLanesInside(first, last)
             : mover.emitLanes(first - column, last - column);
}

ArithValue RowVectors::emitNumbers(ArithValue first, int64_t direction) {
  int64_t width = mover.getLanes();
  ArithValue lane = mover.emitLaneIndices(mover.getVectorType(width));
  ArithValue numbers = mover.splat(first.castTo(mover.getElementType()), width);
  if (direction == 0)
    return numbers;
  return direction < 0 ? numbers - lane : numbers + lane;
}

ArithValue RowVectors::emitBlockNumbers(ArithValue index, bool isLeft) {
  int64_t width = mover.getLanes();
  ArithValue distances = mover.emitBlockLanes(
      innerBlock, axis.extension.getDirection(), /*isFromEnd=*/!isLeft);
  auto splat = [&](ArithValue number) {
    return mover.splat(number.castTo(mover.getElementType()), width);
  };
  if (isLeft)
    return splat(firstPosition - index) + distances;
  return splat(lastPosition + (innerBlock - 1) - index) - distances;
}

ArithValue RowVectors::emitBorderLanes(ArithValue column, bool isLeft) {
  if (isLeft)
    return emitLanes(column, column.constant(0), axis.begin);
  if (loads == Loads::MaskedOne)
    return emitLanes(column, axis.end, axis.resultExtent);
  return mover.emitLanes(axis.end - column, column.constant(mover.getLanes()));
}

RowVectors::Part RowVectors::emitBorder(ArithValue column, bool isLeft) {
  Part part;
  part.index = axis.getRunPosition(column, isLeft);
  part.lanes = part.loaded = emitBorderLanes(column, isLeft);
  if (!axis.extension.isMirrored())
    return part;
  // In memory, the last lane is what the first one of the result reads.
  ArithValue zero = column.constant(0), end = column + mover.getLanes();
  part.loaded = isLeft
                    ? emitLanes(zero, end - axis.begin, end)
                    : emitLanes(zero, end - axis.resultExtent, end - axis.end);
  return part;
}

RowVectors::Vector RowVectors::emitVector(bool isLast) {
  ArithContext m = mover.math();
  int64_t width = mover.getLanes();
  ArithValue zero = m.constant(0);
  ArithValue column = isLast ? lastColumn : zero;
  bool isMasked = loads != Loads::Whole;
  SmallVector<bool, 2> sides = {!isLast};
  if (loads == Loads::MaskedOne)
    sides = {false, true};
  Vector vector;
  if (axis.isFilled())
    vector.padding = loads == Loads::MaskedOne
                         ? invert(emitLanes(column, axis.begin, axis.end))
                         : emitBorderLanes(column, /*isLeft=*/!isLast);
  int64_t direction = axis.extension.getDirection();
  if (isMasked && (areMerged(axis) || !mover.canPermute())) {
    // Each part is loaded where it belongs.
    vector.parts.push_back(
        {column - axis.low, emitLanes(column, axis.begin, axis.end), {}, {}});
    for (bool isLeft : sides)
      if (!axis.isFilled())
        vector.parts.push_back(emitBorder(column, isLeft));
    return vector;
  }

  // The source from where the data begins, or up to where it ends.
  ArithValue index =
      isLast ? axis.end - axis.low - width : axis.begin - axis.low;
  if (isMasked) {
    // Behind a crop, the right border of a short row mirrors what is cropped.
    if (loads == Loads::MaskedOne && !axis.isFilled())
      index = min(index, axis.getRunPosition(axis.resultExtent - 1,
                                             /*isLeft=*/false));
    index = max(index, 0);
  }
  Part data{index, {}, {}, {}};
  if (isMasked)
    data.loaded = emitLanes(zero, zero, min(axis.dilated - index, width));
  ArithValue numbers = emitNumbers(column - axis.low - index, /*direction=*/1);
  for (bool isLeft : sides) {
    if (axis.isFilled())
      break;
    ArithValue lanes = emitBorderLanes(column, isLeft);
    if (firstPosition) {
      numbers = select(lanes, emitBlockNumbers(index, isLeft), numbers);
      continue;
    }
    ArithValue position = axis.getRunPosition(column, isLeft);
    if (axis.extension.isWrapped()) {
      ArithValue from = clamp(position, 0, axis.dilated - width);
      vector.parts.push_back(
          {from,
           {},
           mover.emitLaneNumbers(emitNumbers(position - from, direction)),
           lanes});
      continue;
    }
    numbers = select(lanes, emitNumbers(position - index, direction), numbers);
  }
  data.numbers = mover.emitLaneNumbers(numbers);
  vector.parts.insert(vector.parts.begin(), data);
  return vector;
}

ArithValue RowVectors::load(const Part &part, FlatBuffer source,
                            ArithValue sourceOffset) {
  ArithValue from = sourceOffset + part.index;
  bool isBorder = part.lanes && !part.numbers;
  ArithValue loaded =
      mover.loadRun(source, from, mover.getLanes(),
                    isBorder ? axis.extension.getDirection() : 1, part.loaded);
  return part.numbers ? mover.emitPermuted(loaded, part.numbers) : loaded;
}

ArithValue RowVectors::emit(FlatBuffer source, ArithValue sourceOffset,
                            bool isLast) {
  const Vector &vector = isLast ? last : first;
  ArithValue result;
  for (const Part &part : vector.parts) {
    ArithValue loaded = load(part, source, sourceOffset);
    result = part.lanes ? select(part.lanes, loaded, result) : loaded;
  }
  if (vector.padding)
    result = select(vector.padding, mover.getPadding(mover.getLanes()), result);
  return result;
}

void RowVectors::emitRow(FlatBuffer source, ArithValue sourceOffset,
                         FlatBuffer result, ArithValue resultOffset) {
  ArithValue first = emit(source, sourceOffset, /*isLast=*/false);
  if (loads == Loads::MaskedOne)
    return mover.storeMasked(first, result, resultOffset, stored);
  // Both are there before either is stored.
  ArithValue last = emit(source, sourceOffset, /*isLast=*/true);
  mover.store(first, result, resultOffset);
  // Vectors between the two are of data; the last one ends with it.
  int64_t width = mover.getLanes();
  ArithValue lastData = axis.end - width;
  if (loads == Loads::Whole || !mover.canPermute())
    mover.forLoop(mover.math().constant(width), lastColumn, width,
                  [&](ArithValue column) {
                    column = min(column, lastData);
                    ArithValue from = sourceOffset + (column - axis.low);
                    mover.store(mover.load(source, from, width), result,
                                resultOffset + column);
                  });
  mover.store(last, result, resultOffset + lastColumn);
}

void RowVectors::fillRow(FlatBuffer result, ArithValue resultOffset) {
  mover.storeMasked(mover.getPadding(mover.getLanes()), result, resultOffset,
                    stored);
}

void mlir::pad::emitPlanes(PlaneKernel &kernel, RowVectors::Loads loads,
                           EmittedWay way) {
  RowVectors rows(kernel.mover, kernel.row, kernel.innerBlock, loads);
  const PlaneOperands &operands = kernel.operands;
  emitPlaneRows(kernel, [&](ArithValue source, ArithValue result, bool) {
    kernel.mover.trace(way);
    rows.emitRow(operands.source, source, operands.result, result);
  });
}
