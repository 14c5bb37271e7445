//===- RowEnds.cpp - Which ends of rows are vectors -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Plan/LoopPlan.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

int64_t mlir::pad::findLoopOfWindow(linalg::LinalgOp op, const FusedPad &fused,
                                    int64_t row) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(),
                       loops = getResultLoops(op);
  int64_t found = -1;
  // For rows of unknown length, each iteration would need two forms.
  if (op.getNumReductionLoops() != 0 || ShapedType::isDynamic(ranges[row]))
    return found;
  // Each index of the loop has a copy of the loops inside.
  auto isLarge = [&](int64_t loop) {
    int64_t inside =
        llvm::count_if(llvm::make_range(llvm::find(loops, loop), loops.end()),
                       [&](int64_t inner) {
                         return inner != loop && inner != row &&
                                llvm::is_contained(fused.splitLoops, inner);
                       });
    return ranges[loop] > stencil::getMaxWindowOfCopies(inside);
  };
  for (auto [axis, window] : llvm::enumerate(fused.window)) {
    if (window.coefficients[row] == 0 ||
        isUnpaddedAxis(PadOp(fused.pad), axis) ||
        getSplitLoop(op, fused, axis, row) != row)
      continue;
    for (auto [loop, coefficient] : llvm::enumerate(window.coefficients)) {
      if (static_cast<int64_t>(loop) == row || coefficient == 0)
        continue;
      if (found >= 0 || ShapedType::isDynamic(ranges[loop]) ||
          ranges[loop] == 0 || isLarge(loop))
        return -1;
      found = loop;
    }
  }
  return found;
}

/// The offsets in the window of `fused` along `axis` of the first and the last
/// element that an element of a row reads; nullopt if they are not static.
static std::optional<std::pair<int64_t, int64_t>> getTaps(linalg::LinalgOp op,
                                                          const LoopPlan &plan,
                                                          const FusedPad &fused,
                                                          int64_t axis) {
  const WindowAxis &window = fused.window[axis];
  int64_t last = window.constant;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [loop, coefficient] : llvm::enumerate(window.coefficients)) {
    if (coefficient == 0 || static_cast<int64_t>(loop) == plan.getRowLoop())
      continue;
    if (static_cast<int64_t>(loop) != plan.loopOfWindow &&
        !llvm::is_contained(
            ArrayRef(plan.reductionLoops).drop_front(plan.rolledReductions),
            loop))
      return std::nullopt;
    last += coefficient * (ranges[loop] - 1);
  }
  return std::pair{window.constant, last};
}

/// The high pad of the part of the axis that rows read, which may be less than
/// all of it: with this pad, the last of `count` elements of a row reads its
/// last element.
static int64_t getHighOfRow(int64_t count, const PadAxis &numbers,
                            const RowPad &row) {
  int64_t lastTap = row.lastTap;
  if (ShapedType::isStatic(count) && ShapedType::isStatic(numbers.extent))
    return (count - 1) * row.stride + 1 + lastTap - numbers.extent -
           numbers.low;
  // If the high pad of a slice is not known, rows are mostly as long as those
  // of the source.
  if (ShapedType::isDynamic(numbers.high))
    return lastTap - numbers.low;
  // Extents are mostly multiples of strides.
  return numbers.high -
         llvm::mod(numbers.low + numbers.high - lastTap - 1, row.stride);
}

/// Describes axis `axis` of `fused`, which rows of `op` run along; nullopt if
/// its ends cannot be composed of vectors of `plan`.
static std::optional<RowPad> describeRowPad(linalg::LinalgOp op,
                                            const LoopPlan &plan,
                                            const FusedPad &fused,
                                            int64_t axis) {
  PadOp pad = fused.pad;
  PadAxis numbers = getKnownNumbers(pad, axis);
  auto taps = getTaps(op, plan, fused, axis);
  if (ShapedType::isDynamic(numbers.low) || !taps ||
      std::abs(numbers.low) > stencil::kMaxReach ||
      taps->second > stencil::kMaxReach ||
      (ShapedType::isStatic(numbers.high) &&
       std::abs(numbers.high) > stencil::kMaxReach))
    return std::nullopt;
  RowPad row;
  row.low = numbers.low;
  row.extent = numbers.extent;
  row.mode = pad.getMode(axis);
  row.firstTap = taps->first;
  row.lastTap = taps->second;
  row.stride = fused.window[axis].coefficients[plan.getRowLoop()];
  // A wrong guess is no error: `emitHasRowEnds` finds out at run time which
  // rows end like this, and others have no composed ends.
  row.high =
      getHighOfRow(op.getStaticLoopRanges()[plan.getRowLoop()], numbers, row);
  if (row.getWidthBefore() > plan.lanes || row.getWidthBehind() > plan.lanes)
    return std::nullopt;
  return row;
}

RowBorders LoopPlan::getRowBorders() const {
  RowBorders borders;
  for (const std::optional<RowPad> &row : rowPads)
    if (row) {
      borders.before = std::max(borders.before, row->getWidthBefore());
      borders.behind = std::max(borders.behind, row->getWidthBehind());
    }
  return borders;
}

void mlir::pad::planRowEnds(linalg::LinalgOp op, LoopPlan &plan) {
  if (plan.lanes == 1 || plan.mergesRows)
    return;
  int64_t row = plan.getRowLoop(), count = op.getStaticLoopRanges()[row];
  SmallVector<std::optional<RowPad>> rows(plan.pads.size());
  for (auto [fused, described] : llvm::zip_equal(plan.pads, rows))
    for (auto [axis, loop] : llvm::enumerate(fused.splitLoops)) {
      if (loop != row)
        continue;
      described = describeRowPad(op, plan, fused, axis);
      if (!described)
        return;
    }
  // Two vectors of the source hold what such a row reads.
  plan.isRowOneVector =
      count == plan.lanes && llvm::all_of(rows, [&](auto &row) {
        return !row || (row->extent >= count && row->extent <= 2 * count);
      });
  if (llvm::none_of(rows, [](auto &row) { return row.has_value(); }))
    return;
  plan.rowPads = std::move(rows);
  RowBorders borders = plan.getRowBorders();
  if (!plan.isRowOneVector && ShapedType::isStatic(count) &&
      count < plan.lanes + borders.getLeastRest(plan.lanes)) {
    plan.rowPads.clear();
    return;
  }
  // A window of many elements is worth a padded copy.
  plan.lanesOfShortRow = plan.lanes;
  int64_t taps = 1;
  for (int64_t loop : plan.reductionLoops)
    if (int64_t range = op.getStaticLoopRanges()[loop];
        ShapedType::isStatic(range))
      taps = llvm::SaturatingMultiply<uint64_t>(taps, range);
  int64_t ops = countOpsOfElement(op, plan.pads, taps);
  if (!plan.isMaximum && ops >= stencil::kMinOpsOfPaddedRow / getCodeOfOp(op))
    return;
  // If possible, a vector has elements besides those of a border.
  plan.lanesOfShortRow =
      std::min(plan.lanes,
               std::max({plan.lanes / stencil::kPartOfShortRow,
                         stencil::kMinLanesOfShortRow,
                         static_cast<int64_t>(llvm::PowerOf2Ceil(
                             std::max(borders.before, borders.behind) + 1))}));
}
