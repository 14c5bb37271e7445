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
// All are computed as their type rounds them.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/Import/IntegerTensors.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

OpFoldResult mlir::pad::getNumber(int64_t number, Type elementType) {
  if (isa<FloatType>(elementType))
    return FloatAttr::get(elementType, static_cast<double>(number));
  return Builder(elementType.getContext()).getIndexAttr(number);
}

/// The constant in floating point that `number` is; null if it is none.
static FloatAttr getReal(OpFoldResult number) {
  return dyn_cast_if_present<FloatAttr>(dyn_cast<Attribute>(number));
}

/// `number` as a value of the draft.
static Value getValue(OpBuilder &builder, OpFoldResult number) {
  if (auto value = dyn_cast<Value>(number))
    return value;
  return arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                   cast<TypedAttr>(cast<Attribute>(number)));
}

OpFoldResult IntegerTensors::wrap(OpFoldResult number, Type elementType) {
  if (std::optional<int64_t> known = getConstantIntValue(number);
      known && *known < 0 && elementType.isUnsignedInteger(64)) {
    invalid("it is computed with " + Twine(*known) +
            " as an unsigned number of 64 bits, which exceeds " +
            Twine(INT64_MAX));
    return {};
  }
  auto type = dyn_cast<IntegerType>(elementType);
  if (!type || type.getWidth() == 64)
    return number;
  ImplicitLocOpBuilder builder = getDraft(type.getContext());
  ArithContext math{builder, builder.getLoc()};
  Value narrow = builder.createOrFold<arith::IndexCastOp>(
      builder.getIntegerType(type.getWidth()), getValue(builder, number));
  return getAsOpFoldResult(math.castInteger(narrow, hasNoSign(type)));
}

/// Whether the result of `function` exceeds 64 bits.
static bool overflows(ElementFunction function, int64_t lhs, int64_t rhs) {
  int64_t result;
  switch (function) {
  case ElementFunction::Add:
    return llvm::AddOverflow(lhs, rhs, result);
  case ElementFunction::Subtract:
    return llvm::SubOverflow(lhs, rhs, result);
  case ElementFunction::Multiply:
    return llvm::MulOverflow(lhs, rhs, result);
  case ElementFunction::Divide:
    return rhs == -1 && lhs == INT64_MIN;
  default:
    return false;
  }
}

namespace {
/// Drafts numbers, folded where they are constant.
struct NumberDrafter {
  ImplicitLocOpBuilder &builder;

  /// A number that is computed of integers or of numbers in floating point; for
  /// a comparison, whether it holds.
  Value combine(ElementFunction function, Value lhs, Value rhs) {
    switch (function) {
    case ElementFunction::Add:
      return apply<arith::AddIOp, arith::AddFOp>(lhs, rhs);
    case ElementFunction::Subtract:
      return apply<arith::SubIOp, arith::SubFOp>(lhs, rhs);
    case ElementFunction::Multiply:
      return apply<arith::MulIOp, arith::MulFOp>(lhs, rhs);
    case ElementFunction::Divide:
      return apply<arith::DivSIOp, arith::DivFOp>(lhs, rhs);
    case ElementFunction::Minimum:
      return isReal(lhs) ? select(isLess(lhs, rhs), lhs, rhs)
                         : builder.createOrFold<arith::MinSIOp>(lhs, rhs);
    case ElementFunction::Maximum:
      return isReal(lhs) ? select(isLess(rhs, lhs), lhs, rhs)
                         : builder.createOrFold<arith::MaxSIOp>(lhs, rhs);
    case ElementFunction::Equal:
      return isReal(lhs) ? builder.createOrFold<arith::CmpFOp>(
                               arith::CmpFPredicate::OEQ, lhs, rhs)
                         : builder.createOrFold<arith::CmpIOp>(
                               arith::CmpIPredicate::eq, lhs, rhs);
    case ElementFunction::Less:
      return isLess(lhs, rhs);
    default:
      llvm_unreachable("a function that is not basic");
    }
  }

