//===- AxisReads.h - What the indices of an axis read -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An op that moves elements says what each axis of its result reads of an axis
// of its operand, as a short list of segments: the runs of a pad (`PadRun`),
// with positions and lengths that may be up to an extent that is not known. A
// position counts from the front of the axis, or from its back. Slices,
// reversals, concatenations, gathers and repetitions of all systems are such
// lists, for static and for dynamic extents alike. A sequence of ops is the
// composition of their lists (`take`), and it is a pad if its segments are the
// runs of a pad. The time that this takes depends on the number of segments,
// and not on the extents.
//
// Insertions of MLIR's own ops whose amounts are values are not read this
// way: see `PadIdioms`.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_AXISREADS_H
#define PAD_IMPORT_AXISREADS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlir {
namespace pad {

/// `extents` times the extent of an axis, plus `number`. As a position, it
/// counts from the front of the axis where `extents` is 0, and from the back
/// where it is 1: the last element is `{1, -1}`.
struct AxisNumber {
  int64_t extents = 0, number = 0;

  bool isFixed() const { return extents == 0; }
  /// What it is of an axis whose extent is `extent`.
  AxisNumber of(AxisNumber extent) const {
    return {extents * extent.extents, extents * extent.number + number};
  }
  AxisNumber operator+(AxisNumber other) const {
    return {extents + other.extents, number + other.number};
  }
  AxisNumber operator-(AxisNumber other) const { return *this + other * -1; }
  AxisNumber operator*(int64_t factor) const {
    return {extents * factor, number * factor};
  }
  bool operator==(AxisNumber other) const {
    return extents == other.extents && number == other.number;
  }
};

/// No position or length is larger; a tensor with such an axis is not followed.
constexpr int64_t kLargestPosition = int64_t(1) << 50;

/// The most segments of an axis; more would take too long.
constexpr size_t kMostSegments = 1 << 13;

/// Neighbouring indices of an axis that read alike.
struct Segment {
  enum class Kind {
    /// Elements, the first at `begin`, and each next one `step` further:
    /// forward, in reverse, or one of them again and again.
    Elements,
    /// The fill value.
    Fill
  };

  Kind kind = Kind::Elements;
  AxisNumber begin;
  AxisNumber length = {0, 1};
  int64_t step = 1;

  AxisNumber getPosition(AxisNumber index) const {
    return begin + index * step;
  }
  bool isElement() const { return kind == Kind::Elements; }
};

/// What the indices of an axis read, one segment after the other.
class AxisReads {
public:
  AxisReads() = default;
  AxisReads(Segment segment) { append(segment); }

  /// All indices of an axis of any extent, and the same backwards.
  static AxisReads makeWhole() { return Segment{{}, {}, {1, 0}, 1}; }
  static AxisReads makeReversed() { return Segment{{}, {1, -1}, {1, 0}, -1}; }
  /// `length` indices that all read the fill value, or all read element 0.
  static AxisReads makeUniform(Segment::Kind kind, int64_t length) {
    return Segment{kind, {}, {0, length}, 0};
  }
  /// Indices that read `positions`, one after the other.
  static AxisReads makeList(ArrayRef<int64_t> positions);
  /// Python's `[start:end:step]` of an axis of `extent` elements; `step` is not
  /// 0. Where the extent is not known, an `end` of `INT64_MAX` is the end of
  /// the axis, and one below all positions is the place before its first
  /// element. Nullopt where the number of elements depends on an extent that is
  /// not known, unless the slice is the whole axis.
  static std::optional<AxisReads> makeSlice(int64_t extent, int64_t start,
                                            int64_t end, int64_t step);

  void append(Segment segment);
  void append(const AxisReads &other) {
    for (const Segment &segment : other.segments)
      append(segment);
  }

  ArrayRef<Segment> getSegments() const { return segments; }
  AxisNumber getLength() const { return length; }
  /// Whether each index reads itself, whatever the extent is.
  bool isWhole() const;
  /// The one element that the axis reads, if it has one index.
  std::optional<AxisNumber> getOnlyElement() const;

  AxisReads reversed() const;
  /// The same of an axis of `extent` elements.
  AxisReads of(int64_t extent) const;
  /// Composes: what is read where `outer` reads this axis. Nullopt where that,
  /// or whether it is in bounds, is up to the extent.
  std::optional<AxisReads> take(const AxisReads &outer) const;
  /// What the axis reads that this one and `inner`, the axis inside of it, are
  /// when they are merged: for each index of this axis, all of `inner`, with
  /// the sum of both positions. One of the two reads fill values or its element
  /// 0 only. Nullopt where a length is not known, or for too many segments.
  std::optional<AxisReads> multiply(const AxisReads &inner) const;

  bool operator==(const AxisReads &other) const;
  bool operator!=(const AxisReads &other) const { return !(*this == other); }

private:
  const Segment &getSegment(size_t index, bool isFromBack) const {
    return segments[isFromBack ? segments.size() - 1 - index : index];
  }
  SmallVector<int64_t> getEnds(bool isFromBack) const;
  bool takeSteps(AxisNumber place, int64_t step, int64_t count,
                 ArrayRef<int64_t> ends, AxisReads &result) const;

  SmallVector<Segment, 4> segments;
  /// That of all segments.
  AxisNumber length;
};

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_AXISREADS_H
