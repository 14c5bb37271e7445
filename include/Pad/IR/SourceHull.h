//===- SourceHull.h - What of its source a pad reads ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_SOURCEHULL_H
#define PAD_IR_SOURCEHULL_H

#include "Pad/IR/SymbolicPadGeometry.h"

namespace mlir {
namespace pad {

/// The part `[offset, offset + extent)` of a source axis, and the pads by which
/// it gives what the whole axis gives.
struct SourceHull {
  int64_t offset = 0;
  PadAxis axis;
};

/// The smallest part of the source that the result of `axis`, without interior
/// padding, can be padded from in the same mode. A mode that mirrors needs the
/// border that it mirrors at; wrap needs the whole axis, but for a result
/// within one period. The part keeps C5 and C6 where `axis` does. Nullopt if a
/// number exceeds 64 bits (C7).
std::optional<SourceHull> getSourceHull(PadMode mode, const PadAxis &axis);

/// The same as IR.
struct SymbolicSourceHull {
  OpFoldResult offset;
  SymbolicPadAxis axis;
};

/// Emits the hull of `axis`, without interior padding. It lies inside the
/// source whatever the operands are.
SymbolicSourceHull emitSourceHull(OpBuilder &builder, Location loc,
                                  PadMode mode, const SymbolicPadAxis &axis);

/// The hull of an axis whose result provably lies inside the source, without
/// pads; nullopt if that cannot be proved. Emits ops only if it can.
std::optional<SymbolicSourceHull>
emitInteriorHull(OpBuilder &builder, Location loc, const SymbolicPadAxis &axis);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_SOURCEHULL_H