  Value select(Value condition, Value lhs, Value rhs) {
    return builder.createOrFold<arith::SelectOp>(condition, lhs, rhs);
  }

  /// `real` truncated to 64 bits; 0 if it exceeds them, or is no number.
  Value truncate(Value real) {
    Value safe = select(isSmall(real), real, constant(0, real.getType()));
    return builder.createOrFold<arith::FPToSIOp>(builder.getI64Type(), safe);
  }

  /// `real` rounded to an integer without a function of a library. Numbers that
  /// exceed 64 bits are integers.
  Value round(Value real, bool up) {
    Type type = real.getType();
    Value truncated =
        builder.createOrFold<arith::SIToFPOp>(type, truncate(real));
    Value one = constant(1, type);
    Value next = up ? builder.createOrFold<arith::AddFOp>(truncated, one)
                    : builder.createOrFold<arith::SubFOp>(truncated, one);
    Value isBehind = up ? isLess(truncated, real) : isLess(real, truncated);
    return select(isSmall(real), select(isBehind, next, truncated), real);
  }

private:
  static bool isReal(Value value) { return isa<FloatType>(value.getType()); }

  template <typename IntegerOp, typename RealOp>
  Value apply(Value lhs, Value rhs) {
    return isReal(lhs) ? builder.createOrFold<RealOp>(lhs, rhs)
                       : builder.createOrFold<IntegerOp>(lhs, rhs);
  }

  /// Whether `lhs < rhs`; false of NaN.
  Value isLess(Value lhs, Value rhs) {
    return isReal(lhs)
               ? builder.createOrFold<arith::CmpFOp>(arith::CmpFPredicate::OGT,
                                                     rhs, lhs)
               : builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::slt,
                                                     lhs, rhs);
  }

  /// Whether the magnitude of `real` is less than 2^63; false of NaN.
  Value isSmall(Value real) {
    Type type = real.getType();
    return builder.createOrFold<arith::AndIOp>(
        isLess(constant(-0x1p63, type), real),
        isLess(real, constant(0x1p63, type)));
  }

  Value constant(double real, Type type) {
    return arith::ConstantOp::create(builder, FloatAttr::get(type, real));
  }
};
} // namespace

OpFoldResult IntegerTensors::combine(ElementFunction function, OpFoldResult lhs,
                                     OpFoldResult rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs),
                         right = getConstantIntValue(rhs);
  if (right == 0 && function == ElementFunction::Divide) {
    invalid("it is computed with a division by zero");
    return {};
  }
  if (left && right && overflows(function, *left, *right)) {
    invalid("it is computed with a number that exceeds 64 bits, of " +
            Twine(*left) + " and " + Twine(*right));
    return {};
  }
  ImplicitLocOpBuilder builder = getDraft(lhs.getContext());
  Value result = NumberDrafter{builder}.combine(
      function, getValue(builder, lhs), getValue(builder, rhs));
  if (isComparison(function)) {
    ArithContext math{builder, builder.getLoc()};
    result = pad::select(result, math.constant(1), 0);
  }
  return getAsOpFoldResult(result);
}

