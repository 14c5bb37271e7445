//===- PadReshaping.cpp - Axes of pads in groups --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadReshaping.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::canCollapse(ShapedType type,
                            ArrayRef<ReassociationIndices> groups) {
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    SmallVector<int64_t> extents;
    for (int64_t axis : group)
      if (!type.isDynamicDim(axis))
        extents.push_back(type.getDimSize(axis));
    bool isDynamic = extents.size() < group.size();
    std::optional<int64_t> extent = multiplyExtents(extents);
    return extent && !(isDynamic && *extent == 0);
  });
}

Value mlir::pad::emitExpandShape(OpBuilder &builder, Location loc,
                                 RankedTensorType type, Value source,
                                 ArrayRef<ReassociationIndices> groups,
                                 ArrayRef<OpFoldResult> sizes) {
  // An extent that is dynamic in the type must be a value here: MLIR's
  // canonicalization crashes on an attribute.
  SmallVector<OpFoldResult> shape;
  for (auto [extent, size] : llvm::zip_equal(type.getShape(), sizes))
    shape.push_back(ShapedType::isStatic(extent)
                        ? OpFoldResult(builder.getIndexAttr(extent))
                        : getValueOrCreateConstantIndexOp(builder, loc, size));
  return tensor::ExpandShapeOp::create(builder, loc, type, source, groups,
                                       shape);
}

std::optional<PadAmounts>
mlir::pad::collapseAmounts(const PadAmounts &amounts,
                           ArrayRef<ReassociationIndices> groups,
                           ShapedType sourceType, ShapedType paddedType) {
  MLIRContext *context = sourceType.getContext();
  PadAmounts collapsed;
  for (const ReassociationIndices &group : groups) {
    const auto *padded = llvm::find_if_not(
        group, [&](int64_t axis) { return amounts.isUnpadded(axis); });
    if (padded == group.end()) {
      collapsed.appendUnpadded(context, amounts.getAxisMode(group.front()));
      continue;
    }
    for (int64_t axis : group)
      if (axis != *padded &&
          (!amounts.isUnpadded(axis) || !isUnit(sourceType, axis) ||
           !isUnit(paddedType, axis)))
        return std::nullopt;
    collapsed.appendAxis(amounts, *padded);
  }
  return collapsed;
}

std::optional<PadAmounts>
mlir::pad::expandAmounts(const PadAmounts &amounts,
                         ArrayRef<ReassociationIndices> groups,
                         ShapedType type) {
  MLIRContext *context = type.getContext();
  PadAmounts expanded;
  for (auto [index, group] : llvm::enumerate(groups)) {
    auto isLarge = [&](int64_t axis) { return !isUnit(type, axis); };
    bool isUnpadded = amounts.isUnpadded(index);
    if (!isUnpadded && llvm::count_if(group, isLarge) > 1)
      return std::nullopt;
    const auto *large = llvm::find_if(group, isLarge);
    int64_t padded = large == group.end() ? group.back() : *large;
    for (int64_t axis : group) {
      if (isUnpadded || axis != padded)
        expanded.appendUnpadded(context, amounts.getAxisMode(index));
      else
        expanded.appendAxis(amounts, index);
    }
  }
  return expanded;
}
