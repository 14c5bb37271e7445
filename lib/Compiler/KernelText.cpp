//===- KernelText.cpp - Shapes, amounts and values as text ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Compiler/PadKernel.h"
#include "Pad/IR/FloatFit.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

/// Reads one decimal integer of 64 bits, or `?`, which the least of them means:
/// an entry of a list with `separator` between them.
static llvm::Expected<int64_t> parseEntry(StringRef text, char separator) {
  if (text == "?")
    return ShapedType::kDynamic;
  int64_t value;
  if (!text.getAsInteger(10, value) && ShapedType::isStatic(value))
    return value;
  StringRef digits = text;
  digits.consume_front("-");
  if (!digits.empty() && llvm::all_of(digits, llvm::isDigit))
    return llvm::createStringError("'" + text + "' is not between " +
                                   Twine(-INT64_MAX) + " and " +
                                   Twine(INT64_MAX));
  return llvm::createStringError("'" + text +
                                 "' is neither an integer nor ?; separate "
                                 "entries by '" +
                                 Twine(separator) + "'");
}

/// Reads a list with `separator` between its entries.
static llvm::Expected<SmallVector<int64_t>> parseList(StringRef text,
                                                      char separator) {
  SmallVector<int64_t> list;
  if (text.empty())
    return list;
  SmallVector<StringRef> entries;
  text.split(entries, separator);
  for (StringRef entry : entries) {
    llvm::Expected<int64_t> value = parseEntry(entry.trim(), separator);
    if (!value)
      return value.takeError();
    list.push_back(*value);
  }
  return list;
}

llvm::Expected<Type> mlir::pad::parseKernelType(StringRef text,
                                                MLIRContext *context) {
  // The parser's message points into the text.
  std::string reason = "it is empty";
  ScopedDiagnosticHandler handler(
      context, [&](Diagnostic &diagnostic) { reason = diagnostic.str(); });
  size_t numRead = 0;
  // MLIR 23 crashes on text without a token.
  Type type;
  if (!text.trim().empty())
    type = parseType(text, context, &numRead);
  if (type && numRead == text.size())
    return type;
  return llvm::createStringError(
      "'" + text + "' is not an element type of MLIR, such as f32 or i8: " +
      (type ? "it goes on after the type" : reason));
}

llvm::Expected<SmallVector<AxisMode>>
mlir::pad::parseKernelModes(StringRef text, bool periodic) {
  SmallVector<StringRef> names;
  text.split(names, ',');
  SmallVector<AxisMode> modes;
  for (StringRef name : names) {
    std::optional<PadMode> mode = symbolizePadMode(name.trim());
    if (!mode)
      return llvm::createStringError("unknown padding mode '" + name.trim() +
                                     "'; expected " + listPadModes());
    modes.push_back({*mode, periodic});
  }
  return modes;
}

llvm::Expected<SmallVector<int64_t>>
mlir::pad::parseKernelShape(StringRef text) {
  llvm::Expected<SmallVector<int64_t>> shape = parseList(text, 'x');
  if (!shape)
    return shape;
  for (auto [axis, extent] : llvm::enumerate(*shape))
    if (extent < 0 && ShapedType::isStatic(extent))
      return llvm::createStringError("extent " + llvm::Twine(extent) +
                                     " of axis " + llvm::Twine(axis) +
                                     " is negative");
  return shape;
}

llvm::Expected<SmallVector<int64_t>>
mlir::pad::parseKernelAmounts(StringRef text) {
  return parseList(text, ',');
}

static llvm::Expected<Attribute> parseFloat(StringRef text, FloatType type) {
  FloatFit fit;
  std::optional<APFloat> value = readFloat(text, type.getFloatSemantics(), fit);
  if (!value)
    return llvm::createStringError("'" + text + "' is not a number of type " +
                                   llvm::to_string(type));
  if (fit == FloatFit::TooLarge)
    return llvm::createStringError("'" + text + "' is too large for type " +
                                   llvm::to_string(type));
  if (fit == FloatFit::None)
    return llvm::createStringError("'" + text +
                                   "' is not among the values of type " +
                                   llvm::to_string(type));
  return FloatAttr::get(type, *value);
}

static llvm::Expected<Attribute> parseInteger(StringRef text, Type type) {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  if (width == 1 && (text == "true" || text == "false"))
    return IntegerAttr::get(type, text == "true");
  StringRef digits = text;
  bool negative = digits.consume_front("-");
  llvm::APInt magnitude;
  if (digits.empty() || !llvm::isDigit(digits.front()) ||
      digits.getAsInteger(0, magnitude))
    return llvm::createStringError("'" + text + "' is not a number of type " +
                                   llvm::to_string(type));
  unsigned active = magnitude.getActiveBits();
  // A signless integer may be signed or unsigned; index is signed.
  bool isSigned = type.isSignedInteger() || type.isIndex();
  bool fits =
      negative ? active < width || (active == width && magnitude.isPowerOf2())
               : active <= width - isSigned;
  if (negative && type.isUnsignedInteger())
    fits = active == 0;
  if (!fits)
    return llvm::createStringError("'" + text + "' is out of range for type " +
                                   llvm::to_string(type));
  llvm::APInt value = magnitude.zextOrTrunc(width);
  return IntegerAttr::get(type, negative ? -value : value);
}

/// Refuses types that have no padding value but the default.
static llvm::Error checkTakesValue(Type type) {
  if (isa<LLVM::LLVMPointerType>(type))
    return llvm::createStringError(
        "pointers are padded with null, and take no value");
  if (isa<quant::QuantizedType>(type))
    return llvm::createStringError(
        "a quantized type is padded with its zero point; for "
        "another value give its storage type");
  return llvm::Error::success();
}

static llvm::Expected<Attribute> parseNumber(StringRef text, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return parseFloat(text, floatType);
  if (isa<IntegerType, IndexType>(type))
    return parseInteger(text, type);
  if (llvm::Error error = checkTakesValue(type))
    return std::move(error);
  return llvm::createStringError("type " + llvm::to_string(type) +
                                 " has no values in text");
}

llvm::Expected<Attribute> mlir::pad::parseKernelValue(StringRef text,
                                                      Type elementType) {
  auto complexType = dyn_cast<ComplexType>(elementType);
  if (!complexType)
    return parseNumber(text.trim(), elementType);
  auto [real, imaginary] = text.split(',');
  SmallVector<Attribute> parts;
  for (StringRef part : {real, imaginary}) {
    llvm::Expected<Attribute> number =
        parseNumber(part.trim(), complexType.getElementType());
    if (!number) {
      llvm::consumeError(number.takeError());
      return llvm::createStringError("'" + text + "' is not a number of type " +
                                     llvm::to_string(elementType) +
                                     "; give RE,IM");
    }
    parts.push_back(*number);
  }
  return ArrayAttr::get(elementType.getContext(), parts);
}

llvm::Error mlir::pad::readKernelValue(StringRef text, PadKernelSpec &spec) {
  if (text.trim() == "?") {
    spec.isValueDynamic = true;
    return checkTakesValue(spec.elementType);
  }
  llvm::Expected<Attribute> value = parseKernelValue(text, spec.elementType);
  if (!value)
    return value.takeError();
  spec.value = *value;
  return llvm::Error::success();
}
