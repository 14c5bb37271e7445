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
using arith::CmpIPredicate;

Value RowEnds::emitFits(IndexMath m, const AxisValues &axis, int64_t lanes,
                        int64_t minData) {
  Value fits = axis.emitHasRuns(m, minData);
  // The element that others mirror is in one vector with them.
  bool isMirror = axis.mode != PadMode::Constant &&
                  axis.extension.kind == PadExtension::Kind::Mirror;
  Value widest = m.constant(lanes - isMirror);
  for (Value border : {axis.begin, m.sub(axis.resultExtent, axis.end)})
    fits = m.both(fits, m.cmp(CmpIPredicate::sle, border, widest));
  return fits;
}

RowEnds::RowEnds(VectorMover &mover, const AxisValues &axis)
    : mover(mover), axis(axis), first(emitEnd(/*isLast=*/false)),
      last(emitEnd(/*isLast=*/true)) {}

Value RowEnds::emitNumbers(Value first, bool isDownwards) {
  IndexMath m = mover.math();
  int64_t width = mover.getLanes();
  Value lane = emitStepVector(m.b, m.loc, mover.getVectorType(width));
  Value number = m.b.createOrFold<arith::IndexCastOp>(
      m.loc, mover.getElementType(), first);
  Value numbers = mover.splat(number, width);
  return isDownwards ? m.sub(numbers, lane) : m.add(numbers, lane);
}

RowEnds::End RowEnds::emitEnd(bool isLast) {
  IndexMath m = mover.math();
  Value zero = m.constant(0), vector = m.constant(mover.getLanes());
  Value column = isLast ? m.sub(axis.resultExtent, vector) : zero;
  // The source from where the data begins, or up to where it ends.
  Value index = isLast ? m.sub(m.sub(axis.end, axis.low), vector)
                       : m.sub(axis.begin, axis.low);
  Value numbers = emitNumbers(m.sub(m.sub(column, axis.low), index),
                              /*isDownwards=*/false);
  End end;
  end.border = isLast ? mover.emitLanes(m.sub(axis.end, column), vector)
                      : mover.emitLanes(zero, axis.begin);
  auto positionFrom = [&](Value from) {
    Value position = axis.emitRunPosition(m, column, /*isLeft=*/!isLast);
    return m.sub(position, from);
  };
  auto select = [&](Value border) {
    return arith::SelectOp::create(m.b, m.loc, end.border, border, numbers);
  };
  PadExtension::Kind kind = axis.mode == PadMode::Constant
                                ? PadExtension::Kind::Fill
                                : axis.extension.kind;
  switch (kind) {
  case PadExtension::Kind::Fill:
    break;
  case PadExtension::Kind::Repeat: {
    Value from = m.clamp(axis.emitRunPosition(m, column, /*isLeft=*/!isLast),
                         zero, m.sub(axis.dilated, vector));
    end.repeated = {from, mover.emitLaneNumbers(emitNumbers(
                              positionFrom(from), /*isDownwards=*/false))};
    break;
  }
  case PadExtension::Kind::Broadcast:
    numbers = select(
        mover.splat(m.b.createOrFold<arith::IndexCastOp>(
                        m.loc, mover.getElementType(), positionFrom(index)),
                    mover.getLanes()));
    break;
  case PadExtension::Kind::Mirror:
    numbers = select(emitNumbers(positionFrom(index), /*isDownwards=*/true));
    break;
  }
  end.data = {index, mover.emitLaneNumbers(numbers)};
  return end;
}

Value RowEnds::load(const Permuted &permuted, FlatBuffer source,
                    Value sourceOffset) {
  Value from = mover.math().add(sourceOffset, permuted.index);
  return mover.emitPermuted(mover.load(source, from, mover.getLanes()),
                            permuted.lanes);
}

Value RowEnds::emit(FlatBuffer source, Value sourceOffset, bool isLast) {
  const End &end = isLast ? last : first;
  Value vector = load(end.data, source, sourceOffset);
  Value border;
  if (axis.mode == PadMode::Constant)
    border = mover.getPadding(mover.getLanes());
  else if (end.repeated.index)
    border = load(end.repeated, source, sourceOffset);
  if (!border)
    return vector;
  return arith::SelectOp::create(mover.builder(), mover.location(), end.border,
                                 border, vector);
}
