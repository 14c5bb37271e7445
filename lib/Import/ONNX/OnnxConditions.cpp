//===- OnnxConditions.cpp - Truth values of ONNX nodes --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;

/// 1 where an element of `tensor` is 0, else 0.
static Result negate(IntegerTensors &tensors, const IntegerTensor &tensor) {
  IntegerTensor zero = tensors.getVector({0}, tensor.elementType);
  zero.shape.clear();
  return tensors.combine(IntegerArithmetic::Equal, tensor, zero);
}

/// What operator `type` computes of two inputs.
static Result combine(IntegerTensors &tensors, StringRef type,
                      const IntegerTensor &lhs, const IntegerTensor &rhs) {
  if (type == "And")
    return tensors.combine(IntegerArithmetic::Min, lhs, rhs);
  if (type == "Or")
    return tensors.combine(IntegerArithmetic::Max, lhs, rhs);
  if (type == "Equal")
    return tensors.combine(IntegerArithmetic::Equal, lhs, rhs);
  if (type == "Less")
    return tensors.combine(IntegerArithmetic::Less, lhs, rhs);
  if (type == "Greater")
    return tensors.combine(IntegerArithmetic::Less, rhs, lhs);
  // The others are the opposite of one of these.
  StringRef opposite = type == "LessOrEqual"      ? "Greater"
                       : type == "GreaterOrEqual" ? "Less"
                                                  : "Equal";
  Result result = combine(tensors, opposite, lhs, rhs);
  return result ? negate(tensors, *result) : std::nullopt;
}

Result mlir::pad::readOnnxCondition(IntegerTensors &tensors,
                                    const OnnxNode &node) {
  StringRef type = node.getType();
  // Before opset 7, an attribute says how to broadcast.
  if (node.getAttr("axis"))
    return tensors.unknown("it is computed by '" + type + "' with an axis");
  unsigned count = type == "Not" ? 1 : type == "Where" ? 3 : 2;
  SmallVector<IntegerTensor, 3> inputs;
  for (unsigned index = 0; index < count; ++index) {
    Value input = node.getInput(index);
    if (!input)
      return tensors.invalid("it is computed by '" + type + "' without " +
                             Twine(count) + " inputs");
    Result tensor = tensors.analyseOpen(input);
    if (!tensor)
      return std::nullopt;
    inputs.push_back(std::move(*tensor));
  }
  if (type == "Not")
    return negate(tensors, inputs[0]);
  if (type == "Where")
    return tensors.select(inputs[0], inputs[1], inputs[2]);
  return combine(tensors, type, inputs[0], inputs[1]);
}
