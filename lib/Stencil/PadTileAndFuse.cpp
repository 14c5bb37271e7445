//===- PadTileAndFuse.cpp - Pads computed inside their consumers ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/InteriorLoops.h"
#include "Pad/Transforms/Passes.h"
#include "Slices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/InterleavedRange.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADTILEANDFUSE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A box of the iteration space of a consumer.
struct Part {
  SmallVector<OpFoldResult> offsets, sizes;
  /// Loops of which it is the interior.
  llvm::SmallBitVector interior;
};

/// Rewrites one consumer by a plan.
class Fuser {
public:
  Fuser(RewriterBase &rewriter, linalg::LinalgOp op, const PadFusionPlan &plan,
        const PadTileAndFuseOptions &options)
      : rewriter(rewriter), op(op), plan(plan), options(options) {}

  LogicalResult run();

private:
  /// The parts of the consumer, from the outermost border to the interior.
  SmallVector<Part> emitParts(const InteriorLoops &interior);

  /// Computes `part` into `results`, which it replaces.
  LogicalResult emitPart(const InteriorLoops &interior, const Part &part,
                         SmallVector<Value> &results);

  /// Computes `part` without checking whether it is empty.
  FailureOr<SmallVector<Value>> emitPartBody(const InteriorLoops &interior,
                                             const Part &part,
                                             ArrayRef<Value> results);

  /// Gives `partOp`, the consumer or a part of it, its own pads, tile by tile.
  /// Returns the values that replace its results.
  SmallVector<Value> emitTiles(linalg::LinalgOp partOp);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  const PadFusionPlan &plan;
  const PadTileAndFuseOptions &options;
  SmallVector<Range> domain;
};
} // namespace

SmallVector<Part> Fuser::emitParts(const InteriorLoops &interior) {
  Part rest;
  rest.interior.resize(domain.size());
  for (Range range : domain) {
    rest.offsets.push_back(range.offset);
    rest.sizes.push_back(range.size);
  }
  SmallVector<Part> parts;
  for (int64_t loop : plan.splitLoops) {
    InteriorLoop range = interior.emit(rewriter, op.getLoc(), loop);
    Part before = rest, after = rest;
    auto offsetAt = [&](OpFoldResult index) {
      return emitSliceOffset(rewriter, op.getLoc(), index, domain[loop].size);
    };
    before.sizes[loop] = getAsOpFoldResult(range.begin);
    after.offsets[loop] = offsetAt(getAsOpFoldResult(range.end));
    after.sizes[loop] = getAsOpFoldResult(range.count - range.end);
    parts.append({std::move(before), std::move(after)});
    rest.offsets[loop] = offsetAt(getAsOpFoldResult(range.begin));
    rest.sizes[loop] = getAsOpFoldResult(range.end - range.begin);
    rest.interior.set(loop);
  }
  parts.push_back(std::move(rest));
  return parts;
}

