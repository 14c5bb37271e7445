//===- ReadsTracer.h - What a tensor reads of another -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_READSTRACER_H
#define PAD_LIB_IMPORT_IDIOMS_READSTRACER_H

#include "TensorReads.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
namespace pad {

/// What the elements of `tensor` read of `base`; nullopt if some may read
/// another tensor, or it is not known. The ops between them are MLIR's own or
/// those of `system`, if that is not null.
std::optional<TensorReads> getTensorReads(Value tensor, Value base,
                                          const MoveSystem *system);

/// The tensors that elements of `tensor` may be read from, the nearest first.
llvm::SetVector<Value> getBases(Value tensor, const MoveSystem *system);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_READSTRACER_H
