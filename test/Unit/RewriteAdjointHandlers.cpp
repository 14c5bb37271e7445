//===- RewriteAdjointHandlers.cpp - Evaluates gradients of pads -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "RewriteInterpreter.h"

using namespace mlir;
using namespace mlir::pad;

/// `a + b` in `type`, an integer type or f32.
static uint64_t addBits(Type type, uint64_t a, uint64_t b) {
  auto floatType = dyn_cast<FloatType>(type);
  unsigned width = getBitWidth(type);
  if (!floatType)
    return (llvm::APInt(width, a) + llvm::APInt(width, b)).getZExtValue();
  const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
  llvm::APFloat sum(semantics, llvm::APInt(width, a));
  sum.add(llvm::APFloat(semantics, llvm::APInt(width, b)),
          llvm::APFloat::rmNearestTiesToEven);
  return sum.bitcastToAPInt().getZExtValue();
}

/// The sums of `gradient` by the source positions of axis `axis`, on which
/// `numbers` pads: in increasing order, from the first term on (A2).
static RuntimeValue sumAxis(const RuntimeValue &gradient, int64_t axis,
                            const PadAxis &numbers, Type type) {
  SmallVector<int64_t> shape =
      llvm::to_vector(ArrayRef<int64_t>(gradient.shape));
  int64_t extent = shape[axis];
  shape[axis] = numbers.extent;
  SmallVector<int64_t> position;
  return RuntimeValue::generate(shape, [&](ArrayRef<int64_t> index) -> Bits {
    Bits sum;
    position.assign(index.begin(), index.end());
    for (int64_t i = 0; i < extent; ++i) {
      if (getSourceIndex(numbers, i) != index[axis])
        continue;
      position[axis] = i;
      Bits term = gradient.at(position);
      sum = sum ? addBits(type, *sum, *term) : *term;
    }
    return sum.value_or(0);
  });
}

static LogicalResult evaluateAdjoint(AdjointOp op, Frame &frame) {
  OpBuilder builder(op);
  RuntimeValue sum = frame.get(op.getGradient());
  SmallVector<int64_t> extents =
      frame.getIndices(op.getMixedSourceShape(builder));
  SmallVector<int64_t> low = frame.getIndices(op.getMixedLow());
  SmallVector<int64_t> high = frame.getIndices(op.getMixedHigh());
  SmallVector<int64_t> interior = frame.getIndices(op.getMixedInterior());
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    PadAxis numbers = {extents[axis],  low[axis],        high[axis],
                       interior[axis], op.getMode(axis), op.isPeriodic(axis)};
    if (getPaddedExtent(numbers) != sum.shape[axis])
      return frame.fail(op, "the gradient has another extent (A1)");
    sum = sumAxis(sum, axis, numbers, op.getType().getElementType());
  }
  frame.set(op.getResult(), std::move(sum));
  return success();
}

void mlir::pad::registerAdjointHandlers() {
  addHandler<AdjointOp>(evaluateAdjoint);
}
