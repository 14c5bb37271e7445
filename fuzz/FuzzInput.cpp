//===- FuzzInput.cpp - Bytes that choose ----------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include <algorithm>

int64_t FuzzInput::takeNumber() {
  uint8_t kind = takeByte();
  if (kind < 192)
    return static_cast<int64_t>(kind % 16) - 4;
  uint64_t number = uint64_t(1) << (takeByte() % 64);
  number += static_cast<uint64_t>(take(-2, 2));
  return static_cast<int64_t>(kind % 2 ? number : -number);
}

std::string FuzzInput::takeText(size_t most) {
  size_t length = std::min({size_t(takeByte()), most, size});
  std::string text(reinterpret_cast<const char *>(data), length);
  data += length;
  size -= length;
  return text;
}

std::string FuzzInput::takeText(std::initializer_list<const char *> texts) {
  size_t number = texts.size(), choice = takeByte() % (number + 2);
  if (choice == number)
    return takeText(40);
  if (choice < number)
    return texts.begin()[choice];
  return change(texts.begin()[takeByte() % number]);
}

std::string FuzzInput::change(std::string text) {
  for (int64_t left = take(0, 4); left > 0; --left) {
    size_t at = takeByte();
    at = (at << 8 | takeByte()) % (text.size() + 1);
    switch (take(0, 3)) {
    case 0:
      text.insert(at, takeText(12));
      break;
    case 1:
      text.erase(at, take(1, 12));
      break;
    case 2:
      if (at < text.size())
        text[at] ^= 1 << (takeByte() % 8);
      break;
    default:
      text.resize(at);
    }
  }
  return text;
}
