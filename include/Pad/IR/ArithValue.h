//===- ArithValue.h - Arithmetic on index values ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Values of the IR with operators: `(extent - 1) * step + 1` emits arith ops,
// folded where their operands are constants.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_ARITHVALUE_H
#define PAD_IR_ARITHVALUE_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include <type_traits>

namespace mlir {
namespace pad {

/// A value of type `index`, `i1` or of another integer type, or a vector of
/// those, and the builder that operators on it emit with, at its insertion
/// point. One of two operands may be a plain value, or an integer, which is
/// then of the type of the other one. Null if default-constructed.
class ArithValue {
public:
  /// Of type `i1`.
  using Condition = ArithValue;

  ArithValue() = default;
  ArithValue(OpBuilder &builder, Location loc, Value value)
      : builder(&builder), loc(loc), value(value) {}

  operator Value() const { return value; }
  operator OpFoldResult() const { return value; }
  operator ValueRange() const { return ValueRange(value); }
  explicit operator bool() const { return static_cast<bool>(value); }
  Type getType() const { return value.getType(); }
  OpBuilder &getBuilder() const { return *builder; }
  Location getLoc() const { return loc; }

  /// `other`, to be emitted with as this one is.
  ArithValue bind(Value other) const { return {*builder, loc, other}; }
  /// A constant of the type of this one; its sign fills the bits above the
  /// 64th.
  ArithValue constant(int64_t number) const {
    Type type = getElementTypeOrSelf(value);
    TypedAttr attr =
        type.isIndex()
            ? builder->getIndexAttr(number)
            : builder->getIntegerAttr(type, APInt(type.getIntOrFloatBitWidth(),
                                                  number, /*isSigned=*/true,
                                                  /*implicitTrunc=*/true));
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      attr = SplatElementsAttr::get(vector, Attribute(attr));
    return bind(arith::ConstantOp::create(*builder, loc, attr));
  }
  ArithValue condition(bool holds) const {
    return bind(
        arith::ConstantOp::create(*builder, loc, builder->getBoolAttr(holds)));
  }
  /// Between `index` and other integer types.
  ArithValue castTo(Type type) const {
    return bind(builder->createOrFold<arith::IndexCastOp>(loc, type, value));
  }
  template <typename OpTy>
  ArithValue apply(Value lhs, Value rhs) const {
    return bind(builder->createOrFold<OpTy>(loc, lhs, rhs));
  }
  ArithValue compare(arith::CmpIPredicate predicate, Value lhs,
                     Value rhs) const {
    return bind(builder->createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs));
  }

private:
  OpBuilder *builder = nullptr;
  // A location is never null, and is not used before there is a value.
  LocationAttr loc;
  Value value;
};

namespace detail {
template <typename T>
inline constexpr bool isArithValue = std::is_same_v<T, ArithValue>;
template <typename T>
inline constexpr bool isArithOperand =
    std::is_convertible_v<T, Value> || std::is_integral_v<T> ||
    std::is_enum_v<T>;
template <typename L, typename R>
using EnableArithOperands =
    std::enable_if_t<(isArithValue<L> || isArithValue<R>) &&
                         isArithOperand<L> && isArithOperand<R>,
                     int>;

/// `operand` as an operand next to `other`.
template <typename T>
ArithValue getOperand(T operand, const ArithValue &other) {
  if constexpr (isArithValue<T>)
    return operand;
  else if constexpr (std::is_convertible_v<T, Value>)
    return other.bind(operand);
  else
    return other.constant(operand);
}
/// Both operands, one of which is an `ArithValue`.
template <typename L, typename R>
std::pair<ArithValue, ArithValue> getOperands(L lhs, R rhs) {
  if constexpr (isArithValue<L>)
    return {lhs, getOperand(rhs, lhs)};
  else
    return {getOperand(lhs, rhs), rhs};
}
} // namespace detail

#define PAD_ARITH_OPERATOR(NAME, OP)                                           \
  template <typename L, typename R, detail::EnableArithOperands<L, R> = 0>     \
  ArithValue NAME(L lhs, R rhs) {                                              \
    auto [left, right] = detail::getOperands(lhs, rhs);                        \
    return left.template apply<arith::OP>(left, right);                        \
  }
#define PAD_ARITH_COMPARISON(NAME, PREDICATE)                                  \
  template <typename L, typename R, detail::EnableArithOperands<L, R> = 0>     \
  ArithValue NAME(L lhs, R rhs) {                                              \
    auto [left, right] = detail::getOperands(lhs, rhs);                        \
    return left.compare(arith::CmpIPredicate::PREDICATE, left, right);         \
  }

// Modulo 2^64, as arith has them.
PAD_ARITH_OPERATOR(operator+, AddIOp)
PAD_ARITH_OPERATOR(operator-, SubIOp)
PAD_ARITH_OPERATOR(operator*, MulIOp)
// Of bits, and of conditions.
PAD_ARITH_OPERATOR(operator&, AndIOp)
PAD_ARITH_OPERATOR(operator|, OrIOp)
PAD_ARITH_OPERATOR(operator^, XOrIOp)
PAD_ARITH_OPERATOR(min, MinSIOp)
PAD_ARITH_OPERATOR(max, MaxSIOp)
PAD_ARITH_OPERATOR(umin, MinUIOp)
PAD_ARITH_OPERATOR(umax, MaxUIOp)
/// Of unsigned numbers, rounded down; the divisor is not 0.
PAD_ARITH_OPERATOR(udiv, DivUIOp)
PAD_ARITH_OPERATOR(urem, RemUIOp)
/// The remainder with the sign of `lhs`.
PAD_ARITH_OPERATOR(srem, RemSIOp)
/// Rounded towards 0; neither of 0, nor of the smallest number by -1.
PAD_ARITH_OPERATOR(sdiv, DivSIOp)
PAD_ARITH_OPERATOR(shl, ShLIOp)
PAD_ARITH_OPERATOR(ashr, ShRSIOp)
PAD_ARITH_OPERATOR(lshr, ShRUIOp)
// Of signed numbers.
PAD_ARITH_COMPARISON(operator<, slt)
PAD_ARITH_COMPARISON(operator<=, sle)
PAD_ARITH_COMPARISON(operator>, sgt)
PAD_ARITH_COMPARISON(operator>=, sge)
PAD_ARITH_COMPARISON(eq, eq)
PAD_ARITH_COMPARISON(ne, ne)
/// Of unsigned numbers.
PAD_ARITH_COMPARISON(ult, ult)

#undef PAD_ARITH_OPERATOR
#undef PAD_ARITH_COMPARISON

/// `lhs` where `condition` holds, else `rhs`.
template <typename L, typename R, detail::EnableArithOperands<L, R> = 0>
ArithValue select(Value condition, L lhs, R rhs) {
  auto [left, right] = detail::getOperands(lhs, rhs);
  return left.bind(left.getBuilder().template createOrFold<arith::SelectOp>(
      left.getLoc(), condition, left, right));
}

/// `value` as an attribute where it is constant.
inline OpFoldResult getAsOpFoldResult(const ArithValue &value) {
  return mlir::getAsOpFoldResult(Value(value));
}

/// Whether a condition, or each one of a vector, does not hold.
inline ArithValue invert(const ArithValue &value) { return value ^ 1; }

/// Makes index values that `builder` emits.
struct ArithContext {
  OpBuilder &b;
  Location loc;

