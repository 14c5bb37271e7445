//===- RepeatedRows.cpp - Rows that repeat rows of the result -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedRows.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

static void repeatRows(VectorMover &mover, const AxisValues &outer,
                       Value resultOffset, bool isLeft,
                       function_ref<void(Value, Value)> copyRow) {
  IndexMath m = mover.math();
  // What lies one period further inside is there already.
  Value period = outer.positions.getPeriod();
  Value one = m.constant(1);
  Value count = isLeft ? outer.begin : m.sub(outer.resultExtent, outer.end);
  mover.forLoop(m.constant(0), count, 1, [&](Value k) {
    IndexMath m = mover.math();
    Value i = isLeft ? m.sub(m.sub(outer.begin, one), k) : m.add(outer.end, k);
    Value from = m.add(outer.emitRunPosition(m, i, isLeft), outer.low);
    if (period) {
      Value inside = isLeft ? m.add(i, period) : m.sub(i, period);
      Value isThere =
          isLeft ? m.cmp(CmpIPredicate::slt, inside, outer.resultExtent)
                 : m.cmp(CmpIPredicate::sge, inside, outer.begin);
      from = m.select(isThere, inside, from);
    }
    auto resultAt = [&](Value row) {
      return m.add(resultOffset, m.mul(row, outer.resultStride));
    };
    mover.trace(EmittedWay::Repeats);
    copyRow(resultAt(from), resultAt(i));
  });
}

void mlir::pad::repeatRows(VectorMover &mover, const AxisValues &outer,
                           Value resultOffset,
                           function_ref<void(Value, Value)> copyRow) {
  for (bool isLeft : {false, true})
    ::repeatRows(mover, outer, resultOffset, isLeft, copyRow);
}

std::optional<int64_t> mlir::pad::getWrapDistance(const PadAxis &axis) {
  if (getExtension(axis.mode).kind != PadExtension::Kind::Repeat)
    return std::nullopt;
  int64_t distance = llvm::alignTo(axis.low, axis.extent);
  if (distance > axis.extent + axis.high)
    return std::nullopt;
  return distance;
}
