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

void OnnxPadReader::readValueAttribute(Attribute attribute) {
  auto number = dyn_cast<FloatAttr>(attribute);
  if (!number)
    return refuse("attribute 'value' is no number");
  Type elementType = getElementType();
  if (number.getValue().isPosZero() && hasDefaultPaddingValue(elementType))
    return;
  setValue(convertNumber(number, elementType));
  if (!constantValue)
    refuse("attribute 'value' is no element of type " +
           llvm::to_string(elementType));
}

/// Whether a constant of elements of `type` is one of `elementType`.
/// Torch-mlir's signed integers count as signless ones.
static bool isSameElement(Type type, Type elementType) {
  return type == elementType ||
         (isa<IntegerType>(type) && elementType.isSignlessInteger() &&
          type.getIntOrFloatBitWidth() == elementType.getIntOrFloatBitWidth() &&
          !type.isSignlessInteger());
}

void OnnxPadReader::readConstant(Attribute attribute) {
  if (auto list = dyn_cast<ArrayAttr>(attribute); list && list.size() == 1)
    attribute = list[0];
  if (auto strings = dyn_cast<DenseStringElementsAttr>(attribute);
      strings && strings.getNumElements() == 1)
    attribute = StringAttr::get(attribute.getContext(),
                                strings.getRawStringData().front());
  if (auto text = dyn_cast<StringAttr>(attribute)) {
    if (!text.empty() || !isa<LLVM::LLVMPointerType>(getElementType()))
      refuse("'constant_value' is a string in the model, and elements are "
             "pointers; make it an input of the model, or leave it out for "
             "null pointers");
    return;
  }
  Type type;
  if (auto elements = dyn_cast<ElementsAttr>(attribute)) {
    type = elements.getElementType();
    elements = getDenseElements(elements);
    if (!elements)
      return refuse("'constant_value' is a constant that was elided");
    if (elements.getNumElements() != 1)
      return refuse("'constant_value' has " + Twine(elements.getNumElements()) +
                    " elements, but a padding value has one");
    attribute = elements.getValues<Attribute>()[0];
  } else if (auto typed = dyn_cast<TypedAttr>(attribute)) {
    type = typed.getType();
  }
  if (!type || !isSameElement(type, getElementType()))
    return refuse("'constant_value' is no tensor of the elements that are "
                  "padded, " +
                  llvm::to_string(getElementType()));
  setValue(attribute);
}

/// The type of `value`, a tensor of one element. Without a rank, it is a
/// scalar.
static RankedTensorType getScalarType(Value value) {
  if (auto unranked = dyn_cast<UnrankedTensorType>(value.getType()))
    return RankedTensorType::get({}, unranked.getElementType());
  return getTorchTensorType(value.getType());
}

void OnnxPadReader::readConstantMode() {
  if (Attribute attribute = node.getAttr("value"))
    return readValueAttribute(attribute);
  Value given = node.getInput(2);
  Type elementType = getElementType();
  if (!given) {
    if (!hasDefaultPaddingValue(elementType))
      refuse("elements of type " + llvm::to_string(elementType) +
             " have no zero to pad with; give 'constant_value'");
    return;
  }
  if (Attribute constant = getConstantValue(given))
    return readConstant(constant);
  setValue(given);
  if (given.getType() == elementType)
    return;
  RankedTensorType type = getScalarType(given);
  if (!type || llvm::any_of(type.getShape(), [](int64_t extent) {
        return ShapedType::isStatic(extent) && extent != 1;
      }))
    return refuse("'constant_value' is of type " +
                  llvm::to_string(given.getType()) +
                  "; a padding value is a scalar, or a tensor of one element");
  if (type.getElementType() != elementType)
    refuse("'constant_value' has elements of type " +
           llvm::to_string(type.getElementType()) +
           ", but the elements that are padded are of type " +
           llvm::to_string(elementType));
}

Value OnnxPadReader::createValue(OpBuilder &builder, Location loc) const {
  Type elementType = sourceType.getElementType();
  if (constantValue)
    return createScalarConstant(builder, loc, elementType, constantValue);
  if (!value || value.getType() == elementType)
    return value;
  RankedTensorType type = getScalarType(value);
  Value tensor = isa<UnrankedTensorType>(value.getType())
                     ? tensor::CastOp::create(builder, loc, type, value)
                     : createBridge(builder, loc, type, value);
  return createElement(builder, loc, tensor);
}
