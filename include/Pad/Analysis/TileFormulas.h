//===- TileFormulas.h - Rows of the tiles of a chain ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Two consumers of pads, one behind the other, are computed by tiles of rows:
// which rows of the first one a tile of the second one reads, and in which
// steps they are computed, for every kind of number.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_TILEFORMULAS_H
#define PAD_ANALYSIS_TILEFORMULAS_H

#include "Pad/IR/PadFormulas.h"

namespace mlir {
namespace pad {

/// How many rows the tile has that begins at row `index` of `total` rows, if
/// tiles have `most` rows each.
template <typename Number, typename Known>
Number getTileRows(Number total, Number index, Known most) {
  return min(total - index, most);
}

/// The `count` rows from position `begin` on that a tile reads. Rows of
/// negative positions, and of those behind the axis, are rows of its borders.
template <typename Number>
struct TileReads {
  TileReads(Number begin, Number count) : begin(begin), count(count) {}
  /// Of `rows` rows from `index` on, each of which reads rows that are at most
  /// `more` apart; `before` is the distance from the position of a row to the
  /// first one that it reads.
  template <typename Known>
  TileReads(Number index, Number rows, Known stride, Known before, Known more)
      : begin(index * stride - before),
        count((rows - 1) * stride + (more + 1)) {}

  Number begin, count;
};

/// The steps in which the rows of a tile are computed: those that are next to
/// each other in an axis of `extent` rows are one stretch, step 0, and each
/// row of a border is a step of its own.
template <typename Number>
struct TileSteps {
  TileSteps(const TileReads<Number> &reads, Number extent)
      : first(clamp(0 - reads.begin, 0, reads.count)),
        last(clamp(extent - reads.begin, first, reads.count)),
        borders(reads.count - (last - first)),
        begin(select(first < last, extent.constant(0), extent.constant(1))),
        end(borders + 1) {}

  struct Step {
    /// The first row of the tile that the step computes, and how many it does.
    Number row, size;
  };
  Step get(Number number) const {
    auto isBorder = number > 0;
    Number border = number - 1;
    border = select(border < first, border, border + (last - first));
    return {select(isBorder, border, first),
            select(isBorder, number.constant(1), last - first)};
  }

  /// The rows `[first, last)` of the tile are the stretch; all others are
  /// `borders`.
  Number first, last, borders;
  /// Steps `[begin, end)`; the stretch is left out if it has no rows.
  Number begin, end;
};

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_TILEFORMULAS_H
