//===- OnnxArithmetic.cpp - Integer arithmetic of ONNX nodes --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;

/// Applies `arithmetic` to all inputs, from the first on.
static Result applyToAll(IntegerArithmetic arithmetic, IntegerTensors &tensors,
                         const OnnxNode &node) {
  bool isVariadic = arithmetic == IntegerArithmetic::Max ||
                    arithmetic == IntegerArithmetic::Min;
  if (!isVariadic && node.getOp()->getNumOperands() != 2)
    return tensors.invalid("it is computed by '" + node.getType() + "' of " +
                           Twine(node.getOp()->getNumOperands()) + " inputs");
  // Before opset 7, an attribute says how to broadcast.
  if (!node.getInput(0) || node.getAttr("axis"))
    return tensors.unknown("it is computed by '" + node.getType() +
                           "' without inputs, or with an axis");
  Result result = tensors.analyseOpen(node.getInput(0));
  for (Value input : node.getOp()->getOperands().drop_front()) {
    Result next = result ? tensors.analyseOpen(input) : std::nullopt;
    if (!next)
      return std::nullopt;
    result = tensors.combine(arithmetic, *result, *next);
  }
  return result;
}

/// `Neg`, `Abs` or `Sign`.
static Result readSign(IntegerTensors &tensors, const OnnxNode &node) {
  Value operand = node.getInput(0);
  Result input = operand ? tensors.analyseOpen(operand) : std::nullopt;
  if (!input)
    return std::nullopt;
  auto getScalar = [&](int64_t number) {
    IntegerTensor scalar = tensors.getVector(number, input->elementType);
    scalar.shape.clear();
    return scalar;
  };
  if (node.getType() == "Sign") {
    Result most = tensors.combine(IntegerArithmetic::Min, *input, getScalar(1));
    return most ? tensors.combine(IntegerArithmetic::Max, *most, getScalar(-1))
                : std::nullopt;
  }
  Result negative =
      tensors.combine(IntegerArithmetic::Sub, getScalar(0), *input);
  if (!negative || node.getType() == "Neg")
    return negative;
  return tensors.combine(IntegerArithmetic::Max, *input, *negative);
}

/// A remainder has the sign of the divisor; with `fmod` that of the dividend.
static Result readMod(IntegerTensors &tensors, const OnnxNode &node) {
  Value dividend = node.getInput(0), divisor = node.getInput(1);
  if (!dividend || !divisor)
    return tensors.invalid("it is computed by a 'Mod' without two inputs");
  Result lhs = tensors.analyseOpen(dividend);
  Result rhs = lhs ? tensors.analyseOpen(divisor) : std::nullopt;
  if (rhs && isa<FloatType>(rhs->elementType))
    return tensors.unknown("it is computed by a 'Mod' in floating point");
  auto getRemainder = [&](const IntegerTensor &number) -> Result {
    Result quotient = tensors.combine(IntegerArithmetic::Div, number, *rhs);
    Result product =
        quotient ? tensors.combine(IntegerArithmetic::Mul, *quotient, *rhs)
                 : std::nullopt;
    return product ? tensors.combine(IntegerArithmetic::Sub, number, *product)
                   : std::nullopt;
  };
  Result remainder = rhs ? getRemainder(*lhs) : std::nullopt;
  if (!remainder || node.getInteger("fmod", 0) != 0)
    return remainder;
  Result next = tensors.combine(IntegerArithmetic::Add, *remainder, *rhs);
  return next ? getRemainder(*next) : std::nullopt;
}

/// `Clip`, whose limits are attributes before version 11, and then inputs.
static Result readClip(IntegerTensors &tensors, const OnnxNode &node) {
  Value operand = node.getInput(0);
  Result result = operand ? tensors.analyseOpen(operand) : std::nullopt;
  for (auto [index, name, arithmetic] :
       {std::tuple(1, "min", IntegerArithmetic::Max),
        std::tuple(2, "max", IntegerArithmetic::Min)}) {
    Result limit;
    if (Value input = node.getInput(index))
      limit = tensors.analyse(input);
    else if (Attribute attribute = node.getAttr(name))
      limit = tensors.getConstant(attribute);
    else
      continue;
    result = result && limit ? tensors.combine(arithmetic, *result, *limit)
                             : std::nullopt;
  }
  return result;
}

Result mlir::pad::readOnnxArithmetic(IntegerTensors &tensors,
                                     const OnnxNode &node) {
  if (node.getType() == "Clip")
    return readClip(tensors, node);
  if (llvm::is_contained({"Abs", "Neg", "Sign"}, node.getType()))
    return readSign(tensors, node);
  if (node.getType() == "Mod")
    return readMod(tensors, node);
  IntegerArithmetic arithmetic =
      llvm::StringSwitch<IntegerArithmetic>(node.getType())
          .Case("Add", IntegerArithmetic::Add)
          .Case("Div", IntegerArithmetic::Div)
          .Case("Max", IntegerArithmetic::Max)
          .Case("Min", IntegerArithmetic::Min)
          .Case("Mul", IntegerArithmetic::Mul)
          .Case("Sub", IntegerArithmetic::Sub);
  return applyToAll(arithmetic, tensors, node);
}
