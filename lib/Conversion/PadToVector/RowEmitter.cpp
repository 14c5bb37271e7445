//===- RowEmitter.cpp - Rows known at run time ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowEmitter.h"
#include "Pad/Analysis/CostModel.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

RowEmitter::RowEmitter(VectorMover &mover, PadMode mode, const AxisValues &axis,
                       Value chunk)
    : mover(mover), mode(mode), axis(axis), chunk(chunk),
      movesElements(isOneInteger(chunk)), interior(0) {
  if (axis.step) {
    interior.reset();
    if (std::optional<int64_t> step = getConstantIntValue(axis.step))
      interior = *step - 1;
  }
}

Value RowEmitter::scale(Value count) {
  return movesElements ? count : mover.math().mul(count, chunk);
}

void RowEmitter::copyChunk(const Window &window, Value from, Value to) {
  // Of a length that run time knows, in little code: most are short.
  if (getConstantIntValue(chunk))
    return mover.copy(window.source, from, window.result, to, chunk);
  mover.copyCompact(window.source, from, window.result, to, chunk,
                    /*isReverse=*/false);
}

Value RowEmitter::at(const Window &window, Value index) {
  return mover.math().add(window.origin, scale(index));
}

void RowEmitter::emitEach(const Window &window, Value first, Value last) {
  mover.forLoop(first, last, 1, [&](Value i) {
    IndexMath m = mover.math();
    SymbolicRead read = axis.positions.emit(m.b, m.loc, i);
    Value to = at(window, i);
    auto copy = [&] {
      Value from = m.add(window.sourceOffset, scale(read.index));
      copyChunk(window, from, to);
    };
    // An extended row is not empty here: only gaps read the padding value.
    bool hasPadding = mode == PadMode::Constant || axis.step;
    if (!read.hasSource || !hasPadding)
      return copy();
    mover.ifElse(read.hasSource, copy,
                 [&] { mover.fillPadding(window.result, to, chunk); });
  });
}

void RowEmitter::emitBorder(const Window &window, bool isLeft) {
  IndexMath m = mover.math();
  Value first = isLeft ? window.first : window.end,
        last = isLeft ? window.begin : window.last;
  if (!movesElements || interior != 0)
    return emitEach(window, first, last);
  Value count = m.sub(last, first), to = at(window, first);
  if (axis.extension.kind == PadExtension::Kind::Hold)
    return mover.fill(window.result, to, count, [&] {
      IndexMath m = mover.math();
      Value index = axis.emitRunPosition(m, first, isLeft);
      return mover.loadElement(window.source,
                               m.add(window.sourceOffset, index));
    });
  mover.ifElse(
      isLeft ? axis.isLeftRun : axis.isRightRun,
      [&] {
        Value index = axis.emitRunPosition(mover.math(), first, isLeft);
        mover.copy(window.source, mover.math().add(window.sourceOffset, index),
                   window.result, to, count,
                   axis.extension.kind == PadExtension::Kind::Mirror);
      },
      [&] {
        forRuns(mover, axis, first, last, isLeft,
                [&](Value run, Value index, Value count, bool isReverse) {
                  mover.copyCompact(
                      window.source,
                      mover.math().add(window.sourceOffset, index),
                      window.result, at(window, run), count, isReverse);
                });
      });
}

void RowEmitter::emitConstantBorders(const Window &window, Value begin,
                                     Value end, bool keepsData) {
  IndexMath m = mover.math();
  Value first = at(window, window.first), last = at(window, window.last);
  begin = at(window, begin);
  end = at(window, end);
  bool hasLeft = window.part != RowWindow::Part::RightEnd,
       hasRight = window.part != RowWindow::Part::LeftEnd;
  auto exact = [&] {
    if (hasLeft)
      mover.fillPadding(window.result, first, m.sub(begin, first));
    if (hasRight)
      mover.fillPadding(window.result, end, m.sub(last, end));
  };
  if (keepsData || mover.isScalable())
    return exact();
  // Whole vectors that run into the data: it is written afterwards.
  int64_t lanes = mover.getLanes();
  std::optional<int64_t> data = getConstantIntValue(scale(window.count));
  Value isWide =
      data && *data >= lanes
          ? arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true))
          : m.cmp(CmpIPredicate::sge, m.sub(last, first), m.constant(lanes));
  mover.ifElse(
      isWide,
      [&] {
        Value padding = mover.getPadding(lanes);
        Value flush = m.sub(last, m.constant(lanes));
        auto storeAt = [&](Value i) {
          mover.store(padding, window.result, m.min(i, flush));
        };
        if (hasLeft)
          mover.forLoop(first, begin, lanes, storeAt);
        if (hasRight)
          mover.forLoop(end, last, lanes, storeAt);
      },
      exact);
}

