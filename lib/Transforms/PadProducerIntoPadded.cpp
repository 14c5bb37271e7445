//===- PadProducerIntoPadded.cpp - The padded buffer as destination -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADPRODUCERINTOPADDED
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The largest pad of an axis that is not static: an extent and two such pads
/// add up to less than 2^64, so a sum that overflows (C7) is negative as a
/// signed number, and never a small one.
static constexpr int64_t kLargestPad = int64_t(1) << 62;

/// Whether the whole source lies inside the result, whatever the extents are,
/// so that the producer writes no element outside of it.
static LogicalResult checkKeepsSource(PadOp op, RewriterBase &rewriter) {
  SmallVector<OpFoldResult> low = op.getMixedLow(), high = op.getMixedHigh(),
                            interior = op.getMixedInterior();
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    if (!isKnownNonNegative(low[axis]) || !isKnownNonNegative(high[axis]))
      return rewriter.notifyMatchFailure(op, "a pad may crop the source");
    if (std::optional<PadAxis> numbers = getStaticAxis(op, axis)) {
      if (numbers->extent == 0)
        return rewriter.notifyMatchFailure(op, "the source is empty");
      if (numbers->interior == INT64_MAX)
        return rewriter.notifyMatchFailure(op, "the step exceeds 64 bits");
      continue;
    }
    if (!op.getType().isDynamicDim(axis))
      return rewriter.notifyMatchFailure(
          op, "a static extent of the result that run time may break");
    if (!isZeroInteger(interior[axis]))
      return rewriter.notifyMatchFailure(
          op, "interior padding of an axis that is not static");
    for (OpFoldResult pad : {low[axis], high[axis]})
      if (getConstantIntValue(pad).value_or(0) > kLargestPad)
        return rewriter.notifyMatchFailure(op, "a pad exceeds 2^62");
  }
  return success();
}

/// Extent of axis `axis` of the result of `op`, whose source has extent `size`.
/// A run-time pad beyond the largest counts as the largest; in both cases there
/// is no memory for the result.
static Value emitExtent(OpBuilder &builder, PadOp op, int64_t axis,
                        OpFoldResult size) {
  ArithContext m{builder, op.getLoc()};
  auto limit = [&](OpFoldResult pad) -> OpFoldResult {
    if (getConstantIntValue(pad))
      return pad;
    return min(m.value(pad), kLargestPad);
  };
  SymbolicPadAxis numbers = {size, limit(op.getMixedLow()[axis]),
                             limit(op.getMixedHigh()[axis]),
                             op.getMixedInterior()[axis]};
  return m.value(
      emitPaddedExtent(builder, m.loc, numbers, /*cropsNothing=*/true));
}

/// Whether `op` writes all of its result without reading `init`.
static bool overwrites(Operation *op, OpOperand &init) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() == 0 &&
         linalgOp.getMatchingIndexingMap(&init).isProjectedPermutation() &&
         !linalgOp.payloadUsesValueFromOperand(&init);
}

/// The operand whose buffer `result` is written to; null if its op has none.
static OpOperand *getTiedInit(OpResult result) {
  Operation *op = result.getOwner();
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return destination.getTiedOpOperand(result);
  if (isa<scf::ForOp, scf::ForallOp>(op))
    return cast<LoopLikeOpInterface>(op).getTiedLoopInit(result);
  return nullptr;
}

/// The first init of the chain of ops that make the source of `op`, each of
/// which is the only user of the one before. It is a tensor without contents,
/// or one whose contents the first op overwrites.
static FailureOr<OpOperand *> getFirstInit(PadOp op, RewriterBase &rewriter) {
  OpOperand *user = &op.getSourceMutable();
  while (true) {
    auto result = dyn_cast<OpResult>(user->get());
    if (!result || result.getOwner()->getBlock() != op->getBlock())
      return rewriter.notifyMatchFailure(op, "no producer in the block");
    if (!result.hasOneUse())
      return rewriter.notifyMatchFailure(op, "the producer has other users");
    Operation *producer = result.getOwner();
    if (isa<PadIntoOp>(producer))
      return rewriter.notifyMatchFailure(op, "the producer is a pad");
    OpOperand *init = getTiedInit(result);
    if (!init)
      return rewriter.notifyMatchFailure(op, "the producer has no destination");
    if (overwrites(producer, *init) ||
        init->get().getDefiningOp<tensor::EmptyOp>())
      return init;
    user = init;
  }
}

