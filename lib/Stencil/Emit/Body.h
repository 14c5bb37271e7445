//===- Body.h - The body of a consumer on scalars or vectors ----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_BODY_H
#define PAD_STENCIL_BODY_H

#include "Pad/IR/ArithValue.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir {
namespace pad {

/// What the body of a consumer is computed from.
struct BodyInputs {
  /// The arguments of the body, as scalars, which are the same for all lanes,
  /// or vectors; null where the body does not use one.
  SmallVector<Value> arguments;
  /// The indices of the loops, for the first lane.
  SmallVector<ArithValue> indices;
};

/// Computes the body of `op` for each of `copies`, which are vectors of `lanes`
/// neighbours along loop `row`. Each op of the body is computed for all copies
/// before the next op is. Returns a scalar or vector for each result of each
/// copy.
SmallVector<Value> emitFusedBody(OpBuilder &builder, linalg::LinalgOp op,
                                 ArrayRef<BodyInputs> copies, int64_t row,
                                 int64_t lanes);

/// `value` in each of `lanes` lanes; `value` itself if it is a vector, or if
/// `lanes` is 1.
Value emitLanes(OpBuilder &builder, Location loc, Value value, int64_t lanes);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_BODY_H
