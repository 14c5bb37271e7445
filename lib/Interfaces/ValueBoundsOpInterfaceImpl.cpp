//===- ValueBoundsOpInterfaceImpl.cpp - Bounds of extents -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/IR/ValueBoundsQueries.h"
#include "Pad/Interfaces/AllInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::pad;

using BoundsSet = ValueBoundsConstraintSet;

/// Whether `number` is dynamic, or small enough for sums of a few of them, and
/// for the constraint solver, to fit 64 bits.
static bool isSmallOrDynamic(int64_t number) {
  constexpr int64_t limit = int64_t(1) << 48;
  return ShapedType::isDynamic(number) || (number >= -limit && number <= limit);
}

/// Whether `pad` is known not to be negative.
static bool isNonNegative(OpFoldResult pad, BoundsSet &cstr) {
  if (std::optional<int64_t> value = getConstantIntValue(pad))
    return *value >= 0;
  Builder builder(pad.getContext());
  return cstr.populateAndCompare(pad, BoundsSet::GE,
                                 OpFoldResult(builder.getIndexAttr(0)));
}

namespace {
/// Bounds of a number; the upper one is null where there is none.
struct Bounds {
  AffineExpr lower, upper;
};

/// The result extent is `max(0, low + dilated extent + high)`. Results of
/// `pad.pad_into` have the extents of its init, as every result of a
/// destination-style op.
struct PadBounds : ValueBoundsOpInterface::ExternalModel<PadBounds, PadOp> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t axis,
                                       BoundsSet &cstr) const {
    auto padOp = cast<PadOp>(op);
    PadAxis numbers = getKnownNumbers(padOp, axis);
    int64_t extent = numbers.extent, interior = numbers.interior;
    int64_t knownLow = numbers.low, knownHigh = numbers.high;
    if (!llvm::all_of(ArrayRef<int64_t>{knownLow, knownHigh, extent, interior},
                      isSmallOrDynamic) ||
        !hasAnswerableBounds(padOp, axis)) {
      cstr.bound(value)[axis] >= 0;
      return;
    }

    OpFoldResult low = padOp.getMixedLow()[axis];
    OpFoldResult high = padOp.getMixedHigh()[axis];
    // Comparisons come first: they may reorder what `getExpr` has returned.
    for (OpFoldResult pad : {low, high})
      if (auto value = dyn_cast<Value>(pad))
        cstr.populateConstraints(value, std::nullopt);
    bool isLowExact = isNonNegative(low, cstr),
         isHighExact = isNonNegative(high, cstr);

    AffineExpr lowExpr = cstr.getExpr(low), highExpr = cstr.getExpr(high);
    AffineExpr source = cstr.getExpr(padOp.getSource(), axis);
    Bounds dilated = getDilatedBounds(source, extent, interior);
    cstr.bound(value)[axis] >= dilated.lower + lowExpr + highExpr;
    // Crops may ask for less than nothing. Elsewhere a bound of 0 would end the
    // search for a better one.
    if (!isLowExact || !isHighExact)
      cstr.bound(value)[axis] >= 0;
    // If pads crop, only those that extend are added up.
    auto isKnown = [](bool isExact, int64_t pad) {
      return isExact || ShapedType::isStatic(pad);
    };
    if (!dilated.upper || !isKnown(isLowExact, knownLow) ||
        !isKnown(isHighExact, knownHigh))
      return;
    AffineExpr upper = dilated.upper;
    if (isLowExact)
      upper = upper + lowExpr;
    if (isHighExact)
      upper = upper + highExpr;
    cstr.bound(value)[axis] <= upper;
  }

private:
  /// Whether upstream can answer for the numbers of axis `axis` that are
  /// dynamic.
  static bool hasAnswerableBounds(PadOp op, int64_t axis) {
    for (OpFoldResult pad : {op.getMixedLow()[axis], op.getMixedHigh()[axis]})
      if (auto value = dyn_cast<Value>(pad);
          value && !pad::hasAnswerableBounds(value))
        return false;
    return !op.getSourceType().isDynamicDim(axis) ||
           pad::hasAnswerableBounds(op.getSource());
  }

  /// Bounds of the extent `d` after dilation: 0 for an empty axis, else
  /// `(d - 1) * (interior + 1) + 1`.
  static Bounds getDilatedBounds(AffineExpr d, int64_t extent,
                                 int64_t interior) {
    if (interior == 0 || (ShapedType::isStatic(extent) && extent <= 1))
      return {d, d};
    if (ShapedType::isDynamic(interior))
      return {d, AffineExpr()};
    AffineExpr lower = d * (interior + 1) - interior;
    if (ShapedType::isStatic(extent))
      return {lower, lower};
    return {lower, d * (interior + 1)};
  }
};
/// The result of `pad.adjoint` has the extents that it is given.
struct AdjointBounds
    : ValueBoundsOpInterface::ExternalModel<AdjointBounds, AdjointOp> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t axis,
                                       BoundsSet &cstr) const {
    OpBuilder builder(op->getContext());
    OpFoldResult extent =
        cast<AdjointOp>(op).getMixedSourceShape(builder)[axis];
    auto number = dyn_cast<Value>(extent);
    if (!number || pad::hasAnswerableBounds(number))
      cstr.bound(value)[axis] == extent;
  }
};
} // namespace

void mlir::pad::registerValueBoundsOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, PadDialect *) {
    PadOp::attachInterface<PadBounds>(*context);
    AdjointOp::attachInterface<AdjointBounds>(*context);
  });
}
