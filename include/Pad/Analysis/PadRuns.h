//===- PadRuns.h - A padded axis as stretches of one kind -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What PadGeometry says of each result index, said of stretches of them: the
// form in which rows are copied. Pure integer math, without IR.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_PADRUNS_H
#define PAD_ANALYSIS_PADRUNS_H

#include "Pad/IR/PadGeometry.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
namespace pad {

/// Neighbouring result indices of one axis that read positions of the dilated
/// source axis in one direction, or all read the padding value.
struct PadRun {
  PadRunKind kind = PadRunKind::Fill;
  /// First result index, and how many.
  int64_t begin = 0, length = 0;
  /// Position in the dilated source axis that the first of them reads; 0 for a
  /// fill.
  int64_t position = 0;

  bool isFilled() const { return kind == PadRunKind::Fill; }
  /// The position that result index `index` of the run reads.
  int64_t getPosition(int64_t index) const {
    return position + getDirection(kind) * (index - begin);
  }
};

/// Splits the result indices of `axis` into runs: one to three, and more where
/// reflect, symmetric and wrap repeat. Nullopt if there are more than `limit`,
/// or if the axis has no result extent (C2, C7).
std::optional<SmallVector<PadRun>> getPadRuns(const PadAxis &axis,
                                              int64_t limit);

/// The innermost axes of a pad whose numbers are all static, as one row of a
/// dense buffer: result elements numbered from 0 in memory order.
class StaticTile {
public:
  /// `axes` from outer to inner, in elements of `innerBlock` dense elements
  /// each. Up to `maxComposed` elements may belong to no run.
  StaticTile(ArrayRef<PadAxis> axes, int64_t innerBlock,
             int64_t maxComposed = 0);

  /// Elements of the source and of the result; INT64_MAX where they exceed it.
  int64_t getSourceSize() const { return sourceSize; }
  int64_t getResultSize() const { return resultSize; }

  /// The source element that result element `index` reads; nullopt for the
  /// padding value.
  std::optional<int64_t> getSource(int64_t index) const;

  /// Runs of elements, where the tile has one axis, they are few, and gaps are
  /// narrow; else none. Blocks in reverse order, or of which one is repeated,
  /// are a run each where that makes few runs; else they are in none.
  /// Positions are dilated by `getInterior()`.
  ArrayRef<PadRun> getRuns() const { return runs; }
  /// Interior pad of the runs' positions.
  int64_t getInterior() const { return axes.back().interior; }

private:
  SmallVector<PadAxis> axes;
  SmallVector<int64_t> resultExtents;
  int64_t innerBlock;
  int64_t sourceSize, resultSize;
  SmallVector<PadRun> runs;
};

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_PADRUNS_H
