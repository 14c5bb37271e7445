//===- Columns.cpp - Blocks of columns with borders -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "Plan/LoopPlan.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::mayMapAxis(const FusedPad &fused, int64_t axis) {
  PadOp pad = fused.pad;
  PadAxis numbers = getKnownNumbers(pad, axis);
  return isUnpaddedAxis(pad, axis) ||
         (numbers.extent != 0 && ShapedType::isStatic(numbers.low) &&
          ShapedType::isStatic(numbers.high));
}

bool mlir::pad::canSpanBorders(linalg::LinalgOp op, const LoopPlan &plan,
                               int64_t loop, int64_t rows) {
  int64_t all = op.getStaticLoopRanges()[loop];
  RowBorders borders = getBorders(plan, loop);
  if (ShapedType::isDynamic(all))
    return rows >= borders.getWider();
  return pad::canSpanBorders(MachineIndex(all), MachineIndex(borders.before),
                             MachineIndex(borders.behind), MachineIndex(rows));
}

bool mlir::pad::sharesWindows(linalg::LinalgOp op, const LoopPlan &plan,
                              int64_t loop, int64_t apart) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return loop >= 0 && llvm::any_of(plan.pads, [&](const FusedPad &fused) {
           return llvm::any_of(fused.window, [&](const WindowAxis &axis) {
             // The last element of a window, as far as its extent is known.
             uint64_t last = 0;
             for (int64_t other : plan.reductionLoops)
               if (!ShapedType::isDynamic(ranges[other]))
                 last = llvm::SaturatingMultiplyAdd<uint64_t>(
                     axis.coefficients[other],
                     std::max<int64_t>(ranges[other] - 1, 0), last);
             return axis.coefficients[loop] != 0 &&
                    static_cast<uint64_t>(axis.coefficients[loop]) <=
                        last / apart;
           });
         });
}

bool mlir::pad::prefersColumns(linalg::LinalgOp op, const LoopPlan &plan,
                               bool hasWeights) {
  RankedTensorType type = getResultType(op);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t loop = plan.getMergedLoop(), channels = ranges[plan.getRowLoop()],
          lanes = plan.lanesOfRow;
  std::optional<int64_t> inside = getInterior(op, plan, loop);
  if (ShapedType::isDynamic(channels) ||
      lanes * getLaneBits(type.getElementType()) < stencil::kMinBitsOfColumns)
    return false;
  // The last vector of a column may overlap the one before it.
  uint64_t computed = llvm::alignTo(channels, lanes), needed = channels;
  // Weights of one vector stay in registers.
  if (hasWeights) {
    int64_t taps = 1;
    for (int64_t loop : plan.reductionLoops)
      taps = llvm::SaturatingMultiply<uint64_t>(taps, ranges[loop]);
    return channels > lanes && 4 * computed <= 5 * needed &&
           plan.unrollsReductions() &&
           countOpsOfElement(op, plan.pads, taps) <= stencil::kMaxOps / 2 &&
           !isComputedAsF32(type.getElementType()) &&
           sharesWindows(op, plan, loop) &&
           sharesWindows(op, plan, plan.getLoopOfRows());
  }
  if (!isMaximumOfWindow(op))
    return false;
  // Unknown extents count as 1.
  SmallVector<int64_t> known = llvm::to_vector(
      llvm::make_filter_range(type.getShape(), ShapedType::isStatic));
  std::optional<int64_t> bytes =
      getTensorBytes(known, getElementBytes(type.getElementType()));
  return (3 * computed <= 4 * needed && bytes &&
          *bytes <= stencil::kMaxBytesOfColumns) ||
         (inside &&
          *inside <= stencil::kMaxColumnsOfBorder * (ranges[loop] - *inside));
}

void mlir::pad::spanColumns(linalg::LinalgOp op, LoopPlan &plan) {
  int64_t loop = plan.loopOfBlocks;
  if (loop < 0 || plan.pads.size() != 1 ||
      !canSpanBorders(op, plan, loop, plan.rows))
    return;
  FusedPad &fused = plan.pads.front();
  for (auto [axis, split] : llvm::enumerate(fused.splitLoops))
    if (!mayMapAxis(fused, axis))
      return;
  plan.spansBorders = plan.blocksBorders = true;
  plan.overlapsBlocks |= ShapedType::isDynamic(op.getStaticLoopRanges()[loop]);
  PadOp pad = fused.pad;
  for (auto [axis, split] : llvm::enumerate(fused.splitLoops))
    if (split != loop && pad.getMode(axis) != PadMode::Constant)
      split = -1;
}
