//===- RowVectors.cpp - Vectors composed of lanes of others ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/RowVectors.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A lane of one of several vectors, each of which has a number.
struct VectorLane {
  int64_t vector, lane;
};
} // namespace

/// Composes a vector of `lanes` elements by constant shuffles: lane `i` is
/// `from(i)`, and `make` makes the vectors, which all have as many lanes.
static Value composeVector(OpBuilder &builder, Location loc, int64_t lanes,
                           function_ref<VectorLane(int64_t)> from,
                           function_ref<Value(int64_t)> make) {
  SmallVector<VectorLane> sources =
      llvm::map_to_vector(llvm::seq<int64_t>(lanes), from);
  llvm::SmallSetVector<int64_t, 4> numbers;
  for (VectorLane source : sources)
    numbers.insert(source.vector);
  Value composed = make(numbers.front());
  SmallVector<int64_t> mask;
  for (auto [lane, source] : llvm::enumerate(sources))
    mask.push_back(source.vector == numbers.front() ? source.lane : lane);
  if (numbers.size() == 1)
    return vector::ShuffleOp::create(builder, loc, composed, composed, mask);
  for (int64_t number : llvm::drop_begin(numbers)) {
    for (auto [lane, source] : llvm::enumerate(sources))
      if (source.vector == number)
        mask[lane] = lanes + source.lane;
    composed =
        vector::ShuffleOp::create(builder, loc, composed, make(number), mask);
    // What has been composed is in its lanes.
    std::iota(mask.begin(), mask.end(), 0);
  }
  return composed;
}

Value mlir::pad::emitStridedLoad(OpBuilder &builder, Location loc,
                                 int64_t lanes, int64_t stride,
                                 ArithValue first,
                                 function_ref<Value(ArithValue)> load) {
  if (stride == 1)
    return load(first);
  // The last vector ends with the last element.
  auto getBegin = [&](int64_t vector) {
    return std::min(vector * lanes, (lanes - 1) * (stride - 1));
  };
  return composeVector(
      builder, loc, lanes,
      [&](int64_t lane) {
        int64_t vector = lane * stride / lanes;
        return VectorLane{vector, lane * stride - getBegin(vector)};
      },
      [&](int64_t vector) { return load(first + getBegin(vector)); });
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
