//===- ElementFunctions.cpp - Functions of computed numbers ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/IntegerTensors.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pad;

using Arithmetic = IntegerArithmetic;
using Result = IntegerTensors::Result;

bool mlir::pad::isComparison(IntegerArithmetic arithmetic) {
  return arithmetic == IntegerArithmetic::Equal ||
         arithmetic == IntegerArithmetic::Less;
}

static bool isOrdered(IntegerArithmetic arithmetic) {
  return llvm::is_contained({IntegerArithmetic::Div, IntegerArithmetic::Min,
                             IntegerArithmetic::Max, IntegerArithmetic::Less},
                            arithmetic);
}

/// Whether numbers of `tensor` may exceed the signed maximum.
static bool mayExceedInt64(const IntegerTensor &tensor) {
  return tensor.elementType.isUnsignedInteger(64) && !getConstants(tensor);
}

Result IntegerTensors::combine(IntegerArithmetic arithmetic, const Result &lhs,
                               const Result &rhs) {
  if (!lhs || !rhs)
    return std::nullopt;
  if (isOrdered(arithmetic) && (mayExceedInt64(*lhs) || mayExceedInt64(*rhs)))
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
  if (isComparison(arithmetic))
    result.elementType = IntegerType::get(lhs->elementType.getContext(), 1);
  for (auto [a, b] :
       llvm::zip_equal(result.elements, inputs->back().elements)) {
    a = combine(arithmetic, a, b);
    if (a && !isComparison(arithmetic))
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
  Result sign = tensors.combine(Arithmetic::Min, lhs, scalar(0));
  sign = tensors.combine(Arithmetic::Max, sign, scalar(-1));
  Result rest = tensors.combine(Arithmetic::Sub, rhs, scalar(1));
  rest = tensors.combine(Arithmetic::Mul, sign, rest);
  rest = tensors.combine(Arithmetic::Add, lhs, rest);
  return tensors.combine(Arithmetic::Div, rest, rhs);
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
  auto fold = [&](Arithmetic arithmetic) {
    Result result = first;
    for (const Result &next : ArrayRef(in).drop_front())
      result = combine(arithmetic, result, next);
    return result;
  };
  auto isFalse = [&](const Result &truth) {
    return truth ? combine(Arithmetic::Equal, truth,
                           getScalar(0, truth->elementType))
                 : std::nullopt;
  };
  // With the sign of `number`.
  auto getRest = [&](const Result &number) {
    Result quotient = combine(Arithmetic::Div, number, in[1]);
    return combine(Arithmetic::Sub, number,
                   combine(Arithmetic::Mul, quotient, in[1]));
  };
  using Function = ElementFunction;
  bool isLogic = llvm::is_contained(
      {Function::And, Function::Or, Function::Not, Function::Xor}, function);
  if (isLogic && !first.elementType.isInteger(1))
    return unknown("it is computed by operations on bits");
  switch (function) {
  case Function::Abs:
    return combine(Arithmetic::Max, first,
                   combine(Arithmetic::Sub, scalar(0), first));
  case Function::Ceil:
  case Function::Floor:
    return round(first, function == Function::Ceil);
  case Function::Negate:
    return combine(Arithmetic::Sub, scalar(0), first);
  case Function::Not:
    return isFalse(first);
  case Function::Sign:
    return combine(Arithmetic::Max, combine(Arithmetic::Min, first, scalar(1)),
                   scalar(-1));
  case Function::Add:
    return fold(Arithmetic::Add);
  case Function::And:
  case Function::Minimum:
    return fold(Arithmetic::Min);
  case Function::Or:
  case Function::Maximum:
    return fold(Arithmetic::Max);
  case Function::Multiply:
    return fold(Arithmetic::Mul);
  case Function::Subtract:
    return fold(Arithmetic::Sub);
  case Function::Divide:
    return fold(Arithmetic::Div);
  case Function::FloorDivide:
    return isReal(first.elementType) ? fold(Arithmetic::Div)
                                     : divideDown(*this, first, *in[1]);
  case Function::Equal:
    return combine(Arithmetic::Equal, first, in[1]);
  case Function::NotEqual:
  case Function::Xor:
    return isFalse(combine(Arithmetic::Equal, first, in[1]));
  case Function::Less:
    return combine(Arithmetic::Less, first, in[1]);
  case Function::GreaterOrEqual:
    return isFalse(combine(Arithmetic::Less, first, in[1]));
  case Function::Greater:
    return combine(Arithmetic::Less, in[1], first);
  case Function::LessOrEqual:
    return isFalse(combine(Arithmetic::Less, in[1], first));
  case Function::Modulo:
  case Function::Remainder: {
    if (isReal(first.elementType))
      return unknown("it is computed by a remainder in floating point");
    Result rest = getRest(first);
    return function == Function::Remainder
               ? rest
               : getRest(combine(Arithmetic::Add, rest, in[1]));
  }
  case Function::Clamp:
    return combine(Arithmetic::Min, combine(Arithmetic::Max, in[1], first),
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
    OpFoldResult fromBack =
        combine(IntegerArithmetic::Add, place, number(count));
    OpFoldResult counted = select(
        combine(IntegerArithmetic::Less, place, number(0)), fromBack, place);
    for (int64_t at = first; at <= last; ++at) {
      OpFoldResult isHere =
          combine(IntegerArithmetic::Equal, counted, number(at));
      for (int64_t row = 0; row < numRows; ++row) {
        OpFoldResult &padded = result.elements[row * count + at];
        padded = select(isHere, rows.elements[row * width + i], padded);
      }
    }
  }
  return result;
}

Result IntegerTensors::pad(const Result &tensor, const Result &value,
                           ArrayRef<PadAxis> axes) {
  if (!tensor || !value)
    return std::nullopt;
  if (value->elements.size() != 1 || axes.size() != tensor->shape.size())
    return unknown("it is computed by a pad of another rank, or of several "
                   "padding values");
  SmallVector<PadAxis> numbers(axes);
  SmallVector<int64_t> shape;
  for (auto [axis, extent] : llvm::zip_equal(numbers, tensor->shape)) {
    axis.extent = extent;
    shape.push_back(getPaddedExtent(axis).value_or(-1));
  }
  Result padded =
      getFilled(shape, value->elements.front(), tensor->elementType);
  if (!padded)
    return std::nullopt;
  SmallVector<int64_t> basis = computeStrides(shape),
                       strides = computeStrides(tensor->shape);
  for (auto [position, element] : llvm::enumerate(padded->elements)) {
    SmallVector<int64_t> place = delinearize(position, basis);
    bool isSource = true;
    for (auto [index, axis] : llvm::zip_equal(place, numbers)) {
      std::optional<int64_t> source = getSourceIndex(axis, index);
      isSource &= source.has_value();
      index = source.value_or(0);
    }
    if (isSource)
      element = tensor->elements[linearize(place, strides)];
  }
  return padded;
}
