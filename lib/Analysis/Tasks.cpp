//===- Tasks.cpp - Work that threads share --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/Tasks.h"
#include "Pad/Analysis/CostModel.h"
#include "Pad/IR/PadFormulas.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

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
