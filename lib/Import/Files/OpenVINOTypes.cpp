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

/// What MLIR, and OpenVINO in its files and in C++, call element types.
static constexpr std::pair<StringLiteral, StringLiteral> kElementTypes[] = {
    {"bf16", "bf16 bfloat16"},
    {"f16", "f16 fp16 float16"},
    {"f32", "f32 fp32 float"},
    {"f64", "f64 fp64 double"},
    {"f4E2M1FN", "f4e2m1"},
    {"f8E4M3FN", "f8e4m3"},
    {"f8E5M2", "f8e5m2"},
    {"f8E8M0FNU", "f8e8m0"},
    {"i1", "boolean bool char"},
    {"i4", "i4"},
    {"i8", "i8 int8_t"},
    {"i16", "i16 int16_t"},
    {"i32", "i32 int32_t"},
    {"i64", "i64 int64_t"},
    {"ui1", "u1 bin uint1_t"},
    {"ui2", "u2"},
    {"ui3", "u3"},
    {"ui4", "u4"},
    {"ui6", "u6"},
    {"ui8", "u8 uint8_t"},
    {"ui16", "u16 uint16_t"},
    {"ui32", "u32 uint32_t"},
    {"ui64", "u64 uint64_t"},
    {"!llvm.ptr", "string"},
    {"", "dynamic undefined unspecified nf4"}};

Type mlir::pad::getOpenVINOElementType(StringRef name, MLIRContext *context) {
  std::string lower = name.lower();
  StringRef word = lower;
  // In C++, it is "dynamic element::Type".
  word.consume_back(" element::type");
  const auto *found = llvm::find_if(kElementTypes, [&](const auto &type) {
    return llvm::is_contained(llvm::split(type.second, ' '), word);
  });
  if (found == std::end(kElementTypes))
    return {};
  if (!found->first.empty())
    return parseType(found->first, context);
  return OpaqueType::get(StringAttr::get(context, "openvino"),
                         word == "nf4" ? "nf4" : "dynamic");
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
                            function_ref<InFlightDiagnostic()> emitError) {
  if (dimensions.size() == 1 && dimensions.front().trim() == "...")
    return TensorType(UnrankedTensorType::get(elementType));
  SmallVector<int64_t> shape;
  for (StringRef dimension : dimensions) {
    FailureOr<int64_t> extent = parseDimension(dimension.trim());
    if (failed(extent))
      return emitError()
             << quoteName(dimension.trim())
             << " is no dimension: it is neither a number from 0 to 2^63 - 1, "
                "nor -1 or ?, nor a range such as 1..10";
    shape.push_back(*extent);
  }
  return TensorType(RankedTensorType::get(shape, elementType));
}

FailureOr<TensorType>
mlir::pad::parseOpenVINOShape(StringRef text, Type elementType,
                              function_ref<InFlightDiagnostic()> emitError) {
  text = text.trim();
  text.consume_front("[");
  text.consume_back("]");
  SmallVector<StringRef> entries;
  if (!text.trim().empty())
    text.split(entries, ',');
  return makeOpenVINOType(entries, elementType, emitError);
}
