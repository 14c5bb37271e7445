//===- DifferentialCase.h - Random pads and their oracle --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_DIFFERENTIALCASE_H
#define PAD_TEST_UNIT_DIFFERENTIALCASE_H

#include "Pad/IR/PadGeometry.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <random>
#include <string>
#include <vector>

namespace mlir {
namespace pad {

using Random = std::mt19937_64;

/// Uniform in [low, high].
int64_t draw(Random &random, int64_t low, int64_t high);

/// An element type as memory holds it.
struct ElementType {
  /// MLIR syntax.
  const char *name;
  /// Bytes from one element to the next.
  int64_t bytes;
  /// Bits in use in each byte.
  uint8_t mask = 0xFF;
  /// Whether an absent padding value is zero.
  bool hasZero = true;
  /// Byte of which the absent padding value is made.
  uint8_t defaultByte = 0;
};

/// One pad with all its numbers known, and its data.
struct DifferentialCase {
  PadMode mode;
  bool periodic;
  ElementType type;
  SmallVector<PadAxis> axes;
  bool hasValue;
  /// Row-major source elements; `type.bytes` each.
  std::vector<uint8_t> source;
  /// One element: what padding positions hold.
  std::vector<uint8_t> value;

  SmallVector<int64_t> sourceShape() const;
  SmallVector<int64_t> resultShape() const;
};

/// A random case that the verifier accepts with every number static.
DifferentialCase drawCase(Random &random);

/// The element at `index` of the result by PadGeometry: a pointer into the
/// case's source or value.
const uint8_t *getExpected(const DifferentialCase &test,
                           ArrayRef<int64_t> index);

/// Calls `visit` with every index of `shape`, in row-major order.
void forEachIndex(ArrayRef<int64_t> shape,
                  llvm::function_ref<void(ArrayRef<int64_t>)> visit);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_DIFFERENTIALCASE_H
