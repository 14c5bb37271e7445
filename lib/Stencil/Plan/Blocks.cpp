//===- Blocks.cpp - Vectors that an iteration computes --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "Pad/Rows/CostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "Plan/LoopPlan.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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

/// Bytes of the result of `op`; nullopt if they are not known.
static std::optional<int64_t> getResultBytes(linalg::LinalgOp op) {
  auto type = cast<RankedTensorType>(op.getDpsInitOperand(0)->get().getType());
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  if (!type.hasStaticShape() || !bytes)
    return std::nullopt;
  return multiplyExtents({type.getNumElements(), *bytes});
}

bool mlir::pad::sharesWeightsUnmerged(linalg::LinalgOp op,
                                      const LoopPlan &plan) {
  int64_t outer = plan.getLoopOfRows();
  std::optional<int64_t> bytes = getResultBytes(op);
  return bytes && *bytes <= stencil::kMaxBytesOfWeights &&
         op.getStaticLoopRanges()[plan.getRowLoop()] >=
             stencil::kMinVectorsOfWeights * plan.lanesOfRow &&
         (outer < 0 || !sharesReads(plan, outer));
}

/// Whether memory serves several rows of `op` at a time as well as one. Where
/// rows are short and not in a cache, long runs of memory are faster.
static bool servesSeveralRows(linalg::LinalgOp op, const LoopPlan &plan) {
  std::optional<int64_t> bytes = getResultBytes(op);
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
/// line.
static double getCycles(int64_t rows, int64_t copies) {
  return std::max<int64_t>(rows * copies, 4) + 1 + (rows + copies) / 8.0;
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

/// Plans blocks of sums of products that stay in registers, with the vectors
/// and the scalar of one term: those of the fewest cycles for all indices of
/// the loop that `findLoopOfProducts` finds. Returns whether there are such.
static bool planProducts(linalg::LinalgOp op, LoopPlan &plan,
                         std::optional<int64_t> inside, int64_t registers) {
  // Upstream's bufferization takes ten times as long for blocks in the borders
  // of a third axis.
  if (llvm::count_if(plan.parallelLoops,
                     [&](int64_t loop) { return plan.isSplit(loop); }) > 2)
    return false;
  int64_t row = plan.getRowLoop(), loop = findLoopOfProducts(op, plan);
  bool isPadded = plan.isSplit(row);
  if (loop < 0 || (isPadded && plan.unrollsReductions()) ||
      isComputedAsF32(
          getElementTypeOrSelf(op.getDpsInitOperand(0)->get().getType())))
    return false;
  int64_t count = getInterior(op, plan, loop).value_or(stencil::kUnknownExtent),
          vectors = inside ? std::max<int64_t>(*inside / plan.lanes, 1)
                           : stencil::kUnknownVectors;
  if (count < 1)
    return false;
  auto getRow = [&](int64_t rows, int64_t copies) {
    int64_t blocks = vectors / copies, left = vectors % copies;
    return blocks * getCycles(rows, copies) + left * getCycles(rows, 1);
  };
  bool unrolls =
      isPadded && isShortWindow(op, plan, plan.reductionLoops.back());
  int64_t products =
      unrolls ? op.getStaticLoopRanges()[plan.reductionLoops.back()] : 1;
  // A product is in a register before it is added.
  auto fits = [&](int64_t rows, int64_t copies) {
    return rows * copies + copies + 2 <= registers &&
           (!isPadded || rows * copies <= stencil::kMaxProductsOfPaddedRow) &&
           rows * copies * products <= stencil::kMaxUnrolledProducts;
  };
  plan.copiesOfOne = 1;
  for (int64_t copies = 2; copies <= vectors && fits(1, copies); ++copies)
    if (getRow(1, copies) < getRow(1, plan.copiesOfOne))
      plan.copiesOfOne = copies;
  double rest = getRow(1, plan.copiesOfOne), least = count * rest;
  // Threads share the outermost loop.
  plan.overlapsBlocks = llvm::any_of(
      ArrayRef(plan.parallelLoops).take_until([&](int64_t outer) {
        return outer == loop;
      }),
      [&](int64_t outer) { return op.getStaticLoopRanges()[outer] != 1; });
  plan.rows = 1;
  plan.copies = plan.copiesOfOne;
  plan.loopOfBlocks = -1;
  for (int64_t rows = 2; rows <= count && fits(rows, 1); ++rows)
    for (int64_t copies = 1; copies <= vectors && fits(rows, copies);
         ++copies) {
      int64_t left = count % rows;
      double row = getRow(rows, copies), cycles = count / rows * row;
      if (left != 0)
        cycles += plan.overlapsBlocks ? row : left * rest;
      if (cycles >= least)
        continue;
      least = cycles;
      plan.rows = rows;
      plan.copies = copies;
      plan.loopOfBlocks = loop;
    }
  plan.blocksBorders = true;
  // The products of one term are enough for an iteration; those of a window
  // along a padded row have ends that are vectors.
  plan.rolledReductions = plan.reductionLoops.size();
  if (unrolls)
    --plan.rolledReductions;
  return true;
}

void mlir::pad::planBlocks(linalg::LinalgOp op, LoopPlan &plan,
                           int64_t opsOfVector, std::optional<int64_t> inside,
                           int64_t vectorBits) {
  if (planProducts(op, plan, inside, vectorBits < 512 ? 16 : 32))
    return;
  Type result = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  bool isHalf = isComputedAsF32(result);
  int64_t vectors =
      std::clamp<int64_t>(stencil::kMaxOps / opsOfVector, 1,
                          vectorBits < 512 && !isHalf ? stencil::kMaxVectorsOf16
                                                      : stencil::kMaxVectors);
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
  if (loop >= 0 && !isCopied && (isChannels || sharesReads(plan, loop)) &&
      (!plan.unrollsReductions() || isChannels || isPlanes ||
       servesSeveralRows(op, plan))) {
    std::optional<int64_t> count = getInterior(op, plan, loop);
    plan.loopOfBlocks = loop;
    plan.rows = std::clamp<int64_t>(
        std::min(vectors / ofLine, count.value_or(maxRows)), 1, maxRows);
  }
  plan.copies = std::min(vectors / plan.rows, stencil::kMaxCopies);
  // Channels share the vectors of a filter from row to row only.
  if (plan.rows > 1 && (isChannels || isPlanes))
    plan.copies = ofLine;
  // The few vectors of a short row are one block.
  if (inside)
    plan.copies = std::clamp<int64_t>(*inside / plan.lanes, 1, plan.copies);
}