/// Moves the ops that compute the pads of `op` in front of `point`.
static LogicalResult movePadsBefore(PadOp op, Operation *point,
                                    RewriterBase &rewriter) {
  SmallVector<Value> pads(op.getLow());
  llvm::append_range(pads, op.getHigh());
  if (pads.empty())
    return success();
  DominanceInfo dominance(op->getParentOp());
  llvm::erase_if(
      pads, [&](Value pad) { return dominance.properlyDominates(pad, point); });
  return moveValueDefinitions(rewriter, pads, point, dominance);
}

FailureOr<PadIntoOp> mlir::pad::produceIntoPadded(RewriterBase &rewriter,
                                                  PadOp op) {
  auto sourceType = cast<RankedTensorType>(op.getSourceType());
  if (sourceType.getEncoding())
    return rewriter.notifyMatchFailure(op, "a tensor with an encoding");
  if (llvm::all_of(llvm::seq(op.getRank()), [&](int64_t axis) {
        return getStaticNumbers(op, axis).isUnpadded();
      }))
    return rewriter.notifyMatchFailure(op, "it pads nothing");
  if (failed(checkKeepsSource(op, rewriter)))
    return failure();
  FailureOr<OpOperand *> init = getFirstInit(op, rewriter);
  if (failed(init))
    return failure();
  Operation *producer = (*init)->getOwner();
  if (failed(movePadsBefore(op, producer, rewriter)))
    return rewriter.notifyMatchFailure(
        op, "pads that cannot be computed before the producer");

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(producer);
  auto empty = (*init)->get().getDefiningOp<tensor::EmptyOp>();
  SmallVector<OpFoldResult> sizes =
      empty ? empty.getMixedSizes()
            : tensor::getMixedSizes(rewriter, loc, (*init)->get());
  SmallVector<OpFoldResult> low = op.getMixedLow(), high = op.getMixedHigh(),
                            interior = op.getMixedInterior(), strides;
  SmallVector<Value> dynamicExtents;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    strides.push_back(
        rewriter.getIndexAttr(*getConstantIntValue(interior[axis]) + 1));
    if (!op.getType().isDynamicDim(axis))
      continue;
    dynamicExtents.push_back(emitExtent(rewriter, op, axis, sizes[axis]));
  }
  Value padded =
      tensor::EmptyOp::create(rewriter, loc, op.getType(), dynamicExtents);
  Value view = tensor::ExtractSliceOp::create(rewriter, loc, sourceType, padded,
                                              low, sizes, strides);
  rewriter.modifyOpInPlace(producer, [&] { (*init)->set(view); });

  rewriter.setInsertionPoint(op);
  auto padInto = rewriter.replaceOpWithNewOp<PadIntoOp>(
      op, op.getSource(), padded, PadAmounts(op), op.getValue());
  if (empty && empty->use_empty())
    rewriter.eraseOp(empty);
  return padInto;
}

/// A pad of a tensor that one producer makes becomes `pad.pad_into` of a
/// `tensor.empty`, in whose interior the producer writes.
static LogicalResult produceIntoPaddedTensor(PadOp op,
                                             PatternRewriter &rewriter) {
  return produceIntoPadded(rewriter, op);
}

namespace {
struct PadProducerIntoPadded
    : PatternPass<pad::impl::PadProducerIntoPaddedBase<PadProducerIntoPadded>,
                  populatePadProducerIntoPaddedPatterns> {};
} // namespace

void mlir::pad::populatePadProducerIntoPaddedPatterns(
    RewritePatternSet &patterns) {
  addPatterns<produceIntoPaddedTensor>(patterns);
}
