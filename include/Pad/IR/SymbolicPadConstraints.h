//===- SymbolicPadConstraints.h - Constraints as IR -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_SYMBOLICPADCONSTRAINTS_H
#define PAD_IR_SYMBOLICPADCONSTRAINTS_H

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/SymbolicPadGeometry.h"

namespace mlir {
namespace pad {

/// A constraint that an op has to keep at run time.
struct SymbolicConstraint {
  /// An `i1`.
  Value holds;
  /// The message if it does not hold; it names the operand, the axis, the
  /// constraint and what to do.
  std::string message;
};

/// Emits C2 and C4 to C7 of `op` as far as its static numbers leave them open.
/// The emitted ops are defined for all operands, but a constraint may rely on
/// those before it.
SmallVector<SymbolicConstraint>
emitConstraints(OpBuilder &builder, Location loc, PadOpInterface op);

/// The same for the pad of which `op` is a gradient, and A1.
SmallVector<SymbolicConstraint>
emitConstraints(OpBuilder &builder, Location loc, AdjointOpInterface op);

/// C7 of one axis as an `i1`: whether it has an extent, and a result extent
/// that fits 64 bits.
Value emitExtentsFit(OpBuilder &builder, Location loc,
                     const SymbolicPadAxis &axis);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_SYMBOLICPADCONSTRAINTS_H
