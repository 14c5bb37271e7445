//===- AxisReads.cpp - What the indices of an axis read -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/AxisReads.h"
#include "Pad/Import/IntegerTensors.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"

using namespace mlir;
using namespace mlir::pad;

static constexpr AxisNumber kOne = {0, 1};

AxisReads AxisReads::makeList(ArrayRef<int64_t> positions) {
  AxisReads reads;
  for (int64_t position : positions)
    reads.append(Segment{{}, {0, position}});
  return reads;
}

std::optional<AxisReads> AxisReads::makeSlice(int64_t extent, int64_t start,
                                              int64_t end, int64_t step) {
  if (ShapedType::isStatic(extent)) {
    SliceRange range = resolveSlice(extent, start, end, step);
    return AxisReads(Segment{Segment::Kind::Elements,
                             {0, range.start},
                             {0, range.count},
                             range.count > 1 ? step : 1});
  }
  bool isForward = step == 1;
  auto isLarge = [](int64_t place) {
    return place < -kLargestPosition || place > kLargestPosition;
  };
  if ((!isForward && step != -1) ||
      (isLarge(start) && (isForward || start != INT64_MAX)) ||
      (end > kLargestPosition && end != INT64_MAX))
    return std::nullopt;
  // Numbers that are negative count from the back.
  auto resolve = [](int64_t place) { return AxisNumber{place < 0, place}; };
  AxisNumber first = start == INT64_MAX ? AxisNumber{1, -1} : resolve(start);
  AxisNumber last = resolve(end);
  if (end == INT64_MAX)
    last = {1, 0};
  else if (end < -kLargestPosition)
    last = {0, -1};
  AxisNumber length = (last - first) * step;
  if (length == AxisNumber{1, 0})
    return isForward ? makeWhole() : makeReversed();
  auto isNear = [](AxisNumber place) {
    return place.isFixed() == (place.number >= 0);
  };
  if (!length.isFixed())
    return std::nullopt;
  length.number = std::max<int64_t>(length.number, 0);
  if (length.number > 0 &&
      (!isNear(first) || !isNear(last - AxisNumber{0, step})))
    return std::nullopt;
  return AxisReads(Segment{{}, first, length, step});
}

/// Makes `last` longer by `next`, if both are one segment.
static bool extend(Segment &last, const Segment &next) {
  if (last.kind != next.kind || !last.length.isFixed() ||
      !next.length.isFixed())
    return false;
  if (last.isElement()) {
    AxisNumber distance = next.begin - last.begin;
    int64_t step = last.step;
    if (last.length == kOne)
      step = next.length == kOne ? distance.number : next.step;
    if (!(distance == last.length * step) ||
        (!(next.length == kOne) && next.step != step))
      return false;
    last.step = step;
  }
  last.length = last.length + next.length;
  return true;
}

void AxisReads::append(Segment segment) {
  length = length + segment.length;
  if (segment.length == AxisNumber() ||
      (!segments.empty() && extend(segments.back(), segment)))
    return;
  segments.push_back(segment);
}

bool AxisReads::isWhole() const { return *this == makeWhole(); }

std::optional<AxisNumber> AxisReads::getOnlyElement() const {
  if (!(getLength() == kOne) || !segments.front().isElement())
    return std::nullopt;
  return segments.front().begin;
}

AxisReads AxisReads::reversed() const {
  AxisReads reads;
  for (Segment segment : llvm::reverse(segments)) {
    segment.begin = segment.getPosition(segment.length - kOne);
    segment.step = -segment.step;
    reads.append(segment);
  }
  return reads;
}

AxisReads AxisReads::of(int64_t extent) const {
  AxisReads reads;
  for (Segment segment : segments) {
    segment.begin = segment.begin.of({0, extent});
    segment.length = segment.length.of({0, extent});
    reads.append(segment);
  }
  return reads;
}

/// How far each segment ends from the front of the axis, or `isFromBack` from
/// its back, up to the first segment of unknown length.
SmallVector<int64_t> AxisReads::getEnds(bool isFromBack) const {
  SmallVector<int64_t> ends;
  int64_t end = 0;
  for (size_t i = 0; i < segments.size(); ++i) {
    const Segment &next = getSegment(i, isFromBack);
    if (!next.length.isFixed())
      break;
    ends.push_back(end += next.length.number);
  }
  return ends;
}

