//===- PieceFormulas.h - The arithmetic of pieces of an axis ----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An axis lies in pieces on several ranks. What a piece of the result reads,
// and which piece of the source holds it, once for every kind of number, as in
// PadFormulas.h.
//
// Four times the dilated extent of an axis has to fit a signed number: a window
// begins in one period of mirror images, and ends at most one further.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_RANKS_PIECEFORMULAS_H
#define PAD_RANKS_PIECEFORMULAS_H

#include "Pad/Analysis/AxisRuns.h"
#include "Pad/IR/AdjointFormulas.h"

namespace mlir {
namespace pad {

/// Indices `[begin, begin + size)` of one axis.
template <typename Number>
struct Piece {
  Number begin, size;
};

/// Piece `index` of the `parts` in which an axis of `extent` elements lies if
/// the first ones have one element more than the last ones.
template <typename Number>
Piece<Number> getEvenPiece(Number extent, Number parts, Number index) {
  Number size = udiv(extent, parts), rest = urem(extent, parts);
  return {index * size + min(index, rest),
          size + select(index < rest, size.constant(1), size.constant(0))};
}

/// The indices of the result that a rank makes which pads its own piece of the
/// source, of an axis without interior pad.
template <typename Number>
Piece<Number> getHaloPiece(Piece<Number> source, Number low, Number high) {
  // At least 0, without a sum below that overflows.
  return {source.begin, max(source.size + high, 0 - low) + low};
}

/// The source elements that neighbouring result indices read: element `begin`
/// and those behind it, `size` in all, each once. In mode wrap the first
/// element of the axis comes behind the last one, but for the window of all
/// elements, which begins at 0; in other modes `begin + size` is at most the
/// extent.
template <typename Number>
struct ReadWindow {
  Number begin, size;
};

namespace detail {
/// The positions of the dilated axis that the positions `[begin, begin + size)`
/// read by `extension`, in a mode other than wrap, for an axis of at least one
/// element and a size of at least 1. The images of neighbours are neighbours:
/// they are one interval.
template <typename Number>
Piece<Number> getImage(const SourceIndexMap<Number> &map, Number begin,
                       Number size) {
  using Kind = PadRunKind;
  Number dilated = map.dilated, zero = dilated.constant(0);
  if (map.extension.kind != Kind::Reverse) {
    Number least =
        map.extension.kind == Kind::Broadcast ? dilated.constant(1) : zero;
    Number first = clamp(begin, 0, dilated - least);
    Number end = min(max(begin + size, first + least), dilated);
    return {first, max(end - first, 0)};
  }
  // Into [dilated - period, dilated), from where the positions reach at most
  // one period further.
  int64_t skipped = map.extension.skipped;
  Number period = *map.period, rest = map.getPlace(begin);
  begin = select(rest < dilated, rest, rest - period);
  Number end = begin + min(size, period);
  // The image of position j < 0 is skipped - 1 - j, and that of j >= dilated is
  // 2 * dilated - 1 - skipped - j.
  Number first =
      select(begin < 0, skipped - end, min(begin, dilated * 2 - skipped - end));
  Number last = select(begin < 0, skipped - begin, zero);
  first = max(first, 0);
  last = max(min(end, dilated), last);
  return {first, last - first};
}
} // namespace detail

/// What result indices `[result.begin, result.begin + result.size)` read of an
/// axis of `extent` elements: each element that one of them reads, and no
/// other.
template <typename Number>
ReadWindow<Number> getReadWindow(const SourceIndexMap<Number> &map,
                                 Number extent, Piece<Number> result) {
  Number zero = extent.constant(0), dilated = map.dilated;
  Number begin = result.begin - map.low;
  // Elements before a position.
  auto countBefore = [&](Number position) {
    return map.step ? ceilDiv(position, *map.step) : position;
  };
  auto readsNone = (extent <= 0) | (result.size <= 0);
  if (map.extension.kind == PadRunKind::Forward) {
    Number first = map.getPlace(begin);
    Number size = min(result.size, dilated), end = first + size;
    Number element = countBefore(first);
    size = countBefore(min(end, dilated)) - element +
           countBefore(max(end - dilated, 0));
    return {select(readsNone | (size >= extent), zero, element),
            select(readsNone, zero, size)};
  }
  Piece<Number> image =
      detail::getImage(map, begin, max(result.size, zero.constant(1)));
  Number first = countBefore(image.begin);
  Number size = countBefore(image.begin + image.size) - first;
  return {select(readsNone, zero, first), select(readsNone, zero, size)};
}

/// Low and high pad of an axis.
template <typename Number>
struct LocalPads {
  Number low, high;
};

/// The pads that make `result` of the elements of its `window`, as a source of
/// their own, in the mode of the axis; reflect and symmetric are periodic. For
/// an axis of `extent` elements without interior pad.
template <typename Number>
LocalPads<Number> getLocalPads(const SourceIndexMap<Number> &map, Number extent,
                               Piece<Number> result,
                               ReadWindow<Number> window) {
  using Kind = PadRunKind;
  Number zero = extent.constant(0);
  // The position in the window that the first index reads.
  Number first = result.begin - map.low;
  switch (map.extension.kind) {
  case Kind::Fill:
  case Kind::Broadcast:
    first = first - window.begin;
    break;
  case Kind::Forward:
    // A part of the ring is in order. All of it is a ring of its own.
    first = select(window.size < extent, zero, map.getPlace(first));
    break;
  case Kind::Reverse: {
    // One mirror at most is read, unless the window is the axis. It lies at the
    // same end of the window.
    Number place = map.getPlace(first);
    Number mirrored = map.getMirrored(place) - window.begin;
    first = select(place < map.dilated, place - window.begin,
                   map.extension.skipped - 1 - mirrored);
    break;
  }
  }
  return {zero - first, result.size - window.size + first};
}

namespace detail {
/// The distance from `place` upwards, or downwards, to the places `[begin,
/// last]` of a period.
template <typename Number>
Number getDistance(Number place, Number begin, Number last, Number period,
                   bool isUpwards) {
  Number distance = isUpwards ? begin - place : place - last;
  return select((place >= begin) & (place <= last), place.constant(0),
                select(distance < 0, distance + period, distance));
}
} // namespace detail

/// A part of the ring of all result indices, in which the first one comes
/// behind the last one, that has all readers of the elements of `piece`, of an
/// axis of `extent` elements: from their first to their last, or in mode wrap
/// around the ends of the axis where that is shorter. With interior pad, it may
/// begin and end in a gap. `low`, `dilated`, `step` and `padded` are those of a
/// ReaderMap.
template <typename Number>
ReadWindow<Number> getReaderWindow(PadExtension extension, Number low,
                                   Number dilated, std::optional<Number> step,
                                   Number padded, Piece<Number> piece) {
  using Kind = PadRunKind;
  Number zero = padded.constant(0), lastElement = piece.begin + piece.size - 1;
  Number begin, size;
  if (extension.kind == Kind::Fill || extension.kind == Kind::Broadcast) {
    // Elements in order are read in order.
    ReaderMap<Number> map(extension, low, dilated, step, padded);
    begin = map.get(piece.begin).first;
    size = map.get(lastElement).end - begin;
  } else {
    Number first = step ? piece.begin * *step : piece.begin;
    Number last = step ? lastElement * *step : lastElement;
    bool isMirrored = extension.kind == Kind::Reverse;
    int64_t skipped = extension.skipped;
    Number period = max(isMirrored ? dilated * 2 - 2 * skipped : dilated, 1);
    // The least distance from `place` to what the elements are or are mirrored
    // in.
    auto getDistance = [&](Number place, bool isUpwards) {
      Number distance =
          detail::getDistance(place, first, last, period, isUpwards);
      if (!isMirrored)
        return distance;
      Number mirror = period - (1 - skipped);
      return min(distance,
                 detail::getDistance(place, mirror - last, mirror - first,
                                     period, isUpwards));
    };
    Number lowest = getPlace(zero - low, period);
    begin = getDistance(lowest, /*isUpwards=*/true);
    Number end = padded - getDistance(getPlace(padded - 1 - low, period),
                                      /*isUpwards=*/false);
    size = end - begin;
    if (!isMirrored) {
      // Without the gap behind the first ones, if there are others.
      Number around = period - (last - first + 1);
      Number next = begin + (last - getPlace(begin - low, period)) + 1 + around;
      auto isShorter = (next < end) & (padded - around < size);
      begin = select(isShorter, next, begin);
      size = select(isShorter, padded - around, size);
    }
  }
  auto hasNone = (piece.size <= 0) | (size <= 0);
  return {select(hasNone, zero, begin), select(hasNone, zero, size)};
}

/// The elements of a window that lie in one piece of the source, in the order
/// of the window: two intervals, the second of which is empty but in mode wrap.
template <typename Number>
struct WindowParts {
  Piece<Number> first, second;
  Number getSize() const { return first.size + second.size; }
};

/// The elements of `window` of an axis of `extent` elements that lie in
/// `piece`.
template <typename Number>
WindowParts<Number> getPartsIn(ReadWindow<Number> window, Number extent,
                               Piece<Number> piece) {
  Number pieceEnd = piece.begin + piece.size, end = window.begin + window.size;
  auto meet = [&](Number begin, Number end) {
    begin = max(begin, piece.begin);
    return Piece<Number>{begin, max(min(end, pieceEnd) - begin, 0)};
  };
  return {meet(window.begin, min(end, extent)),
          meet(extent.constant(0), end - extent)};
}

/// The piece of `getEvenPiece` that holds `element`, for `0 <= element <
/// extent`.
template <typename Number>
Number getEvenOwner(Number extent, Number parts, Number element) {
  Number size = udiv(extent, parts), rest = urem(extent, parts);
  Number bound = rest * (size + 1);
  return select(element < bound, udiv(element, size + 1),
                rest + udiv(element - bound, max(size, 1)));
}

/// `run` as far as its elements lie in `piece`, which has the first of them.
template <typename Number>
ReadRun<Number> getRunIn(ReadRun<Number> run, Piece<Number> piece) {
  Number upwards = piece.begin + piece.size - run.element,
         downwards = run.element - piece.begin + 1;
  Number kept = select(run.direction < 0, downwards,
                       select(run.direction > 0, upwards, run.count));
  auto isCut = (kept < run.count) & invert(run.isFilled);
  run.next = select(isCut, run.first + kept * run.stride, run.next);
  run.count = select(isCut, kept, run.count);
  return run;
}

} // namespace pad
} // namespace mlir

#endif // PAD_RANKS_PIECEFORMULAS_H
