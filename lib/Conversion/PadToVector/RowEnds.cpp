//===- RowEnds.cpp - First and last vector of long rows -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowEnds.h"

using namespace mlir;
using namespace mlir::pad;

ArithValue RowEnds::emitFits(ArithContext m, const AxisValues &axis,
                             int64_t lanes, int64_t minData) {
  ArithValue fits = axis.hasRuns(minData);
  // The element that others mirror is in one vector with them.
  bool isMirror =
      !axis.isFilled() && axis.extension.kind == PadExtension::Kind::Mirror;
  ArithValue widest = m.constant(lanes - isMirror);
  for (ArithValue border : {axis.begin, axis.resultExtent - axis.end})
    fits = fits & (border <= widest);
  return fits;
}

RowEnds::RowEnds(VectorMover &mover, const AxisValues &axis)
    : mover(mover), axis(axis), first(emitEnd(/*isLast=*/false)),
      last(emitEnd(/*isLast=*/true)) {}

ArithValue RowEnds::emitNumbers(ArithValue first, bool isDownwards) {
  int64_t width = mover.getLanes();
  ArithValue lane = mover.emitLaneIndices(mover.getVectorType(width));
  ArithValue number = first.castTo(mover.getElementType());
  ArithValue numbers = mover.splat(number, width);
  return isDownwards ? numbers - lane : numbers + lane;
}

RowEnds::End RowEnds::emitEnd(bool isLast) {
  ArithContext m = mover.math();
  ArithValue zero = m.constant(0), vector = m.constant(mover.getLanes());
  ArithValue column = isLast ? axis.resultExtent - vector : zero;
  // The source from where the data begins, or up to where it ends.
  ArithValue index =
      isLast ? axis.end - axis.low - vector : axis.begin - axis.low;
  ArithValue numbers = emitNumbers(column - axis.low - index,
                                   /*isDownwards=*/false);
  End end;
  end.border = isLast ? mover.emitLanes(axis.end - column, vector)
                      : mover.emitLanes(zero, axis.begin);
  auto positionFrom = [&](ArithValue from) {
    ArithValue position = axis.getRunPosition(column, /*isLeft=*/!isLast);
    return position - from;
  };
  auto merge = [&](ArithValue border) {
    return select(end.border, border, numbers);
  };
  PadExtension::Kind kind =
      axis.isFilled() ? PadExtension::Kind::Fill : axis.extension.kind;
  switch (kind) {
  case PadExtension::Kind::Fill:
    break;
  case PadExtension::Kind::Repeat: {
    ArithValue from = clamp(m(axis.getRunPosition(column, /*isLeft=*/!isLast)),
                            zero, axis.dilated - vector);
    end.repeated = {from, mover.emitLaneNumbers(emitNumbers(
                              positionFrom(from), /*isDownwards=*/false))};
    break;
  }
  case PadExtension::Kind::Broadcast:
    numbers = merge(mover.splat(
        positionFrom(index).castTo(mover.getElementType()), mover.getLanes()));
    break;
  case PadExtension::Kind::Mirror:
    numbers = merge(emitNumbers(positionFrom(index), /*isDownwards=*/true));
    break;
  }
  end.data = {index, mover.emitLaneNumbers(numbers)};
  return end;
}

ArithValue RowEnds::load(const Permuted &permuted, FlatBuffer source,
                         ArithValue sourceOffset) {
  ArithValue from = sourceOffset + permuted.index;
  return mover.emitPermuted(mover.load(source, from, mover.getLanes()),
                            permuted.lanes);
}

ArithValue RowEnds::emit(FlatBuffer source, ArithValue sourceOffset,
                         bool isLast) {
  const End &end = isLast ? last : first;
  ArithValue vector = load(end.data, source, sourceOffset);
  ArithValue border;
  if (axis.isFilled())
    border = mover.getPadding(mover.getLanes());
  else if (end.repeated.index)
    border = load(end.repeated, source, sourceOffset);
  if (!border)
    return vector;
  return select(end.border, border, vector);
}
