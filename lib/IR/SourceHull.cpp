//===- SourceHull.cpp - What of its source a pad reads --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SourceHull.h"
#include "Pad/IR/IndexMath.h"
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
  std::optional<int64_t> padded = getPaddedExtent(axis);
  if (!padded)
    return std::nullopt;
  int64_t d = axis.extent;
  int64_t first = -axis.low, end = d + axis.high;
  PadExtension extension = getExtension(axis.mode);
  PadAxis kept = axis;
  if (extension.kind == PadExtension::Kind::Repeat) {
    int64_t offset = getSourceIndex(axis, 0).value_or(0);
    if (*padded > d - offset)
      return SourceHull{0, axis};
    kept.extent = *padded;
    kept.low = kept.high = 0;
    return SourceHull{offset, kept};
  }
  if (extension.kind == PadExtension::Kind::Mirror) {
    int64_t image, imageEnd;
    if (llvm::SubOverflow(d - extension.skipped, axis.high, image) ||
        llvm::AddOverflow(axis.low, extension.skipped, imageEnd))
      return std::nullopt;
    first = std::min(first, image);
    end = std::max(end, imageEnd);
  }
  // The slice must not start behind the last element.
  first = std::clamp<int64_t>(first, 0, std::max<int64_t>(d - 1, 0));
  bool isBroadcast = extension.kind == PadExtension::Kind::Broadcast;
  int64_t least = isBroadcast && d > 0 ? first + 1 : first;
  end = std::clamp<int64_t>(end, least, d);
  kept.extent = end - first;
  if (llvm::AddOverflow(axis.low, first, kept.low) ||
      llvm::SubOverflow(d + axis.high, end, kept.high))
    return std::nullopt;
  return SourceHull{first, kept};
}

/// The hull of wrap: the window within one period, or everything.
static SymbolicSourceHull emitWrapHull(IndexMath m, Location loc,
                                       const SymbolicPadAxis &axis) {
  Value zero = m.constant(0), extent = m.value(axis.extent);
  Value offset = SourceIndexEmitter(m.b, loc, axis).emit(m.b, loc, zero).index;
  Value padded =
      m.max(m.add(m.add(m.value(axis.low), extent), m.value(axis.high)), zero);
  Value fits = m.cmp(arith::CmpIPredicate::sle, padded, m.sub(extent, offset));
  return {m.select(fits, offset, zero),
          {m.select(fits, padded, extent),
           m.select(fits, zero, m.value(axis.low)),
           m.select(fits, zero, m.value(axis.high)), axis.interior, axis.mode}};
}

SymbolicSourceHull mlir::pad::emitSourceHull(OpBuilder &builder, Location loc,
                                             const SymbolicPadAxis &axis) {
  IndexMath m{builder, loc};
  PadExtension extension = getExtension(axis.mode);
  if (extension.kind == PadExtension::Kind::Repeat)
    return emitWrapHull(m, loc, axis);
  Value zero = m.constant(0), one = m.constant(1), d = m.value(axis.extent);
  Value low = m.value(axis.low), high = m.value(axis.high);
  Value windowEnd = m.add(d, high);
  Value first = m.sub(zero, low), end = windowEnd;
  if (extension.kind == PadExtension::Kind::Mirror) {
    Value skipped = m.constant(extension.skipped);
    first = m.min(first, m.sub(m.sub(d, skipped), high));
    end = m.max(end, m.add(low, skipped));
  }
  // The slice must not start behind the last element; for an empty source it
  // starts at 0.
  first = m.clamp(first, zero, m.sub(d, one));
  bool isBroadcast = extension.kind == PadExtension::Kind::Broadcast;
  Value least = isBroadcast ? m.add(first, one) : first;
  end = m.min(m.max(end, least), d);
  return {first,
          {m.sub(end, first), m.add(low, first), m.sub(windowEnd, end),
           axis.interior, axis.mode}};
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
  IndexMath m{builder, loc};
  OpFoldResult extent;
  FailureOr<int64_t> known =
      computeConstantBound(presburger::BoundType::EQ, padded);
  if (succeeded(known))
    extent = builder.getIndexAttr(*known);
  else
    extent = m.add(m.add(m.value(axis.low), m.value(axis.extent)),
                   m.value(axis.high));
  return SymbolicSourceHull{
      OpFoldResult(m.sub(m.constant(0), m.value(axis.low))),
      {extent, zero, zero, axis.interior, axis.mode}};
}
