//===- SymbolicPadRuns.h - Runs of an axis at run time ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The runs of PadRuns.h for an axis whose numbers are values: where the borders
// lie, what they read, and in which direction. test/Unit compares both by
// constant folding.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_SYMBOLICPADRUNS_H
#define PAD_ANALYSIS_SYMBOLICPADRUNS_H

#include "Pad/IR/IndexMath.h"
#include "Pad/IR/SymbolicPadGeometry.h"

namespace mlir {
namespace pad {

/// A run of a border: result indices that read neighbouring positions.
struct SymbolicPadRun {
  /// First result index, and how many.
  Value begin, count;
  /// The position that the first of them reads, inside the dilated source axis;
  /// the next ones read the positions behind it, or, if `isReverse` holds,
  /// those before it.
  Value position;
  /// An `i1`; null if the run is never reversed.
  Value isReverse;
};

/// The runs of one axis. All of it is computed where it is built: outside of
/// the loops. Positions are in bounds for all operands of an axis that is not
/// empty.
class SymbolicPadRuns {
public:
  /// `resultExtent` is that of the destination, which need not be what the pads
  /// give (C4).
  SymbolicPadRuns(OpBuilder &builder, Location loc, const SymbolicPadAxis &axis,
                  Value resultExtent);

  /// The position that result index `index` of a border reads, if that border
  /// is one run (`isLeftRun`, `isRightRun`); any mode but constant.
  Value emitRunPosition(IndexMath m, Value index, bool isLeft) const;
  /// The same for the index that is `distance` away from the data: 1 for the
  /// one next to it. Linear in `distance`, but for mode edge.
  Value emitPositionAt(IndexMath m, Value distance, bool isLeft) const;

  /// The runs of a border of mode reflect, symmetric or wrap, however often it
  /// repeats the data.
  class Border {
  public:
    /// Numbers `[first, last)` of the runs that meet the result indices.
    Value getFirstRun() const { return firstRun; }
    Value getLastRun() const { return lastRun; }
    /// Run number `run`, as far as it lies in the result indices.
    SymbolicPadRun emitRun(IndexMath m, Value run) const;

  private:
    friend class SymbolicPadRuns;
    PadExtension extension;
    Value dilated;
    /// The first result index, and its place in a sequence of runs of `length`
    /// of which those with odd numbers are reversed; the place behind the last.
    Value first, place, end, length;
    Value firstRun, lastRun;
  };
  /// The runs of result indices `[first, last)`, which lie before the data
  /// (`isLeft`, an `i1`) or behind it.
  Border emitBorder(IndexMath m, Value first, Value last, Value isLeft) const;

  PadMode mode;
  PadExtension extension;
  SourceIndexEmitter positions;
  /// Extent of the result, and result indices `[begin, end)` that read
  /// positions inside the dilated source axis.
  Value resultExtent, begin, end;
  /// Low pad, moved into `[-dilated, resultExtent]`: beyond, it makes no
  /// difference to `begin` and `end`.
  Value low;
  /// Extent after dilation; `interior + 1`, null for 1.
  Value dilated, step;
  /// Whether a border is one run: it does not reach past the far end of the
  /// data it mirrors or repeats. Null in the constant mode.
  Value isLeftRun, isRightRun;
};

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_SYMBOLICPADRUNS_H
