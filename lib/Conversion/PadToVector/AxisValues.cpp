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
using arith::CmpIPredicate;

AxisValues::AxisValues(VectorMover &mover, PadMode mode,
                       const SymbolicPadAxis &axis, Value resultExtent)
    : mode(mode), positions(mover.builder(), mover.location(), mode, axis),
      resultExtent(resultExtent), dilated(positions.getDilatedExtent()),
      step(positions.getStep()) {
  IndexMath m = mover.math();
  Value zero = m.constant(0), one = m.constant(1);
  low = m.clamp(positions.getLow(), m.sub(zero, dilated), resultExtent);
  begin = m.max(low, zero);
  // resultExtent, or low + dilated if that is less: without a sum that
  // overflows.
  Value behind = m.sub(m.sub(resultExtent, dilated), low);
  end = m.sub(resultExtent, m.max(behind, zero));

  // The last position is an unsigned number: it may exceed 2^63.
  Value lastPosition = m.sub(m.sub(resultExtent, one), positions.getLow());
  Value twice = m.add(dilated, dilated);
  switch (mode) {
  case PadMode::Constant:
    break;
  case PadMode::Edge:
    isLeftRun = isRightRun =
        arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
    break;
  case PadMode::Reflect:
    isLeftRun = m.cmp(CmpIPredicate::slt, positions.getLow(), dilated);
    isRightRun = m.cmp(CmpIPredicate::ult, lastPosition, m.sub(twice, one));
    break;
  case PadMode::Symmetric:
  case PadMode::Wrap:
    isLeftRun = m.cmp(CmpIPredicate::sle, positions.getLow(), dilated);
    isRightRun = m.cmp(CmpIPredicate::ult, lastPosition, twice);
    break;
  }
}

Value AxisValues::emitRunPosition(IndexMath m, Value index, bool isLeft) const {
  Value position = m.sub(index, positions.getLow());
  Value twice = m.add(dilated, dilated);
  auto mirror = [&](Value sum) { return m.sub(sum, position); };
  switch (mode) {
  case PadMode::Constant:
    llvm_unreachable("the constant mode extends nothing");
  case PadMode::Edge:
    return isLeft ? m.constant(0) : m.sub(dilated, m.constant(1));
  case PadMode::Reflect:
    return mirror(isLeft ? m.constant(0) : m.sub(twice, m.constant(2)));
  case PadMode::Symmetric:
    return mirror(isLeft ? m.constant(-1) : m.sub(twice, m.constant(1)));
  case PadMode::Wrap:
    return isLeft ? m.add(position, dilated) : m.sub(position, dilated);
  }
  llvm_unreachable("unknown padding mode");
}

Value AxisValues::emitBorderIndex(VectorMover &mover, Value index,
                                  bool isLeft) const {
  OpBuilder &b = mover.builder();
  Location loc = mover.location();
  Value isRun = isLeft ? isLeftRun : isRightRun;
  if (step || getConstantIntValue(isRun) == 0)
    return positions.emit(b, loc, index).index;
  if (getConstantIntValue(isRun))
    return emitRunPosition(mover.math(), index, isLeft);
  auto branch = scf::IfOp::create(
      b, loc, isRun,
      [&](OpBuilder &nested, Location) {
        scf::YieldOp::create(
            nested, loc,
            emitRunPosition(IndexMath{nested, loc}, index, isLeft));
      },
      [&](OpBuilder &nested, Location) {
        scf::YieldOp::create(nested, loc,
                             positions.emit(nested, loc, index).index);
      });
  return branch.getResult(0);
}
