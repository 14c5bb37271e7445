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

/// The elements of `tensor` in `box`, and `tensor` with `slice` there.
Value emitSlice(OpBuilder &builder, Location loc, Value tensor,
                const TensorBox &box);
Value emitInsert(OpBuilder &builder, Location loc, Value slice, Value tensor,
                 const TensorBox &box);

/// `offset`, limited to the last index of an axis of `extent`. The slice at
/// `offset` has elements if control reaches it, but the verifier also checks
/// constants where control never gets.
OpFoldResult emitSliceOffset(OpBuilder &builder, Location loc,
                             OpFoldResult offset, OpFoldResult extent);

/// Replaces `slice`, of `pad`, by a pad of its own. `inBounds` has a range an
/// axis, or null where the axis may be padded; or it is empty. An axis that
/// lies inside its in-bounds range is not padded, but sliced in the source.
/// Leaves the slice if its static numbers are out of bounds.
void replacePadSlice(RewriterBase &rewriter, tensor::ExtractSliceOp slice,
                     PadOp pad,
                     ArrayRef<const SymbolicInBoundsRange *> inBounds);

/// Replaces the slices of `pad` by pads if only linalg ops read them, as
/// stencils do. Then nothing reads the padded tensor. Returns these ops; none
/// if the slices stay.
SmallVector<Operation *> replaceConsumedSlices(RewriterBase &rewriter,
                                               PadOp pad);

/// Makes one op of elementwise ops of `function` that compute with pads or
/// slices of them, and of those that alone read what these compute. No such op
/// is left that computes into a pad without reading it.
void joinElementwise(RewriterBase &rewriter, func::FuncOp function);

/// Why `extract`, of a pad, is no operand of the linalg op that it is in; empty
/// if it can be one.
std::string explainExtract(tensor::ExtractOp extract);

/// Makes operands of `op` of what it extracts from pads at the indices of its
/// loops plus constants, as finite differences do: slices of these pads.
void replaceExtracts(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_SLICES_H
