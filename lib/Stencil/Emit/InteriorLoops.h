//===- InteriorLoops.h - Loops that read inside of pads ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_INTERIORLOOPS_H
#define PAD_STENCIL_INTERIORLOOPS_H

#include "Plan/ConsumedPads.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir {
namespace pad {

using InteriorLoop = LoopInterior<ArithValue>;

/// Computes which indices of the loops of a consumer read its pads inside their
/// in-bounds ranges.
class InteriorLoops {
public:
  /// `domain` are the loops of the consumer, which start at 0.
  InteriorLoops(OpBuilder &builder, ArrayRef<FusedPad> pads,
                ArrayRef<Range> domain);

  /// The indices of loop `loop` for which every pad with an axis that is split
  /// along one of `splitLoops` is read inside of the in-bounds range of that
  /// axis. Other loops are at `indices`; where one is null, that has to hold
  /// for all of its indices.
  InteriorLoop emit(OpBuilder &builder, Location loc, int64_t loop,
                    const llvm::SmallBitVector &splitLoops,
                    ArrayRef<ArithValue> indices = {}) const;
  /// The same for axes that are split along `loop` itself.
  InteriorLoop emit(OpBuilder &builder, Location loc, int64_t loop) const {
    llvm::SmallBitVector itself(domain.size());
    return emit(builder, loc, loop, itself.set(loop));
  }

  /// The in-bounds range of axis `axis` of pad `pad` of the list.
  const SymbolicInBoundsRange &getInBounds(unsigned pad, int64_t axis) const {
    return inBounds[pad][axis];
  }

private:
  ArrayRef<FusedPad> pads;
  ArrayRef<Range> domain;
  SmallVector<SmallVector<SymbolicInBoundsRange>> inBounds;
};

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_INTERIORLOOPS_H
