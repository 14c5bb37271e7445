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
#include "Pad/Rows/StencilCostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "Plan/LoopPlan.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether elements of pads that `plan` reads for one index of `loop` are read
/// for other indices, too. If not, as for a filter that runs along rows only,
/// several rows at a time take registers and save no loads.
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

std::optional<int64_t> mlir::pad::getBytes(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return getTensorBytes(type.getShape(),
                        getElementBytes(type.getElementType()));
}

bool mlir::pad::sharesWeightsUnmerged(linalg::LinalgOp op,
                                      const LoopPlan &plan) {
  int64_t outer = plan.getLoopOfRows();
  std::optional<int64_t> bytes = getBytes(op.getDpsInits()[0]);
  return bytes && *bytes <= stencil::kMaxBytesOfWeights &&
         op.getStaticLoopRanges()[plan.getRowLoop()] >=
             stencil::kMinVectorsOfWeights * plan.lanesOfRow &&
         (outer < 0 || !sharesReads(plan, outer));
}

/// Whether memory serves several rows of `op` at a time as fast as one row.
/// Short rows that no cache holds are faster one after the other, as one long
/// run of memory.
static bool servesSeveralRows(linalg::LinalgOp op, const LoopPlan &plan) {
  std::optional<int64_t> bytes = getBytes(op.getDpsInits()[0]);
  if (!bytes || *bytes <= stencil::kMaxCachedBytes)
    return true;
  RankedTensorType type = getResultType(op);
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

/// Whether blocks of columns, whose channels are rows, save loads: the windows
/// of neighbours along `columns` have elements in common, and so do those along
/// `rows`, the loop around it. Maxima save loads in one row, too.
static bool sharesColumns(linalg::LinalgOp op, const LoopPlan &plan,
                          int64_t columns, int64_t rows) {
  return sharesWindows(op, plan, columns) &&
         (plan.isMaximum ||
          (rows >= 0 && plan.unrollsReductions() &&
           !isComputedAsF32(getResultType(op).getElementType()) &&
           sharesWindows(op, plan, rows)));
}

/// Whether blocks of such columns have one column of each row, so that memory
/// serves fewer places at once. That is so for large images: for maxima whose
/// windows share few columns, and for sums unless rows are in the same sets of
/// a cache.
static bool readsRowByRow(linalg::LinalgOp op, const LoopPlan &plan,
                          int64_t columns) {
  if (plan.isMaximum)
    return !sharesWindows(op, plan, columns, /*apart=*/2) &&
           !servesSeveralRows(op, plan);
  std::optional<int64_t> bytes = getBytes(op.getDpsInits()[0]);
  RankedTensorType type = getResultType(op);
  std::optional<int64_t> ofRow = getTensorBytes(
      type.getShape().take_back(2), getElementBytes(type.getElementType()));
  return bytes && *bytes > stencil::kMinBytesOfRows && ofRow &&
         *ofRow % stencil::kBytesOfWay != 0;
}

/// Plans blocks of consumers that are no sums of products.
static void planWindows(linalg::LinalgOp op, LoopPlan &plan,
                        int64_t opsOfVector, std::optional<int64_t> inside) {
  Type result = getResultType(op).getElementType();
  bool isHalf = isComputedAsF32(result);
  plan.interleavesCopies = isHalf;
  // Maxima are computed one after the other, and share what they read.
  int64_t vectors = std::clamp<int64_t>(
      stencil::kMaxOps / opsOfVector, 1,
      !plan.hasAvx512 && !isHalf && !plan.isMaximum ? stencil::kMaxVectorsOf16
                                                    : stencil::kMaxVectors);
  // Each column of a copied window has a copy of all inner loops, and
  // upstream's bufferization follows each of these to the one before it.
  if (plan.loopOfWindow >= 0)
    vectors = 1;
  // Windows that are copied share nothing.
  bool isCopied = llvm::any_of(
      plan.parallelLoops, [&](int64_t loop) { return plan.movesRows(loop); });
  bool isChannels =
      !plan.mergesRows && !plan.isSplit(plan.getRowLoop()) && !isCopied;
  // A block has at least a cache line of each long row, except where
  // conversions take longer than memory.
  int64_t ofLine =
      llvm::divideCeil(cost::kLineBytes * 8, plan.lanes * getLaneBits(result));
  if (isChannels || isHalf)
    ofLine = isChannels ? 1 : 2;
  int64_t rows = plan.getLoopOfRows(), planes = findLoopOfPlanes(plan);
  bool isPlanes = planes >= 0 && plan.unrollsReductions() && !isChannels;
  int64_t loop = isPlanes ? planes : rows,
          maxRows = isPlanes ? stencil::kMaxPlanes : stencil::kMaxRows;
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
    // Windows share nothing, so blocks are vectors of one column: memory is
    // faster in its own order.
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
    maxRows = plan.hasAvx512 ? stencil::kMaxRowsOfWeights : 1;
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
    // Blocks of equal size are better than large ones that leave a few rows.
    if (count.value_or(0) > 0)
      plan.rows = llvm::divideCeil(*count, llvm::divideCeil(*count, plan.rows));
  }
  plan.keepsEnds = (isShort || (isHalf && inside)) &&
                   plan.isSplit(plan.getRowLoop()) &&
                   plan.rows * opsOfVector <= stencil::kMaxOpsOfEnds;
  plan.copies = std::min(vectors / plan.rows, stencil::kMaxCopies);
  // Vectors of channels share a filter with other rows only, not in their row.
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
/// it, so that no vectors of single rows are left. Rows of many blocks may be
/// written past the caches, and so have no such block.
static bool overlapsVectors(const LoopPlan &plan, int64_t size) {
  int64_t block = plan.lanes * plan.copies, blocks = size / block,
          rest = size % block;
  return blocks > 0 && blocks < stencil::kMinStreamedBlocks && rest != 0 &&
         2 * llvm::alignTo(rest, plan.lanes) >= static_cast<uint64_t>(block);
}

void mlir::pad::planBlocks(linalg::LinalgOp op, LoopPlan &plan,
                           int64_t opsOfVector, std::optional<int64_t> inside) {
  if (!planProducts(op, plan, inside))
    planWindows(op, plan, opsOfVector, inside);
  plan.overlapsVectors = inside && overlapsVectors(plan, *inside);
}
