//===- Products.cpp - Blocks of sums of products --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/StencilCostModel.h"
#include "Plan/LoopPlan.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// Cycles of one term of `rows` times `copies` sums of products. Processors of
/// the last ten years compute at least one product and its sum a cycle, and
/// have to wait four cycles before they can add to the same sum. One cycle is
/// that of the loop. A vector or scalar is loaded for each row and copy, beside
/// the products, but some loads miss a cache or cross a line. With AVX-512, the
/// scalar that a single vector is multiplied by is an operand in memory, while
/// that of several vectors is loaded by an instruction of its own. With AVX2,
/// all scalars are; a processor computes more than one product a cycle there,
/// so that more sums are needed to hide the wait, and the unit of the result is
/// the time of a product.
static double getCycles(int64_t rows, int64_t copies, bool hasAvx512) {
  if (!hasAvx512)
    return std::max(rows * copies + 1 + stencil::kProductsOfScalar * rows +
                        stencil::kProductsOfVector * copies,
                    stencil::kProductsOfSum);
  double scalars = copies > 1 ? stencil::kCyclesOfScalar * rows : 0;
  return std::max<int64_t>(rows * copies, 4) + 1 + (rows + copies) / 8.0 +
         scalars;
}

/// The innermost loop whose indices multiply the same vectors of a row, each by
/// scalars of its own: the columns of a convolution whose rows are channels, or
/// the filters of one whose rows are those of an image. -1 if there is none.
static int64_t findLoopOfProducts(linalg::LinalgOp op, const LoopPlan &plan) {
  int64_t row = plan.getRowLoop();
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || plan.mergesRows)
    return -1;
  for (int64_t loop : llvm::reverse(ArrayRef(plan.parallelLoops).drop_back())) {
    unsigned ofRow = 0, ofLoop = 0;
    for (OpOperand *operand : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(operand);
      bool readsRow = map.isFunctionOfDim(row),
           readsLoop = map.isFunctionOfDim(loop);
      if (readsRow == readsLoop)
        break;
      ofRow += readsRow;
      ofLoop += readsLoop;
    }
    if (ofRow == 1 && ofLoop == 1)
      return loop;
  }
  return -1;
}

/// Whether `loop` runs along a window of a padded row that is short enough to
/// be written out.
static bool isShortWindow(linalg::LinalgOp op, const LoopPlan &plan,
                          int64_t loop) {
  int64_t range = op.getStaticLoopRanges()[loop];
  return ShapedType::isStatic(range) &&
         range <= stencil::kMaxWindowOfProducts &&
         llvm::any_of(plan.pads, [&](const FusedPad &fused) {
           const WindowAxis &axis = fused.window.back();
           return axis.coefficients[plan.getRowLoop()] != 0 &&
                  axis.coefficients[loop] != 0;
         });
}

/// The operand of weights of `op` that is worth packing; -1 if there is none.
static int64_t findPackedWeights(linalg::LinalgOp op, const LoopPlan &plan) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t row = plan.getRowLoop(), uses = 1;
  for (int64_t loop : ArrayRef(plan.parallelLoops).drop_back())
    uses = llvm::SaturatingMultiply<uint64_t>(
        uses, ShapedType::isDynamic(ranges[loop]) ? stencil::kUnknownExtent
                                                  : ranges[loop]);
  if (ShapedType::isDynamic(ranges[row]) || ranges[row] % plan.lanes != 0 ||
      uses < stencil::kMinUsesOfPacked)
    return -1;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (map.isProjectedPermutation() && map.isFunctionOfDim(row) &&
        getBytes(operand->get()).value_or(0) > stencil::kMinBytesOfPacked)
      return operand->getOperandNumber();
  }
  return -1;
}

/// Whether a cache of level 2 does not hold the image that every block of
/// indices of `loop` reads anew.
static bool readsFarImage(linalg::LinalgOp op, const LoopPlan &plan,
                          int64_t loop) {
  int64_t images = 1;
  for (int64_t outer : plan.parallelLoops) {
    if (outer == loop)
      break;
    images *= std::max<int64_t>(op.getStaticLoopRanges()[outer], 1);
  }
  PadOp pad = plan.pads.front().pad;
  return getBytes(pad.getSource()).value_or(0) / images >
         stencil::kMaxCachedBytes;
}

