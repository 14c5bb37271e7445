//===- EmitIntegers.cpp - Computed integers as index values ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/Import/IntegerTensors.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits expressions, each once.
class IntegerEmitter {
public:
  IntegerEmitter(const IntegerTensors &tensors, OpBuilder &outer, Location loc)
      : tensors(tensors), builder(loc, outer), math{builder, loc} {}

  /// The value of `expr`, an index or a number in floating point.
  Value emit(const IntegerExpr *expr) {
    auto [entry, isNew] = emitted.try_emplace(expr);
    if (!isNew)
      return entry->second;
    Value value = emitOnce(*expr);
    emitted[expr] = value;
    return value;
  }

private:
  Value emitOnce(const IntegerExpr &expr) {
    switch (expr.kind) {
    case IntegerExpr::Kind::Number:
      return math.constant(expr.number);
    case IntegerExpr::Kind::Extent:
      return builder.createOrFold<tensor::DimOp>(getTensor(expr.tensor),
                                                 expr.number);
    case IntegerExpr::Kind::Element:
      return emitElement(expr);
    case IntegerExpr::Kind::Arithmetic:
      return expr.realType ? emitReals(expr) : emitArithmetic(expr);
    case IntegerExpr::Kind::Wrap:
      return emitWrap(emit(expr.lhs), expr.narrowType);
    case IntegerExpr::Kind::Real:
      return emitReal(expr.real, expr.realType);
    case IntegerExpr::Kind::ToReal:
      return emitToReal(emit(expr.lhs), expr.realType);
    case IntegerExpr::Kind::Round:
      return emitRounded(emit(expr.lhs), expr.number != 0);
    case IntegerExpr::Kind::ToInteger:
      return arith::IndexCastOp::create(builder, builder.getIndexType(),
                                        emitTruncated(emit(expr.lhs)));
    case IntegerExpr::Kind::Select:
      if (expr.realType)
        return arith::SelectOp::create(builder, emitCondition(*expr.condition),
                                       emit(expr.lhs), emit(expr.rhs));
      return select(emitCondition(*expr.condition), math(emit(expr.lhs)),
                    emit(expr.rhs));
    case IntegerExpr::Kind::Place:
      break;
    }
    llvm_unreachable("an expression that is none");
  }

  /// `value` as a builtin tensor of the shape that is known of it. A tensor of
  /// another dialect becomes a builtin tensor of signless elements, as its
  /// dialect converts it, so that the casts cancel out.
  Value getTensor(Value value) {
    Value &tensor = casts[value];
    if (tensor)
      return tensor;
    tensor = value;
    if (!isa<TensorType>(value.getType())) {
      RankedTensorType type = tensors.getDeclaredType(value);
      if (auto integer = dyn_cast<IntegerType>(type.getElementType()))
        type = type.clone(builder.getIntegerType(integer.getWidth()));
      tensor =
          UnrealizedConversionCastOp::create(builder, type, value).getResult(0);
    }
    auto type = cast<TensorType>(tensor.getType());
    // A ranked type keeps its encoding.
    auto known = cast<RankedTensorType>(type.cloneWith(
        tensors.getTensorType(value).getShape(), type.getElementType()));
    if (type != known)
      tensor = tensor::CastOp::create(builder, known, tensor);
    return tensor;
  }

  Value emitElement(const IntegerExpr &expr) {
    Value tensor = getTensor(expr.tensor);
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<Value> indices;
    for (int64_t index :
         delinearize(expr.number, computeStrides(type.getShape())))
      indices.push_back(math.constant(index));
    Value element = tensor::ExtractOp::create(builder, tensor, indices);
    // The type before the cast says whether the numbers are signed.
    auto integer = dyn_cast<IntegerType>(
        tensors.getTensorType(expr.tensor).getElementType());
    if (!integer)
      return element;
    if (!element.getType().isSignlessInteger())
      element =
          UnrealizedConversionCastOp::create(
              builder, builder.getIntegerType(integer.getWidth()), element)
              .getResult(0);
    return math.castInteger(element, hasNoSign(integer));
  }

  Value emitWrap(Value value, IntegerType type) {
    Value narrow = builder.createOrFold<arith::IndexCastOp>(
        builder.getIntegerType(type.getWidth()), value);
    return math.castInteger(narrow, hasNoSign(type));
  }

  /// Whether `expr` is not 0, an i1.
  Value emitCondition(const IntegerExpr &expr) {
    if (Value condition = conditions.lookup(&expr))
      return condition;
    Value condition = emitConditionOnce(expr);
    conditions[&expr] = condition;
    return condition;
  }

