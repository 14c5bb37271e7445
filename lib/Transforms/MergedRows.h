//===- MergedRows.h - Vectors across rows of channels -----------*- C++ -*-
//===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The channels of an image in NHWC are rows that lie one behind the other in
// memory. An op that computes each of them alike can take several of them for
// one row.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_MERGEDROWS_H
#define PAD_TRANSFORMS_MERGEDROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir {
namespace pad {

/// The axes of a tensor of `type` with its rows merged.
SmallVector<ReassociationIndices> getMergedRows(RankedTensorType type);

/// How vectors can run across rows that lie one behind the other.
struct MergedRows {
  /// Elements of a vector; 1 if that cannot be.
  int64_t lanes = 1;
  /// Whether something is the same in all rows: `FusedLoopsPlan::repeatsRows`.
  bool repeats = false;
};

/// Plans vectors, of at most `lanes` elements, across the rows of `op` and of
/// `epilogue`, if no pad that is split is along them.
MergedRows planMergedRows(linalg::LinalgOp op,
                          ArrayRef<linalg::LinalgOp> epilogue, int64_t lanes);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_MERGEDROWS_H
