//===- FusedRowEnds.cpp - The ends of padded rows as vectors --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedRowEnds.h"
#include "ComposedVectors.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// The pads, and the offsets in windows, of rows whose ends are composed: sums
/// of them fit.
static constexpr int64_t kMaxReach = 1 << 30;

/// The offsets in the window of `fused` along `axis` of the first and the last
/// element that an element of a row reads; nullopt if they are not static.
static std::optional<std::pair<int64_t, int64_t>>
getTaps(linalg::LinalgOp op, const FusedLoopsPlan &plan, const FusedPad &fused,
        int64_t axis) {
  const WindowAxis &window = fused.window[axis];
  int64_t last = window.constant;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [loop, coefficient] : llvm::enumerate(window.coefficients)) {
    if (coefficient == 0 || static_cast<int64_t>(loop) == plan.getRowLoop())
      continue;
    if (!plan.unrollsReductions ||
        !llvm::is_contained(plan.reductionLoops, loop))
      return std::nullopt;
    last += coefficient * (ranges[loop] - 1);
  }
  return std::pair{window.constant, last};
}

/// The high pad with which the last element of `row` reads the last element of
/// the padded axis, where the rows may be shorter than that.
static int64_t getHighOfRow(linalg::LinalgOp op, const FusedLoopsPlan &plan,
                            const FusedPad &fused, int64_t axis,
                            const PadAxis &numbers, const RowPad &row) {
  int64_t count = op.getStaticLoopRanges()[plan.getRowLoop()];
  int64_t lastTap = row.lastTap;
  if (ShapedType::isStatic(count) && ShapedType::isStatic(numbers.extent))
    return (count - 1) * row.stride + 1 + lastTap - numbers.extent -
           numbers.low;
  // Where that of a slice is not known, rows mostly are as long as those of the
  // source.
  if (ShapedType::isDynamic(numbers.high))
    return lastTap - numbers.low;
  // Of several windows on one pad, that which lies farthest behind mostly ends
  // with it.
  int64_t farthest = lastTap;
  for (const FusedPad &other : plan.pads)
    if (other.pad == fused.pad && other.splitLoops[axis] == plan.getRowLoop())
      if (auto taps = getTaps(op, plan, other, axis))
        farthest = std::max(farthest, taps->second);
  int64_t high = numbers.high - (farthest - lastTap);
  // Extents mostly are multiples of strides.
  return high - llvm::mod(numbers.low + high - lastTap - 1, row.stride);
}

std::optional<RowPad> mlir::pad::describeRowPad(linalg::LinalgOp op,
                                                const FusedLoopsPlan &plan,
                                                const FusedPad &fused,
                                                int64_t axis) {
  PadOp pad = fused.pad;
  PadAxis numbers = getKnownNumbers(pad, axis);
  auto taps = getTaps(op, plan, fused, axis);
  if (ShapedType::isDynamic(numbers.low) || !taps ||
      std::abs(numbers.low) > kMaxReach || taps->second > kMaxReach ||
      (ShapedType::isStatic(numbers.high) &&
       std::abs(numbers.high) > kMaxReach))
    return std::nullopt;
  RowPad row;
  row.low = numbers.low;
  row.mode = pad.getMode(axis);
  row.firstTap = taps->first;
  row.lastTap = taps->second;
  row.stride = fused.window[axis].coefficients[plan.getRowLoop()];
  // What it is decides only which rows these are: `emitHasRowEnds`.
  row.high = getHighOfRow(op, plan, fused, axis, numbers, row);
  if (row.getWidthBefore() >= plan.lanes || row.getWidthBehind() >= plan.lanes)
    return std::nullopt;
  return row;
}

ArithValue mlir::pad::emitHasRowEnds(const RowPad &pad, ArithValue count,
                                     ArithValue extent, int64_t lanes) {
  int64_t width = std::max(pad.getWidthBefore(), pad.getWidthBehind());
  int64_t more = pad.low + pad.high - pad.lastTap;
  return eq((count - 1) * pad.stride + 1, extent + more) &
         (count >= lanes + width) & (extent >= lanes * pad.stride);
}

Value mlir::pad::emitRowEnd(OpBuilder &builder, Location loc, const RowPad &pad,
                            RowPart part, int64_t tap, ArithValue extent,
                            int64_t lanes, function_ref<Value(ArithValue)> load,
                            function_ref<Value()> fill) {
  bool isFirst = part == RowPart::First;
  int64_t span = (lanes - 1) * pad.stride + 1;
  // How far the vector lies before the first, or behind the last vector of the
  // source.
  int64_t outside = isFirst ? pad.low - tap : pad.high - pad.lastTap + tap;
  if (outside <= 0)
    return emitStridedLoad(
        builder, loc, lanes, pad.stride,
        isFirst ? extent.constant(-outside) : extent - (span - outside), load);

  // The vectors at both ends of an axis that is as long as they are: of the
  // source, what lies between them is not read.
  PadAxis axis;
  axis.extent = 2 * lanes * pad.stride;
  axis.mode = pad.mode;
  (isFirst ? axis.low : axis.high) = outside;
  int64_t begin = isFirst ? 0 : axis.extent + outside - span;
  auto getLane = [&](int64_t lane) {
    std::optional<int64_t> from =
        getSourceIndex(axis, begin + lane * pad.stride);
    return from ? VectorLane{*from / lanes, *from % lanes} : VectorLane{-1, 0};
  };
  auto make = [&](int64_t vector) {
    if (vector < 0)
      return fill();
    return load(vector < pad.stride ? extent.constant(vector * lanes)
                                    : extent - (axis.extent - vector * lanes));
  };
  return composeVector(builder, loc, lanes, getLane, make);
}
