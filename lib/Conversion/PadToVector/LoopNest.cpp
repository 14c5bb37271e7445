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

LoopNest::LoopNest(VectorMover &mover, ArrayRef<AxisValues> axes,
                   int64_t numLoops, Inner inner, Fill fill)
    : mover(mover), axes(axes), numLoops(numLoops), inner(std::move(inner)),
      fillRun(std::move(fill)) {}

void LoopNest::fillRange(int64_t k, ArithValue resultOffset, ArithValue first,
                         ArithValue last) {
  const AxisValues &axis = axes[k];
  ArithContext m = mover.math();
  ArithValue begin = resultOffset + first * axis.resultStride;
  if (k + 2 == static_cast<int64_t>(axes.size())) {
    // The rows, or all of them at once, by the same code.
    ArithValue count = last - first;
    const AxisValues &row = axes.back();
    ArithValue size = select(axis.isResultDense, count * axis.resultStride,
                             row.resultExtent * row.resultStride);
    return mover.forLoop(
        m.constant(0), select(axis.isResultDense, min(count, 1), count), 1,
        [&](ArithValue i) { fillRun(begin + i * axis.resultStride, size); });
  }
  mover.ifElse(
      axis.isResultDense,
      [&] { fillRun(begin, (last - first) * axis.resultStride); },
      [&] {
        mover.forLoop(first, last, 1, [&](ArithValue i) {
          fillAxis(k + 1, {}, resultOffset + i * axis.resultStride);
        });
      });
}

void LoopNest::fillAxis(int64_t k, ArrayRef<ArithValue> indices,
                        ArithValue resultOffset) {
  if (indices.empty())
    return fillRange(k, resultOffset, mover.math().constant(0),
                     axes[k].resultExtent);
  fillAxis(k + 1, indices.drop_front(),
           resultOffset + indices.front() * axes[k].resultStride);
}

void LoopNest::fill(ArithValue resultOffset) { fillAxis(0, {}, resultOffset); }

void LoopNest::emitConstantIndex(int64_t k, ArrayRef<ArithValue> indices,
                                 ArithValue i, ArithValue sourceOffset,
                                 ArithValue resultOffset, bool bordersOnly) {
  const AxisValues &axis = axes[k];
  ArithValue position = i - axis.low;
  auto emitInner = [&](ArithValue index) {
    emitAxis(k + 1, indices, sourceOffset + index * axis.sourceStride,
             resultOffset, bordersOnly);
  };
  if (!axis.step)
    return emitInner(position);
  ArithValue rest = urem(position, *axis.step);
  mover.ifElse(
      eq(rest, 0), [&] { emitInner(udiv(position, *axis.step)); },
      [&] { fillAxis(k + 1, indices, resultOffset); });
}

void LoopNest::emitExtendedIndex(int64_t k, ArrayRef<ArithValue> indices,
                                 ArithValue i, ArithValue sourceOffset,
                                 ArithValue resultOffset, bool bordersOnly) {
  const AxisValues &axis = axes[k];
  auto emitInner = [&](ArithValue index, bool bordersOnly) {
    emitAxis(k + 1, indices, sourceOffset + index * axis.sourceStride,
             resultOffset, bordersOnly);
  };
  if (!axis.isPadded)
    return emitInner(i, bordersOnly);
  ArithValue position = i - axis.positions.low;
  ArithValue isInside = ult(position, axis.positions.dilated);
  if (axis.step) {
    SourceRead<ArithValue> read = axis.positions.read(i);
    auto emitElement = [&] {
      if (!bordersOnly)
        return emitInner(read.index, false);
      mover.ifElse(
          isInside, [&] { emitInner(read.index, true); },
          [&] { emitInner(read.index, false); });
    };
    return mover.ifElse(*read.hasSource, emitElement,
                        [&] { fillAxis(k + 1, indices, resultOffset); });
  }
  if (bordersOnly)
    return mover.ifElse(
        isInside, [&] { emitInner(position, true); },
        [&] { emitInner(axis.positions.read(i).index, false); });
  emitInner(axis.emitRead(i).index, false);
}

