//===- ShardedPadOps.h - Pads across ranks ----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_SHARDEDPADOPS_H
#define PAD_IR_SHARDEDPADOPS_H

#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"

#define GET_OP_CLASSES
#include "Pad/IR/ShardedPadOps.h.inc"

namespace mlir {
namespace pad {

/// The elements that each of `parts` even pieces of the result reads of an
/// axis; nullopt if some read more than others, or for more than 2^22 parts.
std::optional<int64_t> getWindowExtent(const PadAxis &axis, int64_t parts);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_SHARDEDPADOPS_H
