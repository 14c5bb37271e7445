//===- AxisValues.h - The numbers of an axis at run time --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H
#define PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H

#include "Pad/Analysis/AxisRuns.h"
#include "Pad/IR/SymbolicPadGeometry.h"

namespace mlir {
namespace pad {

/// The numbers of one axis as they are known at run time, computed outside of
/// all loops along it.
struct AxisValues : AxisRuns<ArithValue> {
  /// `axis`, of which the destination has `resultExtent`.
  AxisValues(OpBuilder &b, Location loc, const SymbolicPadAxis &axis,
             ArithValue resultExtent)
      : AxisRuns(emitSourceIndexMap(b, loc, axis), resultExtent) {}

  /// What result index `index` reads, for loops along the axis: where gaps are
  /// none, only the few indices outside of the data divide.
  SourceRead<ArithValue> emitRead(ArithValue index) const;

  /// An `i1`: whether its pads are zeros, and its extents equal.
  ArithValue emitIsUnpadded() const;

  /// Distance of neighbours in elements.
  ArithValue sourceStride, resultStride;
  /// Whether source and result may differ along the axis.
  bool isPadded = true;
  /// An `i1`: whether the result has no gaps from this axis inwards.
  ArithValue isResultDense;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_AXISVALUES_H
