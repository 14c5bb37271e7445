//===- AxisValues.cpp - One axis at run time ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisValues.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

SymbolicRead AxisValues::emitRead(OpBuilder &b, Location loc,
                                  Value index) const {
  if (step)
    return positions.emit(b, loc, index);
  IndexMath m{b, loc};
  Value position = m.sub(index, positions.getLow());
  Value isInside =
      m.cmp(arith::CmpIPredicate::ult, position, positions.getDilatedExtent());
  // Without a source, the index is negative.
  Value none = m.constant(-1);
  auto read = scf::IfOp::create(
      b, loc, isInside,
      [&](OpBuilder &nested, Location loc) {
        scf::YieldOp::create(nested, loc, position);
      },
      [&](OpBuilder &nested, Location loc) {
        SymbolicRead outside = positions.emit(nested, loc, index);
        Value source = outside.index;
        if (outside.hasSource)
          source =
              IndexMath{nested, loc}.select(outside.hasSource, source, none);
        scf::YieldOp::create(nested, loc, source);
      });
  Value source = read.getResult(0);
  return {source, m.cmp(arith::CmpIPredicate::sge, source, m.constant(0))};
}

Value AxisValues::emitIsUnpadded(IndexMath m) const {
  if (!isPadded)
    return arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
  auto isEqual = [&](Value lhs, Value rhs) {
    return m.cmp(arith::CmpIPredicate::eq, lhs, rhs);
  };
  Value isUnpadded = m.both(isEqual(positions.getLow(), m.constant(0)),
                            isEqual(dilated, resultExtent));
  if (step)
    isUnpadded = m.both(isUnpadded, isEqual(step, m.constant(1)));
  return isUnpadded;
}

Value AxisValues::emitHasRuns(IndexMath m, int64_t minData) const {
  Value lastOfMin = m.add(begin, m.constant(minData - 1));
  Value hasRuns = m.cmp(arith::CmpIPredicate::slt, lastOfMin, end);
  if (mode == PadMode::Constant)
    return hasRuns;
  for (Value isRun : {isLeftRun, isRightRun})
    hasRuns = m.both(hasRuns, isRun);
  return hasRuns;
}
