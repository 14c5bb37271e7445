//===- StreamedRows.cpp - Rows past the caches ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamedRows.h"
#include "Pad/Analysis/CostModel.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

Value mlir::pad::emitAreRowsStreamable(VectorMover &mover,
                                       const AxisValues &axis,
                                       Value innerBlock) {
  IndexMath m = mover.math();
  Value bytes = m.mul(innerBlock, m.constant(mover.getElementBytes()));
  auto bytesOf = [&](Value count) { return m.mul(count, bytes); };
  Value isLong = m.cmp(CmpIPredicate::sge, bytesOf(m.sub(axis.end, axis.begin)),
                       m.constant(cost::kMinStreamedRunBytes));
  Value maxBorder = m.constant(cost::kMaxBorderBytes);
  for (Value border : {axis.begin, m.sub(axis.resultExtent, axis.end)})
    isLong =
        m.both(isLong, m.cmp(CmpIPredicate::sle, bytesOf(border), maxBorder));
  return isLong;
}

void mlir::pad::emitStreamedRow(
    VectorMover &mover, StreamWriter &writer, const AxisValues &axis,
    Value innerBlock, FlatBuffer source, Value sourceOffset, Value resultOffset,
    RowWindow window, function_ref<void(FlatBuffer, Value, RowWindow)> emit) {
  auto at = [&](Value index) {
    IndexMath m = mover.math();
    return m.add(resultOffset, m.mul(m.sub(index, window.first), innerBlock));
  };
  IndexMath m = mover.math();
  if (!writer.streamsRows()) {
    Value piece =
        m.apply<arith::DivUIOp>(m.constant(writer.getMaxPiece()), innerBlock);
    return mover.forLoop(window.first, window.last, piece, [&](Value first) {
      IndexMath m = mover.math();
      Value last = m.min(m.add(first, piece), window.last);
      writer.write(at(first), m.mul(m.sub(last, first), innerBlock),
                   [&](FlatBuffer stage, Value offset) {
                     emit(stage, offset, {first, last});
                   });
    });
  }
  mover.trace(EmittedWay::StreamedRows);
  // Positions are numbers of the data here: no interior pad.
  Value line = m.ceilDiv(m.constant(writer.getLine()), innerBlock);
  Value dataBegin = m.clamp(axis.begin, window.first, window.last),
        dataEnd = m.clamp(axis.end, dataBegin, window.last);
  RowWindow head{window.first, m.add(dataBegin, line)},
      tail{m.sub(dataEnd, line), window.last};
  auto streamData = [&] {
    IndexMath m = mover.math();
    writer.streamData(
        at(dataBegin), m.mul(m.sub(dataEnd, dataBegin), innerBlock), source,
        m.add(sourceOffset, m.mul(m.sub(dataBegin, axis.low), innerBlock)));
  };
  auto stageEnd = [&](RowWindow end) {
    writer.stageEnd(at(end.first), [&](FlatBuffer stage, Value offset) {
      emit(stage, offset, end);
    });
  };
  if (getConstantIntValue(head.last) && getConstantIntValue(tail.last)) {
    stageEnd(head);
    streamData();
    return stageEnd(tail);
  }
  mover.forBothEnds([&](Value isTail) {
    IndexMath m = mover.math();
    stageEnd({m.select(isTail, tail.first, head.first),
              m.select(isTail, tail.last, head.last)});
    mover.ifElse(isTail, [] {}, streamData);
  });
}
