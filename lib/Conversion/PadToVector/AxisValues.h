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

namespace mlir {
namespace pad {

/// The runs of one planned axis, and what loops along it need.
struct AxisValues : SymbolicPadRuns {
  using SymbolicPadRuns::SymbolicPadRuns;

  /// What result index `index` reads, for loops along the axis: where gaps are
  /// none, only the few indices outside of the data divide.
  SymbolicRead emitRead(OpBuilder &b, Location loc, Value index) const;

  /// An `i1`: whether its pads are zeros, and its extents equal.
  Value emitIsUnpadded(IndexMath m) const;

  /// An `i1`: whether there are at least `minData` elements of data, 1 or more,
  /// and each border is one run.
  Value emitHasRuns(IndexMath m, int64_t minData = 1) const;

  /// Distance of neighbours in elements.
  Value sourceStride, resultStride;
  /// Whether source and result may differ along the axis.
  bool isPadded = true;
  /// An `i1`: whether the result has no gaps from this axis inwards.
  Value isResultDense;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H
