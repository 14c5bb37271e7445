//===- PadFill.h - Tensors of one value -------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADFILL_H
#define PAD_IR_PADFILL_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// Whether static numbers or extents prove that every element of the result of
/// `op` is the padding value.
bool isOnlyPadding(PadOp op);

/// Whether `emitPaddingElement` has an op for the padding value of `op`: its
/// operand, or a default that `arith.constant` holds.
bool canEmitPaddingElement(PadOpInterface op);

/// The padding value of `op`, for which `canEmitPaddingElement` holds.
Value emitPaddingElement(OpBuilder &builder, Location loc, PadOpInterface op);

/// A `tensor.empty` of `type`; `sizes` has an entry an axis.
Value emitEmpty(OpBuilder &builder, Location loc, RankedTensorType type,
                ArrayRef<OpFoldResult> sizes);

/// A `tensor.empty` of the type and the extents of the result of `op`.
Value emitEmptyResult(OpBuilder &builder, PadOp op);

/// A tensor of `type`, of extents `sizes`, with `element` everywhere.
Value emitFill(OpBuilder &builder, Location loc, RankedTensorType type,
               ArrayRef<OpFoldResult> sizes, Value element);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADFILL_H
