//===- LoopNest.cpp - Loops over the axes of a pad ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

LoopNest::LoopNest(VectorMover &mover, ArrayRef<AxisValues> axes,
                   int64_t numLoops, Inner inner, Fill fill)
    : mover(mover), axes(axes), numLoops(numLoops), inner(std::move(inner)),
      fillRun(std::move(fill)) {}

void LoopNest::fillRange(int64_t k, Value resultOffset, Value first,
                         Value last) {
  const AxisValues &axis = axes[k];
  IndexMath m = mover.math();
  Value begin = m.add(resultOffset, m.mul(first, axis.resultStride));
  if (k + 2 == static_cast<int64_t>(axes.size())) {
    // The rows, or all of them at once, by the same code.
    Value count = m.sub(last, first), one = m.constant(1);
    const AxisValues &row = axes.back();
    Value size = m.select(axis.isResultDense, m.mul(count, axis.resultStride),
                          m.mul(row.resultExtent, row.resultStride));
    return mover.forLoop(
        m.constant(0), m.select(axis.isResultDense, m.min(count, one), count),
        1, [&](Value i) {
          IndexMath m = mover.math();
          fillRun(m.add(begin, m.mul(i, axis.resultStride)), size);
        });
  }
  mover.ifElse(
      axis.isResultDense,
      [&] {
        IndexMath m = mover.math();
        fillRun(begin, m.mul(m.sub(last, first), axis.resultStride));
      },
      [&] {
        mover.forLoop(first, last, 1, [&](Value i) {
          IndexMath m = mover.math();
          fillAxis(k + 1, {}, m.add(resultOffset, m.mul(i, axis.resultStride)));
        });
      });
}

void LoopNest::fillAxis(int64_t k, ArrayRef<Value> indices,
                        Value resultOffset) {
  if (indices.empty())
    return fillRange(k, resultOffset, mover.math().constant(0),
                     axes[k].resultExtent);
  IndexMath m = mover.math();
  fillAxis(k + 1, indices.drop_front(),
           m.add(resultOffset, m.mul(indices.front(), axes[k].resultStride)));
}

void LoopNest::fill(Value resultOffset) { fillAxis(0, {}, resultOffset); }

void LoopNest::emitConstantIndex(int64_t k, ArrayRef<Value> indices, Value i,
                                 Value sourceOffset, Value resultOffset,
                                 bool bordersOnly) {
  const AxisValues &axis = axes[k];
  IndexMath m = mover.math();
  Value position = m.sub(i, axis.low);
  auto emitInner = [&](Value index) {
    IndexMath m = mover.math();
    emitAxis(k + 1, indices,
             m.add(sourceOffset, m.mul(index, axis.sourceStride)), resultOffset,
             bordersOnly);
  };
  if (!axis.step)
    return emitInner(position);
  Value rest = m.apply<arith::RemUIOp>(position, axis.step);
  mover.ifElse(
      m.cmp(CmpIPredicate::eq, rest, m.constant(0)),
      [&] {
        emitInner(mover.math().apply<arith::DivUIOp>(position, axis.step));
      },
      [&] { fillAxis(k + 1, indices, resultOffset); });
}

void LoopNest::emitExtendedIndex(int64_t k, ArrayRef<Value> indices, Value i,
                                 Value sourceOffset, Value resultOffset,
                                 bool bordersOnly) {
  const AxisValues &axis = axes[k];
  auto emitInner = [&](Value index, bool bordersOnly) {
    IndexMath m = mover.math();
    emitAxis(k + 1, indices,
             m.add(sourceOffset, m.mul(index, axis.sourceStride)), resultOffset,
             bordersOnly);
  };
  if (!axis.isPadded)
    return emitInner(i, bordersOnly);
  IndexMath m = mover.math();
  Value position = m.sub(i, axis.positions.getLow());
  Value isInside =
      m.cmp(CmpIPredicate::ult, position, axis.positions.getDilatedExtent());
  if (axis.step) {
    SymbolicRead read = axis.positions.emit(m.b, m.loc, i);
    auto emitElement = [&] {
      if (!bordersOnly)
        return emitInner(read.index, false);
      mover.ifElse(
          isInside, [&] { emitInner(read.index, true); },
          [&] { emitInner(read.index, false); });
    };
    return mover.ifElse(read.hasSource, emitElement,
                        [&] { fillAxis(k + 1, indices, resultOffset); });
  }
  if (bordersOnly)
    return mover.ifElse(
        isInside, [&] { emitInner(position, true); },
        [&] {
          IndexMath m = mover.math();
          emitInner(axis.positions.emit(m.b, m.loc, i).index, false);
        });
  emitInner(axis.emitRead(m.b, m.loc, i).index, false);
}

