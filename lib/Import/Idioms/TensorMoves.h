//===- TensorMoves.h - MLIR's own ops that only move elements ---*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_TENSORMOVES_H
#define PAD_LIB_IMPORT_IDIOMS_TENSORMOVES_H

#include "TensorReads.h"

namespace mlir {
namespace pad {

/// The builtin type of `value`, a tensor of MLIR or of `system`; null if it is
/// none of known rank.
RankedTensorType getBuiltinType(Value value, const MoveSystem *system);

/// What the op that makes `tensor` does: an op of MLIR, or of `system` if that
/// is not null. Not `tensor.insert_slice`, which has two sources.
std::optional<ElementMove> readMove(Value tensor, const MoveSystem *system);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_TENSORMOVES_H
