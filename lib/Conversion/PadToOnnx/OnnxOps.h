//===- OnnxOps.h - Ops of ONNX that pads become -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CONVERSION_PADTOONNX_ONNXOPS_H
#define PAD_LIB_CONVERSION_PADTOONNX_ONNXOPS_H

#include "Pad/Conversion/BackEnd.h"

namespace mlir {
namespace pad {

/// A `Constant`.
Value emitOnnxConstant(OpBuilder &builder, Location loc,
                       DenseElementsAttr value);

/// A list of numbers as an operand.
Value emitOnnxList(OpBuilder &builder, Location loc, ArrayRef<int64_t> numbers);

Value emitOnnxConcat(OpBuilder &builder, Location loc, RankedTensorType type,
                     ValueRange parts, int64_t axis);

/// The ops of `step`, which is `Computed`: a `Gather` for each border, and what
/// computes its positions by the ops of `opset`.
Value emitComputedBorders(OpBuilder &builder, Location loc,
                          const RecipeStep &step, Value operand, int64_t opset);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CONVERSION_PADTOONNX_ONNXOPS_H
