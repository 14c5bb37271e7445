//===- PadPlanSteps.h - The steps of a plan ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_ANALYSIS_PADPLANSTEPS_H
#define PAD_LIB_ANALYSIS_PADPLANSTEPS_H

#include "Pad/Analysis/PadPlan.h"

namespace mlir {
namespace pad {

/// Strides of a memref, as far as they are static. An innermost one that is not
/// is taken to be 1 (see `PadPlan::assumesUnitStride`).
struct MemRefStrides {
  explicit MemRefStrides(MemRefType type);

  /// Whether the elements along `axis` are neighbours of those inside it.
  bool isDense(int64_t axis) const;

  ArrayRef<int64_t> shape;
  bool isIdentity;
  bool isStrided;
  bool assumesUnit = false;
  SmallVector<int64_t> strides;
};

/// `a * b`; `ShapedType::kDynamic` if a factor is, or if it exceeds 64 bits.
int64_t multiplyKnown(int64_t a, int64_t b);

/// The first step: merges neighbouring axes of `op` that memory does not tell
/// apart.
SmallVector<PlannedAxis> mergeAxes(PadIntoOp op, const MemRefStrides &source,
                                   const MemRefStrides &result);

/// The second step: chooses the rows of `plan`, whose axes are known, with
/// their inner blocks and static tiles, and the vectors that move them, of the
/// target's `vectors`.
void chooseRows(PadPlan &plan, const VectorShape &vectors);

/// The third step: chooses the versions of `plan`, whose rows are known. `op`
/// is what it is a plan of.
SmallVector<PadVersion> chooseVersions(PadIntoOp op, const PadPlan &plan,
                                       const PadPlanOptions &options);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_ANALYSIS_PADPLANSTEPS_H
