//===- RewriteTypes.h - The same functions with other types -----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_REWRITETYPES_H
#define PAD_TEST_UNIT_REWRITETYPES_H

#include "DifferentialCase.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir {
namespace pad {

/// Changes what the types of random tensors of `function` say: of some extents
/// that they state, nothing any more; of others, what they are in the run that
/// gave `shapes`. Tensors are the arguments and the results whose ops leave
/// that open. The function may be invalid then.
void changeTypes(func::FuncOp function,
                 const llvm::DenseMap<Value, SmallVector<int64_t>> &shapes,
                 Random &random);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_REWRITETYPES_H
