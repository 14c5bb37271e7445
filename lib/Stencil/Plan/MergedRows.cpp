//===- MergedRows.cpp - Vectors across rows of channels -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "Plan/LoopPlan.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether rows of `window` can be merged: loop `row` alone runs along the last
/// axis. If `isAcross`, `loop` moves the axis before it from row to row;
/// otherwise all rows read the same elements, as they do of weights.
static bool readsRows(ArrayRef<WindowAxis> window, int64_t loop, int64_t row,
                      bool isAcross) {
  for (auto [axis, sum] : llvm::enumerate(window))
    if (sum.coefficients[loop] != (isAcross && axis + 2 == window.size()) ||
        sum.coefficients[row] != (axis + 1 == window.size()))
      return false;
  return window.size() > (isAcross ? 1 : 0) && window.back().constant == 0 &&
         llvm::accumulate(window.back().coefficients, int64_t(0)) == 1;
}

SmallVector<ReassociationIndices>
mlir::pad::getMergedRows(RankedTensorType type) {
  SmallVector<ReassociationIndices> axes;
  for (int64_t axis = 0; axis + 1 < type.getRank(); ++axis)
    axes.push_back({axis});
  axes.back().push_back(type.getRank() - 1);
  return axes;
}

/// Whether the rows of `tensor` are known to lie one behind the other, and its
/// last two axes can be one.
static bool hasDenseRows(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  // What is filled is the destination itself.
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    tensor = fill.getOutputs()[0];
  if (auto memory = tensor.getDefiningOp<bufferization::ToTensorOp>()) {
    auto view = dyn_cast<MemRefType>(memory.getBuffer().getType());
    if (!view || !view.getLayout().isIdentity())
      return false;
  }
  // Upstream cannot collapse an axis of static extent 0 with a dynamic one.
  ArrayRef<int64_t> extents = type.getShape().take_back(2);
  bool isDynamic = ShapedType::isDynamicShape(extents);
  return !tensor.getDefiningOp<tensor::ExtractSliceOp>() &&
         (isDynamic ? !llvm::is_contained(extents, 0)
                    : multiplyExtents(extents).has_value());
}

/// Plans vectors, of at most `lanes` elements, across the rows of `op`, if no
/// pad that is split is along them.
static MergedRows planRowsOf(linalg::LinalgOp op, int64_t lanes) {
  SmallVector<int64_t> loops = getResultLoops(op);
  if (loops.size() < 2 || op.hasIndexSemantics())
    return {};
  int64_t loop = loops.end()[-2], row = loops.back();
  int64_t extent = op.getStaticLoopRanges()[row];
  MergedRows rows{lanes, false};
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    Value tensor = operand.get();
    if (!map.isFunctionOfDim(loop) && !map.isFunctionOfDim(row))
      continue;
    SmallVector<WindowAxis> window = *getWindow(map);
    auto pad = tensor.getDefiningOp<PadOp>();
    if (!pad && readsRows(window, loop, row, /*isAcross=*/false)) {
      rows.repeats = true;
      continue;
    }
    if (!readsRows(window, loop, row, /*isAcross=*/true) ||
        (pad && !isUnpaddedAxis(pad, pad.getRank() - 1)) ||
        !hasDenseRows(pad ? pad.getSource() : tensor))
      return {};
  }
  // With weights, no vector runs from one row into the next one.
  while (rows.repeats && rows.lanes > 1 &&
         (ShapedType::isDynamic(extent) || extent % rows.lanes != 0))
    rows.lanes /= 2;
  return rows;
}

MergedRows mlir::pad::planMergedRows(linalg::LinalgOp op,
                                     ArrayRef<linalg::LinalgOp> neighbours,
                                     int64_t lanes) {
  MergedRows rows = planRowsOf(op, lanes);
  for (linalg::LinalgOp neighbour : neighbours) {
    MergedRows other = planRowsOf(neighbour, lanes);
    rows = {std::min(rows.lanes, other.lanes), rows.repeats || other.repeats};
  }
  return rows;
}
