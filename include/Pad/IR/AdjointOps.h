//===- AdjointOps.h - The gradients of pads ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_ADJOINTOPS_H
#define PAD_IR_ADJOINTOPS_H

#include "Pad/IR/PadOps.h"

#include "Pad/IR/AdjointOpInterface.h.inc"

#define GET_OP_CLASSES
#include "Pad/IR/AdjointOps.h.inc"

namespace mlir {
namespace pad {

/// Axis `axis` of the pad of which `op` is a gradient; numbers are
/// `ShapedType::kDynamic` where they are not static.
PadAxis getStaticNumbers(AdjointOpInterface op, int64_t axis);

/// Whether elements of `type` can be added: integers but `i1`, indices,
/// floating-point numbers, and complex numbers of these (A3).
bool isSummable(Type type);

/// Whether code that is emitted can add elements of `type`: all but
/// floating-point types of less than 16 bits, and those that LLVM has not.
bool hasNativeSum(Type type);

/// Checks A1, A3 and C1 to C7 as far as `op` states them statically; emits an
/// error that names operand, axis, value and limit.
LogicalResult verifyAdjointOp(AdjointOpInterface op);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_ADJOINTOPS_H
