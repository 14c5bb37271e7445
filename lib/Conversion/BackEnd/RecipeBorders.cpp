//===- RecipeBorders.cpp - Borders in other modes than constant -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipeMaker.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

void RecipeMaker::cropBehind(int64_t axis) {
  PadAxis &border = borders[axis];
  behind[axis].low = std::min<int64_t>(border.low, 0);
  behind[axis].high = std::min<int64_t>(border.high, 0);
  border.low = std::max<int64_t>(border.low, 0);
  border.high = std::max<int64_t>(border.high, 0);
}

/// Adds pads of the modes that the system has, where the borders are not longer
/// than one copy of what they read: not every runtime repeats it.
void RecipeMaker::addModePads() {
  for (PadMode mode : traits.padModes) {
    PadExtension extension = getExtension(mode);
    SmallVector<PadAxis> pads;
    for (auto [axis, border] : llvm::enumerate(borders)) {
      pads.push_back({getType().getDimSize(axis)});
      bool repeats =
          extension.kind != PadRunKind::Broadcast &&
          ShapedType::isStatic(border.extent) &&
          std::max(border.low, border.high) > border.extent - extension.skipped;
      if (border.mode != mode || border.isUnpadded() || repeats)
        continue;
      cropBehind(axis);
      pads.back() = border;
      border.low = border.high = 0;
    }
    if (llvm::any_of(pads, grows))
      current = addPad(current, pads, mode);
  }
}

/// Adds the borders of `axis` in a mode other than constant.
void RecipeMaker::addBorders(int64_t axis) {
  if (borders[axis].isUnpadded())
    return;
  if (ShapedType::isDynamic(borders[axis].extent)) {
    cropBehind(axis);
    const PadAxis &border = borders[axis];
    if (std::optional<SmallVector<AxisPiece>> pieces = getDynamicPieces(border))
      return addPieces(axis, *pieces);
    if (traits.sliceClamps && std::max(border.low, border.high) == 1)
      return addSecondElements(axis);
    if (traits.computesPositions) {
      current = addComputed(current, axis, border);
      return;
    }
    return refuse("axis " + Twine(axis) + " has mode " +
                  stringifyPadMode(border.mode) + " with low " +
                  Twine(border.low) + " and high " + Twine(border.high) +
                  ", of which the extent, which only run time knows, says how "
                  "often they repeat the source; state the extent with "
                  "tensor.cast");
  }
  // Borders of one element each are no reason to repeat.
  int64_t limit = std::max<int64_t>(traits.maxPieces, 3);
  if (std::optional<SmallVector<AxisPiece>> pieces =
          getStaticPieces(borders[axis], limit))
    return addPieces(axis, *pieces);
  addPeriods(axis);
}

/// Whether one reversal of an axis of static extent serves several of `pieces`,
/// or is one of them.
static bool shareReverse(ArrayRef<AxisPiece> pieces) {
  const AxisPiece *first = nullptr;
  for (const AxisPiece &piece : pieces) {
    if (!piece.isReversed)
      continue;
    if (piece.slice.isWhole() || (first && !piece.readsSame(*first)))
      return true;
    first = &piece;
  }
  return false;
}

int64_t RecipeMaker::addPiece(int64_t axis, const AxisPiece &piece,
                              int64_t source, bool sharesReverse,
                              int64_t &reversed) {
  AxisSlice slice = piece.slice;
  if (traits.sliceReverses)
    return addAxisSlice(source, axis, slice, piece.isReversed);
  bool isFromEnd = slice.begin.isFromEnd && !traits.sliceBeginsFromEnd;
  if (!isFromEnd && !(piece.isReversed && sharesReverse)) {
    int64_t part = addAxisSlice(source, axis, slice);
    return piece.isReversed ? addReverse(part, axis) : part;
  }
  if (reversed < 0)
    reversed = addReverse(source, axis);
  int64_t extent = getType(source).getDimSize(axis);
  if (isFromEnd)
    slice = {{slice.end.offset, false}, {slice.begin.offset, false}};
  else if (!slice.isWhole())
    slice = {{extent - slice.end.offset, false},
             {extent - slice.begin.offset, false}};
  int64_t part = addAxisSlice(reversed, axis, slice);
  bool isOne = getType(part).getDimSize(axis) == 1;
  return piece.isReversed || isOne ? part : addReverse(part, axis);
}

/// Adds the concatenation of `pieces` of what there is so far.
void RecipeMaker::addPieces(int64_t axis, ArrayRef<AxisPiece> pieces) {
  int64_t source = current, reversed = -1;
  // Copies of one element may be as many as a number can say.
  uint64_t count = 0;
  for (const AxisPiece &piece : pieces)
    count = llvm::SaturatingAdd<uint64_t>(count, piece.copies);
  bool sharesReverse =
      ShapedType::isStatic(getType().getDimSize(axis)) && shareReverse(pieces);
  SmallVector<int64_t> made, parts;
  for (auto [index, piece] : llvm::enumerate(pieces)) {
    size_t same = llvm::find_if(pieces,
                                [&, &piece = piece](const AxisPiece &other) {
                                  return other.readsSame(piece);
                                }) -
                  pieces.begin();
    made.push_back(
        same < index ? made[same]
                     : addPiece(axis, piece, source, sharesReverse, reversed));
    if (count <= static_cast<uint64_t>(traits.maxPieces))
      parts.append(piece.copies, made.back());
    else
      parts.push_back(addTile(made.back(), axis, piece.copies));
  }
  current = addConcat(parts, axis);
}

/// The last one of the first two elements, and the first one of the last two,
/// are the only one of an axis that has no second one. No other mode than
/// reflect reads an element that may not be there for a border of one.
void RecipeMaker::addSecondElements(int64_t axis) {
  int64_t source = current;
  const AxisPoint first{0, false}, second{1, false}, end{0, /*isFromEnd=*/true},
      last{1, /*isFromEnd=*/true}, two{2, false}, lastTwo{2, true};
  auto addElement = [&](AxisSlice both, AxisSlice one) {
    int64_t pair = addAxisSlice(source, axis, both);
    recipe.steps[pair].type = getType(source);
    return addAxisSlice(pair, axis, one);
  };
  SmallVector<int64_t> parts;
  if (borders[axis].low > 0)
    parts.push_back(addElement({first, two}, {last, end}));
  parts.push_back(source);
  if (borders[axis].high > 0)
    parts.push_back(addElement({lastTwo, end}, {first, second}));
  current = addConcat(parts, axis);
}

/// Adds borders that repeat the source often: one period of them, repeated, of
/// which a slice is the result.
void RecipeMaker::addPeriods(int64_t axis) {
  const PadAxis &border = borders[axis];
  auto [pieces, period] = getPeriod(border);
  addPieces(axis, pieces);
  int64_t begin = llvm::mod(-border.low, period);
  // This may exceed the signed numbers, but then so does the tile.
  uint64_t end = static_cast<uint64_t>(begin) + getResultExtent(border);
  current = addTile(current, axis, llvm::divideCeil(end, period));
  if (recipe.refusal.empty())
    current = addAxisSlice(
        current, axis, {{begin, false}, {static_cast<int64_t>(end), false}});
}
