//===- AxisValues.h - One axis at run time ----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H
#define PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H

#include "Pad/IR/SymbolicPadGeometry.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// The numbers of one planned axis as values, all computed outside the loops.
struct AxisValues {
  AxisValues(VectorMover &mover, PadMode mode, const SymbolicPadAxis &axis,
             Value resultExtent);

  /// The source index that `index` reads, which lies before the data
  /// (`isLeft`) or behind it, without a division where the border is one run;
  /// any mode but constant.
  Value emitBorderIndex(VectorMover &mover, Value index, bool isLeft) const;
  /// The position that result index `index` of a border reads if the border is
  /// one run: the runs of `isLeftRun` and `isRightRun`.
  Value emitRunPosition(IndexMath m, Value index, bool isLeft) const;

  /// Result indices `[first, last)` of a border run by run: `body` is given the
  /// first result index of a run, the source index that one reads, how many
  /// there are, and whether the next ones read what lies before it. Reflect,
  /// symmetric and wrap only.
  void forRuns(VectorMover &mover, Value first, Value last, bool isLeft,
               function_ref<void(Value, Value, Value, bool)> body) const;

  PadMode mode;
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
  /// Distance of neighbours in elements.
  Value sourceStride, resultStride;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H
