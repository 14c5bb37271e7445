//===- MemRefLayout.h - Where the elements of a memref are ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_MEMREFLAYOUT_H
#define PAD_TEST_UNIT_MEMREFLAYOUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <random>

namespace mlir {
namespace pad {

using Random = std::mt19937_64;

/// Uniform in [low, high].
int64_t draw(Random &random, int64_t low, int64_t high);

/// Where the elements of a memref are, in elements from the start of its
/// memory.
struct Layout {
  /// The element whose indices are all zero.
  int64_t offset = 0;
  /// Where the pointer of the memref points to; its own offset counts from
  /// there.
  int64_t base = 0;
  SmallVector<int64_t> strides;
  /// Elements of the memory.
  int64_t span = 0;

  /// Position of the element at `index`.
  int64_t at(ArrayRef<int64_t> index) const;
  /// The offset of the memref.
  int64_t getOwnOffset() const { return offset - base; }
};

/// Row-major without gaps.
Layout getContiguousLayout(ArrayRef<int64_t> shape);

/// A layout with any order of the axes, gaps, strides of either sign, and an
/// offset. With `hasDenseRows` the innermost stride is 1. Elements of a source
/// may have their place in memory in common; along some axes all do.
Layout drawLayout(Random &random, ArrayRef<int64_t> shape, bool hasDenseRows,
                  bool isSource);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_MEMREFLAYOUT_H
