//===- OnnxSkeleton.cpp - Models without the bytes of large tensors -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxSkeleton.h"
#include "Pad/Import/StoredElements.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/unknown_field_set.h>
#include <google/protobuf/wire_format_lite.h>

using namespace mlir;
using namespace mlir::pad;

using Format = google::protobuf::internal::WireFormatLite;

std::optional<WireField> mlir::pad::readWireField(StringRef &message) {
  google::protobuf::io::CodedInputStream input(message.bytes_begin(),
                                               message.size());
  uint32_t tag = input.ReadTag();
  WireField field;
  field.number = Format::GetTagFieldNumber(tag);
  field.hasLength =
      Format::GetTagWireType(tag) == Format::WIRETYPE_LENGTH_DELIMITED;
  int size = 0;
  bool isRead = field.number != 0;
  if (field.hasLength)
    isRead = isRead && input.ReadVarintSizeAsInt(&size);
  int begin = input.CurrentPosition();
  if (field.hasLength)
    isRead = isRead && input.Skip(size);
  else if (Format::GetTagWireType(tag) == Format::WIRETYPE_VARINT)
    isRead = isRead && input.ReadVarint64(&field.value);
  else
    isRead = isRead && Format::SkipField(&input, tag);
  if (!isRead)
    return std::nullopt;
  field.payload = message.substr(begin, size);
  field.bytes = message.take_front(input.CurrentPosition());
  message = message.drop_front(field.bytes.size());
  return field;
}

std::string mlir::pad::getWireHeader(int number, size_t size) {
  uint8_t buffer[20];
  unsigned length = llvm::encodeULEB128(
      Format::MakeTag(number, Format::WIRETYPE_LENGTH_DELIMITED), buffer);
  length += llvm::encodeULEB128(size, buffer + length);
  return std::string(reinterpret_cast<const char *>(buffer), length);
}

/// The field of a tensor that has the number of what is left out. Protobuf
/// keeps these numbers for itself, so that ONNX never has such a field.
static constexpr int kLeftOutField = 19000;

namespace {
/// The messages of a model that have tensors in them.
enum class Message {
  None,
  Model,
  Training,
  Function,
  Graph,
  Node,
  Attribute,
  SparseTensor,
  Tensor
};

class SkeletonWriter {
public:
  explicit SkeletonWriter(std::vector<StringRef> &leftOut) : leftOut(leftOut) {}

  std::string write(StringRef message, Message kind, unsigned depth);

private:
  std::string writeTensor(StringRef message);

  std::vector<StringRef> &leftOut;
};
} // namespace

/// What field `number` of a message is. Fields that a version of ONNX adds have
/// no names where it is older.
static Message getMessage(Message kind, int number) {
  switch (kind) {
  case Message::Model:
    return number == onnx::ModelProto::kGraphFieldNumber ? Message::Graph
           : number == onnx::ModelProto::kTrainingInfoFieldNumber
               ? Message::Training
           : number == onnx::ModelProto::kFunctionsFieldNumber
               ? Message::Function
               : Message::None;
  case Message::Training:
    return number == onnx::TrainingInfoProto::kInitializationFieldNumber ||
                   number == onnx::TrainingInfoProto::kAlgorithmFieldNumber
               ? Message::Graph
               : Message::None;
  case Message::Function: {
    constexpr int attributeProto = 11;
    return number == onnx::FunctionProto::kNodeFieldNumber ? Message::Node
           : number == attributeProto                      ? Message::Attribute
                                                           : Message::None;
  }
  case Message::Graph:
    return number == onnx::GraphProto::kNodeFieldNumber ? Message::Node
           : number == onnx::GraphProto::kInitializerFieldNumber
               ? Message::Tensor
           : number == onnx::GraphProto::kSparseInitializerFieldNumber
               ? Message::SparseTensor
               : Message::None;
  case Message::Node:
    return number == onnx::NodeProto::kAttributeFieldNumber ? Message::Attribute
                                                            : Message::None;
  case Message::Attribute:
    switch (number) {
    case onnx::AttributeProto::kTFieldNumber:
    case onnx::AttributeProto::kTensorsFieldNumber:
      return Message::Tensor;
    case onnx::AttributeProto::kGFieldNumber:
    case onnx::AttributeProto::kGraphsFieldNumber:
      return Message::Graph;
    case onnx::AttributeProto::kSparseTensorFieldNumber:
    case onnx::AttributeProto::kSparseTensorsFieldNumber:
      return Message::SparseTensor;
    default:
      return Message::None;
    }
  case Message::SparseTensor:
    return number == onnx::SparseTensorProto::kValuesFieldNumber ||
                   number == onnx::SparseTensorProto::kIndicesFieldNumber
               ? Message::Tensor
               : Message::None;
  case Message::None:
  case Message::Tensor:
    return Message::None;
  }
  llvm_unreachable("every kind is handled");
}

