//===- FewRows.h - Planes of a few short rows -------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_FEWROWS_H
#define PAD_CONVERSION_PADTOVECTOR_FEWROWS_H

#include "AxisValues.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// An `i1`: whether a result of `axes` is one plane of few rows that fit a
/// vector each, which FewRows.cpp moves. No axis has interior pads, and the
/// innermost one is that of rows.
Value emitIsPlaneSmall(VectorMover &mover, ArrayRef<AxisValues> axes);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_FEWROWS_H
