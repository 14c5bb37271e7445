//===- OnnxWire.cpp - Fields of messages in a file ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxWire.h"
#include "llvm/Support/LEB128.h"

using namespace mlir;
using namespace mlir::pad;

/// The kinds of fields (https://protobuf.dev/programming-guides/encoding).
enum WireType {
  Varint = 0,
  Fixed64 = 1,
  Length = 2,
  Begin = 3,
  End = 4,
  Fixed32 = 5
};

/// Takes a number of variable length from `bytes`.
static bool readNumber(StringRef &bytes, uint64_t &number) {
  number = 0;
  for (size_t i = 0; i < bytes.size() && i < 10; ++i) {
    uint64_t byte = static_cast<uint8_t>(bytes[i]);
    number |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      bytes = bytes.drop_front(i + 1);
      return true;
    }
  }
  return false;
}

/// Takes the fields of a group, which ends with its number.
static bool skipGroup(StringRef &bytes, uint64_t number) {
  // Groups are older than ONNX. Protobuf allows 100 messages in one another.
  constexpr size_t mostOpen = 100;
  SmallVector<uint64_t> open = {number};
  while (!open.empty()) {
    StringRef rest = bytes;
    uint64_t tag;
    if (!readNumber(rest, tag))
      return false;
    if ((tag & 7) == Begin && open.size() < mostOpen) {
      open.push_back(tag >> 3);
      bytes = rest;
    } else if ((tag & 7) == End && tag >> 3 == open.back()) {
      open.pop_back();
      bytes = rest;
    } else if ((tag & 7) == Begin || !readWireField(bytes)) {
      return false;
    }
  }
  return true;
}

std::optional<WireField> mlir::pad::readWireField(StringRef &message) {
  StringRef rest = message;
  uint64_t tag, size = 0;
  if (!readNumber(rest, tag) || tag >> 3 == 0 || tag >> 32 != 0)
    return std::nullopt;
  WireField field;
  field.number = static_cast<int>(tag >> 3);
  switch (tag & 7) {
  case Varint:
    if (!readNumber(rest, field.value))
      return std::nullopt;
    break;
  case Fixed64:
    size = 8;
    break;
  case Length:
    field.hasLength = true;
    if (!readNumber(rest, size))
      return std::nullopt;
    break;
  case Begin:
    if (!skipGroup(rest, tag >> 3))
      return std::nullopt;
    break;
  case Fixed32:
    size = 4;
    break;
  default:
    return std::nullopt;
  }
  if (size > rest.size())
    return std::nullopt;
  field.payload = rest.take_front(size);
  rest = rest.drop_front(size);
  field.bytes = message.drop_back(rest.size());
  message = rest;
  return field;
}

std::string mlir::pad::getWireHeader(int number, size_t size) {
  uint8_t buffer[20];
  unsigned length = llvm::encodeULEB128(uint64_t(number) << 3 | Length, buffer);
  length += llvm::encodeULEB128(size, buffer + length);
  return std::string(reinterpret_cast<const char *>(buffer), length);
}
