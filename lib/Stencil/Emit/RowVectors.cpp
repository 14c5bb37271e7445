//===- RowVectors.cpp - Vectors composed of lanes of others ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/RowVectors.h"
#include "Pad/Rows/ComposedVector.h"

using namespace mlir;
using namespace mlir::pad;

Value mlir::pad::emitStridedLoad(OpBuilder &builder, Location loc,
                                 int64_t lanes, int64_t stride,
                                 ArithValue first,
                                 function_ref<Value(ArithValue)> load) {
  if (stride == 1)
    return load(first);
  SmallVector<std::optional<int64_t>> elements;
  for (int64_t lane = 0; lane < lanes; ++lane)
    elements.push_back(lane * stride);
  // The last vector ends with the last element.
  return emitComposedVector(builder, loc, elements, (lanes - 1) * stride + 1,
                            [&](int64_t begin) { return load(first + begin); },
                            /*fill=*/{});
}

ArithValue mlir::pad::emitHasRowEnds(const RowPad &pad, ArithValue count,
                                     ArithValue extent, int64_t rest,
                                     int64_t lanes) {
  return hasRowEnds(
      count, extent, count.constant(pad.stride),
      count.constant(pad.getWidths().more.get()), count.constant(rest),
      count.constant(pad.getReadOfEnd(lanes)), count.constant(lanes));
}

Value mlir::pad::emitRowEnd(OpBuilder &builder, Location loc, const RowPad &pad,
                            RowPart part, int64_t tap, ArithValue extent,
                            int64_t lanes, function_ref<Value(ArithValue)> load,
                            function_ref<Value()> fill) {
  SmallVector<std::optional<int64_t>> elements;
  PadAxis axis;
  axis.mode = pad.mode;
  if (part == RowPart::Whole) {
    axis.extent = pad.extent;
    axis.low = pad.low;
    for (int64_t lane = 0; lane < lanes; ++lane)
      elements.push_back(getSourceIndex(axis, lane * pad.stride + tap));
    return emitComposedVector(
        builder, loc, elements, pad.extent,
        [&](int64_t from) { return load(extent.constant(from)); }, fill);
  }
  bool isFirst = part == RowPart::First;
  int64_t span = (lanes - 1) * pad.stride + 1;
  // How far the vector lies before the first, or behind the last vector of the
  // source.
  int64_t outside = isFirst ? pad.low - tap : pad.high - pad.lastTap + tap;
  if (outside <= 0)
    return emitStridedLoad(
        builder, loc, lanes, pad.stride,
        isFirst ? extent.constant(-outside) : extent - (span - outside), load);

  // Both ends of an axis that is as long as they are: of the source, what lies
  // between them is not read.
  int64_t end = pad.getReadOfEnd(lanes);
  axis.extent = 2 * end;
  (isFirst ? axis.low : axis.high) = outside;
  int64_t begin = isFirst ? 0 : axis.extent + outside - span;
  for (int64_t lane = 0; lane < lanes; ++lane)
    elements.push_back(getSourceIndex(axis, begin + lane * pad.stride));
  auto loadEnd = [&](int64_t from) {
    return load(from < end ? extent.constant(from)
                           : extent - (axis.extent - from));
  };
  return emitComposedVector(builder, loc, elements, end, loadEnd, fill);
}
