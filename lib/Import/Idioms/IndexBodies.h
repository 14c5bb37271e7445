//===- IndexBodies.h - Index arithmetic of bodies ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// `tensor.generate` and `linalg.generic` whose body extracts an element of a
// tensor at indices that it computes, or takes a fill value where a condition
// on the indices fails.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_INDEXBODIES_H
#define PAD_LIB_IMPORT_IDIOMS_INDEXBODIES_H

#include "TensorReads.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir {
namespace pad {

/// The parts of a body that computes one element.
struct IndexBody {
  /// The one element that is read.
  tensor::ExtractOp extract;
  /// Conditions, with the truth value that each must have for it to be read.
  SmallVector<std::pair<Value, bool>> conditions;
  /// The value where a condition fails; none without conditions.
  Fill fill;
};

/// The parts of the body of `op`, a `tensor.generate` or a `linalg.generic` of
/// which every loop is an axis of the one result; nullopt if it has others.
std::optional<IndexBody> getIndexBody(Operation *op);

/// The axis whose index `value` is, in the body of `op`.
std::optional<int64_t> getIndexAxis(Value value, Operation *op);

/// The tensor from which the body of `op` extracts an element; null if there is
/// none or `op` is not one of the ops above.
Value getBodySource(Operation *op);

/// What the elements of the result of an op read of `source`.
struct BodyReads {
  Value source;
  TensorReads reads;
};

/// What the body of `op`, whose result and source have static extents, reads,
/// by evaluating it for every index of every axis. Nullopt where an index of
/// the source or a condition depends on another axis or on other values, or
/// cannot be evaluated, or where an element out of bounds may be read.
std::optional<BodyReads> getBodyReads(Operation *op);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_INDEXBODIES_H