OpFoldResult IntegerTensors::select(OpFoldResult condition, OpFoldResult lhs,
                                    OpFoldResult rhs) {
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known != 0 ? lhs : rhs;
  ImplicitLocOpBuilder builder = getDraft(lhs.getContext());
  ArithContext math{builder, builder.getLoc()};
  Value truth = getValue(builder, condition);
  // A comparison chooses between 1 and 0.
  auto choice = truth.getDefiningOp<arith::SelectOp>();
  Value holds = choice && matchPattern(choice.getTrueValue(), m_One()) &&
                        matchPattern(choice.getFalseValue(), m_Zero())
                    ? choice.getCondition()
                    : Value(ne(math(truth), 0));
  return getAsOpFoldResult(NumberDrafter{builder}.select(
      holds, getValue(builder, lhs), getValue(builder, rhs)));
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
  OpFoldResult zero = getNumber(0, elementType),
               one = getNumber(1, elementType);
  for (OpFoldResult element : tensor->elements) {
    OpFoldResult number = element;
    if (isReal) {
      number = toReal(element, llvm::cast<FloatType>(elementType));
    } else if (elementType.isInteger(1)) {
      // The truth value is not the lowest bit.
      number = wasReal ? select(combine(ElementFunction::Equal, element,
                                        getNumber(0, tensor->elementType)),
                                zero, one)
                       : select(element, one, zero);
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

bool mlir::pad::isReal(Type type) {
  return type.isF32() || type.isF64() || type.isF16() || type.isBF16();
}

IntegerTensors::Result IntegerTensors::getRealConstant(Attribute attribute) {
  SmallVector<Attribute> values;
  SmallVector<int64_t> shape;
  if (isa_and_present<FloatAttr>(attribute)) {
    values.push_back(attribute);
  } else if (auto list = dyn_cast_if_present<ArrayAttr>(attribute);
             list && llvm::all_of(list, llvm::IsaPred<FloatAttr>)) {
    llvm::append_range(values, list);
    shape.push_back(list.size());
  } else if (auto elements =
                 dyn_cast_if_present<DenseFPElementsAttr>(attribute)) {
    if (!isSmall(elements.getType().getShape()))
      return std::nullopt;
    llvm::append_range(values, elements.getValues<Attribute>());
    shape.assign(elements.getType().getShape());
  }
  if (values.empty())
    return std::nullopt;
  Type type = llvm::cast<FloatAttr>(values.front()).getType();
  if (!isReal(type))
    return std::nullopt;
  return IntegerTensor{type,
                       std::move(shape),
                       SmallVector<OpFoldResult>(values.begin(), values.end()),
                       {}};
}

OpFoldResult IntegerTensors::toReal(OpFoldResult number, FloatType type) {
  if (FloatAttr real = getReal(number))
    return FloatAttr::get(type, real.getValueAsDouble());
  ImplicitLocOpBuilder builder = getDraft(type.getContext());
  Value value = getValue(builder, number);
  if (value.getType().isIndex())
    value = builder.createOrFold<arith::SIToFPOp>(
        type,
        builder.createOrFold<arith::IndexCastOp>(builder.getI64Type(), value));
  else if (value.getType() != type)
    value = type.isF64() ? builder.createOrFold<arith::ExtFOp>(type, value)
                         : builder.createOrFold<arith::TruncFOp>(type, value);
  OpFoldResult converted = getAsOpFoldResult(value);
  if (isa<Attribute>(converted) || type.getWidth() >= 32)
    return converted;
  unknown("it is computed in " + llvm::to_string(type) +
          " of a number known only at run time");
  return {};
}

OpFoldResult IntegerTensors::toInteger(OpFoldResult real) {
  // This is false of NaN.
  if (FloatAttr known = getReal(real);
      known && !(std::abs(known.getValueAsDouble()) < 0x1p63)) {
    invalid("it is computed with a number in floating point that exceeds 64 "
            "bits, or is none");
    return {};
  }
  ImplicitLocOpBuilder builder = getDraft(real.getContext());
  Value truncated = NumberDrafter{builder}.truncate(getValue(builder, real));
  return getAsOpFoldResult(builder.createOrFold<arith::IndexCastOp>(
      builder.getIndexType(), truncated));
}

IntegerTensors::Result IntegerTensors::round(const Result &tensor, bool up) {
  Result rounded = tensor;
  if (!tensor || !isa<FloatType>(tensor->elementType))
    return rounded;
  ImplicitLocOpBuilder builder = getDraft(tensor->elementType.getContext());
  for (OpFoldResult &element : rounded->elements)
    element = getAsOpFoldResult(
        NumberDrafter{builder}.round(getValue(builder, element), up));
  return rounded;
}
