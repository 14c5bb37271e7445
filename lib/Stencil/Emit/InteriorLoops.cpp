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

InteriorLoop InteriorLoops::emit(OpBuilder &builder, Location loc,
                                 int64_t loop) const {
  ArithContext m{builder, loc};
  InteriorLoop interior(m.value(domain[loop].size));
  for (auto [fused, ranges] : llvm::zip_equal(pads, inBounds))
    for (auto [axis, window] : llvm::enumerate(fused.window)) {
      if (fused.splitLoops[axis] != loop)
        continue;
      // A window starts at `stride * index` and ends `last` elements after it.
      // The slice of a tile starts there, too, whatever its window begins with.
      ArithValue last = m.constant(window.constant);
      for (auto [other, coefficient] : llvm::enumerate(window.coefficients))
        if (coefficient > 0 && static_cast<int64_t>(other) != loop)
          last = last + (m.value(domain[other].size) - 1) * coefficient;
      interior.keepInside(getValues(m, ranges[axis]),
                          m.constant(window.coefficients[loop]), last);
    }
  interior.close();
  return interior;
}

InteriorLoop InteriorLoops::emitRow(OpBuilder &builder, linalg::LinalgOp op,
                                    int64_t row,
                                    const llvm::SmallBitVector &loops,
                                    ArrayRef<ArithValue> indices) const {
  ArithContext m{builder, op.getLoc()};
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  InteriorLoop interior(m.value(domain[row].size));
  for (auto [fused, ranges] : llvm::zip_equal(pads, inBounds))
    for (auto [axis, window] : llvm::enumerate(fused.window)) {
      if (fused.splitLoops[axis] < 0 || !loops.test(fused.splitLoops[axis]))
        continue;
      ArithValue last = m.constant(window.constant), offset = m.constant(0);
      for (auto [loop, coefficient] : llvm::enumerate(window.coefficients)) {
        if (coefficient == 0 || static_cast<int64_t>(loop) == row)
          continue;
        if (iterators[loop] == utils::IteratorType::parallel)
          offset = offset + indices[loop] * coefficient;
        else
          last = last + (m.value(domain[loop].size) - 1) * coefficient;
      }
      if (int64_t stride = window.coefficients[row]) {
        interior.keepInside(getValues(m, ranges[axis]), m.constant(stride),
                            last, offset);
        continue;
      }
      // All of a row reads the same indices of this axis.
      ArithValue one = m.constant(1);
      InteriorLoop same(one);
      same.keepInside(getValues(m, ranges[axis]), one, last, offset);
      same.close();
      interior.end = select(same.begin < same.end, interior.end, 0);
    }
  interior.close();
  return interior;
}
