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
  ArithValue first = outer.begin;
  if (row.areGroupsAligned)
    first = udiv(first, row.dataGroup) * row.dataGroup;
  mover.forLoop(first, outer.end, row.dataGroup, [&](ArithValue i) {
    i = max(min(i, lastGroup), outer.begin);
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

void PadEmitter::emitGroupedTiles(const PlaneTarget &target, RowWindow tiles,
                                  ArithValue sourceOffset,
                                  ArithValue resultOffset) {
  const AxisValues &outer = axes[row.tileBegin - 1];
  // Tiles `[first, last)`, of which `tile` is `step`, and `getPosition` gives
  // the first one's position in the source.
  auto emit = [&](const StaticTile &tile, ArithValue first, ArithValue last,
                  int64_t step,
                  function_ref<ArithValue(ArithValue)> getPosition) {
    int64_t size = tile.getResultSize();
    auto emitTo = [&](FlatBuffer buffer, ArithValue to, ArithValue begin,
                      ArithValue end) {
      mover.forLoop(begin, end, step, [&](ArithValue i) {
        ArithValue from = sourceOffset + getPosition(i) * outer.sourceStride;
        emitTile(mover, tile, source.buffer, from, buffer,
                 to + (i - begin) * outer.resultStride, 0, size,
                 row.copiesInGroups && !target.writer);
      });
    };
    auto resultAt = [&](ArithValue i) {
      return resultOffset + i * outer.resultStride;
    };
    if (!target.writer)
      return emitTo(result.buffer, resultAt(first), first, last);
    int64_t piece = std::max<int64_t>(target.writer->getMaxPiece() / size, 1);
    mover.forLoop(first, last, piece * step, [&](ArithValue begin) {
      ArithValue end = min(begin + piece * step, last);
      target.writer->write(resultAt(begin), (end - begin) * outer.resultStride,
                           [&](FlatBuffer stage, ArithValue to) {
                             emitTo(stage, to, begin, end);
                           });
    });
  };
  ArithValue begin = clamp(outer.begin, tiles.first, tiles.last),
             end = clamp(outer.end, begin, tiles.last);
  ArithValue behind = begin + udiv(end - begin, row.dataGroup) * row.dataGroup;
  auto getDataPosition = [&](ArithValue i) { return i - outer.low; };
  auto emitGroups = [&] {
    emit(*row.dataTile, begin, behind, row.dataGroup, getDataPosition);
  };
  auto emitData = [&] {
    emitGroups();
    emit(*row.tile, behind, end, 1, getDataPosition);
  };
  if (!outer.isPadded)
    return emitData();
  if (outer.isFilled()) {
    auto fill = [&](ArithValue first, ArithValue last) {
      ArithValue to = resultOffset + first * outer.resultStride,
                 count = (last - first) * outer.resultStride;
      target.writer ? target.writer->fillPadding(to, count)
                    : mover.fillPadding(result.buffer, to, count);
    };
    return mover.forBothEnds([&](ArithValue isBehind) {
      fill(select(isBehind, end, tiles.first),
           select(isBehind, tiles.last, begin));
      mover.ifElse(isBehind, [] {}, emitData);
    });
  }
  // What is left of the data is moved with the border behind it.
  mover.forBothEnds([&](ArithValue isBehind) {
    emit(*row.tile, select(isBehind, behind, tiles.first),
         select(isBehind, tiles.last, begin), 1,
         [&](ArithValue i) { return outer.emitRead(i).index; });
    mover.ifElse(isBehind, [] {}, emitGroups);
  });
}

void PadEmitter::emitTiles(const PadVersion &version) {
  int64_t numShared = version.numShared;
  ArithValue iterations = getIterations(0, numShared);
  ArithValue elements =
      numShared == 0 ? getResultSize() : axes[numShared - 1].resultStride;
  bool sharesGroups = version.sharedWork == SharedWork::TileGroups;
  if (sharesGroups) {
    iterations = ceilDiv(axes[0].resultExtent, row.dataGroup);
    elements = axes[0].resultStride * row.dataGroup;
  }
  emitLoops(version, iterations, elements, row.innerBlock,
            [&](const PlaneTarget &target, RowWindow stretch, ArithValue from,
                ArithValue to) {
              if (version.groupsTiles(row)) {
                ArithValue extent = axes[row.tileBegin - 1].resultExtent;
                RowWindow tiles{m.constant(0), extent};
                if (sharesGroups)
                  tiles = {stretch.first * row.dataGroup,
                           min(stretch.last * row.dataGroup, extent)};
                return emitGroupedTiles(target, tiles, from, to);
              }
              if (target.writer)
                return emitStreamedTile(*target.writer, from, to);
              if (row.areBordersLast)
                return emitBordersLast(from, to);
              emitTileElements(result.buffer, from, to, 0,
                               row.tile->getResultSize());
            });
}