  /// `value`, with operators.
  ArithValue operator()(Value value) const { return {b, loc, value}; }
  ArithValue constant(int64_t value) const {
    return {b, loc, arith::ConstantIndexOp::create(b, loc, value)};
  }
  ArithValue condition(bool holds) const {
    return {b, loc, arith::ConstantOp::create(b, loc, b.getBoolAttr(holds))};
  }
  ArithValue value(OpFoldResult ofr) const {
    return {b, loc, getValueOrCreateConstantIndexOp(b, loc, ofr)};
  }
  /// `integer`, of any signedness, as an index, zero-extended if `isUnsigned`.
  ArithValue castInteger(Value integer, bool isUnsigned) const {
    auto type = cast<IntegerType>(integer.getType());
    // arith has signless integers only.
    if (!type.isSignless())
      integer = UnrealizedConversionCastOp::create(
                    b, loc, b.getIntegerType(type.getWidth()), integer)
                    .getResult(0);
    Type index = b.getIndexType();
    return {b, loc,
            isUnsigned
                ? b.createOrFold<arith::IndexCastUIOp>(loc, index, integer)
                : b.createOrFold<arith::IndexCastOp>(loc, index, integer)};
  }
};

} // namespace pad
} // namespace mlir

#endif // PAD_IR_ARITHVALUE_H
