//===- SymbolicPadRuns.cpp - Runs of an axis at run time ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/SymbolicPadRuns.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

SymbolicPadRuns::SymbolicPadRuns(OpBuilder &builder, Location loc,
                                 const SymbolicPadAxis &axis,
                                 Value resultExtent)
    : mode(axis.mode), extension(getExtension(axis.mode)),
      positions(builder, loc, axis), resultExtent(resultExtent),
      dilated(positions.getDilatedExtent()), step(positions.getStep()) {
  IndexMath m{builder, loc};
  Value zero = m.constant(0), one = m.constant(1);
  low = m.clamp(positions.getLow(), m.sub(zero, dilated), resultExtent);
  begin = m.max(low, zero);
  // resultExtent, or low + dilated if that is less: without a sum that
  // overflows.
  Value behind = m.sub(m.sub(resultExtent, dilated), low);
  end = m.sub(resultExtent, m.max(behind, zero));

  switch (extension.kind) {
  case PadExtension::Kind::Fill:
    break;
  case PadExtension::Kind::Broadcast:
    isLeftRun = isRightRun =
        arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
    break;
  case PadExtension::Kind::Mirror:
  case PadExtension::Kind::Repeat: {
    Value longest = m.sub(dilated, m.constant(extension.skipped));
    isLeftRun = m.cmp(CmpIPredicate::sle, positions.getLow(), longest);
    // The last position is an unsigned number: it may exceed 2^63.
    Value lastPosition = m.sub(m.sub(resultExtent, one), positions.getLow());
    isRightRun =
        m.cmp(CmpIPredicate::ult, lastPosition, m.add(dilated, longest));
    break;
  }
  }
}

Value SymbolicPadRuns::emitRunPosition(IndexMath m, Value index,
                                       bool isLeft) const {
  Value position = m.sub(index, positions.getLow());
  Value distance = isLeft ? m.sub(m.constant(0), position)
                          : m.sub(position, m.sub(dilated, m.constant(1)));
  return emitPositionAt(m, distance, isLeft);
}

Value SymbolicPadRuns::emitPositionAt(IndexMath m, Value distance,
                                      bool isLeft) const {
  Value one = m.constant(1), last = m.sub(dilated, one);
  switch (extension.kind) {
  case PadExtension::Kind::Fill:
    break;
  case PadExtension::Kind::Broadcast:
    return isLeft ? m.constant(0) : last;
  case PadExtension::Kind::Mirror: {
    Value inside = m.sub(distance, m.constant(1 - extension.skipped));
    return isLeft ? inside : m.sub(last, inside);
  }
  case PadExtension::Kind::Repeat:
    return isLeft ? m.sub(dilated, distance) : m.sub(distance, one);
  }
  llvm_unreachable("the constant mode extends nothing");
}

SymbolicPadRuns::Border SymbolicPadRuns::emitBorder(IndexMath m, Value first,
                                                    Value last,
                                                    Value isLeft) const {
  Border border;
  border.extension = extension;
  border.dilated = dilated;
  border.first = first;
  // Elements of a run; of a single element, reflect repeats that.
  Value one = m.constant(1);
  border.length = m.max(m.sub(dilated, m.constant(extension.skipped)), one);
  // Negative on the left; on the right at least the dilated extent, and it may
  // exceed 2^63.
  Value position = m.sub(first, positions.getLow());
  Value period = m.add(border.length, border.length);
  Value magnitude = m.select(isLeft, m.sub(m.constant(0), position), position);
  Value rest = m.apply<arith::RemUIOp>(magnitude, period);
  border.place = m.select(isLeft, m.sub(period, rest), rest);
  border.end = m.add(border.place, m.sub(last, first));
  border.firstRun = m.apply<arith::DivUIOp>(border.place, border.length);
  border.lastRun = m.ceilDiv(border.end, border.length);
  return border;
}

SymbolicPadRun SymbolicPadRuns::Border::emitRun(IndexMath m, Value run) const {
  Value runBegin = m.mul(run, length), runEnd = m.add(runBegin, length);
  Value begin = m.max(place, runBegin);
  SymbolicPadRun result;
  result.count = m.sub(m.min(end, runEnd), begin);
  result.begin = m.add(first, m.sub(begin, place));
  result.position = m.sub(begin, runBegin);
  if (extension.kind == PadExtension::Kind::Repeat)
    return result;
  Value one = m.constant(1);
  result.isReverse =
      m.cmp(CmpIPredicate::ne, m.apply<arith::AndIOp>(run, one), m.constant(0));
  Value mirrored =
      m.sub(m.sub(runEnd, begin), m.constant(1 - extension.skipped));
  mirrored = m.min(mirrored, m.sub(dilated, one));
  result.position = m.select(result.isReverse, mirrored, result.position);
  return result;
}
