//===- FlatView.h - Memrefs as rows of integers -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_FLATVIEW_H
#define PAD_CONVERSION_PADTOVECTOR_FLATVIEW_H

#include "Pad/IR/ArithValue.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// A memref of any strides, also negative ones and zero, as one row of
/// integers: what its elements are in memory.
struct FlatView {
  FlatView(OpBuilder &b, Location loc, Value memref, IntegerType elementType);

  /// From where the memref points to, to behind its highest element.
  FlatBuffer buffer;
  /// In elements: the one whose indices are zero; the lowest one in memory, and
  /// the one behind the highest.
  OpFoldResult offset, begin, end;
  SmallVector<OpFoldResult> sizes, strides;

  /// An `i1`: whether the elements lie one after the other.
  ArithValue emitIsDense(ArithContext m) const;
};

/// `element`, a scalar, as the integer of `bits` bits that memory holds.
Value emitMemoryBits(OpBuilder &b, Location loc, Value element, int64_t bits);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_FLATVIEW_H
