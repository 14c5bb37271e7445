//===- ChainPlan.h - Consumers of pads of a consumer ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The analysis of two consumers of pads, one behind the other, as in two passes
// of a blur: which rows of the first one a tile of the second one reads, and
// how many rows a tile has. Emission follows it.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_CHAINPLAN_H
#define PAD_STENCIL_CHAINPLAN_H

#include "Plan/LoopPlan.h"

namespace mlir {
namespace pad {

/// Plans the loops of a consumer, as it is asked for.
using PlanLoops = function_ref<LoopPlan(linalg::LinalgOp)>;

/// A consumer of pads, and the elementwise ops behind it.
struct FusedStage {
  SmallVector<linalg::LinalgOp> ops;
  /// The last op that writes a tensor of its own, and not the result of the op
  /// before it; and that tensor, or the one that is filled to make it.
  size_t own = 0;
  Value destination;

  Value getResult() const { return linalg::LinalgOp(ops.back())->getResult(0); }
  /// Whether op `number` reads nothing of what its destination held.
  bool overwritesDestination(size_t number) const;
};

/// The fill of the destination of `op`; null if there is none.
linalg::FillOp getFill(linalg::LinalgOp op);

/// An operand of a second consumer that is the result of the first one, or a
/// pad of that.
struct ChainRead {
  unsigned operand = 0;
  /// Null if the operand is the result itself.
  PadOp pad;
  /// The low pad of the axis of the tiles.
  int64_t low = 0;
};

/// Two consumers that are computed by tiles of rows.
struct FusedChain {
  FusedStage first, second;
  SmallVector<ChainRead> reads;
  /// The axis of the result of the first consumer whose indices are the rows.
  int64_t axis = 0;
  /// The loop of the second consumer along each axis up to this one. The outer
  /// ones run step by step.
  SmallVector<int64_t> loops;
  /// A tile of `n` rows, the first of which is row `i`, reads the `stride * (n
  /// - 1) + more + 1` rows from position `stride * i - before` on.
  int64_t stride = 1, before = 0, more = 0;
  /// Rows of a tile.
  int64_t rows = 0;

  /// A pad whose mode and value extend the rows; null if there is none.
  PadOp getPadOfRows() const;
};

/// Describes the chain that begins with `op`. It has no reads if there is no
/// chain. `reason` says why it is not computed by tiles, and is empty if it is.
/// `whereFaster`: whether chains stay that tiles are expected to slow down.
FusedChain planFusedChain(linalg::LinalgOp op, PlanLoops planLoops,
                          bool whereFaster, std::string &reason);

/// Replaces the second consumer of `chain` by a loop over tiles of its rows,
/// which computes the rows of the first consumer that a tile reads
/// (Emit/Chains.cpp). The ops of the chain stay, and only their extents are
/// used. Returns the ops that compute the tiles of the consumers.
SmallVector<linalg::LinalgOp> emitFusedChain(RewriterBase &rewriter,
                                             const FusedChain &chain);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_CHAINPLAN_H
