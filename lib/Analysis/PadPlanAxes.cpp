//===- PadPlanAxes.cpp - The axes of a plan -------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SymbolicPadGeometry.h"
#include "PadPlanSteps.h"

using namespace mlir;
using namespace mlir::pad;

MemRefStrides::MemRefStrides(MemRefType type)
    : shape(type.getShape()), isIdentity(type.getLayout().isIdentity()) {
  int64_t offset;
  isStrided = succeeded(type.getStridesAndOffset(strides, offset));
  if (!isStrided || strides.empty())
    return;
  assumesUnit = ShapedType::isDynamic(strides.back());
  if (assumesUnit)
    strides.back() = 1;
}

bool MemRefStrides::isDense(int64_t axis) const {
  if (isIdentity)
    return true;
  bool isInnermost = axis + 1 == static_cast<int64_t>(shape.size());
  int64_t inner = isInnermost ? 1 : shape[axis + 1];
  int64_t stride = isInnermost ? 1 : strides[axis + 1];
  return !ShapedType::isDynamic(strides[axis]) &&
         !ShapedType::isDynamic(inner) && !ShapedType::isDynamic(stride) &&
         strides[axis] == inner * stride;
}

int64_t mlir::pad::multiplyKnown(int64_t a, int64_t b) {
  return multiplyExtents({a, b}).value_or(ShapedType::kDynamic);
}

/// Whether `a * b` of known factors fits.
static bool fitsProduct(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) ||
         multiplyExtents({a, b});
}

/// Whether `inner`, an unpadded axis that is dense inside `outer`, may become
/// part of it: every index of `outer` then has all elements of `inner`. Where
/// the mode reads indices of `outer` out of order, these elements stay
/// together.
static bool canMerge(const PlannedAxis &outer, const PlannedAxis &inner) {
  if (inner.isPadded || !outer.isDense)
    return false;
  if (!outer.isPadded)
    return true;
  return outer.numbers.mode == PadMode::Constant &&
         outer.numbers.interior == 0 &&
         fitsProduct(outer.numbers.low, inner.numbers.extent) &&
         fitsProduct(outer.numbers.high, inner.numbers.extent);
}

/// Makes `inner` part of `outer`.
static PlannedAxis merge(const PlannedAxis &outer, const PlannedAxis &inner) {
  PlannedAxis merged = outer;
  merged.end = inner.end;
  merged.isDense = inner.isDense;
  int64_t size = inner.numbers.extent;
  PadAxis &numbers = merged.numbers;
  numbers.extent = multiplyKnown(numbers.extent, size);
  merged.resultExtent = multiplyKnown(merged.resultExtent, size);
  // An unknown extent makes a pad of zero no other number.
  for (int64_t *pad : {&numbers.low, &numbers.high})
    *pad = *pad == 0 ? 0 : multiplyKnown(*pad, size);
  return merged;
}

SmallVector<PlannedAxis> mlir::pad::mergeAxes(PadIntoOp op,
                                              const MemRefStrides &source,
                                              const MemRefStrides &result) {
  SmallVector<PlannedAxis> axes;
  bool isResultDense = true;
  for (int64_t axis = op.getRank() - 1; axis >= 0; --axis) {
    PlannedAxis planned;
    planned.first = axis;
    planned.end = axis + 1;
    planned.numbers = getKnownNumbers(op, axis);
    planned.resultExtent = result.shape[axis];
    planned.isPadded = !isPlannedUnpadded(op, axis);
    planned.isDense = source.isDense(axis) && result.isDense(axis);
    isResultDense &= result.isDense(axis);
    planned.isResultDense = isResultDense;
    if (!axes.empty() && canMerge(planned, axes.back()))
      axes.back() = merge(planned, axes.back());
    else
      axes.push_back(planned);
  }
  std::reverse(axes.begin(), axes.end());
  return axes;
}
