//===- BufferBytes.h - The size of a buffer ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_BUFFERBYTES_H
#define PAD_STENCIL_BUFFERBYTES_H

#include "Pad/IR/ArithValue.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir {
namespace pad {

/// Bytes of all elements of `buffer`, each of `elementBytes`, as an `index`.
inline ArithValue emitBufferBytes(ArithContext m, TypedValue<MemRefType> buffer,
                                  int64_t elementBytes) {
  ArithValue bytes = m.constant(elementBytes);
  for (OpFoldResult extent : memref::getMixedSizes(m.b, m.loc, buffer))
    bytes = bytes * m.value(extent);
  return bytes;
}

/// The buffer that `view`, a subview or one of that, is a part of.
inline Value getWholeBuffer(Value view) {
  while (auto subview = view.getDefiningOp<memref::SubViewOp>())
    view = subview.getSource();
  return view;
}

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_BUFFERBYTES_H
