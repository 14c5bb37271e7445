//===- TileLoops.cpp - Loops around a static tile -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadEmitter.h"
#include "TileEmitter.h"

using namespace mlir;
using namespace mlir::pad;

void PadEmitter::emitTileElements(FlatBuffer to, ArithValue sourceOffset,
                                  ArithValue resultOffset, int64_t begin,
                                  int64_t end) {
  // What is staged stays in the cache.
  bool copiesInGroups = row.copiesInGroups && to == result.buffer;
  emitTile(mover, *row.tile, source.buffer, sourceOffset, to, resultOffset,
           begin, end, copiesInGroups);
}

void PadEmitter::emitStreamedTile(StreamWriter &writer, ArithValue sourceOffset,
                                  ArithValue resultOffset) {
  if (!row.isRowTile()) {
    int64_t size = row.tile->getResultSize();
    return writer.write(resultOffset, m.constant(size),
                        [&](FlatBuffer stage, ArithValue offset) {
                          emitTileElements(stage, sourceOffset, offset, 0,
                                           size);
                        });
  }
  RowWindow window{m.constant(0), axes[row.axis].resultExtent};
  emitStreamedRow(mover, writer, axes[row.axis], innerBlock, source.buffer,
                  sourceOffset, resultOffset, window,
                  [&](FlatBuffer stage, ArithValue offset, RowWindow part) {
                    emitTileElements(
                        stage, sourceOffset, offset,
                        *getConstantIntValue(part.first) * row.innerBlock,
                        *getConstantIntValue(part.last) * row.innerBlock);
                  });
}

void PadEmitter::emitBordersLast(ArithValue sourceOffset,
                                 ArithValue resultOffset) {
  const AxisValues &outer = axes[row.tileBegin - 1];
  int64_t size = row.tile->getResultSize();
  auto resultAt = [&](ArithValue i) {
    return resultOffset + i * outer.resultStride;
  };
  // The last group ends with the data: some tiles are then moved twice.
  ArithValue lastGroup = outer.end - row.dataGroup;
  mover.forLoop(outer.begin, outer.end, row.dataGroup, [&](ArithValue i) {
    i = min(i, lastGroup);
    ArithValue from = (i - outer.low) * outer.sourceStride;
    emitTile(mover, *row.dataTile, source.buffer, sourceOffset + from,
             result.buffer, resultAt(i), 0, row.dataTile->getResultSize(),
             row.copiesInGroups);
  });
  auto repeat = [&](ArithValue from, ArithValue to, int64_t rows) {
    mover.copyStatic(result.buffer, from, result.buffer, to, rows * size);
  };
  if (row.wrapDistance) {
    const PadAxis &known = plan.axes[row.tileBegin - 1].numbers;
    mover.trace(EmittedWay::Repeats);
    repeat(resultAt(outer.begin), resultAt(outer.end), known.high);
    return repeat(resultAt(m.constant(*row.wrapDistance)), resultOffset,
                  known.low);
  }
  if (!outer.isFilled())
    return repeatRows(
        mover, outer, resultOffset,
        [&](ArithValue from, ArithValue to) { repeat(from, to, /*rows=*/1); });
  ArithValue width = m.constant(size);
  mover.fillPadding(result.buffer, resultOffset, outer.begin * width);
  mover.fillPadding(result.buffer, resultAt(outer.end),
                    (outer.resultExtent - outer.end) * width);
}

void PadEmitter::emitTiles(const PadVersion &version) {
  int64_t numShared = version.numShared;
  ArithValue elements =
      numShared == 0 ? getResultSize() : axes[numShared - 1].resultStride;
  emitLoops(version, getIterations(0, numShared), elements, row.innerBlock,
            [&](const PlaneTarget &target, RowWindow, ArithValue from,
                ArithValue to) {
              if (target.writer)
                return emitStreamedTile(*target.writer, from, to);
              if (row.areBordersLast)
                return emitBordersLast(from, to);
              emitTileElements(result.buffer, from, to, 0,
                               row.tile->getResultSize());
            });
}