void LoopNest::emitAxis(int64_t k, ArrayRef<ArithValue> indices,
                        ArithValue sourceOffset, ArithValue resultOffset,
                        bool bordersOnly) {
  if (k == numLoops)
    return inner(sourceOffset, resultOffset, bordersOnly);
  const AxisValues &axis = axes[k];
  if (!indices.empty()) {
    ArithValue i = indices.front();
    ArithValue to = resultOffset + i * axis.resultStride;
    indices = indices.drop_front();
    if (!axis.isFilled())
      return emitExtendedIndex(k, indices, i, sourceOffset, to, bordersOnly);
    if (!axis.isPadded)
      return emitConstantIndex(k, indices, i, sourceOffset, to, bordersOnly);
    ArithValue isInside = (i >= axis.begin) & (i < axis.end);
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

void LoopNest::emitIndices(int64_t k, ArithValue first, ArithValue begin,
                           ArithValue end, ArithValue last,
                           ArithValue sourceOffset, ArithValue resultOffset,
                           bool bordersOnly) {
  const AxisValues &axis = axes[k];
  auto resultAt = [&](ArithValue i) {
    return resultOffset + i * axis.resultStride;
  };
  if (!axis.isFilled())
    return mover.forLoop(first, last, 1, [&](ArithValue i) {
      emitExtendedIndex(k, {}, i, sourceOffset, resultAt(i), bordersOnly);
    });
  auto emitRows = [&] {
    mover.forLoop(begin, end, 1, [&](ArithValue i) {
      emitConstantIndex(k, {}, i, sourceOffset, resultAt(i), bordersOnly);
    });
  };
  if (!axis.isPadded)
    return emitRows();
  // In the order of memory; borders of known sizes are not worth a loop.
  if (llvm::all_of(ArrayRef<ArithValue>{first, begin, end, last},
                   [](ArithValue index) {
                     return getConstantIntValue(index).has_value();
                   })) {
    fillRange(k, resultOffset, first, begin);
    emitRows();
    return fillRange(k, resultOffset, end, last);
  }
  mover.forBothEnds([&](ArithValue isBehind) {
    fillRange(k, resultOffset, select(isBehind, end, first),
              select(isBehind, last, begin));
    mover.ifElse(isBehind, [] {}, emitRows);
  });
}

void LoopNest::emitRange(ArithValue first, ArithValue last,
                         ArithValue sourceOffset, ArithValue resultOffset,
                         bool bordersOnly, ArithValue hasSource) {
  ArithContext m = mover.math();
  ArithValue begin = clamp(m(axes[0].begin), first, last);
  ArithValue end = clamp(m(axes[0].end), begin, last);
  auto emit = [&] {
    emitIndices(0, first, begin, end, last, sourceOffset, resultOffset,
                bordersOnly);
  };
  if (!hasSource)
    return emit();
  if (!axes[0].isFilled())
    return mover.ifElse(hasSource, emit,
                        [&] { fillRange(0, resultOffset, first, last); });
  // The code that fills what lies behind the data fills it all.
  end = select(hasSource, end, begin);
  emit();
}

void LoopNest::emit(ArithValue sourceOffset, ArithValue resultOffset,
                    bool bordersOnly) {
  emitAxis(0, {}, sourceOffset, resultOffset, bordersOnly);
}

void LoopNest::emitIterations(int64_t numAxes, ArithValue first,
                              ArithValue last, ArithValue sourceOffset,
                              ArithValue resultOffset, bool bordersOnly) {
  mover.forLoop(first, last, 1, [&](ArithValue iteration) {
    SmallVector<ArithValue> indices(numAxes);
    for (int64_t k = numAxes - 1; k > 0; --k) {
      indices[k] = urem(iteration, axes[k].resultExtent);
      iteration = udiv(iteration, axes[k].resultExtent);
    }
    indices[0] = iteration;
    emitAxis(0, indices, sourceOffset, resultOffset, bordersOnly);
  });
}

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
