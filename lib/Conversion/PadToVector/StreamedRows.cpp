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

void mlir::pad::emitStreamedRow(
    VectorMover &mover, StreamWriter &writer, const AxisValues &axis,
    ArithValue innerBlock, FlatBuffer source, ArithValue sourceOffset,
    ArithValue resultOffset, RowWindow window,
    function_ref<void(FlatBuffer, ArithValue, RowWindow)> emit) {
  auto at = [&](ArithValue index) {
    return resultOffset + (index - window.first) * innerBlock;
  };
  ArithContext m = mover.math();
  if (!writer.streamsRows()) {
    ArithValue piece = udiv(writer.getMaxPiece(), innerBlock);
    return mover.forLoop(
        window.first, window.last, piece, [&](ArithValue first) {
          ArithValue last = min(first + piece, window.last);
          writer.write(at(first), (last - first) * innerBlock,
                       [&](FlatBuffer stage, ArithValue offset) {
                         emit(stage, offset, {first, last});
                       });
        });
  }
  mover.trace(EmittedWay::StreamedRows);
  // Positions are numbers of the data here: no interior pad.
  ArithValue line = ceilDiv(m.constant(writer.getLine()), innerBlock);
  ArithValue dataBegin = clamp(axis.begin, window.first, window.last),
             dataEnd = clamp(axis.end, dataBegin, window.last);
  RowWindow head{window.first, dataBegin + line},
      tail{dataEnd - line, window.last};
  auto streamData = [&] {
    writer.streamData(at(dataBegin), (dataEnd - dataBegin) * innerBlock, source,
                      sourceOffset + (dataBegin - axis.low) * innerBlock);
  };
  auto stageEnd = [&](RowWindow end) {
    writer.stageEnd(at(end.first), [&](FlatBuffer stage, ArithValue offset) {
      emit(stage, offset, end);
    });
  };
  if (getConstantIntValue(head.last) && getConstantIntValue(tail.last)) {
    stageEnd(head);
    streamData();
    return stageEnd(tail);
  }
  mover.forBothEnds([&](ArithValue isTail) {
    stageEnd({select(isTail, tail.first, head.first),
              select(isTail, tail.last, head.last)});
    mover.ifElse(isTail, [] {}, streamData);
  });
}
