//===- SymbolicIdioms.h - Idioms of any extents -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_SYMBOLICIDIOMS_H
#define PAD_LIB_IMPORT_IDIOMS_SYMBOLICIDIOMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir {
namespace pad {

/// A tensor that is inserted into a fill becomes a constant pad. This function
/// and those below return the value that replaces the op. They return null if
/// the op does not have the form; what they have created by then is not used.
Value convertInsertIntoFill(tensor::InsertSliceOp op, OpBuilder &builder);

/// A tensor between fills, or between slices of itself that are proven to be
/// its first and last elements, becomes a constant, edge or wrap pad.
Value convertConcat(tensor::ConcatOp op, OpBuilder &builder);

/// A body that extracts at `clamp(index - low, 0, extent - 1)` becomes an edge
/// pad.
Value convertClampedBody(Operation *op, OpBuilder &builder);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_SYMBOLICIDIOMS_H
