//===- Blocks.cpp - Vectors that an iteration computes --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/Rows/CostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "Plan/LoopPlan.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether what `plan` reads of a pad for one index of `loop` is read for
/// others, too. If not, as where a filter runs along rows only, several rows at
/// a time take registers and save nothing.
static bool sharesReads(const LoopPlan &plan, int64_t loop) {
  std::optional<std::pair<Value, OpFoldResult>> row;
  for (const FusedPad &fused : plan.pads)
    for (auto [axis, window] : llvm::enumerate(fused.window)) {
      if (window.coefficients[loop] == 0)
        continue;
      PadOp pad = fused.pad;
      auto slice = pad.getSource().getDefiningOp<tensor::ExtractSliceOp>();
      bool isOneRow =
          llvm::count(window.coefficients, 0) + 1 ==
              static_cast<int64_t>(window.coefficients.size()) &&
          window.constant == 0 && isUnpaddedAxis(pad, axis) &&
          (!slice || slice.getSourceType().getRank() == pad.getRank());
      if (!isOneRow)
        return true;
      std::pair<Value, OpFoldResult> read = {pad.getSource(), OpFoldResult()};
      if (slice)
        read = {slice.getSource(), slice.getMixedOffsets()[axis]};
      if (row && *row != read)
        return true;
      row = read;
    }
  return plan.pads.empty();
}

/// Bytes of `tensor`; nullopt if they are not known.
static std::optional<int64_t> getBytes(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return getTensorBytes(type.getShape(),
                        getElementBytes(type.getElementType()));
}

bool mlir::pad::sharesWeightsUnmerged(linalg::LinalgOp op,
                                      const LoopPlan &plan) {
  int64_t outer = plan.getLoopOfRows();
  std::optional<int64_t> bytes = getBytes(op.getDpsInitOperand(0)->get());
  return bytes && *bytes <= stencil::kMaxBytesOfWeights &&
         op.getStaticLoopRanges()[plan.getRowLoop()] >=
             stencil::kMinVectorsOfWeights * plan.lanesOfRow &&
         (outer < 0 || !sharesReads(plan, outer));
}

/// Whether memory serves several rows of `op` at a time as well as one. Where
/// rows are short and not in a cache, long runs of memory are faster.
static bool servesSeveralRows(linalg::LinalgOp op, const LoopPlan &plan) {
  std::optional<int64_t> bytes = getBytes(op.getDpsInitOperand(0)->get());
  if (!bytes || *bytes <= stencil::kMaxCachedBytes)
    return true;
  auto type = cast<RankedTensorType>(op.getDpsInitOperand(0)->get().getType());
  ArrayRef<int64_t> shape = type.getShape();
  int64_t rows = plan.mergesRows ? shape.end()[-2] : 1;
  return *bytes / type.getNumElements() * shape.back() * rows >=
         stencil::kMinRowBytes;
}

/// The innermost loop around the one from row to row along which pads are
/// split: from plane to plane, or from image to image. -1 if there is none.
static int64_t findLoopOfPlanes(const LoopPlan &plan) {
  bool isOutside = false;
  for (int64_t loop : llvm::reverse(plan.parallelLoops)) {
    if (isOutside && plan.isSplit(loop))
      return loop;
    isOutside |= loop == plan.getLoopOfRows();
  }
  return -1;
}

/// Cycles of sums of `rows` times `copies` products, at least: processors of
/// the last ten years compute one product and its sum a cycle, and wait four
/// cycles for a sum. One cycle is that of the loop. The loads of a vector or
/// scalar for each row and copy run beside it, but some miss a cache or cross a
/// line. With AVX-512, the scalar that one vector is multiplied by is an
/// operand in memory; those of several are loaded by instructions of their own.
static double getCycles(int64_t rows, int64_t copies, bool hasMemoryScalars) {
  double scalars =
      hasMemoryScalars && copies > 1 ? stencil::kCyclesOfScalar * rows : 0;
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
      if (!isa<RankedTensorType>(operand->get().getType()) ||
          readsRow == readsLoop)
        break;
      ofRow += readsRow;
      ofLoop += readsLoop;
    }
    if (ofRow == 1 && ofLoop == 1)
      return loop;
  }
  return -1;
}

/// Whether `loop` runs along a window of a padded row, and is worth writing
/// out.
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

/// The operand of `op` that is worth packing for blocks of vectors of rows; -1
/// if there is none.
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
        getBytes(operand->get()).value_or(0) > stencil::kMaxCachedBytes)
      return operand->getOperandNumber();
  }
  return -1;
}

