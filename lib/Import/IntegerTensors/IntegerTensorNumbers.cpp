//===- IntegerTensorNumbers.cpp - Numbers, folded or for run time ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Models compute numbers of elements in floating point, too: TensorFlow's
// padding SAME as tf2onnx writes it divides extents, rounds up and multiplies.
// Constants are folded as their type rounds, and so does what is emitted.
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/IntegerTensors.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"
#include <cmath>

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
  switch (arithmetic) {
  case IntegerArithmetic::Add:
    return llvm::checkedAdd(lhs, rhs);
  case IntegerArithmetic::Sub:
    return llvm::checkedSub(lhs, rhs);
  case IntegerArithmetic::Mul:
    return llvm::checkedMul(lhs, rhs);
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

/// `lhs` and `rhs` combined, before they are rounded.
static double fold(IntegerArithmetic arithmetic, double lhs, double rhs) {
  switch (arithmetic) {
  case IntegerArithmetic::Add:
    return lhs + rhs;
  case IntegerArithmetic::Sub:
    return lhs - rhs;
  case IntegerArithmetic::Mul:
    return lhs * rhs;
  case IntegerArithmetic::Div:
    return lhs / rhs;
  case IntegerArithmetic::Min:
    return lhs < rhs ? lhs : rhs;
  case IntegerArithmetic::Max:
    return lhs > rhs ? lhs : rhs;
  case IntegerArithmetic::Equal:
    return lhs == rhs;
  case IntegerArithmetic::Less:
    return lhs < rhs;
  }
  llvm_unreachable("an arithmetic that is none");
}

static std::optional<double> getReal(const IntegerExpr *expr) {
  if (expr->kind == IntegerExpr::Kind::Real)
    return expr->real;
  return std::nullopt;
}

const IntegerExpr *IntegerTensors::makeArithmetic(IntegerArithmetic arithmetic,
                                                  const IntegerExpr *lhs,
                                                  const IntegerExpr *rhs) {
  IntegerExpr expr{IntegerExpr::Kind::Arithmetic};
  expr.arithmetic = arithmetic;
  expr.lhs = lhs;
  expr.rhs = rhs;
  if (!isComparison(arithmetic))
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
  if (std::optional<double> real = ::getReal(lhs); real && ::getReal(rhs)) {
    double folded = fold(arithmetic, *real, *::getReal(rhs));
    return isComparison(arithmetic) ? getNumber(static_cast<int64_t>(folded))
                                    : getReal(folded, lhs->realType);
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
        isZero = combine(IntegerArithmetic::Equal, element,
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

/// `number` as `type` rounds it. Of two numbers of a narrower type, the result
/// of one operation in f64 rounds to that in the type.
static double roundTo(double number, FloatType type) {
  APFloat rounded(number);
  bool losesInfo;
  rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return rounded.convertToDouble();
}

bool mlir::pad::isReal(Type type) {
  return type.isF32() || type.isF64() || type.isF16() || type.isBF16();
}

const IntegerExpr *IntegerTensors::getReal(double real, FloatType type) {
  IntegerExpr expr{IntegerExpr::Kind::Real};
  expr.real = roundTo(real, type);
  expr.realType = type;
  return make(expr);
}

IntegerTensors::Result IntegerTensors::getRealConstant(Attribute attribute) {
  SmallVector<APFloat> values;
  SmallVector<int64_t> shape;
  FloatType type;
  auto add = [&](FloatAttr number) {
    type = llvm::cast<FloatType>(number.getType());
    values.push_back(number.getValue());
  };
  if (auto number = dyn_cast_if_present<FloatAttr>(attribute)) {
    add(number);
  } else if (auto list = dyn_cast_if_present<ArrayAttr>(attribute);
             list && llvm::all_of(list, llvm::IsaPred<FloatAttr>)) {
    llvm::for_each(list.getAsRange<FloatAttr>(), add);
    shape.push_back(list.size());
  } else if (auto elements =
                 dyn_cast_if_present<DenseFPElementsAttr>(attribute)) {
    type = llvm::cast<FloatType>(elements.getElementType());
    if (!isSmall(elements.getType().getShape()))
      return std::nullopt;
    llvm::append_range(values, elements.getValues<APFloat>());
    shape.assign(elements.getType().getShape());
  }
  if (!type || !isReal(type))
    return std::nullopt;
  IntegerTensor tensor{type, std::move(shape), {}};
  for (const APFloat &value : values)
    tensor.elements.push_back(getReal(value.convertToDouble(), type));
  return tensor;
}

const IntegerExpr *IntegerTensors::getNumber(int64_t number, Type type) {
  auto realType = dyn_cast<FloatType>(type);
  return realType ? getReal(static_cast<double>(number), realType)
                  : getNumber(number);
}

const IntegerExpr *IntegerTensors::toReal(const IntegerExpr *expr,
                                          FloatType type) {
  if (std::optional<double> real = ::getReal(expr))
    return getReal(*real, type);
  if (std::optional<int64_t> number = pad::getConstant(expr)) {
    APFloat rounded(type.getFloatSemantics());
    rounded.convertFromAPInt(APInt(64, *number, /*isSigned=*/true),
                             /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
    return getReal(rounded.convertToDouble(), type);
  }
  if (type.getWidth() < 32) {
    unknown("it is computed in " + llvm::to_string(type) +
            " of a number known only at run time");
    return nullptr;
  }
  IntegerExpr converted{IntegerExpr::Kind::ToReal};
  converted.lhs = expr;
  converted.realType = type;
  return make(converted);
}

const IntegerExpr *IntegerTensors::toInteger(const IntegerExpr *expr) {
  if (std::optional<double> real = ::getReal(expr)) {
    // This is false of NaN.
    if (std::abs(*real) < 0x1p63)
      return getNumber(static_cast<int64_t>(*real));
    invalid("it is computed with a number in floating point that exceeds 64 "
            "bits, or is none");
    return nullptr;
  }
  IntegerExpr truncated{IntegerExpr::Kind::ToInteger};
  truncated.lhs = expr;
  return make(truncated);
}

IntegerTensors::Result IntegerTensors::round(const Result &tensor, bool up) {
  if (!tensor)
    return std::nullopt;
  IntegerTensor rounded = *tensor;
  auto type = dyn_cast<FloatType>(tensor->elementType);
  if (!type)
    return rounded;
  for (const IntegerExpr *&element : rounded.elements) {
    if (std::optional<double> real = ::getReal(element)) {
      element = getReal(up ? std::ceil(*real) : std::floor(*real), type);
      continue;
    }
    IntegerExpr expr{IntegerExpr::Kind::Round, up};
    expr.lhs = element;
    expr.realType = type;
    element = make(expr);
  }
  return rounded;
}
