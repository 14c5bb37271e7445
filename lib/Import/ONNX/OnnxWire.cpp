//===- OnnxWire.cpp - Fields of messages in a file ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxWire.h"
#include "llvm/Support/LEB128.h"
#include <google/protobuf/io/coded_stream.h>
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
