//===- Loops.cpp - Loops, their tasks, and memory outside of them ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/Loops.h"
#include "Pad/IR/PadFormulas.h"
#include "Pad/Rows/CostModel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

LLVM::LoopAnnotationAttr mlir::pad::getLoopAnnotation(MLIRContext *context,
                                                      bool isRolled) {
  BoolAttr yes = BoolAttr::get(context, true);
  auto vectorize =
      LLVM::LoopVectorizeAttr::get(context, yes, {}, {}, {}, {}, {}, {});
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/isRolled ? yes : BoolAttr(), {},
      /*runtimeDisable=*/yes, {}, {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(context, {}, vectorize, {}, unroll, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
}

Operation *mlir::pad::getAllocationScope(Block *block) {
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (op->hasTrait<OpTrait::AutomaticAllocationScope>() &&
        !isa<scf::ForOp, affine::AffineForOp>(op))
      return op;
  return nullptr;
}

void mlir::pad::emitIf(ArithContext m, ArithValue condition,
                       function_ref<void()> thenBranch,
                       function_ref<void()> elseBranch) {
  if (std::optional<int64_t> known = getConstantIntValue(condition)) {
    if (function_ref<void()> taken = *known ? thenBranch : elseBranch)
      taken();
    return;
  }
  auto branch = scf::IfOp::create(m.b, m.loc, condition,
                                  /*withElseRegion=*/bool(elseBranch));
  OpBuilder::InsertionGuard guard(m.b);
  m.b.setInsertionPointToStart(branch.thenBlock());
  thenBranch();
  if (!elseBranch)
    return;
  m.b.setInsertionPointToStart(branch.elseBlock());
  elseBranch();
}

SmallVector<Value>
mlir::pad::emitEither(ArithContext m, ArithValue condition,
                      function_ref<SmallVector<Value>()> thenBranch,
                      function_ref<SmallVector<Value>()> elseBranch) {
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known ? thenBranch() : elseBranch();
  auto branch = scf::IfOp::create(
      m.b, m.loc, condition,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, thenBranch());
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, elseBranch());
      });
  return llvm::to_vector_of<Value>(branch.getResults());
}

ArithValue mlir::pad::emitEither(ArithContext m, ArithValue condition,
                                 function_ref<Value()> thenBranch,
                                 function_ref<Value()> elseBranch) {
  auto getAll = [](function_ref<Value()> branch) {
    return [branch] { return SmallVector<Value>{branch()}; };
  };
  return m(emitEither(m, condition, getAll(thenBranch), getAll(elseBranch))[0]);
}

ArithValue mlir::pad::hasInnerIterations(ArithContext m,
                                         ArrayRef<OpFoldResult> extents) {
  ArithValue has = m.condition(true);
  for (OpFoldResult extent : extents.drop_front(extents.empty() ? 0 : 1))
    if (!getConstantIntValue(extent))
      has = (m.value(extent) > 0) & has;
  return has;
}

void mlir::pad::skipEmptyLoops(ArithContext m,
                               MutableArrayRef<OpFoldResult> extents) {
  ArithValue has = hasInnerIterations(m, extents);
  if (!getConstantIntValue(has))
    extents.front() =
        getAsOpFoldResult(select(has, m.value(extents.front()), 0));
}

void mlir::pad::emitTasks(ArithContext m, ArithValue bytes,
                          ArithValue iterations,
                          function_ref<void(ArithValue, ArithValue)> emitTask) {
  ArithValue tasks = ceilDiv(bytes, cost::kTaskBytes);
  tasks = min(min(tasks, cost::kMaxTasks), iterations);
  auto loop = scf::ForallOp::create(m.b, m.loc, OpFoldResult(tasks),
                                    /*outputs=*/ValueRange(),
                                    /*mapping=*/std::nullopt);
  OpBuilder::InsertionGuard guard(m.b);
  m.b.setInsertionPointToStart(loop.getBody());
  ArithValue task = m(loop.getInductionVar(0));
  auto begin = [&](ArithValue task) { return udiv(task * iterations, tasks); };
  ArithValue first = begin(task);
  emitTask(first, begin(task + 1));
}
