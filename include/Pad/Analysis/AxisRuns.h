//===- AxisRuns.h - Data and borders of an axis -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What PadFormulas.h says of each result index, said of stretches of them, for
// every kind of number: where the borders lie, what they read, and in which
// direction.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_AXISRUNS_H
#define PAD_ANALYSIS_AXISRUNS_H

#include "Pad/IR/PadFormulas.h"

namespace mlir {
namespace pad {

/// A run of a border: result indices that read neighbouring positions.
template <typename Number>
struct BorderRun {
  /// First result index, and how many.
  Number begin, count;
  /// The position that the first of them reads, inside the dilated source axis;
  /// the next ones read the positions behind it, or, if `isReverse` holds,
  /// those before it.
  Number position;
  /// Nullopt if the run is never reversed.
  std::optional<typename Number::Condition> isReverse;
};

/// The runs of a border of mode reflect, symmetric or wrap, however often it
/// repeats the data. Run number `n` has the positions `[n * length, (n + 1) *
/// length)`; those with odd numbers are reversed.
template <typename Number>
struct RepeatedBorder {
  /// Run number `run`, as far as it lies in the result indices.
  BorderRun<Number> getRun(Number run) const {
    // Both count from the first result index. The product may exceed 64 bits,
    // what is left of it does not; the end is an unsigned number.
    Number runBegin = run * length - position, runEnd = runBegin + length;
    Number begin = max(runBegin, 0);
    BorderRun<Number> result;
    result.count = umin(size, runEnd) - begin;
    result.begin = first + begin;
    result.position = begin - runBegin;
    if (extension.kind == PadRunKind::Forward)
      return result;
    result.isReverse = ne(run & 1, 0);
    Number mirrored = runEnd - begin - (1 - extension.skipped);
    mirrored = min(mirrored, dilated - 1);
    result.position = select(*result.isReverse, mirrored, result.position);
    return result;
  }

  PadExtension extension;
  Number dilated;
  /// The first result index, its position, and how many there are.
  Number first, position, size;
  /// How many positions a run has.
  Number length;
  /// Numbers `[firstRun, lastRun)` of the runs that meet the result indices.
  Number firstRun, lastRun;
};

/// The runs of one axis. What does not depend on an index is computed where
/// this is made. Positions are in bounds for all numbers of an axis that is not
/// empty.
template <typename Number>
class AxisRuns {
public:
  using Condition = typename Number::Condition;

  /// `resultExtent` is that of the destination, which need not be what the pads
  /// give (C4).
  AxisRuns(const SourceIndexMap<Number> &positions, Number resultExtent)
      : extension(positions.extension), positions(positions),
        resultExtent(resultExtent), dilated(positions.dilated),
        step(positions.step) {
    low = clamp(positions.low, 0 - dilated, resultExtent);
    begin = max(low, 0);
    // resultExtent, or low + dilated if that is less: without a sum that
    // overflows.
    end = resultExtent - max(resultExtent - dilated - low, 0);

    using Kind = PadRunKind;
    switch (extension.kind) {
    case Kind::Fill:
      break;
    case Kind::Broadcast:
      isLeftRun = isRightRun = dilated.condition(true);
      break;
    case Kind::Reverse:
    case Kind::Forward: {
      Number longest = dilated - extension.skipped;
      isLeftRun = positions.low <= longest;
      // The last position is an unsigned number: it may exceed 2^63.
      isRightRun = ult(resultExtent - 1 - positions.low, dilated + longest);
      break;
    }
    }
  }

  /// Whether borders are padding values: the axis is extended by no data.
  bool isFilled() const { return extension.isFilled(); }

  /// Whether there are at least `minData` elements of data, 1 or more, and each
  /// border is one run.
  Condition hasRuns(int64_t minData = 1) const {
    Condition hasData = begin + (minData - 1) < end;
    return isFilled() ? hasData : hasData & isLeftRun & isRightRun;
  }

  /// Counts in elements, of which `inner` lie in each index: dense axes inside
  /// this one are merged into it. It has no interior pad.
  void scaleBy(Number inner) {
    for (Number *number : {&resultExtent, &begin, &end, &low, &dilated})
      *number = *number * inner;
  }

  /// The position that result index `index` of a border reads, if that border
  /// is one run (`isLeftRun`, `isRightRun`); any mode but constant.
  Number getRunPosition(Number index, bool isLeft) const {
    Number position = index - positions.low;
    return getPositionAt(isLeft ? 0 - position : position - (dilated - 1),
                         isLeft);
  }

  /// The same for the index that is `distance` away from the data: 1 for the
  /// one next to it. Linear in `distance`, but for mode edge.
  Number getPositionAt(Number distance, bool isLeft) const {
    using Kind = PadRunKind;
    switch (extension.kind) {
    case Kind::Fill:
      break;
    case Kind::Broadcast:
      return isLeft ? dilated.constant(0) : dilated - 1;
    case Kind::Reverse: {
      Number inside = distance - (1 - extension.skipped);
      return isLeft ? inside : dilated - 1 - inside;
    }
    case Kind::Forward:
      return isLeft ? dilated - distance : distance - 1;
    }
    llvm_unreachable("the constant mode extends nothing");
  }

