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

/// Tells LLVM not to vectorize a loop of vectors, and not to unroll it if the
/// number of its iterations is known only at run time: both only make code
/// larger. With `isRolled`, LLVM never unrolls it.
LLVM::LoopAnnotationAttr getLoopAnnotation(MLIRContext *context,
                                           bool isRolled = false);

/// The op around `block` that is no loop, so that stack memory which its first
/// block allocates is allocated once. Null if there is none.
Operation *getAllocationScope(Block *block);

/// Emits a branch on `condition`; if that is constant, only the side that is
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

/// Whether a nest of loops with `extents` iterations, from outer to inner, has
/// any iteration inside of the outermost loop. Otherwise that should not run: a
/// tensor may have 2^40 empty rows. A constant if the inner extents are known.
ArithValue hasInnerIterations(ArithContext m, ArrayRef<OpFoldResult> extents);

/// Sets the first of such `extents` to 0 if there are no iterations inside.
void skipEmptyLoops(ArithContext m, MutableArrayRef<OpFoldResult> extents);

/// Emits an `scf.forall` over tasks of about `cost::kTaskBytes` of a result of
/// `bytes` bytes. Each is an even stretch `[begin, end)` of the `iterations`,
/// which `emitTask` emits; there are no more tasks than iterations.
void emitTasks(ArithContext m, ArithValue bytes, ArithValue iterations,
               function_ref<void(ArithValue begin, ArithValue end)> emitTask);

} // namespace pad
} // namespace mlir

#endif // PAD_ROWS_LOOPS_H
