//===- FusedChains.h - Two consumers by tiles of rows -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_FUSEDCHAINS_H
#define PAD_TRANSFORMS_FUSEDCHAINS_H

#include "FusedChainPlan.h"

namespace mlir {
namespace pad {

/// Replaces the second consumer of `chain` by a loop over tiles of its rows,
/// which computes the rows of the first consumer that a tile reads. The ops of
/// the chain stay, and only their extents are used. Returns the ops that
/// compute the tiles of the consumers.
SmallVector<linalg::LinalgOp> emitFusedChain(RewriterBase &rewriter,
                                             const FusedChain &chain);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_FUSEDCHAINS_H
