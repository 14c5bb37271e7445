//===- InteriorLoops.cpp - Loops that read inside of pads -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/InteriorLoops.h"

using namespace mlir;
using namespace mlir::pad;

InteriorLoops::InteriorLoops(OpBuilder &builder, ArrayRef<FusedPad> pads,
                             ArrayRef<Range> domain)
    : pads(pads), domain(domain) {
  for (const FusedPad &fused : pads) {
    PadOp pad = fused.pad;
    SmallVector<SymbolicInBoundsRange> &ranges = inBounds.emplace_back();
    SmallVector<SymbolicPadAxis> axes =
        getSymbolicAxes(builder, pad.getLoc(), pad);
    for (auto [axis, extent] :
         llvm::zip_equal(axes, pad.getType().getShape())) {
      OpFoldResult padded = ShapedType::isStatic(extent)
                                ? OpFoldResult(builder.getIndexAttr(extent))
                                : emitPaddedExtent(builder, pad.getLoc(), axis);
      ranges.push_back(emitInBoundsRange(builder, pad.getLoc(), axis, padded));
    }
  }
}

/// `range` as values.
static InBoundsRange<ArithValue> getValues(const ArithContext &m,
                                           const SymbolicInBoundsRange &range) {
  return {m.value(range.begin), m.value(range.size),
          m.value(range.sourceBegin)};
}

InteriorLoop InteriorLoops::emit(OpBuilder &builder, Location loc, int64_t loop,
                                 const llvm::SmallBitVector &splitLoops,
                                 ArrayRef<ArithValue> indices) const {
  ArithContext m{builder, loc};
  InteriorLoop interior(m.value(domain[loop].size));
  for (auto [fused, ranges] : llvm::zip_equal(pads, inBounds))
    for (auto [axis, window] : llvm::enumerate(fused.window)) {
      int64_t split = fused.splitLoops[axis];
      if (split < 0 || !splitLoops.test(split))
        continue;
      // A window starts at `offset + stride * index` and ends `last` elements
      // after it. Its constant counts as a part of it, because the slice of a
      // tile starts in front of it, too.
      ArithValue last = m.constant(window.constant);
      std::optional<ArithValue> offset;
      if (!indices.empty())
        offset = m.constant(0);
      for (auto [other, coefficient] : llvm::enumerate(window.coefficients)) {
        if (coefficient == 0 || static_cast<int64_t>(other) == loop)
          continue;
        if (offset && indices[other])
          offset = *offset + indices[other] * coefficient;
        else
          last = last + (m.value(domain[other].size) - 1) * coefficient;
      }
      if (int64_t stride = window.coefficients[loop]) {
        interior.keepInside(getValues(m, ranges[axis]), m.constant(stride),
                            last, offset);
        continue;
      }
      // All elements of the row read the same index of this axis.
      ArithValue one = m.constant(1);
      InteriorLoop same(one);
      same.keepInside(getValues(m, ranges[axis]), one, last, offset);
      same.close();
      interior.end = select(same.begin < same.end, interior.end, 0);
    }
  interior.close();
  return interior;
}
