//===- AxisValues.h - One axis at run time ----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H
#define PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H

#include "Pad/Analysis/SymbolicPadRuns.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// The runs of one planned axis, and how far its indices lie apart.
struct AxisValues : SymbolicPadRuns {
  using SymbolicPadRuns::SymbolicPadRuns;

  /// Distance of neighbours in elements.
  Value sourceStride, resultStride;
};

/// Result indices `[first, last)` of a border run by run: `body` is given the
/// first result index of a run, the source index that one reads, how many
/// there are, and whether the next ones read what lies before it. Reflect,
/// symmetric and wrap only.
void forRuns(VectorMover &mover, const SymbolicPadRuns &axis, Value first,
             Value last, bool isLeft,
             function_ref<void(Value, Value, Value, bool)> body);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H