/// Appends `count` indices, of which the first reads what index `place` does,
/// and each next one `step` further. `ends` are those of the end that `place`
/// counts from.
bool AxisReads::takeSteps(AxisNumber place, int64_t step, int64_t count,
                          ArrayRef<int64_t> ends, AxisReads &result) const {
  AxisNumber total = getLength();
  bool isFromBack = !place.isFixed();
  if (isFromBack && place.extents != total.extents)
    return false;
  size_t pieces = 0;
  while (count > 0) {
    if (++pieces > kMostSegments)
      return false;
    // How far the index is away from the end that it counts from.
    int64_t distance =
        isFromBack ? total.number - 1 - place.number : place.number;
    if (distance < 0 || distance > kLargestPosition)
      return false;
    size_t index = llvm::upper_bound(ends, distance) - ends.begin();
    // What lies behind a segment of unknown length is not known, but its own
    // index may be, also behind a short axis.
    if (index == segments.size() ||
        (index == ends.size() && index + 1 != segments.size()))
      return false;
    const Segment *found = &getSegment(index, isFromBack);
    distance -= index == 0 ? 0 : ends[index - 1];
    AxisNumber offset = {0, distance};
    if (isFromBack)
      offset = found->length - kOne - offset;
    int64_t taken = count;
    if (step != 0) {
      bool isToEnd = (step < 0) == isFromBack;
      int64_t room = isToEnd ? found->length.number - 1 - distance : distance;
      if (!isToEnd || found->length.isFixed())
        taken = std::min(count, room / std::abs(step) + 1);
    }
    result.append(Segment{found->kind,
                          found->getPosition(offset),
                          {0, taken},
                          taken > 1 ? found->step * step : 1});
    place.number += step * taken;
    count -= taken;
  }
  return true;
}

std::optional<AxisReads> AxisReads::take(const AxisReads &outer) const {
  AxisNumber total = getLength();
  SmallVector<int64_t> ends = getEnds(/*isFromBack=*/false), endsFromBack;
  if (!total.isFixed())
    endsFromBack = getEnds(/*isFromBack=*/true);
  AxisReads result;
  for (Segment segment : outer.segments) {
    if (!segment.isElement()) {
      result.append(segment);
      continue;
    }
    segment.begin = segment.begin.of(total);
    segment.length = segment.length.of(total);
    if (segment.length.isFixed()) {
      if (!takeSteps(segment.begin, segment.step, segment.length.number,
                     segment.begin.isFixed() ? ends : endsFromBack, result))
        return std::nullopt;
    } else if (segment.length == total && std::abs(segment.step) == 1 &&
               segment.begin ==
                   (segment.step == 1 ? AxisNumber() : total - kOne)) {
      result.append(segment.step == 1 ? *this : reversed());
    } else {
      return std::nullopt;
    }
    if (result.segments.size() > kMostSegments)
      return std::nullopt;
  }
  return result;
}

std::optional<AxisReads> AxisReads::multiply(const AxisReads &inner) const {
  AxisNumber length = inner.getLength();
  AxisReads result;
  for (const Segment &outer : segments) {
    if (!outer.length.isFixed() || !length.isFixed())
      return std::nullopt;
    if (!outer.isElement()) {
      result.append({outer.kind, {}, {0, outer.length.number * length.number}});
      continue;
    }
    // Equal indices of one equal segment are one.
    ArrayRef<Segment> parts = inner.segments;
    bool isOne = outer.step == 0 && parts.size() == 1 &&
                 (!parts.front().isElement() || parts.front().step == 0 ||
                  parts.front().length == kOne);
    int64_t times = isOne ? 1 : outer.length.number;
    if (times > int64_t(kMostSegments))
      return std::nullopt;
    for (int64_t index = 0; index < times; ++index) {
      for (Segment part : parts) {
        part.begin = part.begin + outer.getPosition({0, index});
        if (isOne) {
          part.length = part.length * outer.length.number;
          part.step = 0;
        }
        result.append(part);
      }
      if (result.segments.size() > kMostSegments)
        return std::nullopt;
    }
  }
  return result;
}

static bool isSame(const Segment &lhs, const Segment &rhs) {
  return lhs.kind == rhs.kind &&
         (!lhs.isElement() || (lhs.begin == rhs.begin &&
                               (lhs.step == rhs.step || lhs.length == kOne)));
}

bool AxisReads::operator==(const AxisReads &other) const {
  // Stretches of indices in which both have one segment each.
  const Segment *lhs = segments.begin(), *rhs = other.segments.begin();
  AxisNumber lhsDone, rhsDone;
  while (lhs != segments.end() && rhs != other.segments.end()) {
    AxisNumber lhsLeft = lhs->length - lhsDone, rhsLeft = rhs->length - rhsDone;
    if (lhsLeft.extents != rhsLeft.extents)
      return false;
    AxisNumber length = {lhsLeft.extents,
                         std::min(lhsLeft.number, rhsLeft.number)};
    if (!isSame({lhs->kind, lhs->getPosition(lhsDone), length, lhs->step},
                {rhs->kind, rhs->getPosition(rhsDone), length, rhs->step}))
      return false;
    auto advance = [&](const Segment *&segment, AxisNumber &done) {
      done = done + length;
      if (!(done == segment->length))
        return;
      ++segment;
      done = {};
    };
    advance(lhs, lhsDone);
    advance(rhs, rhsDone);
  }
  return lhs == segments.end() && rhs == other.segments.end();
}
