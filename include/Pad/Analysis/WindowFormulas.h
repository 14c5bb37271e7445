//===- WindowFormulas.h - Windows that read no border -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Which indices of a loop read no border of a padded axis, for every kind of
// number: index `i` reads elements between `offset + i * stride` and
// `offset + i * stride + last` of that axis.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_WINDOWFORMULAS_H
#define PAD_ANALYSIS_WINDOWFORMULAS_H

#include "Pad/IR/PadFormulas.h"

namespace mlir {
namespace pad {

/// How many windows, each `stride` elements behind the one before, begin in the
/// first `width` elements of an axis; 0 for a negative `width`.
template <typename Number>
Number countWindows(Number width, Number stride) {
  return ceilDiv(max(width, 0), stride);
}

/// Indices `[begin, end)` of a loop of `count` iterations; after `close`,
/// `begin <= end <= count`.
template <typename Number>
struct LoopInterior {
  LoopInterior(Number count)
      : begin(count.constant(0)), end(count), count(count) {}

  /// Leaves out the indices that read a border of an axis with the in-bounds
  /// range `inBounds`. Without `offset`, windows begin at `i * stride`.
  void keepInside(const InBoundsRange<Number> &inBounds, Number stride,
                  Number last, std::optional<Number> offset = std::nullopt) {
    Number first = inBounds.begin,
           behind = inBounds.begin + inBounds.size - last;
    if (offset) {
      first = max(first - *offset, 0);
      behind = behind - *offset;
    }
    begin = max(begin, ceilDiv(first, stride));
    end = min(end, countWindows(behind, stride));
  }
  /// Is called behind the last axis: clamps the range to the loop.
  void close() {
    begin = min(begin, count);
    end = max(end, begin);
  }

  Number begin, end, count;
};

/// The ends of rows that read an axis of `extent` elements with pads, by
/// windows of which the first element read is at `firstTap`, and the last one
/// at `lastTap`.
template <typename Number>
struct RowEndWidths {
  RowEndWidths(Number low, Number high, Number firstTap, Number lastTap,
               Number stride)
      : before(countWindows(low - firstTap, stride)),
        behind(countWindows(high, stride)), more(low + high - lastTap) {}

  /// Elements of a row that read something before the source, and behind it.
  Number before, behind;
  /// Elements from the first of the first window to that of the last one, less
  /// the extent.
  Number more;
};

/// Elements that a row has besides those of a vector of `lanes`, at least: the
/// vector at one end has none of the other end, and one between them, which may
/// begin in the one before it, has none of either.
template <typename Number>
Number getLeastRest(Number before, Number behind, Number lanes) {
  Number both = before + behind;
  return select(both <= lanes, max(before, behind), both);
}

/// Elements of the source that the vector at an end reads from there on: those
/// of a vector of `lanes` windows, and the mirror image of the farthest element
/// of a border.
template <typename Number>
Number getReadOfEnd(Number low, Number high, Number firstTap, Number stride,
                    Number lanes) {
  return max(lanes * stride, max(low - firstTap, high) + 1);
}

/// Whether the ends of rows of `count` elements can be composed of vectors of
/// `lanes`: the row is as long as the pads say (`more` of `RowEndWidths`), it
/// has `rest` elements (`getLeastRest`) besides those of a vector, and the
/// source has the elements that an end reads (`getReadOfEnd`).
template <typename Number>
typename Number::Condition hasRowEnds(Number count, Number extent,
                                      Number stride, Number more, Number rest,
                                      Number read, Number lanes) {
  return eq((count - 1) * stride + 1, extent + more) & (count >= lanes + rest) &
         (extent >= read);
}

/// Whether blocks of `rows` indices can cover a loop of `count` iterations, the
/// first `before` and the last `behind` of which read borders, so that none
/// but the first and the last block have any of these: they are all blocks, or
/// each holds a border, and one fits between the borders.
template <typename Number>
typename Number::Condition canSpanBorders(Number count, Number before,
                                          Number behind, Number rows) {
  return (rows <= count) &
         ((count <= rows * 2) |
          ((max(before, behind) <= rows) & (rows <= count - before - behind)));
}

/// Where the block of the `rows` indices from `index` on begins, which is
/// neither the first one nor the last one, which begins at `last`: earlier
/// where it would reach into that one, but not before index `begin`.
template <typename Number>
Number getBlockBetween(Number index, Number last, Number begin, Number rows) {
  return max(min(index, last - rows), begin);
}

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_WINDOWFORMULAS_H
