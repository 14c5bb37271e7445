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

/// Lets consumers of pads in `function` read their inputs otherwise, where
/// `isFused` holds for an operand of what the consumer becomes, and the pad
/// that this operand is, a slice of, or computed of: a pad instead of an
/// expansion of it; and inputs that rows of the result run across, as filters
/// `fhwc`, are transposed once. Each element of the result is computed as
/// before.
void readAlongRows(RewriterBase &rewriter, func::FuncOp function,
                   function_ref<bool(OpOperand &, PadOp)> isFused);

/// Drops the innermost axes of the results of consumers of pads in `function`,
/// and of elementwise ops behind them, while these axes have one element.
LogicalResult dropUnitRows(RewriterBase &rewriter, func::FuncOp function);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_CONSUMERROWS_H
