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

/// Whether the last axes that `window` reads are those of `loop`, with a window
/// along it, and of `row`, without one.
static bool endsWithRows(ArrayRef<WindowAxis> window, int64_t loop,
                         int64_t row) {
  if (window.size() < 2)
    return false;
  for (auto [axis, sum] : llvm::enumerate(window))
    if (sum.coefficients[loop] != (axis + 2 == window.size()) ||
        sum.coefficients[row] != (axis + 1 == window.size()))
      return false;
  return window.back().constant == 0 &&
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
  // Upstream can collapse no static zero beside a dynamic extent.
  ArrayRef<int64_t> extents = type.getShape().take_back(2);
  bool isDynamic = ShapedType::isDynamicShape(extents);
  return !tensor.getDefiningOp<tensor::ExtractSliceOp>() &&
         (isDynamic ? !llvm::is_contained(extents, 0)
                    : multiplyExtents(extents).has_value());
}

/// Whether `window` reads the same of each row, elements one behind the other:
/// weights of channels.
static bool isSameInRows(ArrayRef<WindowAxis> window, int64_t loop,
                         int64_t row) {
  for (auto [axis, sum] : llvm::enumerate(window))
    if (sum.coefficients[loop] != 0 ||
        sum.coefficients[row] != (axis + 1 == window.size()))
      return false;
  return window.back().constant == 0 &&
         llvm::accumulate(window.back().coefficients, int64_t(0)) == 1;
}

/// Plans vectors, of at most `lanes` elements, across the rows of `op`, if no
/// pad that is split is along them.
static MergedRows planRowsOf(linalg::LinalgOp op, int64_t lanes) {
  ArrayRef<AffineExpr> loops =
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults();
  if (loops.size() < 2 || op.hasIndexSemantics())
    return {};
  int64_t loop = cast<AffineDimExpr>(loops.end()[-2]).getPosition(),
          row = cast<AffineDimExpr>(loops.back()).getPosition();
  int64_t extent = op.getStaticLoopRanges()[row];
  MergedRows rows{lanes, false};
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    Value tensor = operand.get();
    if (!map.isFunctionOfDim(loop) && !map.isFunctionOfDim(row))
      continue;
    SmallVector<WindowAxis> window = *getWindow(map);
    auto pad = tensor.getDefiningOp<PadOp>();
    if (!pad && isSameInRows(window, loop, row)) {
      rows.repeats = true;
      continue;
    }
    if (!endsWithRows(window, loop, row) ||
        (pad && !isUnpaddedAxis(pad, pad.getRank() - 1)) ||
        !hasDenseRows(pad ? pad.getSource() : tensor))
      return {};
  }
  // Vectors of weights are vectors of one row.
  while (rows.repeats && rows.lanes > 1 &&
         (ShapedType::isDynamic(extent) || extent % rows.lanes != 0))
    rows.lanes /= 2;
  return rows;
}

MergedRows mlir::pad::planMergedRows(linalg::LinalgOp op,
                                     ArrayRef<linalg::LinalgOp> epilogue,
                                     int64_t lanes) {
  MergedRows rows = planRowsOf(op, lanes);
  for (linalg::LinalgOp user : epilogue) {
    MergedRows ofUser = planRowsOf(user, lanes);
    rows = {std::min(rows.lanes, ofUser.lanes), rows.repeats || ofUser.repeats};
  }
  return rows;
}