SmallVector<Value> Fuser::emitTiles(linalg::LinalgOp partOp) {
  bool isPadded = llvm::any_of(plan.pads, [&](const FusedPad &fused) {
    return partOp->getOperand(fused.operand).getDefiningOp<PadOp>();
  });
  SmallVector<int64_t> sizes =
      chooseTileSizes(partOp, plan.pads.front(), options);
  bool isTiled = llvm::any_of(sizes, [](int64_t size) { return size != 0; });
  if (!isTiled || (!isPadded && options.tileSizes.empty() && !options.parallel))
    return llvm::to_vector_of<Value>(partOp->getResults());

  scf::SCFTilingOptions tiling;
  tiling.setTileSizes(getAsIndexOpFoldResult(rewriter.getContext(), sizes));
  tiling.setLoopType(options.parallel
                         ? scf::SCFTilingOptions::LoopType::ForallOp
                         : scf::SCFTilingOptions::LoopType::ForOp);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(partOp);
  SmallVector<PadOp> pads;
  for (const FusedPad &fused : plan.pads)
    if (auto pad = partOp->getOperand(fused.operand).getDefiningOp<PadOp>())
      if (!llvm::is_contained(pads, pad))
        pads.push_back(pad);
  FailureOr<scf::SCFTilingResult> tiles = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(partOp.getOperation()), tiling);
  if (failed(tiles))
    return llvm::to_vector_of<Value>(partOp->getResults());
  SmallVector<Value> replacements = tiles->replacements;
  rewriter.replaceOp(partOp, replacements);
  for (Operation *tile : tiles->tiledOps)
    for (const FusedPad &fused : plan.pads)
      if (auto slice = tile->getOperand(fused.operand)
                           .getDefiningOp<tensor::ExtractSliceOp>())
        if (auto pad = slice.getSource().getDefiningOp<PadOp>();
            llvm::is_contained(pads, pad))
          replacePadSlice(rewriter, slice, pad, /*inBounds=*/{});
  for (PadOp pad : pads)
    if (pad->use_empty())
      rewriter.eraseOp(pad);
  return replacements;
}

FailureOr<SmallVector<Value>> Fuser::emitPartBody(const InteriorLoops &interior,
                                                  const Part &part,
                                                  ArrayRef<Value> results) {
  Location loc = op.getLoc();
  rewriter.modifyOpInPlace(
      op, [&] { op.getDpsInitsMutable().assign(ValueRange(results)); });
  auto tileable = cast<TilingInterface>(op.getOperation());
  FailureOr<TilingResult> tile =
      tileable.getTiledImplementation(rewriter, part.offsets, part.sizes);
  if (failed(tile))
    return failure();
  auto partOp = cast<linalg::LinalgOp>(tile->tiledOps.front());
  for (auto [number, fused] : llvm::enumerate(plan.pads)) {
    auto slice = partOp->getOperand(fused.operand)
                     .getDefiningOp<tensor::ExtractSliceOp>();
    PadOp pad = fused.pad;
    if (!slice || slice.getSource() != pad.getResult())
      continue;
    SmallVector<const SymbolicInBoundsRange *> inBounds;
    for (auto [axis, loop] : llvm::enumerate(fused.splitLoops))
      inBounds.push_back(loop >= 0 && part.interior.test(loop)
                             ? &interior.getInBounds(number, axis)
                             : nullptr);
    replacePadSlice(rewriter, slice, pad, inBounds);
  }
  SmallVector<Value> made;
  for (auto [number, value] : llvm::enumerate(emitTiles(partOp))) {
    SmallVector<OpFoldResult> offsets, sizes;
    if (failed(tileable.getResultTilePosition(rewriter, number, part.offsets,
                                              part.sizes, offsets, sizes)))
      return failure();
    SmallVector<OpFoldResult> strides(offsets.size(), rewriter.getIndexAttr(1));
    made.push_back(tensor::InsertSliceOp::create(
        rewriter, loc, value, results[number], offsets, sizes, strides));
  }
  return made;
}

LogicalResult Fuser::emitPart(const InteriorLoops &interior, const Part &part,
                              SmallVector<Value> &results) {
  Location loc = op.getLoc();
  ArithContext m{rewriter, loc};
  Value nonEmpty;
  for (int64_t loop : plan.splitLoops) {
    if (isZeroInteger(part.sizes[loop]))
      return success();
    if (getConstantIntValue(part.sizes[loop]))
      continue;
    ArithValue condition = m.value(part.sizes[loop]) > 0;
    nonEmpty = nonEmpty ? nonEmpty & condition : condition;
  }
  if (!nonEmpty) {
    FailureOr<SmallVector<Value>> made = emitPartBody(interior, part, results);
    if (failed(made))
      return failure();
    results = *made;
    return success();
  }
  // Even an empty part reads a window, which may be out of bounds.
  auto branch = scf::IfOp::create(rewriter, loc, ValueRange(results).getTypes(),
                                  nonEmpty, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, results);
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  FailureOr<SmallVector<Value>> made = emitPartBody(interior, part, results);
  if (failed(made))
    return failure();
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, *made);
  results = llvm::to_vector_of<Value>(branch.getResults());
  return success();
}

