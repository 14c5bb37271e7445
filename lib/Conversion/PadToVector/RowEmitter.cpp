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

RowEmitter::RowEmitter(VectorMover &mover, const AxisValues &axis,
                       ArithValue innerBlock)
    : mover(mover), axis(axis), innerBlock(innerBlock),
      movesElements(isOneInteger(innerBlock)) {
  bool movesBlocks = axis.extension.isRepeated() || axis.extension.isMirrored();
  if (movesBlocks && !axis.step && !movesElements && mover.canPermute())
    blockRuns.emplace(mover, innerBlock, scale(axis.dilated),
                      axis.extension.getDirection());
}

ArithValue RowEmitter::scale(ArithValue count) {
  return movesElements ? count : count * innerBlock;
}

ArithValue RowEmitter::at(const Window &window, ArithValue index) {
  return window.origin + scale(index);
}

void RowEmitter::copyInnerBlock(const Window &window, ArithValue from,
                                ArithValue to) {
  if (movesElements)
    return mover.storeElement(mover.loadElement(window.source, from),
                              window.result, to);
  mover.copy(window.source, from, window.result, to, innerBlock);
}

void RowEmitter::emitIndex(const Window &window, ArithValue index) {
  SourceRead<ArithValue> read = axis.positions.read(index);
  ArithValue to = at(window, index);
  auto copy = [&] {
    ArithValue from = window.sourceOffset + scale(read.index);
    copyInnerBlock(window, from, to);
  };
  // An extended row is not empty here: only gaps read the padding value.
  bool hasPadding = axis.isFilled() || axis.step;
  if (!read.hasSource || !hasPadding)
    return copy();
  mover.ifElse(*read.hasSource, copy,
               [&] { mover.fillPadding(window.result, to, innerBlock); });
}

void RowEmitter::moveRun(const Window &window, ArithValue begin,
                         ArithValue position, ArithValue size,
                         int64_t direction) {
  ArithValue from = window.sourceOffset + position;
  ArithValue to = window.origin + begin;
  if (movesElements || direction > 0)
    return mover.copy(window.source, from, window.result, to, size, direction);
  ArithValue moved = mover.math().constant(0);
  if (blockRuns)
    moved = blockRuns->emit(window.source, window.sourceOffset, position,
                            window.result, to, size);
  mover.forLoop(moved, size, innerBlock, [&](ArithValue i) {
    copyInnerBlock(window, direction == 0 ? from : from - i, to + i);
  });
}

void RowEmitter::emitBorders(const Window &window) {
  if (axis.step)
    return mover.forBothEnds([&](ArithValue isRight) {
      mover.forLoop(select(isRight, window.end, window.first),
                    select(isRight, window.last, window.begin), 1,
                    [&](ArithValue i) { emitIndex(window, i); });
    });
  // What does not depend on the row is computed for both ends, so that LLVM
  // moves it out of the loop over rows.
  struct Run {
    ArithValue begin, position, size;
  };
  auto getRun = [&](ArithValue first, ArithValue last, bool isLeft) -> Run {
    return {scale(first), scale(axis.getRunPosition(first, isLeft)),
            scale(last - first)};
  };
  Run left = getRun(window.first, window.begin, /*isLeft=*/true),
      right = getRun(window.end, window.last, /*isLeft=*/false);
  mover.forBothEnds([&](ArithValue isRight) {
    auto moveRuns = [&] {
      RepeatedBorder<ArithValue> border = axis.getBorder(
          select(isRight, window.end, window.first),
          select(isRight, window.last, window.begin), invert(isRight));
      mover.forLoop(border.firstRun, border.lastRun, 1, [&](ArithValue i) {
        BorderRun<ArithValue> run = border.getRun(i);
        auto move = [&](int64_t direction) {
          moveRun(window, scale(run.begin), scale(run.position),
                  scale(run.count), direction);
        };
        if (!run.isReverse)
          return move(1);
        mover.ifElse(*run.isReverse, [&] { move(-1); }, [&] { move(1); });
      });
    };
    mover.ifElse(
        select(isRight, axis.isRightRun, axis.isLeftRun),
        [&] {
          moveRun(window, select(isRight, right.begin, left.begin),
                  select(isRight, right.position, left.position),
                  select(isRight, right.size, left.size),
                  axis.extension.getDirection());
        },
        moveRuns);
  });
}

