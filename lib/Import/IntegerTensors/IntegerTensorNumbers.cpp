//===- IntegerTensorNumbers.cpp - Numbers, folded or for run time ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/IntegerTensors.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// `number` modulo the range of `elementType`.
static int64_t wrapNumber(int64_t number, Type elementType) {
  auto type = dyn_cast<IntegerType>(elementType);
  if (!type || type.getWidth() == 64)
    return number;
  if (hasNoSign(type))
    return number & llvm::maskTrailingOnes<uint64_t>(type.getWidth());
  return llvm::SignExtend64(number, type.getWidth());
}

const IntegerExpr *IntegerTensors::wrap(const IntegerExpr *expr,
                                        Type elementType) {
  if (std::optional<int64_t> number = pad::getConstant(expr)) {
    if (*number >= 0 || !elementType.isUnsignedInteger(64))
      return getNumber(wrapNumber(*number, elementType));
    invalid("it is computed with " + Twine(*number) +
            " as an unsigned number of 64 bits, which exceeds " +
            Twine(INT64_MAX));
    return nullptr;
  }
  auto type = dyn_cast<IntegerType>(elementType);
  if (!type || type.getWidth() == 64)
    return expr;
  IntegerExpr wrapped{IntegerExpr::Kind::Wrap};
  wrapped.lhs = expr;
  wrapped.narrowType = type;
  return make(wrapped);
}

/// The result of `arithmetic`; nullopt if it exceeds 64 bits or is a division
/// by zero.
static std::optional<int64_t> fold(IntegerArithmetic arithmetic, int64_t lhs,
                                   int64_t rhs) {
  int64_t result;
  switch (arithmetic) {
  case IntegerArithmetic::Add:
    return llvm::AddOverflow(lhs, rhs, result) ? std::nullopt
                                               : std::optional(result);
  case IntegerArithmetic::Sub:
    return llvm::SubOverflow(lhs, rhs, result) ? std::nullopt
                                               : std::optional(result);
  case IntegerArithmetic::Mul:
    return llvm::MulOverflow(lhs, rhs, result) ? std::nullopt
                                               : std::optional(result);
  case IntegerArithmetic::Div:
    if (rhs == 0 || (rhs == -1 && lhs == INT64_MIN))
      return std::nullopt;
    return lhs / rhs;
  case IntegerArithmetic::Min:
    return std::min(lhs, rhs);
  case IntegerArithmetic::Max:
    return std::max(lhs, rhs);
  case IntegerArithmetic::Equal:
    return lhs == rhs;
  case IntegerArithmetic::Less:
    return lhs < rhs;
  }
  llvm_unreachable("an arithmetic that is none");
}

const IntegerExpr *IntegerTensors::makeArithmetic(IntegerArithmetic arithmetic,
                                                  const IntegerExpr *lhs,
                                                  const IntegerExpr *rhs) {
  IntegerExpr expr{IntegerExpr::Kind::Arithmetic};
  expr.arithmetic = arithmetic;
  expr.lhs = lhs;
  expr.rhs = rhs;
  if (arithmetic != IntegerArithmetic::Equal &&
      arithmetic != IntegerArithmetic::Less)
    expr.realType = lhs->realType;
  return make(expr);
}

const IntegerExpr *IntegerTensors::combine(IntegerArithmetic arithmetic,
                                           const IntegerExpr *lhs,
                                           const IntegerExpr *rhs) {
  std::optional<int64_t> left = pad::getConstant(lhs),
                         right = pad::getConstant(rhs);
  if (right == 0 && arithmetic == IntegerArithmetic::Div) {
    invalid("it is computed with a division by zero");
    return nullptr;
  }
  if (!left || !right)
    return makeArithmetic(arithmetic, lhs, rhs);
  if (std::optional<int64_t> folded = fold(arithmetic, *left, *right))
    return getNumber(*folded);
  invalid("it is computed with a number that exceeds 64 bits, of " +
          Twine(*left) + " and " + Twine(*right));
  return nullptr;
}

const IntegerExpr *IntegerTensors::select(const IntegerExpr *condition,
                                          const IntegerExpr *lhs,
                                          const IntegerExpr *rhs) {
  if (std::optional<int64_t> known = pad::getConstant(condition))
    return *known != 0 ? lhs : rhs;
  IntegerExpr expr{IntegerExpr::Kind::Select};
  expr.realType = lhs->realType;
  expr.condition = condition;
  expr.lhs = lhs;
  expr.rhs = rhs;
  return make(expr);
}

IntegerTensors::Result IntegerTensors::cast(const Result &tensor,
                                            Type elementType) {
  if (!tensor)
    return std::nullopt;
  auto type = dyn_cast<IntegerType>(elementType);
  bool isReal = pad::isReal(elementType);
  if (!isReal && !isa<IndexType>(elementType) &&
      (!type || type.getWidth() > 64))
    return unknown("it is computed through a conversion to another type than "
                   "integers of at most 64 bits, f16, bf16, f32 and f64");
  bool wasReal = isa<FloatType>(tensor->elementType);
  IntegerTensor converted{elementType, tensor->shape, {}, tensor->length};
  for (const IntegerExpr *element : tensor->elements) {
    const IntegerExpr *number = element;
    if (isReal) {
      number = toReal(element, llvm::cast<FloatType>(elementType));
    } else if (elementType.isInteger(1)) {
      // The truth value is not the lowest bit.
      const IntegerExpr *isZero = nullptr;
      if (wasReal)
        isZero = combineReals(IntegerArithmetic::Equal, element,
                              getNumber(0, tensor->elementType));
      number = isZero ? select(isZero, getNumber(0), getNumber(1))
                      : select(element, getNumber(1), getNumber(0));
    } else {
      number = wasReal ? toInteger(element) : element;
      if (number)
        number = wrap(number, elementType);
    }
    if (!number)
      return std::nullopt;
    converted.elements.push_back(number);
  }
  return converted;
}
