//===- BufferBytes.h - The size of a buffer ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_BUFFERBYTES_H
#define PAD_TRANSFORMS_BUFFERBYTES_H

#include "Pad/IR/ArithValue.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir {
namespace pad {

/// Bytes of all elements of `buffer`, each of `elementBytes`, as an `index`.
ArithValue emitBufferBytes(ArithContext m, TypedValue<MemRefType> buffer,
                           int64_t elementBytes);

/// The buffer that `view`, a subview or one of that, is a part of.
Value getWholeBuffer(Value view);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_BUFFERBYTES_H
