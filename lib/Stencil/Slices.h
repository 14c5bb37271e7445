//===- Slices.h - Slices of pads to pads of slices --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_SLICES_H
#define PAD_STENCIL_SLICES_H

#include "Pad/IR/PadOps.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// A box of a tensor, or of the loops of an op.
struct TensorBox {
  SmallVector<OpFoldResult> offsets, sizes;
};

/// `tensor` with `slice` in the place of its elements in `box`.
Value emitInsert(OpBuilder &builder, Location loc, Value slice, Value tensor,
                 const TensorBox &box);

/// `offset`, limited to the last index of an axis of `extent`. The slice at
/// `offset` has elements if control reaches it, but the verifier also checks
/// constants where control never gets.
OpFoldResult emitSliceOffset(OpBuilder &builder, Location loc,
                             OpFoldResult offset, OpFoldResult extent);

/// Replaces `slice`, of `pad`, by a pad of its own. `inBounds` is empty or has
/// an entry for each axis: the in-bounds range that the slice lies in, so that
/// the axis is sliced in the source instead of padded, or null. Leaves the
/// slice if its static numbers are out of bounds.
void replacePadSlice(RewriterBase &rewriter, tensor::ExtractSliceOp slice,
                     PadOp pad,
                     ArrayRef<const SymbolicInBoundsRange *> inBounds);

/// Replaces the slices of `pad` by pads if only linalg ops read them, as
/// stencils do. Then nothing reads the padded tensor. Returns these ops; none
/// if the slices stay.
SmallVector<Operation *> replaceConsumedSlices(RewriterBase &rewriter,
                                               PadOp pad);

/// Joins elementwise ops of `function` that compute with pads or slices of them
/// to one op, where each reads the results of others alone. Afterwards, none of
/// them has a pad as a destination that it does not read.
void joinElementwise(RewriterBase &rewriter, func::FuncOp function);

/// Why `extract`, of a pad, cannot become an operand of the linalg op whose
/// body it is in; empty if it can.
std::string explainExtract(tensor::ExtractOp extract);

/// Turns what the body of `op` extracts from pads, at the indices of its loops
/// plus constants as finite differences do, into operands: slices of these
/// pads.
void replaceExtracts(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_SLICES_H
