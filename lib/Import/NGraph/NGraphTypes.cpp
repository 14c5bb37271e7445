//===- NGraphTypes.cpp - Types and constants of nGraph --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NGraphModel.h"
#include "OpenVINOTypes.h"
#include "Pad/IR/FloatFit.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pad;

Type mlir::pad::getNGraphElementType(const llvm::json::Value &value,
                                     MLIRContext *context) {
  std::optional<StringRef> name = value.getAsString();
  if (const llvm::json::Object *object = value.getAsObject())
    name = object->getString("c_type_string");
  Type type;
  if (name)
    type = getOpenVINOElementType(*name, context);
  if (auto opaque = dyn_cast_if_present<OpaqueType>(type))
    return OpaqueType::get(StringAttr::get(context, "ngraph"),
                           opaque.getTypeData());
  return type;
}

TensorType mlir::pad::getNGraphType(const llvm::json::Value &value,
                                    Type elementType) {
  if (value.getAsNull())
    return UnrankedTensorType::get(elementType);
  const llvm::json::Array *list = value.getAsArray();
  if (!list)
    return {};
  SmallVector<int64_t> shape;
  for (const llvm::json::Value &entry : *list) {
    std::optional<int64_t> extent =
        entry.getAsNull() ? std::optional<int64_t>(-1) : entry.getAsInteger();
    if (extent == -2 && list->size() == 1)
      return UnrankedTensorType::get(elementType);
    if (!extent || *extent < -1)
      return {};
    shape.push_back(*extent == -1 ? ShapedType::kDynamic : *extent);
  }
  return RankedTensorType::get(shape, elementType);
}

FailureOr<TensorType> mlir::pad::readNGraphType(const NGraphNode &node,
                                                MLIRContext *context) {
  const llvm::json::Object *object = node.object;
  if (!object->get("element_type") && object->getObject("value_type"))
    object = object->getObject("value_type");
  const llvm::json::Value *element = object->get("element_type");
  Type elementType = element ? getNGraphElementType(*element, context) : Type();
  if (!elementType)
    return emitError(node.loc) << "'element_type' of " << node.description
                               << " is absent, or no element type of nGraph";
  const llvm::json::Value *shape = object->get("shape");
  TensorType type = shape ? getNGraphType(*shape, elementType) : TensorType();
  if (!type)
    return emitError(node.loc)
           << "'shape' of " << node.description
           << " is absent, or neither null nor a list of numbers from 0 to "
              "2^63 - 1 and null";
  return type;
}

/// The element type of the outputs of `node`.
static Type inferElementType(const NGraphNode &node, TypeRange inputs,
                             MLIRContext *context) {
  for (const char *key : {"target_type", "index_element_type", "output_type",
                          "element_type", "type"})
    if (const llvm::json::Value *value = node.object->get(key))
      if (Type type = getNGraphElementType(*value, context))
        return type;
  if (llvm::is_contained({"Equal", "NotEqual", "Greater", "GreaterEq",
                          "GreaterEqual", "Less", "LessEq", "LessEqual", "And",
                          "Or", "Not", "Xor", "LogicalAnd", "LogicalOr",
                          "LogicalNot", "LogicalXor", "All", "Any"},
                         node.op))
    return IntegerType::get(context, 1);
  if (node.op == "ShapeOf")
    return IntegerType::get(context, 64);
  // The results of nearly all other ops have the element type of the first
  // input. The condition of a Select does not count.
  size_t number = node.op == "Select" ? 1 : 0;
  if (number < inputs.size())
    return getElementTypeOrSelf(inputs[number]);
  return OpaqueType::get(StringAttr::get(context, "ngraph"), "dynamic");
}

/// Whether the result of an op has the shape of its inputs, which all have the
/// same.
static bool isElementwise(StringRef op) {
  constexpr StringLiteral ops =
      "Abs Acos Add And Asin Atan Ceiling Clamp Convert Cos Cosh Divide Elu "
      "Equal Erf Exp Floor Gelu Greater GreaterEq HardSigmoid Less LessEq "
      "Log Maximum Minimum Multiply Negative Not NotEqual Or Power Relu "
      "Sigmoid Sign Sin Sinh Softmax Sqrt StopGradient Subtract Tan Tanh Xor";
  return llvm::is_contained(llvm::split(ops, ' '), op);
}

/// The pads of a Pad: numbers of its member `key`, or of the constant that it
/// has as `input`; nullopt if neither is known.
static std::optional<SmallVector<int64_t>> getPads(const NGraphNode &node,
                                                   const char *key,
                                                   ValueRange inputs,
                                                   unsigned input) {
  SmallVector<int64_t> numbers;
  if (const llvm::json::Array *list = node.object->getArray(key)) {
    for (const llvm::json::Value &entry : *list) {
      std::optional<int64_t> number = entry.getAsInteger();
      if (!number)
        return std::nullopt;
      numbers.push_back(*number);
    }
    return numbers;
  }
  if (input >= inputs.size())
    return std::nullopt;
  Operation *op = inputs[input].getDefiningOp();
  if (auto elements = op ? op->getAttrOfType<DenseIntElementsAttr>("value")
                         : DenseIntElementsAttr())
    return getIntegers(elements);
  auto type = dyn_cast<RankedTensorType>(inputs[input].getType());
  if (!type || type.getRank() != 1 || type.isDynamicDim(0) ||
      type.getDimSize(0) > 64)
    return std::nullopt;
  return SmallVector<int64_t>(type.getDimSize(0), ShapedType::kDynamic);
}

