//===- PadSlicing.h - A slice of a pad is a pad -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADSLICING_H
#define PAD_IR_PADSLICING_H

#include "Pad/IR/PadAmounts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir {
namespace pad {

/// The axis whose result is elements `[offset, offset + size)` of the result of
/// `axis`: the same source, with low pad `low - offset` and high pad
/// `offset + size - low - dilated extent`. Nullopt if the result of `axis` does
/// not have these elements, or a number exceeds 64 bits (C7).
std::optional<PadAxis> getSlicedAxis(const PadAxis &axis, int64_t offset,
                                     int64_t size);

/// The pads that make, of the source of `op`, elements
/// `[offsets, offsets + sizes)` of its result. A pad is static where its
/// numbers are, except where a static pad would break C5 to C7, which run time
/// checks of a dynamic pad. Emits arith ops on index without overflow flags;
/// fails, before it emits any, if static numbers overflow or are out of bounds.
FailureOr<PadAmounts> emitSlicedPads(OpBuilder &builder, Location loc,
                                     PadOpInterface op,
                                     ArrayRef<OpFoldResult> offsets,
                                     ArrayRef<OpFoldResult> sizes);

/// A `pad.pad` that makes elements `[offsets, offsets + sizes)` of the result
/// of `op`, of type `sizes` as far as static. Axes without pads are sliced in
/// the source, which keeps them without pads; all others keep the whole source.
/// Fails, before it creates any op, as `emitSlicedPads` does.
FailureOr<PadOp> createSlicedPad(OpBuilder &builder, Location loc, PadOp op,
                                 ArrayRef<OpFoldResult> offsets,
                                 ArrayRef<OpFoldResult> sizes);

/// The same into `init`, whose extents are `sizes`.
FailureOr<PadIntoOp> createSlicedPadInto(OpBuilder &builder, Location loc,
                                         PadIntoOp op, Value init,
                                         ArrayRef<OpFoldResult> offsets,
                                         ArrayRef<OpFoldResult> sizes);

/// Elements `[offsets, offsets + sizes)` of `tensor`.
tensor::ExtractSliceOp emitSlice(OpBuilder &builder, Location loc, Value tensor,
                                 ArrayRef<OpFoldResult> offsets,
                                 ArrayRef<OpFoldResult> sizes);

/// Whether axis `axis` of `op` is the source's: it has no pads, not even a
/// constant operand, and provably the same extent. (That of an init, or of a
/// result type, may be a wrong one.)
bool isUnpaddedAxis(PadOpInterface op, int64_t axis);

/// Whether `[offset, offset + size)` is provably all of axis `axis` of
/// `tensor`.
bool isWholeAxis(Value tensor, int64_t axis, OpFoldResult offset,
                 OpFoldResult size);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADSLICING_H
