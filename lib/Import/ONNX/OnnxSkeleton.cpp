//===- OnnxSkeleton.cpp - Models without the bytes of large tensors -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxTypes.h"
#include "Pad/Import/StoredElements.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/unknown_field_set.h>
#include <google/protobuf/wire_format_lite.h>

using namespace mlir;
using namespace mlir::pad;

using Descriptor = google::protobuf::Descriptor;
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

/// The bytes of the number and length before a payload of `size` bytes.
static std::string getWireHeader(int number, size_t size) {
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
class SkeletonWriter {
public:
  explicit SkeletonWriter(std::vector<StringRef> &leftOut) : leftOut(leftOut) {}

  std::string write(StringRef message, const Descriptor *type, unsigned depth);

private:
  std::string writeTensor(StringRef message);

  std::vector<StringRef> &leftOut;
};
} // namespace

/// The message that field `number` of a message of `type` is; null if it is
/// none. The default attributes of functions are younger than the library.
static const Descriptor *getMessage(const Descriptor *type, int number) {
  constexpr int attributeProto = 11;
  if (type == onnx::FunctionProto::descriptor() && number == attributeProto)
    return onnx::AttributeProto::descriptor();
  const google::protobuf::FieldDescriptor *field =
      type->FindFieldByNumber(number);
  return field ? field->message_type() : nullptr;
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

std::string SkeletonWriter::write(StringRef message, const Descriptor *type,
                                  unsigned depth) {
  // The parser of protobuf refuses messages that are nested more deeply.
  constexpr unsigned mostDepth = 120;
  if (type == onnx::TensorProto::descriptor())
    return writeTensor(message);
  std::string result;
  while (std::optional<WireField> field = readWireField(message)) {
    const Descriptor *inner =
        field->hasLength ? getMessage(type, field->number) : nullptr;
    if (!inner || depth == mostDepth) {
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
  return SkeletonWriter(leftOut).write(bytes, onnx::ModelProto::descriptor(),
                                       /*depth=*/0);
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
