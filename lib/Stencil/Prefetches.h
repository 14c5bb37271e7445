//===- Prefetches.h - Rows that are read ahead ------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_PREFETCHES_H
#define PAD_STENCIL_PREFETCHES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir {
namespace pad {

/// An index as the sum of a value, null if there is none, and a constant.
std::pair<Value, int64_t> splitIndex(Value index);

/// Prefetches, `stencil::kPrefetchBytes` ahead, the lines that an iteration of
/// `loop` reads of the row of each source that no row before it has read: the
/// one with the greatest index.
void emitPrefetches(OpBuilder &builder, scf::ForOp loop);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_PREFETCHES_H
