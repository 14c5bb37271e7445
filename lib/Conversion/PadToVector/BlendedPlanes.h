//===- BlendedPlanes.h - Planes of blended rows -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_BLENDEDPLANES_H
#define PAD_CONVERSION_PADTOVECTOR_BLENDEDPLANES_H

#include "BlendedRows.h"
#include "PlaneKernel.h"

namespace mlir {
namespace pad {

/// The forms of blended rows that pay for `traits`: none where the target has
/// masks, or where there are interior pads or chunks.
SmallVector<BlendedRows::Form> getBlendedForms(const KernelTraits &traits);

/// Whether planes can be emitted in `form`: rows of `row` fit it, and every
/// source row is in the result where others of `outer` repeat it.
Value emitCanBlend(VectorMover &mover, const AxisValues &outer,
                   const AxisValues &row, BlendedRows::Form form);

/// Emits planes whose rows are blended: first all rows with data of their own,
/// then, in any mode but constant, those that repeat them. The source is dense,
/// and the planes are whole.
void emitBlendedPlanes(OpBuilder &b, Location loc, const KernelTraits &traits,
                       const PlaneOperands &operands, BlendedRows::Form form);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_BLENDEDPLANES_H