LogicalResult Fuser::run() {
  rewriter.setInsertionPoint(op);
  if (plan.splitLoops.empty()) {
    emitTiles(op);
    return success();
  }
  domain =
      cast<TilingInterface>(op.getOperation()).getIterationDomain(rewriter);
  InteriorLoops interior(rewriter, plan.pads, domain);
  SmallVector<Value> results = llvm::to_vector_of<Value>(op.getDpsInits());
  for (const Part &part : emitParts(interior))
    if (failed(emitPart(interior, part, results)))
      return failure();
  rewriter.replaceOp(op, results);
  return success();
}

/// Removes the padded tensors of which only the extents are used.
static LogicalResult cleanUp(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
  return applyPatternsGreedily(function, std::move(patterns));
}

/// Says of each pad that `op` reads what becomes of it.
static void remarkOnPads(linalg::LinalgOp op, const PadFusionPlan &plan,
                         bool prints) {
  for (const FusedPad &fused : plan.pads) {
    PadOp pad(fused.pad);
    std::string how = "tiled";
    if (!plan.splitLoops.empty())
      llvm::raw_string_ostream(how = "")
          << "split along loops " << llvm::interleaved(plan.splitLoops);
    remarkFusedPad(pad, op, how, prints);
  }
  for (const auto &[pad, reason] : plan.left)
    remarkLeftPad(PadOp(pad), reason, prints);
}

LogicalResult mlir::pad::tileAndFusePads(RewriterBase &rewriter,
                                         linalg::LinalgOp op,
                                         const PadTileAndFuseOptions &options) {
  PadFusionPlan plan = planPadFusion(op, options);
  remarkOnPads(op, plan, options.remarks);
  if (!plan.pads.empty())
    return Fuser(rewriter, op, plan, options).run();
  return rewriter.notifyMatchFailure(
      op, plan.left.empty() ? "reads no pad" : plan.left.front().second);
}

namespace {
struct PadTileAndFuse : pad::impl::PadTileAndFuseBase<PadTileAndFuse> {
  using PadTileAndFuseBase::PadTileAndFuseBase;

  LogicalResult initialize(MLIRContext *context) override {
    for (int64_t size : tileSizes)
      if (size < 0)
        return emitError(UnknownLoc::get(context))
               << "tile-sizes has " << size
               << "; give 0 for a loop that is not tiled";
    if (localBytes < 1)
      return emitError(UnknownLoc::get(context))
             << "local-bytes is " << int64_t(localBytes) << "; give at least 1";
    return success();
  }

  void runOnOperation() override {
    PadTileAndFuseOptions options;
    options.tileSizes = llvm::to_vector(tileSizes);
    options.parallel = parallel;
    options.localBytes = localBytes;
    options.remarks = remarks;

    IRRewriter rewriter(&getContext());
    SmallVector<PadOp> pads;
    getOperation()->walk([&](PadOp pad) { pads.push_back(pad); });
    for (PadOp pad : pads)
      replaceConsumedSlices(rewriter, pad);
    SmallVector<linalg::LinalgOp> consumers;
    getOperation()->walk([&](linalg::LinalgOp op) { consumers.push_back(op); });
    getOperation()->walk([&](PadOp pad) {
      if (llvm::none_of(pad->getUsers(), llvm::IsaPred<linalg::LinalgOp>))
        remarkLeftPad(pad, "none of its users is a linalg op", remarks);
    });
    bool changed = false;
    for (linalg::LinalgOp op : consumers)
      changed |= succeeded(tileAndFusePads(rewriter, op, options));
    if (changed && failed(cleanUp(getOperation())))
      signalPassFailure();
  }
};
} // namespace
