//===- Loops.h - Loops, their tasks, and memory outside of them -*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ROWS_LOOPS_H
#define PAD_ROWS_LOOPS_H

#include "Pad/IR/ArithValue.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"

namespace mlir {
namespace pad {

/// Name of the attribute of `scf.for` that reaches the loop of LLVM.
inline constexpr llvm::StringLiteral kLoopAnnotation = "loop_annotation";

/// What LLVM shall know of a loop of vectors: it is made of vectors already,
/// and more of its iterations at a time only take space. `isRolled`: its body
/// is there once, even if the number of iterations is known.
LLVM::LoopAnnotationAttr getLoopAnnotation(MLIRContext *context,
                                           bool isRolled = false);

/// The op around `block` in whose first block stack memory is allocated once:
/// it is no loop. Null if there is none.
Operation *getAllocationScope(Block *block);

/// Emits a branch on `condition`; of a constant one, only the side that is
/// taken.
void emitIf(ArithContext m, ArithValue condition,
            function_ref<void()> thenBranch,
            function_ref<void()> elseBranch = nullptr);
/// The same of branches that make values, for types that both have.
SmallVector<Value> emitEither(ArithContext m, ArithValue condition,
                              function_ref<SmallVector<Value>()> thenBranch,
                              function_ref<SmallVector<Value>()> elseBranch);
ArithValue emitEither(ArithContext m, ArithValue condition,
                      function_ref<Value()> thenBranch,
                      function_ref<Value()> elseBranch);

/// Whether loops of `extents` iterations, from outer to inner, have any inside
/// of the outermost one: 2^40 empty rows are nothing to go over. A constant if
/// the inner extents are known.
ArithValue hasInnerIterations(ArithContext m, ArrayRef<OpFoldResult> extents);

/// Leaves the outermost of such loops no iterations if there are none inside.
void skipEmptyLoops(ArithContext m, MutableArrayRef<OpFoldResult> extents);

/// Emits an `scf.forall` over tasks of about `cost::kTaskBytes` of a result of
/// `bytes` bytes. Each is an even stretch `[begin, end)` of the `iterations`,
/// which `emitTask` emits; there are no more tasks than iterations.
void emitTasks(ArithContext m, ArithValue bytes, ArithValue iterations,
               function_ref<void(ArithValue begin, ArithValue end)> emitTask);

} // namespace pad
} // namespace mlir

#endif // PAD_ROWS_LOOPS_H