bool mlir::pad::planProducts(linalg::LinalgOp op, LoopPlan &plan,
                             std::optional<int64_t> inside) {
  int64_t registers = plan.hasAvx512 ? 32 : 16;
  int64_t row = plan.getRowLoop(), loop = findLoopOfProducts(op, plan);
  bool isPadded = plan.isSplit(row);
  if (loop < 0 || isComputedAsF32(getElementTypeOrSelf(
                      op.getDpsInitOperand(0)->get().getType())))
    return false;
  // A loop that is not split has no code for borders. Columns in borders are
  // few, so that it is enough to compute their positions. For sums of unknown
  // length, the code would be twice as large.
  bool maps = !isPadded && plan.pads.size() == 1 &&
              ShapedType::isStatic(
                  op.getStaticLoopRanges()[plan.reductionLoops.back()]);
  if (maps)
    for (int64_t axis = 0, e = plan.pads.front().window.size(); axis < e;
         ++axis)
      maps &= mayMapAxis(plan.pads.front(), axis);
  RowBorders ofLoop = getBorders(plan, loop);
  int64_t all = op.getStaticLoopRanges()[loop],
          count = getInterior(op, plan, loop).value_or(stencil::kUnknownExtent),
          vectors = stencil::kUnknownVectors;
  // The ends of a padded row are vectors, too.
  if (inside)
    vectors = isPadded
                  ? llvm::divideCeil(op.getStaticLoopRanges()[row], plan.lanes)
                  : std::max<int64_t>(*inside / plan.lanes, 1);
  // Upstream's bufferization takes ten times as long for blocks in the borders
  // of a third axis.
  if (!maps &&
      (count < 1 || llvm::count_if(
                        plan.parallelLoops,
                        [&](int64_t loop) { return plan.isSplit(loop); }) > 2))
    return false;
  int64_t packed = isPadded ? -1 : findPackedWeights(op, plan);
  // Both ends of a padded row are a block, or each is one vector of it.
  int64_t ends = isPadded ? std::min<int64_t>(vectors, 2) : 0;
  auto getRow = [&](int64_t rows, int64_t copies) {
    int64_t pairs = copies > 1 ? ends / 2 : 0,
            blocks = (vectors - ends) / copies,
            left = vectors - blocks * copies - 2 * pairs;
    return blocks * getCycles(rows, copies, plan.hasAvx512) +
           pairs * getCycles(rows, 2, plan.hasAvx512) +
           left * getCycles(rows, 1, plan.hasAvx512);
  };
  // Blocks of one vector have more filters, and so read the image fewer times.
  bool isFar = vectors > ends && ends > 0 && readsFarImage(op, plan, loop);
  // One register is for a product before it is added.
  auto fits = [&](int64_t rows, int64_t copies) {
    return rows * copies + copies + 2 <= registers &&
           (!isPadded || rows * copies <= stencil::kMaxProductsOfPaddedRow) &&
           (copies == 1 || !isFar);
  };
  // A row is a whole number of stretches, whose weights fit a cache of level 2.
  auto canPack = [&](int64_t copies) {
    return packed < 0 ||
           (vectors % copies == 0 &&
            *getBytes(op->getOperand(packed)) / vectors * copies <=
                stencil::kMaxCachedBytes);
  };
  for (int64_t copies = 2; copies <= vectors && fits(1, copies); ++copies)
    if (canPack(copies) && getRow(1, copies) < getRow(1, plan.copiesOfOne))
      plan.copiesOfOne = copies;
  // If weights are packed, a column alone has all vectors of a stretch, too.
  auto getRest = [&](int64_t copies) {
    return getRow(1, packed < 0 ? plan.copiesOfOne : copies);
  };
  double rest = getRow(1, plan.copiesOfOne);
  // Threads share the outermost loop, whose blocks may not overlap.
  plan.overlapsBlocks = llvm::any_of(
      ArrayRef(plan.parallelLoops).take_until([&](int64_t outer) {
        return outer == loop;
      }),
      [&](int64_t outer) { return op.getStaticLoopRanges()[outer] != 1; });
  plan.copies = plan.copiesOfOne;
  auto getCyclesOf = [&](int64_t extent, int64_t rows, int64_t copies) {
    int64_t blocks = extent / rows, left = extent % rows;
    double row = getRow(rows, copies),
           ofLeft =
               plan.overlapsBlocks && blocks > 0 ? row : left * getRest(copies);
    return blocks * row + (left != 0 ? ofLeft : 0);
  };
  bool isKnown = ShapedType::isStatic(all);
  int64_t borders = isKnown ? all - count : ofLoop.before + ofLoop.behind;
  auto getCyclesOfAll = [&](int64_t inside, int64_t rows, int64_t copies,
                            bool spans) {
    int64_t extent = inside + borders;
    if (!spans)
      return getCyclesOf(inside, rows, copies) + borders * getRest(copies);
    return extent >= rows ? getCyclesOf(extent, rows, copies)
                          : extent * getRest(copies);
  };
  // Small images of unknown size are as frequent as large ones.
  SmallVector<int64_t> sizes(std::begin(stencil::kUnknownColumns),
                             std::end(stencil::kUnknownColumns));
  if (isKnown)
    sizes = {count};
  double least = sizes.size() * rest;
  auto chooseBlocks = [&](bool spans) {
    int64_t extent = spans && isKnown ? all : count;
    for (int64_t rows = 2; rows <= extent && fits(rows, 1); ++rows)
      for (int64_t copies = 1; copies <= vectors && fits(rows, copies);
           ++copies) {
        double cycles = 0;
        for (int64_t inside : sizes)
          cycles +=
              getCyclesOfAll(inside, rows, copies, spans) / (inside + borders);
        if (cycles >= least || !canPack(copies) ||
            (spans && !canSpanBorders(op, plan, loop, rows)))
          continue;
        least = cycles;
        plan.rows = rows;
        plan.copies = copies;
        plan.loopOfBlocks = loop;
        plan.spansBorders = spans;
      }
  };
  chooseBlocks(/*spans=*/false);
  if (maps)
    chooseBlocks(/*spans=*/true);
  plan.blocksBorders = true;
  plan.mapsOuterLoops = maps;
  if (maps)
    for (int64_t &split : plan.pads.front().splitLoops)
      if (split != loop)
        split = -1;
  // A single stretch of all vectors would be a copy of the weights.
  plan.packedWeights = plan.copies < vectors ? packed : -1;
  if (plan.packedWeights >= 0)
    plan.copiesOfOne = plan.copies;
  // The products of one term are enough for an iteration. A window along a
  // padded row is written out all the same, so that ends are vectors.
  plan.rolledReductions = plan.reductionLoops.size();
  if (isPadded && isShortWindow(op, plan, plan.reductionLoops.back()))
    --plan.rolledReductions;
  return true;
}
