//===- TileEmitter.cpp - Rows known at compile time -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileEmitter.h"
#include "Pad/Rows/ComposedVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits one tile.
struct TileEmitter {
  VectorMover &mover;
  const StaticTile &tile;
  FlatBuffer source, result;
  ArithValue sourceOffset, resultOffset;
  /// Result elements to emit; the first goes to `resultOffset`.
  int64_t begin, end;
  bool copiesInGroups;

  void emit();

private:
  ArithValue resultAt(int64_t index) { return resultOffset + (index - begin); }
  /// `width` elements of the source from `first` on; all of a source that is
  /// smaller than a vector.
  ArithValue loadWindow(int64_t first, int64_t width);
  /// The result elements `[index, index + width)` as one vector.
  ArithValue compose(int64_t index, int64_t width);
  /// Moves whole vectors of `run` from result element `index` on; returns the
  /// element behind them, `index` if there are none.
  int64_t emitRun(const PadRun &run, int64_t index, int64_t width);
};
} // namespace

ArithValue TileEmitter::loadWindow(int64_t first, int64_t width) {
  int64_t size = tile.getSourceSize();
  if (size >= width)
    return mover.load(source, sourceOffset + first, width);
  // Two vectors that overlap hold all of it.
  int64_t half = llvm::bit_floor(static_cast<uint64_t>(size));
  if (half == 1)
    return mover.splat(mover.loadElement(source, sourceOffset), width);
  ArithValue low = mover.load(source, sourceOffset, half);
  ArithValue high = mover.load(source, sourceOffset + (size - half), half);
  SmallVector<int64_t> mask;
  for (int64_t lane = 0; lane < width; ++lane)
    mask.push_back(lane < half ? lane
                               : std::min(lane, size - 1) - size + 2 * half);
  return mover.shuffle(low, high, mask);
}

ArithValue TileEmitter::compose(int64_t index, int64_t width) {
  mover.trace(EmittedWay::Composed);
  SmallVector<std::optional<int64_t>> elements;
  for (int64_t lane = 0; lane < width; ++lane)
    elements.push_back(tile.getSource(index + lane));
  return mover.math()(emitComposedVector(
      mover.builder(), mover.location(), elements, tile.getSourceSize(),
      [&](int64_t first) { return loadWindow(first, width); },
      [&] { return mover.getPadding(width); }));
}

int64_t TileEmitter::emitRun(const PadRun &run, int64_t index, int64_t width) {
  int64_t direction = getDirection(run.kind);
  // What is held is an element, and so no padding value lies between.
  int64_t step = direction == 0 ? 1 : tile.getInterior() + 1;
  int64_t position = run.getPosition(index);
  int64_t length = std::min(run.begin + run.length, end) - index;
  int64_t count = length / (width * step) * width;
  if (count == 0 || position % step != 0)
    return index;
  mover.trace(EmittedWay::Runs);
  ArithValue to = resultAt(index);
  ArithValue from = sourceOffset + (position / (tile.getInterior() + 1));
  if (run.isFilled())
    mover.fillStatic(result, to, count, [&] { return mover.getPadding(1); });
  else if (direction > 0 && copiesInGroups)
    mover.copyInGroups(source, from, result, to, count);
  else
    mover.copyStatic(source, from, result, to, count, direction, step - 1);
  return index + (count - 1) * step + 1;
}

void TileEmitter::emit() {
  int64_t size = end - begin;
  if (size <= 0)
    return;
  int64_t width = std::min<int64_t>(
      mover.getLanes(), llvm::bit_floor(static_cast<uint64_t>(size)));
  if (width == 1) {
    mover.trace(EmittedWay::Composed);
    std::optional<int64_t> from = tile.getSource(begin);
    ArithValue element = from ? mover.loadElement(source, sourceOffset + *from)
                              : mover.getPadding(1);
    return mover.storeElement(element, result, resultOffset);
  }
  for (int64_t index = begin; index < end;) {
    const PadRun *run =
        llvm::find_if(tile.getRuns(), [&](const PadRun &candidate) {
          return index < candidate.begin + candidate.length;
        });
    if (run != tile.getRuns().end() && index >= run->begin) {
      int64_t behind = emitRun(*run, index, width);
      if (behind != index) {
        index = behind;
        continue;
      }
    }
    int64_t first = std::min(index, end - width);
    mover.store(compose(first, width), result, resultAt(first));
    index = first + width;
    // A long run goes on from an element: stop at the last one in the vector.
    int64_t step = tile.getInterior() + 1;
    if (run == tile.getRuns().end() || step == 1 ||
        run->begin + run->length - index < 2 * width * step)
      continue;
    for (int64_t back = 0; back < std::min(step, width); ++back)
      if (index - back > first && tile.getSource(index - back)) {
        index -= back;
        break;
      }
  }
}

void mlir::pad::emitTile(VectorMover &mover, const StaticTile &tile,
                         FlatBuffer source, ArithValue sourceOffset,
                         FlatBuffer result, ArithValue resultOffset,
                         int64_t first, int64_t last, bool copiesInGroups) {
  TileEmitter{mover,        tile,  source, result,        sourceOffset,
              resultOffset, first, last,   copiesInGroups}
      .emit();
}
