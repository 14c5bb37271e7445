//===- FuzzInput.h - Bytes that choose --------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_FUZZ_FUZZINPUT_H
#define PAD_FUZZ_FUZZINPUT_H

#include "mlir-c/Support.h"
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

/// The bytes of an input, which are used up by the choices that they make. When
/// there are none left, the least choice is made.
class FuzzInput {
public:
  FuzzInput(const uint8_t *data, size_t size) : data(data), size(size) {}

  bool isEmpty() const { return size == 0; }
  uint8_t takeByte() {
    if (size == 0)
      return 0;
    --size;
    return *data++;
  }
  /// A number of `least` to `most`, which are less than 256 apart.
  int64_t take(int64_t least, int64_t most) {
    return least + takeByte() % (most - least + 1);
  }
  bool takeBool() { return takeByte() & 1; }
  /// Any number, mostly a small one or one near a power of two.
  int64_t takeNumber();
  /// At most `most` bytes.
  std::string takeText(size_t most);
  /// One of `texts`, or other bytes.
  std::string takeText(std::initializer_list<const char *> texts);
  /// `text` with some of its bytes changed.
  std::string change(std::string text);

private:
  const uint8_t *data;
  size_t size;
};

/// `text`, which lives longer, for the C API.
inline MlirStringRef toC(std::string_view text) {
  return mlirStringRefCreate(text.data(), text.size());
}

#endif // PAD_FUZZ_FUZZINPUT_H
