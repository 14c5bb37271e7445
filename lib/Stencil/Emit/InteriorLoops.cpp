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

InteriorLoop InteriorLoops::emit(OpBuilder &builder, Location loc,
                                 int64_t loop) const {
  ArithContext m{builder, loc};
  ArithValue zero = m.constant(0), count = m.value(domain[loop].size),
             begin = zero, end = count;
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
      ArithValue stride = m.constant(window.coefficients[loop]),
                 first = m.value(ranges[axis].begin),
                 afterLast = first + m.value(ranges[axis].size);
      begin = max(begin, ceilDiv(first, stride));
      end = min(end, ceilDiv(max(afterLast - last, zero), stride));
    }
  begin = min(begin, count);
  return {begin, max(end, begin), count};
}

InteriorLoop InteriorLoops::emitRow(OpBuilder &builder, linalg::LinalgOp op,
                                    int64_t row,
                                    const llvm::SmallBitVector &loops,
                                    ArrayRef<ArithValue> indices) const {
  ArithContext m{builder, op.getLoc()};
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  ArithValue zero = m.constant(0), count = m.value(domain[row].size),
             begin = zero, end = count;
  for (auto [fused, ranges] : llvm::zip_equal(pads, inBounds))
    for (auto [axis, window] : llvm::enumerate(fused.window)) {
      if (fused.splitLoops[axis] < 0 || !loops.test(fused.splitLoops[axis]) ||
          window.coefficients[row] == 0)
        continue;
      ArithValue last = m.constant(window.constant), offset = zero;
      for (auto [loop, coefficient] : llvm::enumerate(window.coefficients)) {
        if (coefficient == 0 || static_cast<int64_t>(loop) == row)
          continue;
        if (iterators[loop] == utils::IteratorType::parallel)
          offset = offset + indices[loop] * coefficient;
        else
          last = last + (m.value(domain[loop].size) - 1) * coefficient;
      }
      ArithValue stride = m.constant(window.coefficients[row]),
                 first = m.value(ranges[axis].begin),
                 afterLast = first + m.value(ranges[axis].size);
      begin = max(begin, ceilDiv(max(first - offset, zero), stride));
      end = min(end, ceilDiv(max(afterLast - last - offset, zero), stride));
    }
  begin = min(begin, count);
  return {begin, max(end, begin), count};
}
