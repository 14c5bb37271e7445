//===- Tasks.h - Work that threads share ------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_TASKS_H
#define PAD_ANALYSIS_TASKS_H

#include "Pad/IR/ArithValue.h"

namespace mlir {
namespace pad {

/// Emits an `scf.forall` over tasks of about `cost::kTaskBytes` of a result of
/// `bytes` bytes. Each is an even stretch `[begin, end)` of the `iterations`,
/// which `emitTask` emits; there are no more tasks than iterations.
void emitTasks(ArithContext m, ArithValue bytes, ArithValue iterations,
               function_ref<void(ArithValue begin, ArithValue end)> emitTask);

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_TASKS_H