void RowEmitter::fillAround(const Window &window, ArithValue first,
                            ArithValue begin, ArithValue end, ArithValue last) {
  ArithValue leftBegin = scale(first), rightBegin = scale(end);
  ArithValue left = scale(begin - first), right = scale(last - end);
  mover.forBothEnds([&](ArithValue isRight) {
    mover.fillPadding(window.result,
                      window.origin + select(isRight, rightBegin, leftBegin),
                      select(isRight, right, left));
  });
}

void RowEmitter::emitData(const Window &window, bool bordersOnly) {
  ArithContext m = mover.math();
  bool isConstant = axis.isFilled();
  if (bordersOnly && axis.step) {
    // Data that is there already has no gaps: the interior pad turned out 0.
    if (isConstant)
      fillAround(window, window.first, window.begin, window.end, window.last);
    return mover.forLoop(window.begin, window.end, 1,
                         [&](ArithValue i) { emitIndex(window, i); });
  }
  ArithValue element = window.begin - axis.low;
  ArithValue count = window.count;
  ArithValue begin = window.begin, end = window.end;
  if (axis.step) {
    // From the first element in the window to the last.
    ArithValue position = element;
    element = ceilDiv(position, *axis.step);
    ArithValue lead = min(element * *axis.step - position, count);
    begin = begin + lead;
    count = ceilDiv(count - lead, *axis.step);
    ArithValue span = (count - 1) * *axis.step + 1;
    end = begin + max(span, 0);
  }
  if (isConstant)
    fillAround(window, window.first, begin, end, window.last);
  else if (axis.step)
    fillAround(window, window.begin, begin, end, window.end);
  if (bordersOnly)
    return;
  ArithValue from = m(window.sourceOffset) + scale(element);
  ArithValue to = at(window, begin);
  auto copyAll = [&] {
    mover.copy(window.source, from, window.result, to, scale(count));
  };
  if (!axis.step)
    return copyAll();
  // Gaps of a run-time width, or between several elements each.
  auto scatter = [&] {
    mover.trace(EmittedWay::Scattered);
    ArithContext m = mover.math();
    mover.fillPadding(window.result, to, scale(end - begin));
    mover.forLoop(m.constant(0), count, 1, [&](ArithValue i) {
      copyInnerBlock(window, from + scale(i), to + scale(i * *axis.step));
    });
  };
  auto isStep = [&](int64_t step) { return eq(*axis.step, step); };
  if (!movesElements || mover.isScalable())
    return mover.ifElse(isStep(1), copyAll, scatter);
  // The usual ones by shuffles, where there is a vector to shuffle.
  ArithValue isLong = count >= mover.getLanes();
  auto isLongStep = [&](int64_t step) { return isLong & isStep(step); };
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

void RowEmitter::emit(FlatBuffer source, ArithValue sourceOffset,
                      FlatBuffer result, ArithValue resultOffset,
                      RowWindow rowWindow, bool bordersOnly) {
  auto [first, last] = rowWindow;
  Window window;
  window.source = source;
  window.sourceOffset = sourceOffset;
  window.result = result;
  window.origin = resultOffset - scale(first);
  window.first = first;
  window.last = last;
  window.begin = clamp(axis.begin, first, last);
  window.end = clamp(axis.end, window.begin, last);
  window.count = window.end - window.begin;
  mover.trace(EmittedWay::Rows);
  if (!axis.isFilled())
    emitBorders(window);
  emitData(window, bordersOnly);
}
