//===- Profitability.cpp - Whether fused loops pay ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A fused consumer saves writing and reading a padded tensor. It is slower all
// the same if it computes much of a row element by element, because LLVM makes
// vectors of loops over a padded tensor. The thresholds were chosen by timing
// consumers of each element width, with rows of 5 to 100,000 elements, on a
// processor with AVX-512.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Plan/LoopPlan.h"
#include "Plan/Neighbours.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// The elements of a row along loop `row` that read a border, on average over
/// all rows, where `loop` moves rows along the axis of `window`, and `width`
/// elements lie before or behind the source.
static int64_t getBorderOfMovedRows(linalg::LinalgOp op,
                                    const WindowAxis &window, int64_t row,
                                    int64_t loop, int64_t width) {
  int64_t rows = op.getStaticLoopRanges()[loop];
  if (ShapedType::isDynamic(rows))
    rows = stencil::kUnknownExtent;
  if (ShapedType::isDynamic(width) || width <= 0)
    return 0;
  // From the first row on, each reads one step less of the border.
  int64_t step = window.coefficients[loop],
          count = std::min(rows, countWindows(width, step));
  return llvm::SaturatingMultiply<uint64_t>(
             count, llvm::SaturatingAdd<uint64_t>(width, step)) /
         (2 * std::max<uint64_t>(rows, 1) * window.coefficients[row]);
}

/// Whether a window that reads `pad`, or slices of it, may read more planes in
/// the same sets of a cache of level 1 than a set has ways. A window reads as
/// many planes as are padded, and one.
static bool fillsSets(PadOp pad) {
  auto type = cast<RankedTensorType>(pad.getSource().getType());
  int64_t inWay = stencil::kBytesOfWay * 8 / getLaneBits(type.getElementType());
  for (int64_t axis = 0; axis < type.getRank() - 2; ++axis) {
    PadAxis numbers = getKnownNumbers(pad, axis);
    std::optional<int64_t> elements =
        multiplyExtents(type.getShape().drop_front(axis + 1));
    if (elements && *elements % inWay == 0 &&
        ShapedType::isStatic(numbers.low) &&
        ShapedType::isStatic(numbers.high) &&
        numbers.high >=
            stencil::kWaysOfCache - std::max<int64_t>(numbers.low, 0))
      return true;
  }
  return false;
}

