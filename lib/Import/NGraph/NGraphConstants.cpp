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

/// The float of `type` that `text` says; nullopt if it is none, or a number
/// that the type does not have.
static std::optional<APFloat> parseFloat(StringRef text, FloatType type) {
  FloatFit fit;
  std::optional<APFloat> number =
      readFloat(text, type.getFloatSemantics(), fit);
  return number && fit == FloatFit::Nearest ? number : std::nullopt;
}

/// The constant of `elements`, which `parse` reads one by one. If one cannot be
/// read, the result is null and `bad` is set.
template <typename T, typename ParseFn>
static DenseElementsAttr readElements(RankedTensorType type,
                                      const llvm::json::Array &elements,
                                      std::string &bad, ParseFn parse) {
  SmallVector<T> values;
  values.reserve(elements.size());
  for (const llvm::json::Value &element : elements) {
    std::string text = getText(element);
    std::optional<T> value = parse(text);
    if (!value) {
      bad = text;
      return {};
    }
    values.push_back(*value);
  }
  return DenseElementsAttr::get(type, values);
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

  std::string bad;
  DenseElementsAttr result;
  Type elementType = type.getElementType();
  if (auto integer = dyn_cast<IntegerType>(elementType))
    result = readElements<APInt>(type, elements, bad, [&](StringRef text) {
      return parseInteger(text, integer);
    });
  else if (auto floatType = dyn_cast<FloatType>(elementType))
    result = readElements<APFloat>(type, elements, bad, [&](StringRef text) {
      return parseFloat(text, floatType);
    });
  else
    return node.emitError()
           << " has element type " << elementType << ", whose data is not read";
  if (!result)
    return node.emitError() << " has element " << quoteName(bad)
                            << ", which is no number of " << elementType;
  return result;
}