/// The type of the result of a Pad; `unknown` if not even its rank is known.
static Type inferPadType(const NGraphNode &node, ValueRange inputs,
                         Type unknown) {
  auto low = getPads(node, "padding_below", inputs, 1);
  auto high = getPads(node, "padding_above", inputs, 2);
  auto source = inputs.empty()
                    ? RankedTensorType()
                    : dyn_cast<RankedTensorType>(inputs[0].getType());
  if (!source && !low)
    return unknown;
  size_t rank = source ? source.getRank() : low->size();
  SmallVector<int64_t> dynamic(rank, ShapedType::kDynamic);
  if (!source)
    source = RankedTensorType::get(dynamic, getElementTypeOrSelf(unknown));
  auto interior = getPads(node, "padding_interior", inputs, ~0u);
  return inferPaddedType(source, low.value_or(dynamic), high.value_or(dynamic),
                         interior.value_or(SmallVector<int64_t>()));
}

SmallVector<Type> mlir::pad::inferNGraphTypes(const NGraphNode &node,
                                              ValueRange inputs,
                                              MLIRContext *context) {
  Type elementType = inferElementType(node, inputs.getTypes(), context);
  SmallVector<Type> types(node.outputs, UnrankedTensorType::get(elementType));
  if (const llvm::json::Array *shapes =
          node.object->getArray("output_shapes")) {
    for (auto [type, shape] : llvm::zip(types, *shapes))
      if (TensorType known = getNGraphType(shape, elementType))
        type = known;
    return types;
  }
  if (types.size() != 1)
    return types;
  auto first = inputs.empty() ? RankedTensorType()
                              : dyn_cast<RankedTensorType>(inputs[0].getType());
  if (isElementwise(node.op) && first &&
      llvm::all_of(inputs.getTypes(), [&](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return tensor && tensor.getShape() == first.getShape();
      }))
    types[0] = RankedTensorType::get(first.getShape(), elementType);
  else if (node.op == "Pad" || node.op == "DynPad")
    types[0] = inferPadType(node, inputs, types[0]);
  else if (node.op == "ShapeOf" && first)
    types[0] = RankedTensorType::get({first.getRank()}, elementType);
  else if (node.op == "Reshape" || node.op == "Broadcast")
    for (const char *key : {"output_shape", "shape"})
      if (const llvm::json::Value *shape = node.object->get(key))
        if (TensorType known = getNGraphType(*shape, elementType))
          types[0] = known;
  return types;
}

/// The text of an element: serializers write it as text or as a JSON value.
static std::string getText(const llvm::json::Value &value) {
  if (std::optional<StringRef> text = value.getAsString())
    return text->trim().str();
  return llvm::formatv("{0}", value).str();
}

/// The integer of `type` that `text` says; nullopt if it is none, or out of
/// range.
static std::optional<APInt> parseInteger(StringRef text, IntegerType type) {
  unsigned width = type.getWidth();
  if (width == 1)
    text = text == "true" ? "1" : text == "false" ? "0" : text;
  bool isNegative = text.consume_front("-");
  APInt magnitude;
  if (text.empty() || text.size() > 20 || text.getAsInteger(10, magnitude))
    return std::nullopt;
  magnitude = magnitude.zextOrTrunc(std::max(128u, magnitude.getBitWidth()));
  if (isNegative)
    magnitude.negate();
  bool isSigned = type.isSignless() && width > 1;
  if (isSigned ? !magnitude.isSignedIntN(width)
               : magnitude.isNegative() || !magnitude.isIntN(width))
    return std::nullopt;
  return magnitude.trunc(width);
}

/// The number of `type` that `text` says; null if it is none, or a number that
/// the type does not have.
static Attribute parseNumber(StringRef text, Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    std::optional<APInt> number = parseInteger(text, integer);
    return number ? IntegerAttr::get(type, *number) : IntegerAttr();
  }
  FloatFit fit;
  std::optional<APFloat> number =
      readFloat(text, cast<FloatType>(type).getFloatSemantics(), fit);
  return number && fit == FloatFit::Nearest ? FloatAttr::get(type, *number)
                                            : FloatAttr();
}

FailureOr<DenseElementsAttr>
mlir::pad::readNGraphConstant(const NGraphNode &node, MLIRContext *context) {
  FailureOr<TensorType> declared = readNGraphType(node, context);
  if (failed(declared))
    return failure();
  auto type = dyn_cast<RankedTensorType>(*declared);
  if (!type || !type.hasStaticShape() || node.outputs != 1 ||
      !node.sources.empty())
    return node.emitError()
           << " is a Constant: it has a static shape, no inputs and one output";
  const llvm::json::Value *value = node.object->get("value");
  if (!value)
    return node.emitError()
           << " has no 'value': its data is in a CPIO archive; serialize the "
              "function as JSON text instead";
  ArrayRef<llvm::json::Value> elements = getList(*value);
  uint64_t count = countStoredBytes(type, /*bits=*/8);
  if (elements.size() != count && (elements.size() != 1 || count == 0))
    return node.emitError()
           << " has " << elements.size()
           << " elements in 'value', but its shape has " << count;

  Type elementType = type.getElementType();
  if (!isa<IntegerType, FloatType>(elementType))
    return node.emitError()
           << " has element type " << elementType << ", whose data is not read";
  SmallVector<Attribute> numbers;
  for (const llvm::json::Value &element : elements) {
    std::string text = getText(element);
    numbers.push_back(parseNumber(text, elementType));
    if (!numbers.back())
      return node.emitError() << " has element " << quoteName(text)
                              << ", which is no number of " << elementType;
  }
  return DenseElementsAttr::get(type, numbers);
}
