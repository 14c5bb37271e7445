//===- ElementFunctions.cpp - Functions of computed numbers ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/IntegerTensors.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pad;

using Function = ElementFunction;
using Result = IntegerTensors::Result;

bool mlir::pad::isComparison(ElementFunction function) {
  return function == ElementFunction::Equal ||
         function == ElementFunction::Less;
}

static bool isOrdered(ElementFunction function) {
  return llvm::is_contained({ElementFunction::Divide, ElementFunction::Minimum,
                             ElementFunction::Maximum, ElementFunction::Less},
                            function);
}

/// Whether numbers of `tensor` may exceed the signed maximum.
static bool mayExceedInt64(const IntegerTensor &tensor) {
  return tensor.elementType.isUnsignedInteger(64) && !getConstants(tensor);
}

Result IntegerTensors::combine(ElementFunction function, const Result &lhs,
                               const Result &rhs) {
  if (!lhs || !rhs)
    return std::nullopt;
  if (isOrdered(function) && (mayExceedInt64(*lhs) || mayExceedInt64(*rhs)))
    return unknown(
        "it is computed by a comparison, minimum, maximum or "
        "quotient of unsigned 64-bit numbers known only at run time; "
        "convert them to signed ones before");
  if (isa<FloatType>(lhs->elementType) != isa<FloatType>(rhs->elementType))
    return invalid("it is computed of an integer and a number in floating "
                   "point");
  auto inputs = broadcastTogether({&*lhs, &*rhs});
  if (!inputs)
    return std::nullopt;
  IntegerTensor &result = inputs->front();
  if (isComparison(function))
    result.elementType = IntegerType::get(lhs->elementType.getContext(), 1);
  for (auto [a, b] :
       llvm::zip_equal(result.elements, inputs->back().elements)) {
    a = combine(function, a, b);
    if (a && !isComparison(function))
      a = wrap(a, lhs->elementType);
    if (!a)
      return std::nullopt;
  }
  return std::move(result);
}

Result IntegerTensors::select(const Result &condition, const Result &lhs,
                              const Result &rhs) {
  if (!condition || !lhs || !rhs)
    return std::nullopt;
  auto inputs = broadcastTogether({&*condition, &*lhs, &*rhs});
  if (!inputs)
    return std::nullopt;
  IntegerTensor &result = (*inputs)[1];
  for (auto [c, a, b] : llvm::zip_equal((*inputs)[0].elements, result.elements,
                                        (*inputs)[2].elements))
    a = select(c, a, b);
  return std::move(result);
}

unsigned mlir::pad::getArity(ElementFunction function) {
  if (function < ElementFunction::Add)
    return 1;
  return function < ElementFunction::Clamp ? 2 : 3;
}

/// `lhs / rhs` rounded down, for divisors that are known to be positive.
static Result divideDown(IntegerTensors &tensors, const IntegerTensor &lhs,
                         const IntegerTensor &rhs) {
  std::optional<SmallVector<int64_t>> divisors = getConstants(rhs);
  if (!divisors ||
      llvm::any_of(*divisors, [](int64_t divisor) { return divisor <= 0; }))
    return tensors.unknown(
        "it is computed with a division, rounded down, by a number that is not "
        "known to be positive");
  auto scalar = [&](int64_t number) {
    return tensors.getScalar(number, lhs.elementType);
  };
  // Truncation rounds a negative quotient up: subtract divisor - 1 first.
  Result sign = tensors.combine(Function::Minimum, lhs, scalar(0));
  sign = tensors.combine(Function::Maximum, sign, scalar(-1));
  Result rest = tensors.combine(Function::Subtract, rhs, scalar(1));
  rest = tensors.combine(Function::Multiply, sign, rest);
  rest = tensors.combine(Function::Add, lhs, rest);
  return tensors.combine(Function::Divide, rest, rhs);
}

