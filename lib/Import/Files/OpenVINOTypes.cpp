//===- OpenVINOTypes.cpp - Types of OpenVINO IR ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOTypes.h"
#include "ModelNodes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// What OpenVINO and MLIR call element types.
static constexpr std::pair<StringLiteral, StringLiteral> kElementTypes[] = {
    {"bf16", "bf16"},        {"bin", "ui1"},         {"bool", "i1"},
    {"boolean", "i1"},       {"dynamic", ""},        {"f16", "f16"},
    {"f32", "f32"},          {"f4e2m1", "f4E2M1FN"}, {"f64", "f64"},
    {"f8e4m3", "f8E4M3FN"},  {"f8e5m2", "f8E5M2"},   {"f8e8m0", "f8E8M0FNU"},
    {"fp16", "f16"},         {"fp32", "f32"},        {"fp64", "f64"},
    {"i16", "i16"},          {"i32", "i32"},         {"i4", "i4"},
    {"i64", "i64"},          {"i8", "i8"},           {"nf4", ""},
    {"string", "!llvm.ptr"}, {"u1", "ui1"},          {"u16", "ui16"},
    {"u2", "ui2"},           {"u3", "ui3"},          {"u32", "ui32"},
    {"u4", "ui4"},           {"u6", "ui6"},          {"u64", "ui64"},
    {"u8", "ui8"},           {"undefined", ""},      {"unspecified", ""}};

Type mlir::pad::getOpenVINOElementType(StringRef name, MLIRContext *context) {
  std::string lower = name.lower();
  const auto *found = llvm::find_if(
      kElementTypes, [&](const auto &type) { return type.first == lower; });
  if (found == std::end(kElementTypes))
    return {};
  if (!found->second.empty())
    return parseType(found->second, context);
  return OpaqueType::get(StringAttr::get(context, "openvino"),
                         lower == "nf4" ? "nf4" : "dynamic");
}

/// The dimension that `text` states; fails if it states none.
static FailureOr<int64_t> parseDimension(StringRef text) {
  if (text == "?" || text == "-1")
    return ShapedType::kDynamic;
  auto isBound = [](StringRef bound) {
    int64_t value;
    return bound.empty() || (!bound.getAsInteger(10, value) && value >= 0);
  };
  if (size_t dots = text.find(".."); dots != StringRef::npos) {
    StringRef low = text.take_front(dots).trim();
    StringRef high = text.drop_front(dots + 2).trim();
    if ((low.empty() && high.empty()) || !isBound(low) || !isBound(high))
      return failure();
    return ShapedType::kDynamic;
  }
  int64_t value;
  if (text.getAsInteger(10, value) || value < 0)
    return failure();
  return value;
}

FailureOr<TensorType>
mlir::pad::makeOpenVINOType(ArrayRef<StringRef> dimensions, Type elementType,
                            std::string &reason) {
  if (dimensions.size() == 1 && dimensions.front().trim() == "...")
    return TensorType(UnrankedTensorType::get(elementType));
  SmallVector<int64_t> shape;
  for (StringRef dimension : dimensions) {
    FailureOr<int64_t> extent = parseDimension(dimension.trim());
    if (failed(extent)) {
      reason = quoteName(dimension.trim()) +
               " is no dimension: it is neither a number from 0 to 2^63 - 1, "
               "nor -1 or ?, nor a range such as 1..10";
      return failure();
    }
    shape.push_back(*extent);
  }
  return TensorType(RankedTensorType::get(shape, elementType));
}

FailureOr<TensorType> mlir::pad::parseOpenVINOShape(StringRef text,
                                                    Type elementType,
                                                    std::string &reason) {
  text = text.trim();
  text.consume_front("[");
  text.consume_back("]");
  SmallVector<StringRef> entries;
  if (!text.trim().empty())
    text.split(entries, ',');
  return makeOpenVINOType(entries, elementType, reason);
}
