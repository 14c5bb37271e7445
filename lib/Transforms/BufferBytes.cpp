//===- BufferBytes.cpp - The size of a buffer -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferBytes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;

ArithValue mlir::pad::emitBufferBytes(ArithContext m,
                                      TypedValue<MemRefType> buffer,
                                      int64_t elementBytes) {
  ArithValue bytes = m.constant(elementBytes);
  for (OpFoldResult extent : memref::getMixedSizes(m.b, m.loc, buffer))
    bytes = bytes * m.value(extent);
  return bytes;
}

Value mlir::pad::getWholeBuffer(Value view) {
  while (auto subview = view.getDefiningOp<memref::SubViewOp>())
    view = subview.getSource();
  return view;
}