/// Whether a cache of level 2 does not hold the image that the indices of
/// `loop` read, once for each block of them.
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

/// Plans blocks of sums of products that stay in registers, with the vectors
/// and the scalar of one term: those of the fewest cycles for all indices of
/// the loop that `findLoopOfProducts` finds. Returns whether there are such.
static bool planProducts(linalg::LinalgOp op, LoopPlan &plan,
                         std::optional<int64_t> inside, int64_t vectorBits) {
  bool hasMemoryScalars = vectorBits >= 512;
  int64_t registers = hasMemoryScalars ? 32 : 16;
  int64_t row = plan.getRowLoop(), loop = findLoopOfProducts(op, plan);
  bool isPadded = plan.isSplit(row);
  if (loop < 0 || isComputedAsF32(getElementTypeOrSelf(
                      op.getDpsInitOperand(0)->get().getType())))
    return false;
  // Loops that are not split have no borders, of which each is code of its own.
  // Columns in borders are few, and only their positions are computed.
  bool maps = !isPadded && plan.pads.size() == 1;
  if (maps)
    for (auto [axis, split] : llvm::enumerate(plan.pads.front().splitLoops))
      maps &= mayMapAxis(op, plan, plan.pads.front(), axis,
                         split == loop ? stencil::kMinTermsOfColumns
                                       : stencil::kMinTermsOfBorders);
  int64_t all = op.getStaticLoopRanges()[loop],
          count = getInterior(op, plan, loop).value_or(stencil::kUnknownExtent),
          borders = ShapedType::isStatic(all) ? all - count : 0,
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
    return blocks * getCycles(rows, copies, hasMemoryScalars) +
           pairs * getCycles(rows, 2, hasMemoryScalars) +
           left * getCycles(rows, 1, hasMemoryScalars);
  };
  // Blocks of single vectors have more filters, and read an image less often.
  bool isFar = vectors > ends && ends > 0 && readsFarImage(op, plan, loop);
  // A product is in a register before it is added.
  auto fits = [&](int64_t rows, int64_t copies) {
    return rows * copies + copies + 2 <= registers &&
           (!isPadded || rows * copies <= stencil::kMaxProductsOfPaddedRow) &&
           (copies == 1 || !isFar);
  };
  // Stretches are whole ones, the weights of which fit the cache.
  auto canPack = [&](int64_t copies) {
    return packed < 0 ||
           (vectors % copies == 0 &&
            *getBytes(op->getOperand(packed)) / vectors * copies <=
                stencil::kMaxCachedBytes);
  };
  plan.copiesOfOne = 1;
  for (int64_t copies = 2; copies <= vectors && fits(1, copies); ++copies)
    if (canPack(copies) && getRow(1, copies) < getRow(1, plan.copiesOfOne))
      plan.copiesOfOne = copies;
  double rest = getRow(1, plan.copiesOfOne);
  // Threads share the outermost loop.
  plan.overlapsBlocks = llvm::any_of(
      ArrayRef(plan.parallelLoops).take_until([&](int64_t outer) {
        return outer == loop;
      }),
      [&](int64_t outer) { return op.getStaticLoopRanges()[outer] != 1; });
  plan.rows = 1;
  plan.copies = plan.copiesOfOne;
  plan.loopOfBlocks = -1;
  plan.spansBorders = false;
  auto getCyclesOf = [&](int64_t extent, int64_t rows, int64_t copies) {
    int64_t blocks = extent / rows, left = extent % rows;
    double row = getRow(rows, copies),
           ofLeft = plan.overlapsBlocks && blocks > 0 ? row : left * rest;
    return blocks * row + (left != 0 ? ofLeft : 0);
  };
  // Images of unknown size are as often small as large.
  auto getCyclesOfAny = [&](int64_t rows, int64_t copies) {
    double cycles = 0;
    for (int64_t extent : stencil::kUnknownColumns)
      cycles += getCyclesOf(extent, rows, copies) / extent;
    return cycles;
  };
  bool isKnown = ShapedType::isStatic(all);
  double least = isKnown ? (count + borders) * rest
                         : std::size(stencil::kUnknownColumns) * rest;
  auto chooseBlocks = [&](bool spans) {
    int64_t extent = spans ? all : count;
    for (int64_t rows = 2; rows <= extent && fits(rows, 1); ++rows)
      for (int64_t copies = 1; copies <= vectors && fits(rows, copies);
           ++copies) {
        double cycles = isKnown ? getCyclesOf(extent, rows, copies) +
                                      (spans ? 0 : borders * rest)
                                : getCyclesOfAny(rows, copies);
        // Blocks of as many rows as one border has took 0.68 to 1.41 of the
        // time of 5x5 and 7x7 convolutions.
        if (cycles >= least || !canPack(copies) ||
            (spans && rows < borders && 2 * rows < extent))
          continue;
        least = cycles;
        plan.rows = rows;
        plan.copies = copies;
        plan.loopOfBlocks = loop;
        plan.spansBorders = spans;
      }
  };
  chooseBlocks(/*spans=*/false);
  if (maps && isKnown)
    chooseBlocks(/*spans=*/true);
  plan.blocksBorders = true;
  plan.mapsOuterLoops = maps;
  if (maps)
    for (int64_t &split : plan.pads.front().splitLoops)
      if (split != loop)
        split = -1;
  plan.packedWeights = packed;
  if (packed >= 0)
    plan.copiesOfOne = plan.copies;
  // The products of one term are enough for an iteration; those of a window
  // along a padded row have ends that are vectors.
  plan.rolledReductions = plan.reductionLoops.size();
  if (isPadded && isShortWindow(op, plan, plan.reductionLoops.back()))
    --plan.rolledReductions;
  return true;
}

