//===- FitPads.h - Pads that read what a tensor reads -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_FITPADS_H
#define PAD_LIB_IMPORT_IDIOMS_FITPADS_H

#include "Pad/IR/PadGeometry.h"
#include "TensorReads.h"

namespace mlir {
namespace pad {

/// What `axis` reads: its runs. Nullopt if they are more than `limit`.
std::optional<AxisReads> getReads(const PadAxis &axis, size_t limit);

/// The axes of a pad that, applied to a tensor of extents `shape`, reads
/// exactly `reads`: the runs of each axis are the segments. Axes of constant
/// mode are padded with the fill value. Nullopt if no such pad is found, or if
/// it extends no axis.
std::optional<SmallVector<PadAxis>> fitPad(ArrayRef<int64_t> shape,
                                           const TensorReads &reads);

/// Where `reads` differ from those of the pad that reads most alike, as a
/// clause. Empty where `fitPad` finds the axes of a pad or a crop, where no
/// element can be named, and where more than half of an axis differs.
std::string explainNoPad(ArrayRef<int64_t> shape, const TensorReads &reads);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_FITPADS_H