std::string mlir::pad::explainSlower(linalg::LinalgOp op, const FusedPad &fused,
                                     int64_t vectorBits) {
  PadOp pad = fused.pad;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(),
                       loops = getResultLoops(op);
  int64_t row = loops.back(), count = ranges[row], channels = 1;
  // Neighbours are computed by the same vectors.
  SmallVector<linalg::LinalgOp> neighbours = findNeighbours(op);
  int64_t lanes = chooseLanes(op, neighbours, vectorBits),
          laneBits = vectorBits / lanes;
  MergedRows merged = planMergedRows(op, neighbours, lanes);
  if (merged.lanes > 1) {
    lanes = merged.lanes;
    // A row is all channels of all columns of a row of an image.
    if (ShapedType::isStatic(count))
      channels = count;
    row = loops.end()[-2];
    count =
        multiplyExtents({count, ranges[row]}).value_or(ShapedType::kDynamic);
  }
  bool isStatic = ShapedType::isStatic(count);

  // Elements of a row that read a border.
  int64_t border = 0, widest = 0;
  auto addBorder = [&](int64_t width, int64_t stride) {
    int64_t elements;
    if (llvm::MulOverflow(countWindows(width, stride), channels, elements) ||
        llvm::AddOverflow(border, elements, border))
      border = elements = INT64_MAX;
    widest = std::max(widest, elements);
  };
  int64_t moved = 0, loopOfWindow = findLoopOfWindow(op, fused, row);
  bool isPadded = false, hasEnds = true, isCopied = loopOfWindow >= 0;
  for (auto [axis, window] : llvm::enumerate(fused.window)) {
    if (isUnpaddedAxis(pad, axis))
      continue;
    if (fused.splitLoops[axis] < 0 &&
        (pad.getMode(axis) == PadMode::Wrap || pad.isPeriodic(axis)))
      return "axis " + std::to_string(axis) +
             ", which a sum of its consumer runs along, repeats its source, so "
             "that each term would compute a remainder";
    int64_t stride = window.coefficients[row];
    if (stride == 0)
      continue;
    PadAxis numbers = getKnownNumbers(pad, axis);
    if (int64_t loop = getSplitLoop(op, fused, axis, row); loop != row) {
      for (int64_t width : {numbers.low, numbers.high})
        moved += getBorderOfMovedRows(op, window, row, loop, width);
      isCopied = true;
      continue;
    }
    isPadded = true;
    for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
      hasEnds &= static_cast<int64_t>(loop) == row ||
                 static_cast<int64_t>(loop) == loopOfWindow ||
                 window.coefficients[loop] == 0 ||
                 iterator != utils::IteratorType::parallel;
    // Pads that are not known are mostly small; that of a slice is at most that
    // of its pad.
    auto getKnown = [](int64_t pad) {
      return MachineIndex(ShapedType::isStatic(pad) ? pad : 0);
    };
    if (ShapedType::isStatic(numbers.low))
      addBorder(std::max<int64_t>(numbers.low, 0) - window.constant, stride);
    if (ShapedType::isStatic(numbers.high))
      addBorder(numbers.high, stride);
    hasEnds &= ShapedType::isDynamic(numbers.extent) ||
               getReadOfEnd<MachineIndex>(getKnown(numbers.low),
                                          getKnown(numbers.high),
                                          window.constant, stride, /*lanes=*/1)
                       .get() <= numbers.extent;
  }
  // Borders that are wider than a vector are computed element by element. Each
  // takes as long as a vector for each element of its window.
  int64_t reads = op.getNumDpsInputs(),
          vectorsOfElement = stencil::kVectorsOfElement;
  bool areLong = widest <= lanes &&
                 (border <= lanes || !isStatic || count - border >= lanes);
  if (merged.lanes <= 1 && !areLong && count != lanes &&
      reads >= stencil::kMinReadsOfEnds) {
    hasEnds = false;
    vectorsOfElement = reads;
  }
  // Consumers of 16-bit floats wait for their rounded sums, not for a cache.
  int64_t minVectorsOfSets = vectorBits >= 512
                                 ? stencil::kMinVectorsOfSets
                                 : stencil::kMinShortVectorsOfSets;
  if (lanes > 1 && laneBits >= 32 && isStatic && merged.lanes <= 1 &&
      isPadded && reads >= stencil::kMinReadsOfEnds &&
      !isComputedAsF32(pad.getSourceType().getElementType()) &&
      count >= minVectorsOfSets * lanes && fillsSets(pad))
    return "the planes that its window reads lie a multiple of " +
           std::to_string(stencil::kBytesOfWay) +
           " bytes apart, and are more than a set of a cache holds";
  // If ends are composed, a vector may include the narrower border.
  if (isStatic)
    while (lanes > 1 && lanes > count - (hasEnds ? widest : border))
      lanes /= 2;
  // Channels are few, but those of the next column follow them.
  int64_t leastBits = merged.repeats && lanes >= 8 ? 64 : 128;
  bool isShort = isPadded && !merged.repeats
                     ? lanes < 4 && lanes * laneBits < 64
                     : lanes * laneBits < leastBits;
  // The unfused form is no faster for maximumf of few channels, of which LLVM
  // makes no vectors either. Pools of 3 channels with a stride of 2 or 3 take
  // 0.13 to 0.81 of the time.
  if ((lanes == 1 || isShort) &&
      !(isMaximumOfWindow(op) &&
        isa<arith::MaximumFOp>(op.getBlock()->front())))
    return "its consumer would be computed element by element, or by vectors "
           "of " +
           std::to_string(lanes * laneBits) + " bits";
  // Without composed ends, all of a border is computed element by element. In
  // moved rows that are short, this is still faster than a padded copy.
  int64_t length = isStatic ? count : stencil::kUnknownRow;
  uint64_t elements = llvm::SaturatingAdd<uint64_t>(
      hasEnds ? 0 : border, length < stencil::kUnknownRow ? 0 : moved);
  if (elements > static_cast<uint64_t>(length / lanes / vectorsOfElement))
    return "each row has " + std::to_string(elements) +
           " elements of borders that would be computed one by one";
  // The last vector of a row begins in the one before it.
  int64_t vectors = llvm::divideCeil(length, lanes);
  if (isCopied && isStatic && length * 8 <= vectors * lanes * 5)
    return "windows are copied by rows of " + std::to_string(length) +
           " elements, much of which vectors of " + std::to_string(lanes) +
           " would move twice";
  // In borders, the channels of a column are computed by vectors.
  int64_t steps = border;
  if (merged.lanes > 1)
    steps /= std::min<int64_t>(lanes, llvm::bit_floor<uint64_t>(channels));
  // Borders of up to a vector are composed.
  if (steps > lanes && steps > length / lanes)
    return std::to_string(border) +
           " elements of each row of its consumer would be computed one by one";
  return "";
}
