//===- RowEmitter.cpp - Rows moved run by run -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowEmitter.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

RowEmitter::RowEmitter(VectorMover &mover, const AxisValues &axis,
                       Value innerBlock)
    : mover(mover), axis(axis), innerBlock(innerBlock),
      movesElements(isOneInteger(innerBlock)) {}

Value RowEmitter::scale(Value count) {
  return movesElements ? count : mover.math().mul(count, innerBlock);
}

Value RowEmitter::at(const Window &window, Value index) {
  return mover.math().add(window.origin, scale(index));
}

void RowEmitter::copyInnerBlock(const Window &window, Value from, Value to) {
  if (movesElements)
    return mover.storeElement(mover.loadElement(window.source, from),
                              window.result, to);
  mover.copy(window.source, from, window.result, to, innerBlock,
             /*isReverse=*/false);
}

void RowEmitter::emitIndex(const Window &window, Value index) {
  IndexMath m = mover.math();
  SymbolicRead read = axis.positions.emit(m.b, m.loc, index);
  Value to = at(window, index);
  auto copy = [&] {
    Value from = mover.math().add(window.sourceOffset, scale(read.index));
    copyInnerBlock(window, from, to);
  };
  // An extended row is not empty here: only gaps read the padding value.
  bool hasPadding = axis.mode == PadMode::Constant || axis.step;
  if (!read.hasSource || !hasPadding)
    return copy();
  mover.ifElse(read.hasSource, copy,
               [&] { mover.fillPadding(window.result, to, innerBlock); });
}

void RowEmitter::moveRun(const Window &window, Value begin, Value position,
                         Value count, bool isReverse) {
  Value from = mover.math().add(window.sourceOffset, scale(position));
  Value to = at(window, begin);
  if (movesElements || !isReverse)
    return mover.copy(window.source, from, window.result, to, scale(count),
                      isReverse);
  mover.forLoop(mover.math().constant(0), count, 1, [&](Value i) {
    IndexMath m = mover.math();
    copyInnerBlock(window, m.sub(from, scale(i)), m.add(to, scale(i)));
  });
}

void RowEmitter::broadcastIndex(const Window &window, Value begin,
                                Value position, Value count) {
  Value from = mover.math().add(window.sourceOffset, scale(position));
  Value to = at(window, begin);
  if (movesElements)
    return mover.fill(window.result, to, count,
                      [&] { return mover.loadElement(window.source, from); });
  mover.forLoop(mover.math().constant(0), count, 1, [&](Value i) {
    copyInnerBlock(window, from, mover.math().add(to, scale(i)));
  });
}

void RowEmitter::emitBorder(const Window &window, Value isRight) {
  IndexMath m = mover.math();
  Value first = m.select(isRight, window.end, window.first),
        last = m.select(isRight, window.last, window.begin);
  if (axis.step)
    return mover.forLoop(first, last, 1,
                         [&](Value i) { emitIndex(window, i); });
  Value position =
      m.select(isRight, axis.emitRunPosition(m, first, /*isLeft=*/false),
               axis.emitRunPosition(m, first, /*isLeft=*/true));
  Value count = m.sub(last, first);
  PadExtension::Kind kind = axis.extension.kind;
  if (kind == PadExtension::Kind::Broadcast)
    return broadcastIndex(window, first, position, count);
  auto moveRuns = [&] {
    IndexMath m = mover.math();
    Value isTrue = arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
    SymbolicPadRuns::Border border = axis.emitBorder(
        m, first, last, m.apply<arith::XOrIOp>(isRight, isTrue));
    mover.forLoop(border.getFirstRun(), border.getLastRun(), 1, [&](Value i) {
      SymbolicPadRun run = border.emitRun(mover.math(), i);
      auto move = [&](bool isReverse) {
        moveRun(window, run.begin, run.position, run.count, isReverse);
      };
      if (!run.isReverse)
        return move(false);
      mover.ifElse(run.isReverse, [&] { move(true); }, [&] { move(false); });
    });
  };
  mover.ifElse(
      m.select(isRight, axis.isRightRun, axis.isLeftRun),
      [&] {
        moveRun(window, first, position, count,
                kind == PadExtension::Kind::Mirror);
      },
      moveRuns);
}

