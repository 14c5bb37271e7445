//===- OnnxNewerFields.cpp - Fields an older library lacks ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxFunctions.h"
#include "OnnxWire.h"

using namespace mlir;
using namespace mlir::pad;

/// The texts or messages in field `number` of `message`, which the library may
/// know or not: protobuf writes both.
static SmallVector<std::string>
getField(const google::protobuf::MessageLite &message, int number) {
  std::string bytes = message.SerializeAsString();
  StringRef rest = bytes;
  SmallVector<std::string> values;
  while (std::optional<WireField> field = readWireField(rest))
    if (field->number == number && field->hasLength)
      values.push_back(field->payload.str());
  return values;
}

/// Appends the messages in field `number` of `function`.
template <typename MessageT>
static LogicalResult readField(const onnx::FunctionProto &function, int number,
                               std::vector<MessageT> &values) {
  google::protobuf::LogSilencer silencer;
  for (const std::string &bytes : getField(function, number))
    if (!values.emplace_back().ParseFromString(bytes))
      return failure();
  return success();
}

/// The text in field `number` of `message`: the last one is what counts.
static std::string getText(const google::protobuf::MessageLite &message,
                           int number) {
  SmallVector<std::string> texts = getField(message, number);
  return texts.empty() ? std::string() : texts.back();
}

std::string mlir::pad::getOnnxOverload(const onnx::NodeProto &node) {
  return getText(node, 8);
}

std::string mlir::pad::getOnnxOverload(const onnx::FunctionProto &function) {
  return getText(function, 13);
}

LogicalResult
mlir::pad::readOnnxDefaults(const onnx::FunctionProto &function,
                            std::vector<onnx::AttributeProto> &defaults) {
  return readField(function, 11, defaults);
}

LogicalResult
mlir::pad::readOnnxValueInfos(const onnx::FunctionProto &function,
                              std::vector<onnx::ValueInfoProto> &values) {
  return readField(function, 12, values);
}
