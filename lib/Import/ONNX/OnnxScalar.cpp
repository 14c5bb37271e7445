//===- OnnxScalar.cpp - Padding values of ONNX nodes ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxPad.h"
#include "Pad/IR/FloatFit.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/StoredElements.h"
#include "Pad/Import/TorchValues.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

/// The constant that `value` is, found through ops that change no element; null
/// if it is not constant.
static Attribute getConstantValue(Value value) {
  for (StringRef type : {"Identity", "Reshape", "Squeeze", "Unsqueeze"})
    while (std::optional<OnnxNode> node = OnnxNode::getProducer(value, type)) {
      if (!node->getInput(0))
        return {};
      value = node->getInput(0);
    }
  Attribute attribute;
  if (matchPattern(value, m_Constant(&attribute)))
    return attribute;
  std::optional<OnnxNode> constant = OnnxNode::getProducer(value, "Constant");
  if (!constant)
    return {};
  if (llvm::Error error = loadExternalElements(constant->getOp()))
    llvm::consumeError(std::move(error));
  for (StringRef name : {"value", "value_float", "value_int", "value_string",
                         "value_floats", "value_ints", "value_strings"})
    if (Attribute given = constant->getAttr(name))
      return given;
  return {};
}

/// `number` as a constant of `type`, by rounding to a float or, where it is
/// one, as an integer; null if `type` does not hold it.
static Attribute convertNumber(Attribute number, Type type) {
  auto real = dyn_cast<FloatAttr>(number);
  if (auto floatType = dyn_cast<FloatType>(type); floatType && real) {
    APFloat converted = real.getValue();
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    // A number that is too large is infinite in types that have infinity.
    FloatFit fit = getFloatFit(converted, semantics);
    if (fit != FloatFit::Nearest &&
        !(fit == FloatFit::TooLarge && APFloat::semanticsHasInf(semantics)))
      return {};
    bool losesInfo;
    converted.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    return FloatAttr::get(type, converted);
  }
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || !real)
    return {};
  llvm::APSInt converted(integer.getWidth(), hasNoSign(integer));
  bool isExact;
  if (real.getValue().convertToInteger(converted, APFloat::rmTowardZero,
                                       &isExact) != APFloat::opOK)
    return {};
  return IntegerAttr::get(type, converted);
}

/// The padding value of the attribute `value` of opsets 1 and 2, a float.
static std::optional<OnnxScalar>
readValueAttribute(Attribute attribute, Type elementType, std::string &reason) {
  auto number = dyn_cast<FloatAttr>(attribute);
  if (!number) {
    reason = "attribute 'value' is no number";
    return std::nullopt;
  }
  if (number.getValue().isPosZero() && hasDefaultPaddingValue(elementType))
    return OnnxScalar();
  if (Attribute constant = convertNumber(number, elementType))
    return OnnxScalar{constant, Value()};
  reason =
      "attribute 'value' is no element of type " + llvm::to_string(elementType);
  return std::nullopt;
}

/// Whether a constant of elements of `type` is one of `elementType`.
/// Torch-mlir's signed integers count as signless ones.
static bool isSameElement(Type type, Type elementType) {
  return type == elementType ||
         (isa<IntegerType>(type) && elementType.isSignlessInteger() &&
          type.getIntOrFloatBitWidth() == elementType.getIntOrFloatBitWidth() &&
          !type.isSignlessInteger());
}

/// The padding value of a constant tensor or scalar.
static std::optional<OnnxScalar>
readConstantValue(Attribute attribute, Type elementType, std::string &reason) {
  if (auto list = dyn_cast<ArrayAttr>(attribute); list && list.size() == 1)
    attribute = list[0];
  if (auto strings = dyn_cast<DenseStringElementsAttr>(attribute);
      strings && strings.getNumElements() == 1)
    attribute = StringAttr::get(attribute.getContext(),
                                strings.getRawStringData().front());
  if (auto text = dyn_cast<StringAttr>(attribute)) {
    if (text.empty() && isa<LLVM::LLVMPointerType>(elementType))
      return OnnxScalar();
    reason = "'constant_value' is a string in the model, and elements are "
             "pointers; make it an input of the model, or leave it out for "
             "null pointers";
    return std::nullopt;
  }
  Type type;
  if (auto elements = dyn_cast<ElementsAttr>(attribute)) {
    type = elements.getElementType();
    elements = getDenseElements(elements);
    if (!elements) {
      reason = "'constant_value' is a constant that was elided";
      return std::nullopt;
    }
    if (elements.getNumElements() != 1) {
      reason = ("'constant_value' has " + Twine(elements.getNumElements()) +
                " elements, but a padding value has one")
                   .str();
      return std::nullopt;
    }
    attribute = elements.getValues<Attribute>()[0];
  } else if (auto typed = dyn_cast<TypedAttr>(attribute)) {
    type = typed.getType();
  }
  if (!type || !isSameElement(type, elementType)) {
    reason = "'constant_value' is no tensor of the elements that are padded, " +
             llvm::to_string(elementType);
    return std::nullopt;
  }
  return OnnxScalar{attribute, Value()};
}

/// The type of `value`, a tensor of one element. Without a rank, it is a
/// scalar.
static RankedTensorType getScalarType(Value value) {
  if (auto unranked = dyn_cast<UnrankedTensorType>(value.getType()))
    return RankedTensorType::get({}, unranked.getElementType());
  return getOnnxTensorType(value.getType());
}

std::optional<OnnxScalar> mlir::pad::readPaddingValue(const OnnxNode &node,
                                                      Type elementType,
                                                      std::string &reason) {
  if (Attribute attribute = node.getAttr("value"))
    return readValueAttribute(attribute, elementType, reason);
  Value value = node.getInput(2);
  if (!value) {
    if (hasDefaultPaddingValue(elementType))
      return OnnxScalar();
    reason = "elements of type " + llvm::to_string(elementType) +
             " have no zero to pad with; give 'constant_value'";
    return std::nullopt;
  }
  if (Attribute constant = getConstantValue(value))
    return readConstantValue(constant, elementType, reason);
  if (value.getType() == elementType)
    return OnnxScalar{Attribute(), value};
  RankedTensorType type = getScalarType(value);
  if (!type || llvm::any_of(type.getShape(), [](int64_t extent) {
        return ShapedType::isStatic(extent) && extent != 1;
      })) {
    reason = "'constant_value' is of type " + llvm::to_string(value.getType()) +
             "; a padding value is a scalar, or a tensor of one element";
    return std::nullopt;
  }
  if (type.getElementType() != elementType) {
    reason = "'constant_value' has elements of type " +
             llvm::to_string(type.getElementType()) +
             ", but the elements that are padded are of type " +
             llvm::to_string(elementType);
    return std::nullopt;
  }
  return OnnxScalar{Attribute(), value};
}

Value mlir::pad::createPaddingValue(OpBuilder &builder, Location loc,
                                    const OnnxScalar &scalar,
                                    Type elementType) {
  if (scalar.constant)
    return createScalarConstant(builder, loc, elementType, scalar.constant);
  if (!scalar.value || scalar.value.getType() == elementType)
    return scalar.value;
  RankedTensorType type = getScalarType(scalar.value);
  Value tensor = isa<UnrankedTensorType>(scalar.value.getType())
                     ? tensor::CastOp::create(builder, loc, type, scalar.value)
                     : createBridge(builder, loc, type, scalar.value);
  return createElement(builder, loc, tensor);
}
