//===- OnnxNewerFields.cpp - Fields an older library lacks ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNewerFields.h"
#include "llvm/ADT/STLExtras.h"
#include <google/protobuf/unknown_field_set.h>

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// Fields by name
//===----------------------------------------------------------------------===//

template <typename MessageT>
using OverloadOf = decltype(std::declval<MessageT>().overload());
template <typename MessageT>
using AttributesOf = decltype(std::declval<MessageT>().attribute_proto());
template <typename MessageT>
using ValueInfosOf = decltype(std::declval<MessageT>().value_info());

//===----------------------------------------------------------------------===//
// Fields by number
//===----------------------------------------------------------------------===//

/// The texts or messages in the unknown field `number` of `message`.
template <typename MessageT>
static SmallVector<StringRef> getUnknownFields(const MessageT &message,
                                               int number) {
  SmallVector<StringRef> values;
  const auto &fields = message.unknown_fields();
  for (int i = 0; i < fields.field_count(); ++i)
    if (fields.field(i).number() == number &&
        fields.field(i).type() ==
            google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
      values.push_back(fields.field(i).length_delimited());
  return values;
}

/// Reads the messages in the unknown field `number` of `function`.
template <typename MessageT, typename FunctionT>
static LogicalResult readUnknownFields(const FunctionT &function, int number,
                                       std::vector<MessageT> &values) {
  google::protobuf::LogSilencer silencer;
  for (StringRef bytes : getUnknownFields(function, number))
    if (!values.emplace_back().ParseFromArray(bytes.data(), bytes.size()))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Either
//===----------------------------------------------------------------------===//

/// The overload of `message`, which older libraries know as field `number`.
template <typename MessageT>
static std::string getOverload(const MessageT &message, int number) {
  if constexpr (llvm::is_detected<OverloadOf, MessageT>::value) {
    return message.overload();
  } else {
    SmallVector<StringRef> texts = getUnknownFields(message, number);
    // The last value of a text field is the one that counts.
    return texts.empty() ? std::string() : texts.back().str();
  }
}

std::string mlir::pad::getOnnxOverload(const onnx::NodeProto &node) {
  return getOverload(node, 8);
}

std::string mlir::pad::getOnnxOverload(const onnx::FunctionProto &function) {
  return getOverload(function, 13);
}

template <typename FunctionT>
static LogicalResult readDefaults(const FunctionT &function,
                                  std::vector<onnx::AttributeProto> &defaults) {
  if constexpr (llvm::is_detected<AttributesOf, FunctionT>::value) {
    llvm::append_range(defaults, function.attribute_proto());
    return success();
  } else {
    return readUnknownFields(function, 11, defaults);
  }
}

LogicalResult
mlir::pad::readOnnxDefaults(const onnx::FunctionProto &function,
                            std::vector<onnx::AttributeProto> &defaults) {
  return readDefaults(function, defaults);
}

template <typename FunctionT>
static LogicalResult readValueInfos(const FunctionT &function,
                                    std::vector<onnx::ValueInfoProto> &values) {
  if constexpr (llvm::is_detected<ValueInfosOf, FunctionT>::value) {
    llvm::append_range(values, function.value_info());
    return success();
  } else {
    return readUnknownFields(function, 12, values);
  }
}

LogicalResult
mlir::pad::readOnnxValueInfos(const onnx::FunctionProto &function,
                              std::vector<onnx::ValueInfoProto> &values) {
  return readValueInfos(function, values);
}