void RowEmitter::fillAround(const Window &window, Value first, Value begin,
                            Value end, Value last) {
  IndexMath m = mover.math();
  Value left = m.sub(begin, first), right = m.sub(last, end);
  mover.forBothEnds([&](Value isRight) {
    IndexMath m = mover.math();
    mover.fillPadding(window.result, at(window, m.select(isRight, end, first)),
                      scale(m.select(isRight, right, left)));
  });
}

void RowEmitter::emitData(const Window &window, bool bordersOnly) {
  IndexMath m = mover.math();
  bool isConstant = axis.mode == PadMode::Constant;
  if (bordersOnly && axis.step) {
    // Data that is there already has no gaps: the interior pad turned out 0.
    if (isConstant)
      fillAround(window, window.first, window.begin, window.end, window.last);
    return mover.forLoop(window.begin, window.end, 1,
                         [&](Value i) { emitIndex(window, i); });
  }
  Value element = m.sub(window.begin, axis.low);
  Value count = window.count;
  Value begin = window.begin, end = window.end;
  if (axis.step) {
    // From the first element in the window to the last.
    Value zero = m.constant(0), one = m.constant(1), position = element;
    element = m.ceilDiv(position, axis.step);
    Value lead = m.min(m.sub(m.mul(element, axis.step), position), count);
    begin = m.add(begin, lead);
    count = m.ceilDiv(m.sub(count, lead), axis.step);
    Value span = m.add(m.mul(m.sub(count, one), axis.step), one);
    end = m.add(begin, m.max(span, zero));
  }
  if (isConstant)
    fillAround(window, window.first, begin, end, window.last);
  else if (axis.step)
    fillAround(window, window.begin, begin, end, window.end);
  if (bordersOnly)
    return;
  Value from = m.add(window.sourceOffset, scale(element));
  Value to = at(window, begin);
  auto copyAll = [&] {
    mover.copy(window.source, from, window.result, to, scale(count),
               /*isReverse=*/false);
  };
  if (!axis.step)
    return copyAll();
  // Gaps of a run-time width, or between several elements each.
  auto scatter = [&] {
    mover.trace(EmittedWay::Scattered);
    IndexMath m = mover.math();
    mover.fillPadding(window.result, to, scale(m.sub(end, begin)));
    mover.forLoop(m.constant(0), count, 1, [&](Value i) {
      IndexMath m = mover.math();
      copyInnerBlock(window, m.add(from, scale(i)),
                     m.add(to, scale(m.mul(i, axis.step))));
    });
  };
  auto isStep = [&](int64_t step) {
    IndexMath m = mover.math();
    return m.cmp(CmpIPredicate::eq, axis.step, m.constant(step));
  };
  if (!movesElements || mover.isScalable())
    return mover.ifElse(isStep(1), copyAll, scatter);
  // The usual ones by shuffles, where there is a vector to shuffle.
  Value isLong = m.cmp(CmpIPredicate::sge, count, m.constant(mover.getLanes()));
  auto isLongStep = [&](int64_t step) {
    return mover.math().both(isLong, isStep(step));
  };
  auto spread = [&](int64_t interior) {
    mover.spread(window.source, from, window.result, to, count, interior);
  };
  auto spreadOrScatter = [&] {
    mover.ifElse(
        isLongStep(2), [&] { spread(1); },
        [&] { mover.ifElse(isLongStep(3), [&] { spread(2); }, scatter); });
  };
  mover.ifElse(isStep(1), copyAll, spreadOrScatter);
}

void RowEmitter::emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                      Value resultOffset, RowWindow rowWindow,
                      bool bordersOnly) {
  IndexMath m = mover.math();
  auto [first, last] = rowWindow;
  Window window;
  window.source = source;
  window.sourceOffset = sourceOffset;
  window.result = result;
  window.origin = m.sub(resultOffset, scale(first));
  window.first = first;
  window.last = last;
  window.begin = m.clamp(axis.begin, first, last);
  window.end = m.clamp(axis.end, window.begin, last);
  window.count = m.sub(window.end, window.begin);
  mover.trace(EmittedWay::Rows);
  if (axis.mode != PadMode::Constant)
    mover.forBothEnds([&](Value isRight) { emitBorder(window, isRight); });
  emitData(window, bordersOnly);
}
