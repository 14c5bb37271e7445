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

static void repeatRows(VectorMover &mover, const AxisValues &outer,
                       ArithValue resultOffset, bool isLeft,
                       function_ref<void(ArithValue, ArithValue)> copyRow) {
  ArithContext m = mover.math();
  // What lies one period further inside is there already.
  std::optional<ArithValue> period = outer.positions.period;
  ArithValue count = isLeft ? outer.begin : outer.resultExtent - outer.end;
  mover.forLoop(m.constant(0), count, 1, [&](ArithValue k) {
    ArithValue i = isLeft ? outer.begin - 1 - k : outer.end + k;
    ArithValue from = outer.getRunPosition(i, isLeft) + outer.low;
    if (period) {
      ArithValue inside = isLeft ? i + *period : i - *period;
      ArithValue isThere =
          isLeft ? inside < outer.resultExtent : inside >= outer.begin;
      from = select(isThere, inside, from);
    }
    auto resultAt = [&](ArithValue row) {
      return resultOffset + row * outer.resultStride;
    };
    mover.trace(EmittedWay::Repeats);
    copyRow(resultAt(from), resultAt(i));
  });
}

void mlir::pad::repeatRows(VectorMover &mover, const AxisValues &outer,
                           ArithValue resultOffset,
                           function_ref<void(ArithValue, ArithValue)> copyRow) {
  for (bool isLeft : {false, true})
    ::repeatRows(mover, outer, resultOffset, isLeft, copyRow);
}
