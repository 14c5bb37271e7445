//===- RewriteKernels.h - Compiled functions of rewrites --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_REWRITEKERNELS_H
#define PAD_TEST_UNIT_REWRITEKERNELS_H

#include "RewriteInterpreter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir {
class ExecutionEngine;

namespace pad {

/// A function before or after a rewrite, what it is called with and what it
/// must return.
struct CompiledCase {
  OwningOpRef<func::FuncOp> function;
  SmallVector<RuntimeValue> arguments;
  SmallVector<RuntimeValue> results;
};

/// The bits that `actual` must have to be what `expected` is: any where that is
/// unspecified.
bool refines(ArrayRef<RuntimeValue> expected, ArrayRef<RuntimeValue> actual);

/// One line an element list: shape, then elements.
std::string describe(ArrayRef<RuntimeValue> values);

/// Whether the ABI of compiled functions has all types of `function`: tensors
/// and scalars of whole bytes as arguments, tensors as results.
bool canCompile(func::FuncOp function);

/// What the compiled function `name`, of type `type` before it was lowered,
/// gives for `arguments`, where it writes results of the shapes of `expected`
/// to memory of the caller; nullopt, with a message, where it cannot be called.
std::optional<SmallVector<RuntimeValue>>
runFunction(ExecutionEngine &engine, StringRef name, FunctionType type,
            ArrayRef<RuntimeValue> arguments, ArrayRef<RuntimeValue> expected);

/// Compiles `cases` by every lowering, runs them and reports differences to
/// GoogleTest.
void runCompiled(MutableArrayRef<CompiledCase> cases);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_REWRITEKERNELS_H
