//===- ForeignOps.h - Constants of dialects not linked in -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Reading ops of dialects that are not linked in. Those are parsed in generic
// form, as unregistered ops; `Operation::getAttr` finds their attributes and
// properties alike.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_FOREIGNOPS_H
#define PAD_IMPORT_FOREIGNOPS_H

#include "Pad/Import/IntegerTensors.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/PatternMatch.h"
#include <optional>

namespace mlir {
namespace pad {

/// The constant that `value` is, or null if it is not constant. `value` is the
/// result of an op that MLIR knows to be constant, of `torch.vtensor.literal`,
/// or of an unregistered op whose name ends in `constant`, `Constant`, `const`
/// or `Const`; the constant is then its attribute `value` or `values`.
Attribute getConstantAttribute(Value value);

/// The constant tensor that `value` is; null if it is none.
DenseElementsAttr getConstantTensor(Value value);

/// Element `position` of `tensor` in the form that `createScalarConstant`
/// takes; null if it has none.
Attribute getElement(DenseElementsAttr tensor, int64_t position);

/// Creates element `position` of `tensor`, which has rank 0 or 1, or one
/// element only: a constant where the tensor is one, else a `tensor.extract`.
Value createElement(OpBuilder &builder, Location loc, Value tensor,
                    int64_t position = 0);

/// Creates the value of `type` that `value` stands for: the operand of the
/// cast that made it from such a value, or a cast.
Value createBridge(OpBuilder &builder, Location loc, Type type, Value value);

/// Erases the ops that define `values`, and in turn those that define their
/// operands, if nothing uses their results and they have no effects. `isPure`
/// says whether an unregistered op has no effects.
void eraseUnused(RewriterBase &rewriter, ArrayRef<Value> values,
                 llvm::function_ref<bool(Operation *)> isPure);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_FOREIGNOPS_H
