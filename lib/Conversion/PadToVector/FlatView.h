//===- FlatView.h - Memrefs as rows of integers -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_FLATVIEW_H
#define PAD_CONVERSION_PADTOVECTOR_FLATVIEW_H

#include "Pad/IR/IndexMath.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// A memref of any strides as one row of integers: what its elements are in
/// memory.
struct FlatView {
  FlatView(OpBuilder &b, Location loc, Value memref, IntegerType elementType);

  /// From the start of the memref's buffer to behind its last element.
  FlatBuffer buffer;
  /// In elements: the first one, and the one behind the last.
  OpFoldResult offset, end;
  SmallVector<OpFoldResult> sizes, strides;

  /// An `i1`: whether the elements lie one after the other.
  Value emitIsDense(IndexMath m) const;
};

/// `element`, a scalar, as the integer of `bits` bits that memory holds.
Value emitMemoryBits(OpBuilder &b, Location loc, Value element, int64_t bits);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_FLATVIEW_H
