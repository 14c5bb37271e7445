//===- SourceHull.cpp - What of its source a pad reads --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SourceHull.h"
#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/ValueBoundsQueries.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

// The result is the window `[-low, extent + high)` of positions. It reads
//
//   constant   the positions of the window that are in the source,
//   edge       the same, and at least one position,
//   reflect    also the mirror image of what is before 0 (of -1 it is 1) and
//              behind the end (of `extent` it is `extent - 2`),
//   symmetric  also that image (of -1 it is 0, of `extent` it is `extent - 1`).
//
// Clamped to the source, the images of windows that reach further than one
// period give the whole source.

std::optional<SourceHull> mlir::pad::getSourceHull(const PadAxis &axis) {
  if (!getPaddedExtent(axis))
    return std::nullopt;
  PadExtension extension = getExtension(axis.mode);
  int64_t d = axis.extent, low, high;
  // Where what is mirrored begins and ends.
  if (extension.kind == PadRunKind::Reverse &&
      (llvm::SubOverflow(d - extension.skipped, axis.high, high) ||
       llvm::AddOverflow(axis.low, extension.skipped, low)))
    return std::nullopt;
  auto hull = getHull<MachineIndex>(extension, d, axis.low, axis.high);
  int64_t first = hull.offset.get();
  PadAxis kept = axis;
  kept.extent = hull.size.get();
  kept.low = hull.low.get();
  kept.high = hull.high.get();
  if (extension.kind != PadRunKind::Forward &&
      (llvm::AddOverflow(axis.low, first, low) ||
       llvm::SubOverflow(d + axis.high, first + kept.extent, high)))
    return std::nullopt;
  return SourceHull{first, kept};
}

SymbolicSourceHull mlir::pad::emitSourceHull(OpBuilder &builder, Location loc,
                                             const SymbolicPadAxis &axis) {
  ArithContext m{builder, loc};
  auto hull = getHull(getExtension(axis.mode), m.value(axis.extent),
                      m.value(axis.low), m.value(axis.high));
  return {hull.offset,
          {hull.size, hull.low, hull.high, axis.interior, axis.mode}};
}

std::optional<SymbolicSourceHull>
mlir::pad::emitInteriorHull(OpBuilder &builder, Location loc,
                            const SymbolicPadAxis &axis) {
  using Bounds = ValueBoundsConstraintSet;
  OpFoldResult zero = builder.getIndexAttr(0);
  AffineExpr d0, d1, d2;
  bindDims(builder.getContext(), d0, d1, d2);
  Bounds::Variable padded(AffineMap::get(3, 0, d0 + d1 + d2),
                          {Bounds::Variable(axis.low),
                           Bounds::Variable(axis.extent),
                           Bounds::Variable(axis.high)});
  if (!isProven(axis.low, Bounds::LE, zero) ||
      !isProven(axis.high, Bounds::LE, zero) ||
      !isProven(padded, Bounds::GT, zero))
    return std::nullopt;
  ArithContext m{builder, loc};
  OpFoldResult extent;
  FailureOr<int64_t> known =
      computeConstantBound(presburger::BoundType::EQ, padded);
  if (succeeded(known))
    extent = builder.getIndexAttr(*known);
  else
    extent = m.value(axis.low) + m.value(axis.extent) + m.value(axis.high);
  return SymbolicSourceHull{OpFoldResult(0 - m.value(axis.low)),
                            {extent, zero, zero, axis.interior, axis.mode}};
}