Result IntegerTensors::compute(ElementFunction function,
                               ArrayRef<Value> operands) {
  SmallVector<Result, 3> in;
  for (Value operand : operands)
    in.push_back(analyseOpen(operand));
  if (hasFailed || in.size() < getArity(function))
    return unknown("it is computed of too few operands");
  const IntegerTensor &first = *in.front();
  auto scalar = [&](int64_t number) {
    return getScalar(number, first.elementType);
  };
  auto fold = [&](Function basic) {
    Result result = first;
    for (const Result &next : ArrayRef(in).drop_front())
      result = combine(basic, result, next);
    return result;
  };
  auto isFalse = [&](const Result &truth) {
    return truth ? combine(Function::Equal, truth,
                           getScalar(0, truth->elementType))
                 : std::nullopt;
  };
  // With the sign of `number`.
  auto getRest = [&](const Result &number) {
    Result quotient = combine(Function::Divide, number, in[1]);
    return combine(Function::Subtract, number,
                   combine(Function::Multiply, quotient, in[1]));
  };
  bool isLogic = llvm::is_contained(
      {Function::And, Function::Or, Function::Not, Function::Xor}, function);
  if (isLogic && !first.elementType.isInteger(1))
    return unknown("it is computed by operations on bits");
  switch (function) {
  case Function::Abs:
    return combine(Function::Maximum, first,
                   combine(Function::Subtract, scalar(0), first));
  case Function::Ceil:
  case Function::Floor:
    return round(first, function == Function::Ceil);
  case Function::Negate:
    return combine(Function::Subtract, scalar(0), first);
  case Function::Not:
    return isFalse(first);
  case Function::Sign:
    // Limits would leave a fraction.
    return select(combine(Function::Less, first, scalar(0)), scalar(-1),
                  select(combine(Function::Less, scalar(0), first), scalar(1),
                         scalar(0)));
  case Function::Add:
  case Function::Divide:
  case Function::Equal:
  case Function::Less:
  case Function::Maximum:
  case Function::Minimum:
  case Function::Multiply:
  case Function::Subtract:
    return fold(function);
  case Function::And:
    return fold(Function::Minimum);
  case Function::Or:
    return fold(Function::Maximum);
  case Function::FloorDivide:
    return isReal(first.elementType) ? fold(Function::Divide)
                                     : divideDown(*this, first, *in[1]);
  case Function::NotEqual:
  case Function::Xor:
    return isFalse(combine(Function::Equal, first, in[1]));
  case Function::GreaterOrEqual:
    return isFalse(combine(Function::Less, first, in[1]));
  case Function::Greater:
    return combine(Function::Less, in[1], first);
  case Function::LessOrEqual:
    return isFalse(combine(Function::Less, in[1], first));
  case Function::Modulo:
  case Function::Remainder: {
    if (isReal(first.elementType))
      return unknown("it is computed by a remainder in floating point");
    Result rest = getRest(first);
    return function == Function::Remainder
               ? rest
               : getRest(combine(Function::Add, rest, in[1]));
  }
  case Function::Clamp:
    return combine(Function::Minimum, combine(Function::Maximum, in[1], first),
                   in[2]);
  case Function::Select:
    return select(first, in[1], in[2]);
  }
  llvm_unreachable("every function is handled");
}

Result IntegerTensors::scatter(const IntegerTensor &rows,
                               const IntegerTensor &places, int64_t count) {
  int64_t width = places.elements.size(), numRows = rows.shape.front();
  IntegerTensor result{rows.elementType, {numRows, count}, {}};
  auto number = [&](int64_t of) { return getNumber(of, rows.elementType); };
  result.elements.assign(numRows * count, number(0));
  for (auto [i, place] : llvm::enumerate(places.elements)) {
    std::optional<int64_t> known = getConstantIntValue(place);
    if (known && (*known < -count || *known >= count))
      continue;
    // What is known only at run time may be any place.
    int64_t first = known ? (*known < 0 ? *known + count : *known) : 0;
    int64_t last = known ? first : count - 1;
    if (!known && !isSmall({width, count}))
      return std::nullopt;
    OpFoldResult fromBack = combine(ElementFunction::Add, place, number(count));
    OpFoldResult counted = select(
        combine(ElementFunction::Less, place, number(0)), fromBack, place);
    for (int64_t at = first; at <= last; ++at) {
      OpFoldResult isHere =
          combine(ElementFunction::Equal, counted, number(at));
      for (int64_t row = 0; row < numRows; ++row) {
        OpFoldResult &padded = result.elements[row * count + at];
        padded = select(isHere, rows.elements[row * width + i], padded);
      }
    }
  }
  return result;
}
