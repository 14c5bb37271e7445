//===- Lowerability.h - What can become native code -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_LOWERABILITY_H
#define PAD_TRANSFORMS_LOWERABILITY_H

#include "Pad/IR/AdjointOps.h"

namespace mlir {
namespace pad {

/// Bytes of one element in a buffer, at least 1: each element starts at its own
/// byte and takes a power of two of them. This is an upper bound of what the
/// lowering allocates; nullopt if it exceeds 63 bits.
std::optional<int64_t> getElementBytes(Type type);

/// Why `op` cannot become native code and what to do, as the end of the
/// sentence "cannot be lowered: ..."; empty if it can.
std::string explainNotLowerable(PadOpInterface op);
std::string explainNotLowerable(AdjointOpInterface op);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_LOWERABILITY_H
