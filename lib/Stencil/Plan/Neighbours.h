//===- Neighbours.h - Elementwise ops around a consumer ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_NEIGHBOURS_H
#define PAD_STENCIL_NEIGHBOURS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir {
namespace pad {

/// The elementwise ops behind `op` that its loops compute, too.
SmallVector<linalg::LinalgOp> findEpilogue(linalg::LinalgOp op);

/// The elementwise op that computes the destination `init` for its owner alone,
/// as the bias of a convolution is computed: from operands that are the same
/// for all elements of a row, or for all rows. The loops of the owner compute
/// it, too. Null if there is none.
linalg::LinalgOp findBias(OpOperand &init);

/// The ops of `findEpilogue` and `findBias`.
SmallVector<linalg::LinalgOp> findNeighbours(linalg::LinalgOp op);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_NEIGHBOURS_H
