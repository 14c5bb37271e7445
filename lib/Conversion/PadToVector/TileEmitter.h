//===- TileEmitter.h - Rows known at compile time ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_TILEEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_TILEEMITTER_H

#include "Pad/Analysis/PadRuns.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// Emits result elements `[first, last)` of `tile`, whose source is at
/// `sourceOffset`; `resultOffset` is where element `first` goes. Long runs are
/// moved by `mover`, and what lies between them, borders included, as whole
/// vectors that constant shuffles compose. `copiesInGroups`: the tile has no
/// interior pad, and long runs of data are moved by groups of vectors.
void emitTile(VectorMover &mover, const StaticTile &tile, FlatBuffer source,
              ArithValue sourceOffset, FlatBuffer result,
              ArithValue resultOffset, int64_t first, int64_t last,
              bool copiesInGroups);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_TILEEMITTER_H
