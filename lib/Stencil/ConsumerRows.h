//===- ConsumerRows.h - Rows that vectors run along -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_CONSUMERROWS_H
#define PAD_STENCIL_CONSUMERROWS_H

#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// Changes the inputs of consumers of pads in `function` so that vectors of the
/// result can read them: an expansion of a pad becomes the pad itself, and an
/// input whose last axis is not that of the rows, such as filters `fhwc`, is
/// transposed once. A consumer is changed only if `isFused` holds afterwards
/// for one of its operands and the pad that this is, is a slice of, or is
/// computed from. Each element of the result is computed as before.
void readAlongRows(RewriterBase &rewriter, func::FuncOp function,
                   function_ref<bool(OpOperand &, PadOp)> isFused);

/// Drops the innermost axes of the results of consumers of pads in `function`,
/// and of elementwise ops behind them, while these axes have one element.
LogicalResult dropUnitRows(RewriterBase &rewriter, func::FuncOp function);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_CONSUMERROWS_H
