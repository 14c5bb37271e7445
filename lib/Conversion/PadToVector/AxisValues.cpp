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

void AxisValues::forRuns(
    VectorMover &mover, Value first, Value last, bool isLeft,
    function_ref<void(Value, Value, Value, bool)> body) const {
  IndexMath m = mover.math();
  Value one = m.constant(1);
  // Elements of a run; of a single element, reflect repeats that.
  Value length = dilated;
  if (mode == PadMode::Reflect)
    length = m.max(m.sub(length, one), one);
  // Negative on the left; on the right at least d, and it may exceed 2^63.
  Value position = m.sub(first, positions.getLow());
  Value period = m.add(length, length);
  Value magnitude = isLeft ? m.sub(m.constant(0), position) : position;
  Value rest = m.apply<arith::RemUIOp>(magnitude, period);
  position = isLeft ? m.sub(period, rest) : rest;

  Value end = m.add(position, m.sub(last, first));
  Value firstRun = m.apply<arith::DivUIOp>(position, length);
  mover.forLoop(firstRun, m.ceilDiv(end, length), 1, [&](Value run) {
    IndexMath m = mover.math();
    Value runBegin = m.mul(run, length), runEnd = m.add(runBegin, length);
    Value begin = m.max(position, runBegin);
    Value count = m.sub(m.min(end, runEnd), begin);
    Value index = m.add(first, m.sub(begin, position));
    auto forward = [&] {
      body(index, mover.math().sub(begin, runBegin), count, false);
    };
    if (mode == PadMode::Wrap)
      return forward();
    Value isOdd =
        m.cmp(CmpIPredicate::ne, m.apply<arith::AndIOp>(run, m.constant(1)),
              m.constant(0));
    mover.ifElse(
        isOdd,
        [&] {
          IndexMath m = mover.math();
          Value lastElement = m.sub(dilated, one);
          Value mirrored = m.sub(runEnd, begin);
          if (mode == PadMode::Symmetric)
            mirrored = m.sub(mirrored, one);
          body(index, m.min(mirrored, lastElement), count, true);
        },
        forward);
  });
}
