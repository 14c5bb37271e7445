//===- PadTraffic.cpp - The bytes that a pad moves ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadTraffic.h"
#include "Pad/IR/SourceHull.h"

using namespace mlir;
using namespace mlir::pad;

std::optional<int64_t>
mlir::pad::getTensorBytes(ArrayRef<int64_t> shape,
                          std::optional<int64_t> elementBytes) {
  if (llvm::is_contained(shape, 0))
    return 0;
  SmallVector<int64_t> factors(shape);
  factors.push_back(elementBytes.value_or(ShapedType::kDynamic));
  return multiplyExtents(factors);
}

/// The extents of the part of the source that the result needs;
/// `ShapedType::kDynamic` where they are not known.
static SmallVector<int64_t> getNeededShape(PadOpInterface pad) {
  SmallVector<int64_t> shape;
  for (int64_t axis = 0, rank = pad.getRank(); axis < rank; ++axis) {
    int64_t extent = pad.getSourceType().getDimSize(axis);
    if (std::optional<PadAxis> numbers = getStaticAxis(pad, axis);
        numbers && numbers->interior == 0)
      if (std::optional<SourceHull> hull = getSourceHull(*numbers))
        extent = hull->axis.extent;
    shape.push_back(extent);
  }
  return shape;
}

PadTraffic mlir::pad::getTraffic(PadOpInterface pad,
                                 std::optional<int64_t> elementBytes) {
  return {getTensorBytes(getNeededShape(pad), elementBytes),
          getTensorBytes(pad.getPaddedType().getShape(), elementBytes)};
}
