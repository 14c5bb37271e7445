//===- PadFormulas.h - The arithmetic of pads -------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The arithmetic of docs/Semantics.md, once for every kind of number: 64-bit
// integers (MachineIndex.h) and values of the IR (ArithValue.h). Call it by
// PadGeometry.h or SymbolicPadGeometry.h where these have what you need.
//
// Every formula is defined for all numbers: nothing divides by zero, and what
// exceeds 64 bits wraps around. Whether it does (C7) is for the caller to ask,
// by the conditions below.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADFORMULAS_H
#define PAD_IR_PADFORMULAS_H

#include "Pad/IR/PadGeometry.h"
#include "llvm/Support/ErrorHandling.h"

namespace mlir {
namespace pad {

/// `value` moved into `[low, high]`; `low` where that is empty.
template <typename Number, typename L, typename H>
Number clamp(Number value, L low, H high) {
  return max(min(value, high), low);
}

/// `lhs / rhs` rounded up, of `lhs >= 0` and `rhs > 0`.
template <typename Number, typename R>
Number ceilDiv(Number lhs, R rhs) {
  return udiv(lhs + (rhs - 1), rhs);
}

//===----------------------------------------------------------------------===//
// Extents and constraints
//===----------------------------------------------------------------------===//

/// The largest interior pad for which the dilated extent fits 64 bits:
/// `(extent - 1) * (interior + 1) + 1 <= INT64_MAX`. An axis of 0 or 1 elements
/// takes any interior pad, but `interior + 1` must still fit.
template <typename Number>
Number getLargestInterior(Number extent) {
  return udiv(INT64_MAX - 1, max(extent - 1, 1)) - 1;
}

/// The interior pad as it is applied: a negative one (C2) counts as 0, and one
/// for which the dilated extent overflows (C7) as the largest for which it does
/// not.
template <typename Number>
Number getAppliedInterior(Number extent, Number interior) {
  Number largest = getLargestInterior(extent);
  return min(max(interior, 0), largest);
}

/// C7 for the dilated extent of `interior >= 0`.
template <typename Number>
typename Number::Condition isDilatedExtentValid(Number extent,
                                                Number interior) {
  // An axis of 0 or 1 elements has no gaps.
  return (extent <= 1) | (interior <= getLargestInterior(extent));
}

/// The extent after dilation; `step` is `interior + 1`. An empty axis gives
/// `max(0, 1 - step) = 0`.
template <typename Number>
Number getDilated(Number extent, Number step) {
  return max((extent - 1) * step + 1, 0);
}

/// C7 for the ends of the window `[-low, dilated + high)`, both of which are
/// positions: that of a positive high pad, and that of the low pad.
template <typename Number>
typename Number::Condition isHighPositionValid(Number dilated, Number high) {
  return high <= INT64_MAX - dilated;
}
template <typename Number>
typename Number::Condition isLowPositionValid(Number low) {
  return ne(low, INT64_MIN);
}

/// C7 for `low + high`, which overflows where both differ from it in their
/// sign, and for `low + dilated + high`, which is then no less.
template <typename Number>
typename Number::Condition isPaddedExtentValid(Number dilated, Number low,
                                               Number high) {
  Number pads = low + high;
  return (((low ^ pads) & (high ^ pads)) >= 0) & (pads <= INT64_MAX - dilated);
}

/// C7 for what a pad makes of an extent of `dilated` after dilation.
template <typename Number>
typename Number::Condition isPaddingValid(Number dilated, Number low,
                                          Number high) {
  return isHighPositionValid(dilated, high) & isLowPositionValid(low) &
         isPaddedExtentValid(dilated, low, high);
}

/// The largest pad of an axis that is mirrored once (C5): `dilated` less the
/// elements that the mirror image leaves out.
template <typename Number>
Number getMirrorLimit(PadExtension extension, Number dilated) {
  return extension.skipped == 0 ? dilated : max(dilated - extension.skipped, 0);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// What a result index reads along one axis.
template <typename Number>
struct SourceRead {
  /// The source index; in bounds if `hasSource` holds.
  Number index;
  /// Whether it reads the source; nullopt if every index does.
  std::optional<typename Number::Condition> hasSource;
};

/// `j` modulo `period`, a positive number.
template <typename Number>
Number getPlace(Number j, Number period) {
  Number remainder = srem(j, period);
  return select(remainder < 0, remainder + period, remainder);
}

/// What result indices of one axis read. What does not depend on the index is
/// computed once, where this is made.
template <typename Number>
class SourceIndexMap {
public:
  using Condition = typename Number::Condition;

  /// `step` is `interior + 1`, nullopt for 1. `mayBeEmpty`: whether the axis
  /// may have no element.
  SourceIndexMap(PadExtension extension, Number low, Number dilated,
                 std::optional<Number> step, bool mayBeEmpty)
      : extension(extension), low(low), dilated(dilated), step(step) {
    using Kind = PadRunKind;
    if (mayBeEmpty && extension.kind != Kind::Fill)
      nonEmpty = dilated > 0;
    switch (extension.kind) {
    case Kind::Fill:
      break;
    case Kind::Broadcast:
      mirror = dilated - 1;
      break;
    case Kind::Reverse: {
      // `mirror - m` is the position in the backward half of the period. The
      // period of up to 2^64 - 2 is an unsigned number.
      Number whole = dilated * 2 - 2 * extension.skipped;
      mirror = whole - (1 - extension.skipped);
      period = umax(whole, 1);
      break;
    }
    case Kind::Forward:
      period = max(dilated, 1);
      break;
    }
  }

  /// What result index `index` reads. `isNear`: whether the axis is known to
  /// have more elements than either pad, so that its position is less than a
  /// period away from one of them, and is found without a division.
  SourceRead<Number> read(Number index, bool isNear = false) const {
    SourceRead<Number> read;
    read.index = index - low;
    if (extension.kind == PadRunKind::Fill) {
      // One unsigned comparison for 0 <= j < dilated.
      read.hasSource = ult(read.index, dilated);
    } else {
      read.index = extend(read.index, isNear);
      if (!isNear)
        read.hasSource = nonEmpty;
    }
    if (step) {
      Condition isElement = eq(urem(read.index, *step), 0);
      read.hasSource = read.hasSource ? *read.hasSource & isElement : isElement;
      read.index = udiv(read.index, *step);
    }
    return read;
  }

  /// The place of position `j` in its period, for modes that have one which
  /// fits a signed number.
  Number getPlace(Number j) const { return pad::getPlace(j, *period); }

  /// The position that a place behind the data reads in reflect and symmetric.
  Number getMirrored(Number place) const { return mirror - place; }

  PadExtension extension;
  Number low;
  /// Extent of the source after dilation.
  Number dilated;
  /// Distance of neighbours after dilation, `interior + 1`; nullopt for 1.
  std::optional<Number> step;
  /// The period of reflect, symmetric and wrap, an unsigned number of at least
  /// 1; unset in other modes.
  std::optional<Number> period;

private:
  /// Maps position `j` to one inside the dilated axis.
  Number extend(Number j, bool isNear) const {
    using Kind = PadRunKind;
    switch (extension.kind) {
    case Kind::Fill:
      break;
    case Kind::Broadcast:
      return max(min(j, mirror), 0);
    case Kind::Reverse: {
      // Even about 0 or -1/2. The magnitude of INT64_MIN is right as an
      // unsigned number.
      Number magnitude = max(j, extension.skipped - 1 - j);
      Number position = isNear ? magnitude : urem(magnitude, *period);
      return umin(position, mirror - position);
    }
    case Kind::Forward:
      if (isNear) {
        Number position = select(j < 0, j + dilated, j);
        return umin(position, position - dilated);
      }
      return getPlace(j);
    }
    llvm_unreachable("the constant mode extends nothing");
  }

  /// Last position of the edge mode; what mirrors a position of the reflect and
  /// symmetric modes.
  Number mirror;
  /// Whether the axis has elements; nullopt if it always has.
  std::optional<Condition> nonEmpty;
};

//===----------------------------------------------------------------------===//
// Slices of the source and of the result
//===----------------------------------------------------------------------===//

/// One axis of a pad as two steps: a window of one tensor, and a pad of another
/// extent.
template <typename Number>
struct WindowAndPads {
  /// The window: its first index, and how many. It is in bounds.
  Number offset, size;
  Number low, high;
};

/// The window of the source that holds every element which an axis without
/// interior pad reads, and the pads of that window which give the same result.
/// In mode wrap that is a window within one period, or everything.
template <typename Number>
WindowAndPads<Number> getHull(PadExtension extension, Number extent, Number low,
                              Number high) {
  using Kind = PadRunKind;
  Number windowEnd = extent + high;
  if (extension.kind == Kind::Forward) {
    SourceIndexMap<Number> map(extension, low, extent, /*step=*/std::nullopt,
                               /*mayBeEmpty=*/false);
    Number zero = extent.constant(0), offset = map.read(zero).index;
    Number padded = max(low + windowEnd, 0);
    auto fits = padded <= extent - offset;
    return {select(fits, offset, zero), select(fits, padded, extent),
            select(fits, zero, low), select(fits, zero, high)};
  }
  Number first = 0 - low, end = windowEnd;
  if (extension.kind == Kind::Reverse) {
    first = min(first, extent - extension.skipped - high);
    end = max(end, low + extension.skipped);
  }
  // The slice must not start behind the last element; for an empty source it
  // starts at 0.
  first = clamp(first, 0, extent - 1);
  Number least = extension.kind == Kind::Broadcast ? first + 1 : first;
  end = min(max(end, least), extent);
  return {first, end - first, low + first, windowEnd - end};
}

/// Splits one axis without interior pad into a window of the source and a pad
/// of that window. `padded` is the padded extent. This is right in constant
/// mode for any pads, and in every mode for pads that are not positive.
/// `mayExtendLow`, `mayExtendHigh`: whether a pad may be positive.
template <typename Number>
WindowAndPads<Number> getCropOfSource(Number extent, Number low, Number high,
                                      Number padded, bool mayExtendLow,
                                      bool mayExtendHigh) {
  // The window [-low, -low + padded) meets the source in [begin, end).
  Number begin = clamp(0 - low, 0, extent);
  Number end = clamp(extent + min(high, 0), begin, extent);
  Number size = end - begin;
  Number newLow = mayExtendLow ? max(min(low, padded), 0) : low.constant(0);
  Number newHigh =
      mayExtendHigh ? max(padded - newLow - size, 0) : high.constant(0);
  // If nothing is kept, any first index in bounds will do.
  return {min(begin, max(extent - 1, 0)), size, newLow, newHigh};
}

/// The offset of the window of `size` in a result of `whole` elements, of which
/// a pad of `low` would begin before it if that were negative; in bounds.
template <typename Number>
Number getCropOffset(Number whole, Number low, Number size) {
  // An empty window starts anywhere in bounds.
  return max(min(0 - low, whole - max(size, 1)), 0);
}

/// Result indices of one axis that read neighbouring source elements, one after
/// the other.
template <typename Number>
struct InBoundsRange {
  /// First result index, at most the result extent.
  Number begin;
  /// Number of them; may be 0.
  Number size;
  /// What `begin` reads; `sourceBegin + size` is at most the source extent, for
  /// all operands.
  Number sourceBegin;
};

/// The longest in-bounds range of an axis without interior pad, of `padded`
/// result indices.
template <typename Number>
InBoundsRange<Number> getInBoundsRange(Number extent, Number low, Number high,
                                       Number padded) {
  // All numbers are at most extents, so nothing overflows, and indices that the
  // clamps change are not in the range.
  Number begin = clamp(low, 0, padded);
  Number sourceBegin = clamp(begin - low, 0, extent);
  Number end = padded - max(high, 0);
  Number size = clamp(end - begin, 0, extent - sourceBegin);
  return {begin, size, sourceBegin};
}

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADFORMULAS_H
