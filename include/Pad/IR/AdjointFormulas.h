//===- AdjointFormulas.h - The arithmetic of adjoints -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Which result indices of a pad read an element of its source: the inverse of
// SourceIndexMap (PadFormulas.h), for every kind of number. Like that, it is
// defined for all numbers, and every index that it gives is in bounds.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_ADJOINTFORMULAS_H
#define PAD_IR_ADJOINTFORMULAS_H

#include "Pad/IR/PadFormulas.h"

namespace mlir {
namespace pad {

/// The result indices of one axis that read an element, in rising order:
/// `first`, then `step` and `nextStep` by turns further, as long as they are
/// less than `end`. All are unsigned numbers, `end` is at most the extent of
/// the result, and the steps are 1 to that.
template <typename Number>
struct Readers {
  Number first, step, nextStep, end;
};

/// The readers of the elements of one axis. What does not depend on the element
/// is computed once, where this is made.
template <typename Number>
class ReaderMap {
public:
  using Condition = typename Number::Condition;

  /// `dilated` is the extent of the source after dilation, `step` is
  /// `interior + 1`, nullopt for 1, and `padded` the extent of the result.
  ReaderMap(PadExtension extension, Number low, Number dilated,
            std::optional<Number> step, Number padded)
      : extension(extension), dilated(dilated), step(step), padded(padded),
        // All pads that exceed the result read the same in these modes.
        start(min(low, padded)), mostPosition(INT64_MAX - max(start, 0)) {
    using Kind = PadRunKind;
    if (extension.kind == Kind::Forward) {
      period = max(dilated, 1);
      start = getPlace(low, *period);
    } else if (extension.kind == Kind::Reverse) {
      // The period of up to 2^64 - 2 is an unsigned number: if it is no signed
      // one, it is longer than any pad.
      period = umax(dilated * 2 - 2 * extension.skipped, 1);
      start = select(*period < 0, select(low < 0, low + *period, low),
                     getPlace(low, max(*period, 1)));
    }
  }

  /// Those of source element `index`, which is less than the extent.
  Readers<Number> get(Number index) const {
    using Kind = PadRunKind;
    Number position = step ? index * *step : index;
    if (period) {
      Number rest = *period - start;
      Number first =
          select(ult(position, rest), start + position, position - rest);
      Number whole = getStep(*period);
      if (extension.kind == Kind::Forward)
        return {first, whole, whole, padded};
      // The mirror image of the element comes before or after it.
      Number back = position + (1 - extension.skipped);
      Number mirror =
          select(ult(start, back), start + (*period - back), start - back);
      Number low = umin(first, mirror), distance = umax(first, mirror) - low;
      Condition isOne = eq(distance, 0);
      return {low, select(isOne, whole, getStep(distance)),
              select(isOne, whole, getStep(*period - distance)), padded};
    }
    Number first = start + min(position, mostPosition);
    Number one = first.constant(1), end = min(first, padded - 1) + 1;
    if (extension.kind == Kind::Broadcast) {
      // The ends of the axis are read by all positions beyond them.
      end = select(eq(position, dilated - 1), padded, end);
      first = select(eq(position, 0), first.constant(0), first);
    }
    // A crop leaves some without any reader.
    end = max(end, 0);
    return {min(max(first, 0), end), one, one, end};
  }

private:
  /// A step that leaves the result if `distance` does, and never overflows.
  Number getStep(Number distance) const {
    return max(umin(distance, padded), 1);
  }

  PadExtension extension;
  Number dilated;
  std::optional<Number> step;
  Number padded;
  /// The result index that reads the first position, in periodic modes the
  /// first one of them.
  Number start;
  /// In the other modes, the last position of which the index fits.
  Number mostPosition;
  /// Of reflect, symmetric and wrap, an unsigned number.
  std::optional<Number> period;
};

/// Elements of the source, one after the other.
template <typename Number>
struct ElementRange {
  Number begin, end;
};

/// The elements of an axis without interior pad that no border reads and that
/// no crop hides: of each, the one reader is the result index `low` more than
/// its own. `padded` is the extent of the result.
template <typename Number>
ElementRange<Number> getReadOnce(PadExtension extension, Number extent,
                                 Number low, Number padded) {
  using Kind = PadRunKind;
  // A window beyond either end of the axis has no such element.
  low = clamp(low, 0 - extent, padded);
  // How many elements at either end of the axis the borders read.
  Number below = max(low, 0), above = max(padded - low - extent, 0);
  switch (extension.kind) {
  case Kind::Fill:
    below = above = extent.constant(0);
    break;
  case Kind::Broadcast:
    below = min(below, 1);
    above = min(above, 1);
    break;
  case Kind::Reverse: {
    // The axis of symmetry counts, too. A border reads no more than the axis.
    Number most = extent - extension.skipped;
    auto addSkipped = [&](Number border) {
      return select(border > 0, min(border, most) + extension.skipped, border);
    };
    below = addSkipped(below);
    above = addSkipped(above);
    break;
  }
  case Kind::Forward:
    std::swap(below, above);
    break;
  }
  Number begin = min(max(below, 0 - low), extent);
  Number end = min(extent - above, padded - low);
  return {begin, max(end, begin)};
}

} // namespace pad
} // namespace mlir

#endif // PAD_IR_ADJOINTFORMULAS_H
