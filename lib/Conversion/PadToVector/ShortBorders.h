//===- ShortBorders.h - Rows between short borders --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_SHORTBORDERS_H
#define PAD_CONVERSION_PADTOVECTOR_SHORTBORDERS_H

#include "PlaneKernel.h"

namespace mlir {
namespace pad {

/// Emits the row whose source is at `sourceOffset`: borders, which are one run
/// each, element by element, and the data between them as vectors. `row` has no
/// interior pad and inner blocks of one element.
void emitShortBorders(VectorMover &mover, const AxisValues &row,
                      FlatBuffer source, ArithValue sourceOffset,
                      FlatBuffer result, ArithValue resultOffset);

/// The same by a call of a kernel of its own, for the few rows that `kernel`
/// cannot move as it moves the others.
void callShortBorders(PlaneKernel &kernel, ArithValue sourceOffset,
                      ArithValue resultOffset);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_SHORTBORDERS_H
