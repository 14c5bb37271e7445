//===- ScalarConstant.cpp - Constants of any element type -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ScalarConstant.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::pad;

/// The part of a complex constant that `attribute` is, as one of `type`.
static Attribute getPart(Attribute attribute, Type type) {
  auto number = dyn_cast<TypedAttr>(attribute);
  return number && number.getType() == type ? attribute : Attribute();
}

Value mlir::pad::createScalarConstant(OpBuilder &builder, Location loc,
                                      Type type, Attribute attribute) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    auto parts = dyn_cast<ArrayAttr>(attribute);
    Type part = complexType.getElementType();
    if (!parts || parts.size() != 2 || !getPart(parts[0], part) ||
        !getPart(parts[1], part))
      return {};
    // Upstream lowers no complex.constant of parts that LLVM has as integers.
    auto floatPart = dyn_cast<FloatType>(part);
    if (!floatPart || floatPart.getWidth() > 8)
      return complex::ConstantOp::create(builder, loc, type, parts);
    SmallVector<Value> values;
    for (Attribute value : parts)
      values.push_back(
          arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value)));
    return complex::CreateOp::create(builder, loc, type, values[0], values[1]);
  }
  Type stored = type;
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    stored = quantized.getStorageType();
  Value scalar;
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    if (number.getType() != stored)
      return {};
    scalar = arith::ConstantOp::create(builder, loc, number);
  } else if (auto number = dyn_cast<IntegerAttr>(attribute)) {
    if (stored.isIndex()) {
      if (!number.getType().isIndex())
        return {};
      return arith::ConstantOp::create(builder, loc, number);
    }
    auto integer = dyn_cast<IntegerType>(stored);
    if (!integer || number.getValue().getBitWidth() != integer.getWidth())
      return {};
    // arith has signless integers only.
    Type signless = builder.getIntegerType(integer.getWidth());
    scalar = arith::ConstantOp::create(
        builder, loc, IntegerAttr::get(signless, number.getValue()));
    if (signless != integer && stored == type)
      return UnrealizedConversionCastOp::create(builder, loc, type, scalar)
          .getResult(0);
  }
  if (!scalar || stored == type)
    return scalar;
  return quant::StorageCastOp::create(builder, loc, type, scalar);
}