/// Whether the windows of channels of neighbours along `columns` and along
/// `rows`, the loop around it, have elements in common, so that blocks of
/// columns in several rows read less. Maxima of one row share them, too.
static bool sharesColumns(linalg::LinalgOp op, const LoopPlan &plan,
                          int64_t columns, int64_t rows) {
  Type type = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  return sharesWindows(op, plan, columns) &&
         (plan.isMaximum ||
          (rows >= 0 && plan.unrollsReductions() && !isComputedAsF32(type) &&
           sharesWindows(op, plan, rows)));
}

/// Whether blocks of such columns are one column of each row, so that memory
/// serves fewer places at once: of a large image, for maxima if they have few
/// columns in common, and for sums unless the rows are in the same sets of a
/// cache.
static bool readsRowByRow(linalg::LinalgOp op, const LoopPlan &plan,
                          int64_t columns) {
  if (plan.isMaximum)
    return !sharesWindows(op, plan, columns, /*apart=*/2) &&
           !servesSeveralRows(op, plan);
  std::optional<int64_t> bytes = getBytes(op.getDpsInitOperand(0)->get());
  auto type = cast<RankedTensorType>(op.getDpsInitOperand(0)->get().getType());
  std::optional<int64_t> ofRow = getTensorBytes(
      type.getShape().take_back(2), getElementBytes(type.getElementType()));
  return bytes && *bytes > stencil::kMinBytesOfRows && ofRow &&
         *ofRow % stencil::kBytesOfWay != 0;
}

