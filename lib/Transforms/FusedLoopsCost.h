//===- FusedLoopsCost.h - Whether fused loops pay ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_FUSEDLOOPSCOST_H
#define PAD_TRANSFORMS_FUSEDLOOPSCOST_H

#include "PadFusionPlan.h"

namespace mlir {
namespace pad {

/// Why `op`, with vectors of `vectorBits` bits, is expected to be slower if it
/// reads the source of `fused` than with the padded tensor; empty if it is not.
std::string explainSlower(linalg::LinalgOp op, const FusedPad &fused,
                          int64_t vectorBits);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_FUSEDLOOPSCOST_H
