//===- FusedLoops.h - A consumer as loops over the sources of its pads *- C++
//-*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_FUSEDLOOPS_H
#define PAD_TRANSFORMS_FUSEDLOOPS_H

#include "FusedLoopsPlan.h"

namespace mlir {
namespace pad {

/// Replaces `op` by loops as `plan` says. They compute each element of the
/// results by the operations of `op` in their order.
void emitFusedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                    const FusedLoopsPlan &plan);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_FUSEDLOOPS_H