std::string SkeletonWriter::writeTensor(StringRef message) {
  using Tensor = onnx::TensorProto;
  // Large elements, if they are in one field, as raw data or in a packed list
  // of the same bytes.
  unsigned numLists = 0;
  uint64_t type = 0;
  WireField elements;
  StringRef rest = message;
  while (std::optional<WireField> field = readWireField(rest)) {
    if (field->number == Tensor::kDataTypeFieldNumber)
      type = field->value;
    if (field->number != Tensor::kRawDataFieldNumber &&
        field->number != Tensor::kFloatDataFieldNumber &&
        field->number != Tensor::kDoubleDataFieldNumber)
      continue;
    ++numLists;
    elements = *field;
  }
  bool isFloat = type == Tensor::FLOAT || type == Tensor::COMPLEX64;
  bool isDouble = type == Tensor::DOUBLE || type == Tensor::COMPLEX128;
  bool isRaw = elements.number == Tensor::kRawDataFieldNumber ||
               (elements.number == Tensor::kFloatDataFieldNumber && isFloat) ||
               (elements.number == Tensor::kDoubleDataFieldNumber && isDouble);
  bool leavesOut = rest.empty() && numLists == 1 && elements.hasLength &&
                   isRaw && elements.payload.size() >= kLeastStoredBytes;
  std::string result;
  rest = message;
  while (std::optional<WireField> field = readWireField(rest))
    if (field->number != kLeftOutField &&
        !(leavesOut && field->bytes.data() == elements.bytes.data()))
      result += field->bytes;
  result += rest;
  if (!leavesOut)
    return result;
  llvm::raw_string_ostream os(result);
  // A field that is a number has type 0.
  llvm::encodeULEB128(uint64_t(kLeftOutField) << 3, os);
  llvm::encodeULEB128(leftOut.size(), os);
  leftOut.push_back(elements.payload);
  return result;
}

std::string SkeletonWriter::write(StringRef message, Message kind,
                                  unsigned depth) {
  // The parser of protobuf refuses messages that are nested more deeply.
  constexpr unsigned mostDepth = 120;
  if (kind == Message::Tensor)
    return writeTensor(message);
  std::string result;
  while (std::optional<WireField> field = readWireField(message)) {
    Message inner =
        field->hasLength ? getMessage(kind, field->number) : Message::None;
    if (inner == Message::None || depth == mostDepth) {
      result += field->bytes;
      continue;
    }
    std::string payload = write(field->payload, inner, depth + 1);
    result += getWireHeader(field->number, payload.size());
    result += payload;
  }
  result += message;
  return result;
}

std::string mlir::pad::makeOnnxSkeleton(StringRef bytes,
                                        std::vector<StringRef> &leftOut) {
  return SkeletonWriter(leftOut).write(bytes, Message::Model, /*depth=*/0);
}

std::optional<StringRef>
OnnxData::getLeftOut(const onnx::TensorProto &tensor) const {
  const auto &fields = tensor.unknown_fields();
  // Of a tensor in several parts, the last elements count.
  for (int i = fields.field_count() - 1; i >= 0; --i)
    if (fields.field(i).number() == kLeftOutField &&
        fields.field(i).type() == google::protobuf::UnknownField::TYPE_VARINT &&
        fields.field(i).varint() < leftOut.size())
      return leftOut[fields.field(i).varint()];
  return std::nullopt;
}