void RowEmitter::emitData(const Window &window, bool bordersOnly) {
  IndexMath m = mover.math();
  bool isConstant = mode == PadMode::Constant;
  if (bordersOnly && axis.step) {
    // Data that is there already has no gaps: the interior pad turned out 0.
    if (isConstant)
      emitConstantBorders(window, window.begin, window.end, bordersOnly);
    return emitEach(window, window.begin, window.end);
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
  if (isConstant) {
    emitConstantBorders(window, begin, end, bordersOnly);
  } else if (axis.step) {
    mover.fillPadding(window.result, at(window, window.begin),
                      scale(m.sub(begin, window.begin)));
    mover.fillPadding(window.result, at(window, end),
                      scale(m.sub(window.end, end)));
  }
  if (bordersOnly)
    return;
  Value from = m.add(window.sourceOffset, scale(element));
  Value to = at(window, begin);
  auto spread = [&](int64_t known) {
    mover.copy(window.source, from, window.result, to, scale(count),
               /*isReverse=*/false, known);
  };
  bool isNarrow = interior && *interior <= cost::kMaxShuffledInterior;
  if (!axis.step || (isNarrow && movesElements))
    return spread(interior.value_or(0));
  // Gaps of a run-time width, or between several elements each.
  auto scatter = [&] {
    mover.trace(EmittedWay::Scattered);
    IndexMath m = mover.math();
    mover.fillPadding(window.result, to, scale(m.sub(end, begin)));
    mover.forLoop(m.constant(0), count, 1, [&](Value i) {
      IndexMath m = mover.math();
      copyChunk(window, m.add(from, scale(i)),
                m.add(to, scale(m.mul(i, axis.step))));
    });
  };
  if (!movesElements || interior)
    return scatter();
  // The usual ones by shuffles.
  auto isStep = [&](int64_t step) {
    IndexMath m = mover.math();
    return m.cmp(CmpIPredicate::eq, axis.step, m.constant(step));
  };
  mover.ifElse(
      isStep(2), [&] { spread(1); },
      [&] { mover.ifElse(isStep(3), [&] { spread(2); }, scatter); });
}

void RowEmitter::emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                      Value resultOffset, const RowWindow &rowWindow,
                      bool bordersOnly) {
  IndexMath m = mover.math();
  auto [first, last, part, data] = rowWindow;
  Window window;
  window.source = source;
  window.sourceOffset = sourceOffset;
  window.result = result;
  window.origin = m.sub(resultOffset, scale(first));
  window.first = first;
  window.last = last;
  window.part = part;
  switch (part) {
  case RowWindow::Part::Any:
    window.begin = m.clamp(axis.begin, first, last);
    window.end = m.clamp(axis.end, window.begin, last);
    window.count = m.sub(window.end, window.begin);
    break;
  case RowWindow::Part::LeftEnd:
    window.begin = m.sub(last, m.constant(data));
    window.end = last;
    window.count = m.constant(data);
    break;
  case RowWindow::Part::RightEnd:
    window.begin = first;
    window.end = m.add(first, m.constant(data));
    window.count = m.constant(data);
    break;
  }
  mover.trace(EmittedWay::Rows);
  if (mode != PadMode::Constant && part != RowWindow::Part::RightEnd)
    emitBorder(window, /*isLeft=*/true);
  if (mode != PadMode::Constant && part != RowWindow::Part::LeftEnd)
    emitBorder(window, /*isLeft=*/false);
  emitData(window, bordersOnly);
}
