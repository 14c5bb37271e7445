//===- LoopNest.h - Loops over the axes of a pad ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_LOOPNEST_H
#define PAD_CONVERSION_PADTOVECTOR_LOOPNEST_H

#include "AxisValues.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// Loops over the outer axes of a pad. Knows nothing of what is inside of them,
/// nor how memory is written.
class LoopNest {
public:
  /// Emits what is inside: `inner(sourceOffset, resultOffset, bordersOnly)`.
  using Inner = std::function<void(ArithValue, ArithValue, bool)>;
  /// Emits padding values: `fill(resultOffset, count)`.
  using Fill = std::function<void(ArithValue, ArithValue)>;

  /// Loops over the first `numLoops` of `axes`. Assumes that no axis which is
  /// extended by its data is empty. `axes` outlives it.
  LoopNest(VectorMover &mover, ArrayRef<AxisValues> axes, int64_t numLoops,
           Inner inner, Fill fill);

  /// The whole result; with `bordersOnly` the data is there already.
  void emit(ArithValue sourceOffset, ArithValue resultOffset, bool bordersOnly);
  /// Result indices `[first, last)` of the outermost axis. `hasSource`, an
  /// `i1`, says whether they read the source at all; null if they do.
  void emitRange(ArithValue first, ArithValue last, ArithValue sourceOffset,
                 ArithValue resultOffset, bool bordersOnly,
                 ArithValue hasSource);
  /// Iterations `[first, last)` of the outer `numAxes` axes, whose result
  /// indices are linearized: any stretch of them may be emitted by itself.
  void emitIterations(int64_t numAxes, ArithValue first, ArithValue last,
                      ArithValue sourceOffset, ArithValue resultOffset,
                      bool bordersOnly);
  /// Padding values in the whole result.
  void fill(ArithValue resultOffset);

private:
  /// Result indices `[first, last)` of axis `k`, of which `[begin, end)` read
  /// positions inside the dilated source of a constant axis.
  void emitIndices(int64_t k, ArithValue first, ArithValue begin,
                   ArithValue end, ArithValue last, ArithValue sourceOffset,
                   ArithValue resultOffset, bool bordersOnly);
  /// Axes `k` and inwards. The outermost of them have one result index each,
  /// which `indices` holds.
  void emitAxis(int64_t k, ArrayRef<ArithValue> indices,
                ArithValue sourceOffset, ArithValue resultOffset,
                bool bordersOnly);
  /// Result index `i` of axis `k`, at `resultOffset`; of a constant axis, one
  /// that lies inside the dilated source.
  void emitConstantIndex(int64_t k, ArrayRef<ArithValue> indices, ArithValue i,
                         ArithValue sourceOffset, ArithValue resultOffset,
                         bool bordersOnly);
  void emitExtendedIndex(int64_t k, ArrayRef<ArithValue> indices, ArithValue i,
                         ArithValue sourceOffset, ArithValue resultOffset,
                         bool bordersOnly);
  /// All indices of axis `k` and inwards.
  void fillAxis(int64_t k, ArrayRef<ArithValue> indices,
                ArithValue resultOffset);
  /// Indices `[first, last)` of axis `k`.
  void fillRange(int64_t k, ArithValue resultOffset, ArithValue first,
                 ArithValue last);

  VectorMover &mover;
  ArrayRef<AxisValues> axes;
  int64_t numLoops;
  Inner inner;
  Fill fillRun;
};

/// Emits the rows of a plane behind those with data, and then those before
/// them, as copies of rows that are there already; any mode but constant, no
/// interior pad. The plane is at `resultOffset`, all rows of its source are in
/// it, and `copyRow` is given where a row begins and where it goes.
void repeatRows(VectorMover &mover, const AxisValues &outer,
                ArithValue resultOffset,
                function_ref<void(ArithValue, ArithValue)> copyRow);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_LOOPNEST_H
