//===- FusedBlocks.cpp - Vectors that an iteration computes ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedLoopsPlan.h"
#include "Pad/Analysis/CostModel.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

/// Vectors that an iteration computes, so that loads and sums of one hide the
/// latency of those of the others: of all rows with 32 registers and with 16,
/// the rows, and the vectors of each of them.
static constexpr int64_t kMaxVectors = 8, kMaxVectorsOf16 = 4, kMaxRows = 4,
                         kMaxCopies = 4;

/// Planes of which an iteration computes a row each, where windows run across
/// planes: it loads each row of the source for two planes of the result, and
/// caches of level 1 hold the rows. 7-point stencils take 0.79 to 0.86 of the
/// time of one row, a 13-point star of f64 0.66; a C kernel of four planes took
/// 1.3 times as long where rows of planes lie a power of two apart.
static constexpr int64_t kMaxPlanes = 2;

/// Bytes of rows from which on several of them are computed at once though
/// results do not fit a cache of level 2, which is taken to have so many bytes.
static constexpr int64_t kMinRowBytes = 1024, kMaxCachedBytes = 1 << 20;

/// Rows of channels with weights are computed several at a time, which share
/// the weights, instead of merged, if a row has this many vectors and the
/// result at most this many bytes. Merged rows of larger results are written
/// past the caches. A causal convolution of 4 steps loads 2.75 vectors for each
/// of the result, and 8 if rows are merged: results of 256 KB and 4 MB take
/// 0.65 of the time, with AVX2 0.54 and 0.88; those of 8 MB 0.87 and 1.09.
static constexpr int64_t kMinVectorsOfWeights = 4, kMaxBytesOfWeights = 8 << 20;

/// Loads or ops of an iteration from which on it has fewer vectors.
static constexpr int64_t kMaxOps = 256;

