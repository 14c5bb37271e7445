//===- ValueBoundsQueries.h - Safe questions about bounds -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's ValueBoundsOpInterface has two methods, and the default of each is
// unreachable code. If an op implements only one of them, a call of the other
// crashes: for example for the index arguments of the body of a `tensor.pad`,
// or for the extents of an `arith.addi` of tensors. These functions call only
// methods that upstream implements.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_VALUEBOUNDSQUERIES_H
#define PAD_IR_VALUEBOUNDSQUERIES_H

#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace mlir {
namespace pad {

/// Whether upstream can look for bounds of `value`, an index or shaped value,
/// and of all values that it depends on.
bool hasAnswerableBounds(Value value);

/// Whether `lhs cmp rhs` can be proven; false where it is not known.
bool isProven(const ValueBoundsConstraintSet::Variable &lhs,
              ValueBoundsConstraintSet::ComparisonOperator cmp,
              const ValueBoundsConstraintSet::Variable &rhs);

/// A constant bound of `variable`; failure where none is known. Upper bounds
/// are open, as upstream's are.
FailureOr<int64_t>
computeConstantBound(presburger::BoundType type,
                     const ValueBoundsConstraintSet::Variable &variable);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_VALUEBOUNDSQUERIES_H
