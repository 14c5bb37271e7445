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

/// The part `[offset, offset + extent)` of a source axis, and the pads with
/// which this part has the same result as the whole axis.
struct SourceHull {
  int64_t offset = 0;
  PadAxis axis;
};

/// The smallest part of the source from which its mode gives the result of
/// `axis`, which has no interior padding. A mode that mirrors needs the border
/// at which it mirrors; wrap needs the whole axis, unless the result lies
/// within one period. The part keeps C5 and C6 if `axis` does. Nullopt if a
/// number exceeds 64 bits (C7).
std::optional<SourceHull> getSourceHull(const PadAxis &axis);

/// The same part, computed by IR.
struct SymbolicSourceHull {
  OpFoldResult offset;
  SymbolicPadAxis axis;
};

/// Emits the hull of `axis`, without interior padding. It lies inside the
/// source whatever the operands are.
SymbolicSourceHull emitSourceHull(OpBuilder &builder, Location loc,
                                  const SymbolicPadAxis &axis);

/// The hull of an axis whose result provably lies inside the source, without
/// pads; nullopt if that cannot be proved. Emits ops only if it can.
std::optional<SymbolicSourceHull>
emitInteriorHull(OpBuilder &builder, Location loc, const SymbolicPadAxis &axis);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_SOURCEHULL_H