/// Whether what `plan` reads of a pad for one index of `loop` is read for
/// others, too. If not, as where a filter runs along rows only, several rows at
/// a time take registers and save nothing.
static bool sharesReads(const FusedLoopsPlan &plan, int64_t loop) {
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

/// Bytes of the result of `op`; nullopt if they are not known.
static std::optional<int64_t> getResultBytes(linalg::LinalgOp op) {
  auto type = cast<RankedTensorType>(op.getDpsInitOperand(0)->get().getType());
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  if (!type.hasStaticShape() || !bytes)
    return std::nullopt;
  return multiplyExtents({type.getNumElements(), *bytes});
}

bool mlir::pad::sharesWeightsUnmerged(linalg::LinalgOp op,
                                      const FusedLoopsPlan &plan) {
  int64_t outer = plan.getLoopOfRows();
  std::optional<int64_t> bytes = getResultBytes(op);
  return bytes && *bytes <= kMaxBytesOfWeights &&
         op.getStaticLoopRanges()[plan.getRowLoop()] >=
             kMinVectorsOfWeights * plan.lanesOfRow &&
         (outer < 0 || !sharesReads(plan, outer));
}

/// Whether memory serves several rows of `op` at a time as well as one. Where
/// rows are short and not in a cache, long runs of memory are faster.
static bool servesSeveralRows(linalg::LinalgOp op, const FusedLoopsPlan &plan) {
  std::optional<int64_t> bytes = getResultBytes(op);
  if (!bytes || *bytes <= kMaxCachedBytes)
    return true;
  auto type = cast<RankedTensorType>(op.getDpsInitOperand(0)->get().getType());
  ArrayRef<int64_t> shape = type.getShape();
  int64_t rows = plan.mergesRows ? shape.end()[-2] : 1;
  return *bytes / type.getNumElements() * shape.back() * rows >= kMinRowBytes;
}

/// The innermost loop around the one from row to row along which pads are
/// split: from plane to plane, or from image to image. -1 if there is none.
static int64_t findLoopOfPlanes(const FusedLoopsPlan &plan) {
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
/// line.
static double getCycles(int64_t rows, int64_t copies) {
  return std::max<int64_t>(rows * copies, 4) + 1 + (rows + copies) / 8.0;
}

/// Loops of extents that are not known have so many iterations, and rows so
/// many vectors.
static constexpr int64_t kUnknownExtent = 48, kUnknownVectors = 2;

/// The innermost loop whose indices multiply the same vectors of a row, each by
/// scalars of its own: the columns of a convolution whose rows are channels, or
/// the filters of one whose rows are those of an image. -1 if there is none.
static int64_t findLoopOfProducts(linalg::LinalgOp op,
                                  const FusedLoopsPlan &plan) {
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

/// Plans blocks of sums of products that stay in registers, with the vectors
/// and the scalar of one term: those of the fewest cycles for all indices of
/// the loop that `findLoopOfProducts` finds. Returns whether there are such.
static bool planProducts(linalg::LinalgOp op, FusedLoopsPlan &plan,
                         std::optional<int64_t> inside, int64_t registers) {
  // Upstream's bufferization takes ten times as long for blocks in the borders
  // of a third axis.
  if (llvm::count_if(plan.parallelLoops,
                     [&](int64_t loop) { return plan.isSplit(loop); }) > 2)
    return false;
  int64_t row = plan.getRowLoop(), loop = findLoopOfProducts(op, plan);
  bool isPadded = plan.isSplit(row);
  if (loop < 0 || (isPadded && plan.unrollsReductions) ||
      isComputedAsF32(
          getElementTypeOrSelf(op.getDpsInitOperand(0)->get().getType())))
    return false;
  // Rows with borders of their own have several forms of each block: more than
  // 16 registers take 7 times as long to compile as the unfused form, these 3.
  if (isPadded)
    registers = std::min<int64_t>(registers, 16);
  int64_t count = getInterior(op, plan, loop).value_or(kUnknownExtent),
          vectors = inside ? *inside / plan.lanes : kUnknownVectors;
  if (count < 1 || vectors < 1)
    return false;
  auto getRow = [&](int64_t rows, int64_t copies) {
    int64_t blocks = vectors / copies, left = vectors % copies;
    return blocks * getCycles(rows, copies) + left * getCycles(rows, 1);
  };
  // A product is in a register before it is added.
  auto fits = [&](int64_t rows, int64_t copies) {
    return rows * copies + copies + 2 <= registers;
  };
  plan.copiesOfOne = 1;
  for (int64_t copies = 2; copies <= vectors && fits(1, copies); ++copies)
    if (getRow(1, copies) < getRow(1, plan.copiesOfOne))
      plan.copiesOfOne = copies;
  double rest = getRow(1, plan.copiesOfOne), least = count * rest;
  plan.rows = 1;
  plan.copies = plan.copiesOfOne;
  plan.loopOfBlocks = -1;
  for (int64_t rows = 2; rows <= count && fits(rows, 1); ++rows)
    for (int64_t copies = 1; copies <= vectors && fits(rows, copies);
         ++copies) {
      int64_t blocks = count / rows, left = count % rows;
      double cycles = blocks * getRow(rows, copies) + left * rest;
      if (cycles >= least)
        continue;
      least = cycles;
      plan.rows = rows;
      plan.copies = copies;
      plan.loopOfBlocks = loop;
    }
  plan.blocksBorders = true;
  // The products of one term are enough for an iteration.
  plan.unrollsReductions = false;
  return true;
}

void mlir::pad::planBlocks(linalg::LinalgOp op, FusedLoopsPlan &plan,
                           int64_t opsOfVector, std::optional<int64_t> inside,
                           int64_t vectorBits) {
  if (planProducts(op, plan, inside, vectorBits < 512 ? 16 : 32))
    return;
  Type result = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  bool isHalf = isComputedAsF32(result);
  int64_t vectors = std::clamp<int64_t>(
      kMaxOps / opsOfVector, 1,
      vectorBits < 512 && !isHalf ? kMaxVectorsOf16 : kMaxVectors);
  bool isChannels = !plan.mergesRows && !plan.isSplit(plan.getRowLoop());
  // Of each long row, a block is at least a cache line, but where conversions
  // take longer than memory.
  int64_t ofLine =
      llvm::divideCeil(cost::kLineBytes * 8, plan.lanes * getLaneBits(result));
  if (isChannels || isHalf)
    ofLine = isChannels ? 1 : 2;
  int64_t rows = plan.getLoopOfRows(), planes = findLoopOfPlanes(plan);
  bool isPlanes = planes >= 0 && plan.unrollsReductions && !isChannels;
  int64_t loop = isPlanes ? planes : rows,
          maxRows = isPlanes ? kMaxPlanes : kMaxRows;
  if (loop >= 0 && (isChannels || sharesReads(plan, loop)) &&
      (!plan.unrollsReductions || isChannels || isPlanes ||
       servesSeveralRows(op, plan))) {
    std::optional<int64_t> count = getInterior(op, plan, loop);
    plan.loopOfBlocks = loop;
    plan.rows = std::clamp<int64_t>(
        std::min(vectors / ofLine, count.value_or(maxRows)), 1, maxRows);
  }
  plan.copies = std::min(vectors / plan.rows, kMaxCopies);
  // Channels share the vectors of a filter from row to row only.
  if (plan.rows > 1 && (isChannels || isPlanes))
    plan.copies = ofLine;
  // The few vectors of a short row are one block.
  if (inside)
    plan.copies = std::clamp<int64_t>(*inside / plan.lanes, 1, plan.copies);
}