void LoopNest::emitAxis(int64_t k, ArrayRef<Value> indices, Value sourceOffset,
                        Value resultOffset, bool bordersOnly) {
  if (k == numLoops)
    return inner(sourceOffset, resultOffset, bordersOnly);
  const AxisValues &axis = axes[k];
  if (!indices.empty()) {
    IndexMath m = mover.math();
    Value i = indices.front();
    Value to = m.add(resultOffset, m.mul(i, axis.resultStride));
    indices = indices.drop_front();
    if (axis.mode != PadMode::Constant)
      return emitExtendedIndex(k, indices, i, sourceOffset, to, bordersOnly);
    if (!axis.isPadded)
      return emitConstantIndex(k, indices, i, sourceOffset, to, bordersOnly);
    Value isInside = m.both(m.cmp(CmpIPredicate::sge, i, axis.begin),
                            m.cmp(CmpIPredicate::slt, i, axis.end));
    return mover.ifElse(
        isInside,
        [&] {
          emitConstantIndex(k, indices, i, sourceOffset, to, bordersOnly);
        },
        [&] { fillAxis(k + 1, indices, to); });
  }
  emitIndices(k, mover.math().constant(0), axis.begin, axis.end,
              axis.resultExtent, sourceOffset, resultOffset, bordersOnly);
}

void LoopNest::emitIndices(int64_t k, Value first, Value begin, Value end,
                           Value last, Value sourceOffset, Value resultOffset,
                           bool bordersOnly) {
  const AxisValues &axis = axes[k];
  auto resultAt = [&](Value i) {
    IndexMath m = mover.math();
    return m.add(resultOffset, m.mul(i, axis.resultStride));
  };
  if (axis.mode != PadMode::Constant)
    return mover.forLoop(first, last, 1, [&](Value i) {
      emitExtendedIndex(k, {}, i, sourceOffset, resultAt(i), bordersOnly);
    });
  auto emitRows = [&] {
    mover.forLoop(begin, end, 1, [&](Value i) {
      emitConstantIndex(k, {}, i, sourceOffset, resultAt(i), bordersOnly);
    });
  };
  if (!axis.isPadded)
    return emitRows();
  // In the order of memory; borders of known sizes are not worth a loop.
  if (llvm::all_of(ArrayRef<Value>{first, begin, end, last}, [](Value index) {
        return getConstantIntValue(index).has_value();
      })) {
    fillRange(k, resultOffset, first, begin);
    emitRows();
    return fillRange(k, resultOffset, end, last);
  }
  mover.forBothEnds([&](Value isBehind) {
    IndexMath m = mover.math();
    fillRange(k, resultOffset, m.select(isBehind, end, first),
              m.select(isBehind, last, begin));
    mover.ifElse(isBehind, [] {}, emitRows);
  });
}

void LoopNest::emitRange(Value first, Value last, Value sourceOffset,
                         Value resultOffset, bool bordersOnly,
                         Value hasSource) {
  IndexMath m = mover.math();
  Value begin = m.clamp(axes[0].begin, first, last);
  Value end = m.clamp(axes[0].end, begin, last);
  auto emit = [&] {
    emitIndices(0, first, begin, end, last, sourceOffset, resultOffset,
                bordersOnly);
  };
  if (!hasSource)
    return emit();
  if (axes[0].mode != PadMode::Constant)
    return mover.ifElse(hasSource, emit,
                        [&] { fillRange(0, resultOffset, first, last); });
  // The code that fills what lies behind the data fills it all.
  end = m.select(hasSource, end, begin);
  emit();
}

void LoopNest::emit(Value sourceOffset, Value resultOffset, bool bordersOnly) {
  emitAxis(0, {}, sourceOffset, resultOffset, bordersOnly);
}

void LoopNest::emitIterations(int64_t numAxes, Value first, Value last,
                              Value sourceOffset, Value resultOffset,
                              bool bordersOnly) {
  mover.forLoop(first, last, 1, [&](Value iteration) {
    IndexMath m = mover.math();
    SmallVector<Value> indices(numAxes);
    for (int64_t k = numAxes - 1; k > 0; --k) {
      indices[k] = m.apply<arith::RemUIOp>(iteration, axes[k].resultExtent);
      iteration = m.apply<arith::DivUIOp>(iteration, axes[k].resultExtent);
    }
    indices[0] = iteration;
    emitAxis(0, indices, sourceOffset, resultOffset, bordersOnly);
  });
}