/// Plans blocks of windows that are no sums of products.
static void planWindows(linalg::LinalgOp op, LoopPlan &plan,
                        int64_t opsOfVector, std::optional<int64_t> inside,
                        int64_t vectorBits) {
  Type result = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  bool isHalf = isComputedAsF32(result);
  plan.interleavesCopies = isHalf;
  // Maxima are computed one after the other, and share what they read.
  int64_t vectors = std::clamp<int64_t>(
      stencil::kMaxOps / opsOfVector, 1,
      vectorBits < 512 && !isHalf && !plan.isMaximum ? stencil::kMaxVectorsOf16
                                                     : stencil::kMaxVectors);
  // Each column of a window has all loops inside of its own, which upstream's
  // bufferization follows from each other.
  if (plan.loopOfWindow >= 0)
    vectors = 1;
  // Windows that are copied share nothing.
  bool isCopied = llvm::any_of(
      plan.parallelLoops, [&](int64_t loop) { return plan.movesRows(loop); });
  bool isChannels =
      !plan.mergesRows && !plan.isSplit(plan.getRowLoop()) && !isCopied;
  // Of each long row, a block is at least a cache line, but where conversions
  // take longer than memory.
  int64_t ofLine =
      llvm::divideCeil(cost::kLineBytes * 8, plan.lanes * getLaneBits(result));
  if (isChannels || isHalf)
    ofLine = isChannels ? 1 : 2;
  int64_t rows = plan.getLoopOfRows(), planes = findLoopOfPlanes(plan);
  bool isPlanes = planes >= 0 && plan.unrollsReductions() && !isChannels;
  int64_t loop = isPlanes ? planes : rows,
          maxRows = isPlanes ? stencil::kMaxPlanes : stencil::kMaxRows;
  plan.loopOfPlanes = -1;
  plan.planes = 1;
  bool isOfColumns = isChannels && sharesColumns(op, plan, rows, planes);
  if (isOfColumns) {
    maxRows = readsRowByRow(op, plan, rows) ? 1 : stencil::kMaxColumns;
    if (planes >= 0 && sharesWindows(op, plan, planes)) {
      plan.loopOfPlanes = planes;
      int64_t most =
          maxRows > 1 ? stencil::kMaxRowsOfColumns : stencil::kMaxRows;
      plan.planes = std::clamp<int64_t>(vectors / maxRows, 1, most);
    }
  } else if (isChannels && plan.isMaximum) {
    // Memory is faster in its own order: whole blocks of the vectors of a
    // column, where windows share nothing.
    int64_t all =
        std::max<int64_t>(inside.value_or(plan.lanes) / plan.lanes, 1);
    ofLine = std::min(all, stencil::kMaxCopies);
    while (all % ofLine != 0)
      --ofLine;
    maxRows = 1;
    isOfColumns = true;
  }
  // Weights of one vector stay in 16 registers beside the sums of one row, and
  // in 32 beside those of two.
  if (plan.repeatsRows &&
      op.getStaticLoopRanges()[plan.getRowLoop()] == plan.lanes) {
    vectors = std::min(vectors, stencil::kMaxVectorsOf16);
    maxRows = vectorBits < 512 ? 1 : stencil::kMaxRowsOfWeights;
  }
  // The sums of a few vectors hide each other's latency.
  bool isShort =
      inside && *inside < stencil::kMaxVectorsOfShortRow * plan.lanes;
  if (loop >= 0 && !isCopied &&
      (isChannels || (isHalf && isShort) || sharesReads(plan, loop)) &&
      (!plan.unrollsReductions() || isChannels || isPlanes ||
       servesSeveralRows(op, plan))) {
    std::optional<int64_t> count = getInterior(op, plan, loop);
    plan.loopOfBlocks = loop;
    plan.rows = std::clamp<int64_t>(
        std::min(vectors / ofLine, count.value_or(maxRows)), 1, maxRows);
    // As many in each block, rather than a few that are left.
    if (count.value_or(0) > 0)
      plan.rows = llvm::divideCeil(*count, llvm::divideCeil(*count, plan.rows));
  }
  plan.keepsEnds = (isShort || (isHalf && inside)) &&
                   plan.isSplit(plan.getRowLoop()) &&
                   plan.rows * opsOfVector <= stencil::kMaxOpsOfEnds;
  plan.copies = std::min(vectors / plan.rows, stencil::kMaxCopies);
  // Channels share the vectors of a filter from row to row only.
  if (isOfColumns || (plan.rows > 1 && (isChannels || isPlanes)))
    plan.copies = ofLine;
  // The last block ends with the loop.
  plan.overlapsBlocks =
      plan.planes > 1 ||
      (isChannels && plan.rows > 1 &&
       getInterior(op, plan, plan.loopOfBlocks).value_or(0) >= plan.rows);
  if (isOfColumns)
    spanColumns(op, plan);
  if (plan.planes > 1)
    plan.planes = std::clamp<int64_t>(
        getInterior(op, plan, plan.loopOfPlanes).value_or(plan.planes), 1,
        plan.planes);
  // The few vectors of a short row are one block.
  if (inside)
    plan.copies = std::clamp<int64_t>(*inside / plan.lanes, 1, plan.copies);
  if (isHalf && inside)
    plan.copiesOfBorder = plan.copies;
}

/// Whether the last block of rows of `size` elements begins in the one before
/// it, rather than that vectors of one row are left. Rows of more blocks may be
/// written past the caches.
static bool overlapsVectors(const LoopPlan &plan, int64_t size) {
  int64_t block = plan.lanes * plan.copies, blocks = size / block,
          rest = size % block;
  return blocks > 0 && blocks < stencil::kMinStreamedBlocks && rest != 0 &&
         2 * llvm::alignTo(rest, plan.lanes) >= static_cast<uint64_t>(block);
}

void mlir::pad::planBlocks(linalg::LinalgOp op, LoopPlan &plan,
                           int64_t opsOfVector, std::optional<int64_t> inside,
                           int64_t vectorBits) {
  if (!planProducts(op, plan, inside, vectorBits))
    planWindows(op, plan, opsOfVector, inside, vectorBits);
  plan.overlapsVectors = inside && overlapsVectors(plan, *inside);
}
