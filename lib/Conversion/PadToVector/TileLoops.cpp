//===- TileLoops.cpp - Loops around a static tile -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/CostModel.h"
#include "PadEmitter.h"
#include "RepeatedRows.h"
#include "TileEmitter.h"

using namespace mlir;
using namespace mlir::pad;

bool PadEmitter::hasTiles(bool isStreamed) const {
  if (!plan.tile)
    return false;
  // A row of many pieces is parted by a loop, and so at run time.
  bool isInPieces =
      isRowTile() && staging->staging == StreamWriter::Staging::Pieces &&
      plan.tile->getResultSize() * plan.elementBits / 8 > cost::kMaxPieceBytes;
  // Threads that share one row have parts of it.
  bool isParted = options.parallel && plan.tileBegin == 0 && isRowTile();
  return !isParted && !(isStreamed && isInPieces);
}

void PadEmitter::emitTileElements(FlatBuffer to, Value sourceOffset,
                                  Value resultOffset, int64_t begin,
                                  int64_t end) {
  emitTile(mover, *plan.tile, source.buffer, sourceOffset, to, resultOffset,
           begin, end);
}

void PadEmitter::emitStreamedTile(StreamWriter &writer, Value sourceOffset,
                                  Value resultOffset) {
  if (!isRowTile()) {
    int64_t size = plan.tile->getResultSize();
    return writer.write(
        resultOffset, m.constant(size), [&](FlatBuffer stage, Value offset) {
          emitTileElements(stage, sourceOffset, offset, 0, size);
        });
  }
  RowWindow window{m.constant(0), axes[plan.row].resultExtent};
  emitStreamedRow(mover, writer, axes[plan.row], chunk, source.buffer,
                  sourceOffset, resultOffset, window,
                  [&](FlatBuffer stage, Value offset, RowWindow part) {
                    emitTileElements(
                        stage, sourceOffset, offset,
                        *getConstantIntValue(part.first) * plan.chunk,
                        *getConstantIntValue(part.last) * plan.chunk);
                  });
}

void PadEmitter::emitRepeatedPlane(Value sourceOffset, Value resultOffset) {
  const AxisValues &outer = axes[plan.row - 1];
  int64_t size = plan.tile->getResultSize();
  mover.forLoop(outer.begin, outer.end, 1, [&](Value i) {
    Value from = m.mul(m.sub(i, outer.low), outer.sourceStride);
    emitTileElements(result.buffer, m.add(sourceOffset, from),
                     m.add(resultOffset, m.mul(i, outer.resultStride)), 0,
                     size);
  });
  repeatRows(mover, outer, resultOffset, [&](Value from, Value to) {
    mover.copyStatic(result.buffer, from, result.buffer, to, size,
                     /*isReverse=*/false, /*interior=*/0);
  });
}

void PadEmitter::emitTiles(bool isStreamed) {
  Value sourceOffset = m.value(source.offset),
        resultOffset = m.value(result.offset);
  StreamWriter::Staging kind =
      isRowTile() ? staging->staging : StreamWriter::Staging::Pieces;
  int64_t numLoops = plan.tileBegin;
  bool repeats = plan.repeatsRows && !isStreamed;
  if (repeats)
    --numLoops;
  // As many of the outer loops as give threads enough to share.
  int64_t numShared = 0, iterations = 1;
  while (numShared < numLoops && iterations < cost::kManyIterations) {
    int64_t extent = plan.axes[numShared++].resultExtent;
    // Of two run-time extents one is taken to be large.
    iterations *= ShapedType::isDynamic(extent)
                      ? cost::kManyIterations / 8
                      : std::min(extent, cost::kManyIterations);
  }
  forThreads(getIterations(0, numShared), [&](Value first, Value last) {
    Value stride =
        numShared == 0 ? getResultSize() : axes[numShared - 1].resultStride;
    auto at = [&](Value iteration) {
      return m.add(resultOffset, m.mul(iteration, stride));
    };
    std::optional<StreamWriter> writer;
    if (isStreamed) {
      StreamWriter::Memory memory =
          StreamWriter::allocate(mover, kind, plan.chunk);
      writer.emplace(mover, result.buffer, at(first), kind, plan.chunk, memory);
      writer->start();
    }
    LoopNest nest(
        mover, axes, numLoops,
        [&](Value from, Value to, bool) {
          if (repeats)
            return emitRepeatedPlane(from, to);
          if (writer)
            return emitStreamedTile(*writer, from, to);
          emitTileElements(result.buffer, from, to, 0,
                           plan.tile->getResultSize());
        },
        [&](Value offset, Value count) {
          writer ? writer->fillPadding(offset, count)
                 : mover.fillPadding(result.buffer, offset, count);
        });
    if (options.parallel && numShared > 0 && !getConstantIntValue(first))
      nest.emitIterations(numShared, first, last, sourceOffset, resultOffset,
                          /*bordersOnly=*/false);
    else
      nest.emit(sourceOffset, resultOffset, /*bordersOnly=*/false);
    if (writer)
      writer->finish(at(last));
  });
}
