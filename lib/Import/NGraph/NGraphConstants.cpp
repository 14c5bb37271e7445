//===- NGraphConstants.cpp - Constants of nGraph files --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NGraphModel.h"
#include "Pad/IR/FloatFit.h"
#include "Pad/Import/StoredElements.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

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
  llvm::json::Array single;
  if (!value->getAsArray())
    single.push_back(*value);
  const llvm::json::Array &elements =
      value->getAsArray() ? *value->getAsArray() : single;

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
