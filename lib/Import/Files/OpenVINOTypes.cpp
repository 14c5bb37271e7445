//===- OpenVINOTypes.cpp - Types of OpenVINO IR ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOTypes.h"
#include "ImportNames.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

/// The integer type that `name` is: i8, u8, ...; null for any other.
static Type getIntegerType(StringRef name, MLIRContext *context) {
  bool isUnsigned = name.consume_front("u");
  if (!isUnsigned && !name.consume_front("i"))
    return {};
  unsigned width = llvm::StringSwitch<unsigned>(name)
                       .Case("4", 4)
                       .Case("8", 8)
                       .Case("16", 16)
                       .Case("32", 32)
                       .Case("64", 64)
                       .Default(0);
  if (isUnsigned && !width)
    width = llvm::StringSwitch<unsigned>(name)
                .Case("1", 1)
                .Case("2", 2)
                .Case("3", 3)
                .Case("6", 6)
                .Default(0);
  if (!width)
    return {};
  return IntegerType::get(context, width,
                          isUnsigned ? IntegerType::Unsigned
                                     : IntegerType::Signless);
}

Type mlir::pad::getOpenVINOElementType(StringRef name, MLIRContext *context) {
  Builder builder(context);
  std::string lower = name.lower();
  if (Type integer = getIntegerType(lower, context))
    return integer;
  Type type =
      llvm::StringSwitch<Type>(lower)
          .Cases({"f16", "fp16"}, builder.getF16Type())
          .Cases({"f32", "fp32"}, builder.getF32Type())
          .Cases({"f64", "fp64"}, builder.getF64Type())
          .Case("bf16", builder.getBF16Type())
          .Cases({"boolean", "bool"}, builder.getI1Type())
          .Case("bin", IntegerType::get(context, 1, IntegerType::Unsigned))
          .Case("f8e4m3", Float8E4M3FNType::get(context))
          .Case("f8e5m2", Float8E5M2Type::get(context))
          .Case("f8e8m0", Float8E8M0FNUType::get(context))
          .Case("f4e2m1", Float4E2M1FNType::get(context))
          .Case("string", LLVM::LLVMPointerType::get(context))
          .Default(Type());
  if (type)
    return type;
  StringRef opaque =
      llvm::StringSwitch<StringRef>(lower)
          .Case("nf4", "nf4")
          .Cases({"dynamic", "undefined", "unspecified"}, "dynamic")
          .Default("");
  if (opaque.empty())
    return {};
  return OpaqueType::get(builder.getStringAttr("openvino"), opaque);
}

FailureOr<int64_t> mlir::pad::parseOpenVINODimension(StringRef text) {
  text = text.trim();
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

FailureOr<TensorType> mlir::pad::parseOpenVINOShape(StringRef text,
                                                    Type elementType,
                                                    std::string &reason) {
  text = text.trim();
  text.consume_front("[");
  text.consume_back("]");
  if (text == "...")
    return TensorType(UnrankedTensorType::get(elementType));
  SmallVector<int64_t> shape;
  SmallVector<StringRef> entries;
  if (!text.trim().empty())
    text.split(entries, ',');
  for (StringRef entry : entries) {
    FailureOr<int64_t> extent = parseOpenVINODimension(entry);
    if (failed(extent)) {
      reason = quoteName(entry.trim()) +
               " is no dimension: it is neither a number from 0 to 2^63 - 1, "
               "nor ?, nor a range such as 1..10";
      return failure();
    }
    shape.push_back(*extent);
  }
  return TensorType(RankedTensorType::get(shape, elementType));
}
