//===- ValueBoundsQueries.cpp - Safe questions about bounds ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ValueBoundsQueries.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::pad;

using Bounds = ValueBoundsConstraintSet;

/// Whether the model of `owner`, of which `value` is a result or a block
/// argument, has the method for `value`.
static bool isAnswerable(Operation *owner, Value value) {
  // Loops know their induction variables, and by what they yield, which a loop
  // that is being built does not yet, the values that they carry. Other ops
  // with regions have models of the extents of their results only.
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<LoopLikeOpInterface>(owner);
    return loop && (!llvm::is_contained(loop.getRegionIterArgs(), argument) ||
                    argument.getOwner()->mightHaveTerminator());
  }
  // The models of arith are those of index values.
  return !isa<ShapedType>(value.getType()) ||
         !isa<arith::ArithDialect>(owner->getDialect()) ||
         isa<arith::SelectOp>(owner);
}

bool mlir::pad::hasAnswerableBounds(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Value, 8> seen = {value};
  auto visit = [&](ValueRange values) {
    for (Value next : values)
      if (isa<IndexType, ShapedType>(next.getType()) &&
          seen.insert(next).second)
        worklist.push_back(next);
  };
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    auto argument = dyn_cast<BlockArgument>(next);
    Operation *owner =
        argument ? argument.getOwner()->getParentOp() : next.getDefiningOp();
    // Upstream follows only ops that have a model.
    if (!isa_and_nonnull<ValueBoundsOpInterface>(owner))
      continue;
    auto shaped = dyn_cast<ShapedType>(next.getType());
    if (shaped && shaped.hasStaticShape())
      continue;
    if (!isAnswerable(owner, next))
      return false;
    visit(owner->getOperands());
    // `linalg.index` is bounded by the operands of the op around it.
    if (Operation *parent = owner->getParentOp())
      visit(parent->getOperands());
    // The values that a region yields bound the results.
    for (Region &region : owner->getRegions())
      for (Block &block : region)
        if (block.mightHaveTerminator())
          visit(block.getTerminator()->getOperands());
  }
  return true;
}

/// Whether this holds for all values of `variable`.
static bool hasAnswerableBounds(const Bounds::Variable &variable) {
  return llvm::all_of(variable.getOperands(), [](const auto &operand) {
    return mlir::pad::hasAnswerableBounds(operand.first);
  });
}

bool mlir::pad::isProven(const Bounds::Variable &lhs,
                         Bounds::ComparisonOperator cmp,
                         const Bounds::Variable &rhs) {
  return ::hasAnswerableBounds(lhs) && ::hasAnswerableBounds(rhs) &&
         Bounds::compare(lhs, cmp, rhs);
}

FailureOr<int64_t>
mlir::pad::computeConstantBound(presburger::BoundType type,
                                const Bounds::Variable &variable) {
  if (!::hasAnswerableBounds(variable))
    return failure();
  return Bounds::computeConstantBound(type, variable);
}
