//===- PaddingValue.cpp - The value of padding elements -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/ScalarConstant.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::mayReadPaddingValue(PadOpInterface op) {
  if (op.takesValue())
    return true;
  return mayHaveNoElements(op.getSourceType());
}

TypedAttr mlir::pad::getZeroPoint(Type quantizedType) {
  int64_t zeroPoint;
  if (auto uniform = dyn_cast<quant::UniformQuantizedType>(quantizedType)) {
    zeroPoint = uniform.getZeroPoint();
  } else if (auto perAxis =
                 dyn_cast<quant::UniformQuantizedPerAxisType>(quantizedType)) {
    ArrayRef<int64_t> zeroPoints = perAxis.getZeroPoints();
    if (zeroPoints.empty() || !llvm::all_equal(zeroPoints))
      return {};
    zeroPoint = zeroPoints.front();
  } else {
    return {};
  }
  auto type = dyn_cast<IntegerType>(
      cast<quant::QuantizedType>(quantizedType).getStorageType());
  if (!type)
    return {};
  return IntegerAttr::get(type, APInt(type.getWidth(), zeroPoint,
                                      /*isSigned=*/true,
                                      /*implicitTrunc=*/true));
}

/// Zero of an integer, float or index type, or of a fixed-size vector of them;
/// null for any other type.
static TypedAttr getNumericZero(Type type) {
  Type scalar = getElementTypeOrSelf(type);
  auto vector = dyn_cast<VectorType>(type);
  if (vector && vector.isScalable())
    return {};
  if (auto floatType = dyn_cast<FloatType>(scalar))
    if (!APFloat::semanticsHasZero(floatType.getFloatSemantics()))
      return {};
  if (auto integer = dyn_cast<IntegerType>(scalar); integer && vector)
    if (!integer.isSignless())
      return {};
  if (!scalar.isIntOrIndexOrFloat() || (type != scalar && !vector))
    return {};
  return cast_or_null<TypedAttr>(Builder(type.getContext()).getZeroAttr(type));
}

bool mlir::pad::hasDefaultPaddingValue(Type elementType) {
  if (isa<quant::QuantizedType>(elementType))
    return static_cast<bool>(getZeroPoint(elementType));
  if (auto complexType = dyn_cast<ComplexType>(elementType)) {
    // Upstream lowers no complex.constant of parts that have a sign.
    Type part = complexType.getElementType();
    return (isa<FloatType>(part) || part.isSignlessInteger()) &&
           getNumericZero(part);
  }
  return isa<LLVM::LLVMPointerType>(elementType) || getNumericZero(elementType);
}

TypedAttr mlir::pad::getConstantPaddingValue(PadOpInterface op) {
  Type type = op.getSourceType().getElementType();
  Attribute value;
  if (op.getValue()) {
    if (!matchPattern(op.getValue(), m_Constant(&value)))
      return {};
  } else {
    value = isa<quant::QuantizedType>(type) ? getZeroPoint(type)
                                            : getNumericZero(type);
  }
  return isa_and_nonnull<IntegerAttr, FloatAttr>(value) ? cast<TypedAttr>(value)
                                                        : TypedAttr();
}

bool mlir::pad::canEmitPaddingValue(PadOpInterface op) {
  Type type = op.getSourceType().getElementType();
  return op.getValue() ||
         (hasDefaultPaddingValue(type) && !isa<quant::QuantizedType>(type));
}

/// The constant that `value` is; null if it is not known.
static Attribute getConstant(OpFoldResult value) {
  if (auto attribute = dyn_cast_if_present<Attribute>(value))
    return attribute;
  Attribute constant;
  if (matchPattern(cast<Value>(value), m_Constant(&constant)))
    return constant;
  return {};
}

bool mlir::pad::isDefaultPaddingValue(Value value) {
  Attribute constant = getConstant(value);
  return constant && constant == getNumericZero(value.getType());
}

bool mlir::pad::isPaddingValue(PadOpInterface op, OpFoldResult value) {
  if (op.getValue() && value == OpFoldResult(op.getValue()))
    return true;
  Attribute constant = getConstant(value);
  if (!constant)
    return false;
  // Constants are unique by their bits.
  return constant ==
         (op.getValue() ? getConstant(op.getValue())
                        : getNumericZero(op.getSourceType().getElementType()));
}

bool mlir::pad::haveSamePaddingValue(PadOpInterface a, PadOpInterface b) {
  if (a.getValue())
    return isPaddingValue(b, a.getValue());
  return !b.getValue() || isDefaultPaddingValue(b.getValue());
}

Value mlir::pad::emitPaddingValue(OpBuilder &builder, Location loc,
                                  PadOpInterface op) {
  if (op.getValue())
    return op.getValue();
  if (!canEmitPaddingValue(op))
    return {};
  Type type = op.getSourceType().getElementType();
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::ZeroOp::create(builder, loc, type);
  if (isa<VectorType>(type))
    return arith::ConstantOp::create(builder, loc, getNumericZero(type));
  Attribute zero = getNumericZero(type);
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    zero = getNumericZero(complexType.getElementType());
    zero = builder.getArrayAttr({zero, zero});
  }
  return createScalarConstant(builder, loc, type, zero);
}

FailureOr<Value> mlir::pad::emitReadPaddingValue(OpBuilder &builder,
                                                 Location loc,
                                                 PadOpInterface op) {
  if (!mayReadPaddingValue(op))
    return Value();
  if (Value value = emitPaddingValue(builder, loc, op))
    return value;
  return failure();
}