  /// The runs of result indices `[first, last)`, which lie before the data
  /// (`isLeft`) or behind it, wherever they lie if there are none.
  RepeatedBorder<Number> getBorder(Number first, Number last,
                                   Condition isLeft) const {
    RepeatedBorder<Number> border;
    border.extension = extension;
    border.dilated = dilated;
    border.first = first;
    // Elements of a run; of a single element, reflect repeats that.
    border.length = max(dilated - extension.skipped, 1);
    // Negative on the left; on the right at least the dilated extent, and it
    // may exceed 2^63.
    border.position = first - positions.low;
    border.size = last - first;
    Number end = last - positions.low;
    // Rounded down for the first run, and up for the end of the last one.
    Number low = udiv(
        select(isLeft, border.length - 1 - border.position, border.position),
        border.length);
    Number high = udiv(select(isLeft, 0 - end, end - 1), border.length);
    border.firstRun = select(isLeft, 0 - low, low);
    border.lastRun = select(border.size <= 0, border.firstRun,
                            select(isLeft, 0 - high, high + 1));
    return border;
  }

  PadExtension extension;
  SourceIndexMap<Number> positions;
  /// Extent of the result, and result indices `[begin, end)` that read
  /// positions inside the dilated source axis.
  Number resultExtent, begin, end;
  /// Low pad, moved into `[-dilated, resultExtent]`: beyond, it makes no
  /// difference to `begin` and `end`.
  Number low;
  /// Extent after dilation; `interior + 1`, nullopt for 1.
  Number dilated;
  std::optional<Number> step;
  /// Whether a border is one run: it does not reach past the far end of the
  /// data it mirrors or repeats. Unset in the constant mode.
  Condition isLeftRun, isRightRun;
};

/// Neighbouring result indices that read neighbouring elements of the source,
/// in one direction, or one and the same element, or the padding value.
template <typename Number>
struct ReadRun {
  /// Whether they read the padding value: in mode constant, outside of the
  /// source.
  typename Number::Condition isFilled;
  /// The first result index that reads an element (or is filled), how many do,
  /// and the distance from one to the next. What lies between them is filled.
  Number first, count, stride;
  /// The element that the first one reads, and the step to that of the next
  /// one: 1, -1 or 0.
  Number element, direction;
  /// The result index behind the run.
  Number next;
};

/// The run that begins at result index `index` and ends before `end`, of an
/// axis of at least one element. It may have no element, with `next` behind
/// `index`, if `index` lies in a gap of an interior pad.
template <typename Number>
ReadRun<Number> getReadRun(const SourceIndexMap<Number> &map, Number index,
                           Number end) {
  using Kind = PadRunKind;
  Number dilated = map.dilated, zero = dilated.constant(0),
         one = dilated.constant(1), position = index - map.low;
  ReadRun<Number> run;
  run.isFilled = dilated.condition(false);
  run.direction = one;
  // Positions from here to the end of the run.
  Number rest;
  switch (map.extension.kind) {
  case Kind::Fill:
  case Kind::Broadcast: {
    auto isBefore = position < 0, isBehind = position >= dilated;
    rest = select(isBefore, 0 - position,
                  select(isBehind, end - index, dilated - position));
    if (map.extension.kind == Kind::Fill)
      run.isFilled = isBefore | isBehind;
    else
      run.direction = select(isBefore | isBehind, zero, one);
    position = clamp(position, 0, dilated - 1);
    break;
  }
  case Kind::Reverse:
  case Kind::Forward: {
    position = map.getPlace(position);
    auto isForward = position < dilated;
    rest = select(isForward, dilated, *map.period) - position;
    if (map.extension.kind == Kind::Forward)
      break;
    run.direction = select(isForward, one, zero - 1);
    position = select(isForward, position, map.getMirrored(position));
    break;
  }
  }
  rest = min(rest, end - index);
  run.next = index + rest;
  run.first = index;
  run.count = rest;
  run.stride = one;
  run.element = position;
  if (map.step) {
    // Only the borders of mode edge repeat an element without gaps.
    auto isOne = eq(run.direction, 0) | run.isFilled;
    Number step = select(isOne, one, *map.step);
    run.element = select(run.direction < 0, udiv(position, *map.step),
                         ceilDiv(position, *map.step));
    Number lead = select(
        isOne, zero,
        max(run.element * step - position, position - run.element * step));
    run.first = index + lead;
    run.count = ceilDiv(max(rest - lead, 0), step);
    run.stride = step;
  }
  return run;
}

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_AXISRUNS_H
