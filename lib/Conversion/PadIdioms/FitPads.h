//===- FitPads.h - Pads that read what a tensor reads -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CONVERSION_PADIDIOMS_FITPADS_H
#define PAD_LIB_CONVERSION_PADIDIOMS_FITPADS_H

#include "Pad/IR/PadGeometry.h"
#include "TensorReads.h"

namespace mlir {
namespace pad {

/// A pad of static numbers.
struct FittedPad {
  PadMode mode = PadMode::Constant;
  bool periodic = false;
  SmallVector<PadAxis> axes;
};

/// Pads whose result, if they are applied one after the other to a tensor of
/// extents `shape`, reads exactly `reads`: for every index of every axis
/// `getSourceIndex` gives the same index. The last pad may be constant, and
/// then pads with the fill value. Nullopt if no such pads are found, or if they
/// extend no axis.
std::optional<SmallVector<FittedPad>> fitPads(ArrayRef<int64_t> shape,
                                              const TensorReads &reads);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CONVERSION_PADIDIOMS_FITPADS_H