  Value emitConditionOnce(const IntegerExpr &expr) {
    if (expr.kind == IntegerExpr::Kind::Arithmetic && expr.lhs->realType) {
      Value lhs = emit(expr.lhs), rhs = emit(expr.rhs);
      if (expr.arithmetic == IntegerArithmetic::Less)
        return isLess(lhs, rhs);
      return arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ, lhs,
                                   rhs);
    }
    if (expr.kind == IntegerExpr::Kind::Arithmetic) {
      if (expr.arithmetic == IntegerArithmetic::Equal)
        return eq(math(emit(expr.lhs)), emit(expr.rhs));
      if (expr.arithmetic == IntegerArithmetic::Less)
        return math(emit(expr.lhs)) < emit(expr.rhs);
    }
    return ne(math(emit(&expr)), 0);
  }

  Value emitReal(double real, Type type) {
    return arith::ConstantOp::create(builder, builder.getFloatAttr(type, real));
  }

  /// Whether `lhs < rhs`, in floating point, an i1; false of NaN.
  Value isLess(Value lhs, Value rhs) {
    return arith::CmpFOp::create(builder, arith::CmpFPredicate::OGT, rhs, lhs);
  }

  /// Whether the magnitude of `real` is less than `limit`; false of NaN.
  Value isSmall(Value real, double limit) {
    Value isAbove = isLess(emitReal(-limit, real.getType()), real);
    Value isBelow = isLess(real, emitReal(limit, real.getType()));
    return arith::AndIOp::create(builder, isAbove, isBelow);
  }

  /// `value`, an index or in floating point, as a number of `type`.
  Value emitToReal(Value value, FloatType type) {
    if (value.getType() == type)
      return value;
    if (!isa<FloatType>(value.getType())) {
      Value wide =
          arith::IndexCastOp::create(builder, builder.getI64Type(), value);
      return arith::SIToFPOp::create(builder, type, wide);
    }
    if (type.isF64())
      return arith::ExtFOp::create(builder, type, value);
    return arith::TruncFOp::create(builder, type, value);
  }

  /// `real` truncated to 64 bits; 0 if it exceeds them, or is no number.
  Value emitTruncated(Value real) {
    Value fits = isSmall(real, 0x1p63);
    Value safe = arith::SelectOp::create(builder, fits, real,
                                         emitReal(0, real.getType()));
    return arith::FPToSIOp::create(builder, builder.getI64Type(), safe);
  }

  /// `real` rounded to an integer without a function of a library. Numbers that
  /// exceed 64 bits are integers.
  Value emitRounded(Value real, bool up) {
    Type type = real.getType();
    Value truncated =
        arith::SIToFPOp::create(builder, type, emitTruncated(real));
    Value one = emitReal(1, type);
    Value next = up ? Value(arith::AddFOp::create(builder, truncated, one))
                    : arith::SubFOp::create(builder, truncated, one);
    Value isBehind = up ? isLess(truncated, real) : isLess(real, truncated);
    Value rounded = arith::SelectOp::create(builder, isBehind, next, truncated);
    return arith::SelectOp::create(builder, isSmall(real, 0x1p63), rounded,
                                   real);
  }

  Value emitReals(const IntegerExpr &expr) {
    Value lhs = emit(expr.lhs), rhs = emit(expr.rhs);
    switch (expr.arithmetic) {
    case IntegerArithmetic::Add:
      return arith::AddFOp::create(builder, lhs, rhs);
    case IntegerArithmetic::Sub:
      return arith::SubFOp::create(builder, lhs, rhs);
    case IntegerArithmetic::Mul:
      return arith::MulFOp::create(builder, lhs, rhs);
    case IntegerArithmetic::Div:
      return arith::DivFOp::create(builder, lhs, rhs);
    case IntegerArithmetic::Min:
    case IntegerArithmetic::Max:
      return arith::SelectOp::create(builder,
                                     expr.arithmetic == IntegerArithmetic::Min
                                         ? isLess(lhs, rhs)
                                         : isLess(rhs, lhs),
                                     lhs, rhs);
    case IntegerArithmetic::Equal:
    case IntegerArithmetic::Less:
      break;
    }
    llvm_unreachable("a comparison is no number in floating point");
  }

  Value emitArithmetic(const IntegerExpr &expr) {
    if (expr.lhs->realType)
      return select(emitCondition(expr), math.constant(1), 0);
    Value lhs = emit(expr.lhs), rhs = emit(expr.rhs);
    switch (expr.arithmetic) {
    case IntegerArithmetic::Add:
      return math(lhs) + rhs;
    case IntegerArithmetic::Sub:
      return math(lhs) - rhs;
    case IntegerArithmetic::Mul:
      return math(lhs) * rhs;
    case IntegerArithmetic::Div:
      return emitQuotient(lhs, rhs);
    case IntegerArithmetic::Min:
      return min(math(lhs), rhs);
    case IntegerArithmetic::Max:
      return max(math(lhs), rhs);
    case IntegerArithmetic::Equal:
    case IntegerArithmetic::Less:
      return select(emitCondition(expr), math.constant(1), 0);
    }
    llvm_unreachable("an arithmetic that is none");
  }

  /// `lhs / rhs`, or `lhs` if `rhs` is zero, which no valid input makes it.
  Value emitQuotient(Value lhs, Value rhs) {
    std::optional<int64_t> divisor = getConstantIntValue(rhs);
    if (divisor && *divisor != 0 && *divisor != -1)
      return sdiv(math(lhs), rhs);
    // Division by -1 of the smallest number overflows.
    ArithValue one = math.constant(1), minusOne = math.constant(-1);
    ArithValue isMinusOne = eq(rhs, minusOne);
    ArithValue isZero = eq(math(rhs), 0);
    ArithValue quotient =
        sdiv(math(lhs), select(isMinusOne | isZero, one, rhs));
    return select(isMinusOne, 0 - math(lhs), quotient);
  }

  const IntegerTensors &tensors;
  ImplicitLocOpBuilder builder;
  ArithContext math;
  DenseMap<const IntegerExpr *, Value> emitted, conditions;
  DenseMap<Value, Value> casts;
};
} // namespace

SmallVector<OpFoldResult>
IntegerTensors::emit(OpBuilder &builder, Location loc,
                     ArrayRef<const IntegerExpr *> elements) {
  IntegerEmitter emitter(*this, builder, loc);
  SmallVector<OpFoldResult> results;
  for (const IntegerExpr *element : elements) {
    if (std::optional<int64_t> number = pad::getConstant(element))
      results.push_back(builder.getIndexAttr(*number));
    else
      results.push_back(emitter.emit(element));
  }
  return results;
}
