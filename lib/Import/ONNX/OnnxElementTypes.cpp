//===- OnnxElementTypes.cpp - Element types of ONNX -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxElementTypes.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::pad;

/// What ONNX and MLIR call element types, by their numbers. Those after
/// BFLOAT16 are younger than the messages of the linked library.
static constexpr std::pair<StringLiteral, StringLiteral> kElementTypes[] = {
    {"UNDEFINED", ""},
    {"FLOAT", "f32"},
    {"UINT8", "ui8"},
    {"INT8", "i8"},
    {"UINT16", "ui16"},
    {"INT16", "i16"},
    {"INT32", "i32"},
    {"INT64", "i64"},
    {"STRING", ""},
    {"BOOL", "i1"},
    {"FLOAT16", "f16"},
    {"DOUBLE", "f64"},
    {"UINT32", "ui32"},
    {"UINT64", "ui64"},
    {"COMPLEX64", "complex<f32>"},
    {"COMPLEX128", "complex<f64>"},
    {"BFLOAT16", "bf16"},
    {"FLOAT8E4M3FN", "f8E4M3FN"},
    {"FLOAT8E4M3FNUZ", "f8E4M3FNUZ"},
    {"FLOAT8E5M2", "f8E5M2"},
    {"FLOAT8E5M2FNUZ", "f8E5M2FNUZ"},
    {"UINT4", "ui4"},
    {"INT4", "i4"},
    {"FLOAT4E2M1", "f4E2M1FN"},
    {"FLOAT8E8M0", "f8E8M0FNU"},
    {"UINT2", "ui2"},
    {"INT2", "i2"}};

int64_t mlir::pad::getOnnxElementCode(StringRef name) {
  const auto *found = llvm::find_if(
      kElementTypes, [&](const auto &type) { return type.first == name; });
  return found == std::end(kElementTypes) ? 0 : found - kElementTypes;
}

Type mlir::pad::getOnnxNumberType(MLIRContext *context, int64_t code) {
  if (code < 0 || code >= static_cast<int64_t>(std::size(kElementTypes)) ||
      kElementTypes[code].second.empty())
    return {};
  return parseType(kElementTypes[code].second, context);
}
