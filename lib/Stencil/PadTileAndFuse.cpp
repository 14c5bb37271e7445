//===- PadTileAndFuse.cpp - Pads computed inside their consumers ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/InteriorLoops.h"
#include "Pad/Rows/Loops.h"
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
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/InterleavedRange.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADTILEANDFUSE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The loops of `op` that `plan` splits, from outer to inner.
static SmallVector<int64_t> getSplitLoops(linalg::LinalgOp op,
                                          const ConsumedPads &plan) {
  return llvm::filter_to_vector(
      llvm::seq<int64_t>(op.getNumLoops()),
      [&](int64_t loop) { return plan.isSplit(loop); });
}

namespace {
/// A box of the loops of a consumer.
struct Part : TensorBox {
  /// Loops of which it is the interior.
  llvm::SmallBitVector interior;
};

/// Rewrites one consumer by a plan.
class Fuser {
public:
  Fuser(RewriterBase &rewriter, linalg::LinalgOp op, const ConsumedPads &plan,
        const PadTileAndFuseOptions &options)
      : rewriter(rewriter), op(op), plan(plan), options(options),
        splitLoops(getSplitLoops(op, plan)) {}

  void run();

private:
  /// The parts of the consumer, from the outermost border to the interior.
  SmallVector<Part> emitParts(const InteriorLoops &interior);

  /// Computes `part`, which is not empty, into `results`.
  SmallVector<Value> emitPart(const InteriorLoops &interior, const Part &part,
                              ArrayRef<Value> results);

  /// Gives `partOp`, the consumer or a part of it, pads of its own, in tiles.
  /// Returns the values that replace its results.
  SmallVector<Value> emitTiles(linalg::LinalgOp partOp);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  const ConsumedPads &plan;
  const PadTileAndFuseOptions &options;
  SmallVector<int64_t> splitLoops;
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
  for (int64_t loop : splitLoops) {
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
        if (auto pad = slice.getSource().getDefiningOp<PadOp>()) {
          replacePadSlice(rewriter, slice, pad, /*inBounds=*/{});
          if (pad->use_empty())
            rewriter.eraseOp(pad);
        }
  return replacements;
}

SmallVector<Value> Fuser::emitPart(const InteriorLoops &interior,
                                   const Part &part, ArrayRef<Value> results) {
  rewriter.modifyOpInPlace(
      op, [&] { op.getDpsInitsMutable().assign(ValueRange(results)); });
  auto tileable = cast<TilingInterface>(op.getOperation());
  FailureOr<TilingResult> tile =
      tileable.getTiledImplementation(rewriter, part.offsets, part.sizes);
  assert(succeeded(tile) && "linalg ops on tensors have tiles");
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
    TensorBox box;
    LogicalResult isKnown = tileable.getResultTilePosition(
        rewriter, number, part.offsets, part.sizes, box.offsets, box.sizes);
    assert(succeeded(isKnown) && "results are indexed by loops");
    (void)isKnown;
    made.push_back(
        emitInsert(rewriter, op.getLoc(), value, results[number], box));
  }
  return made;
}

void Fuser::run() {
  rewriter.setInsertionPoint(op);
  if (splitLoops.empty()) {
    emitTiles(op);
    return;
  }
  domain =
      cast<TilingInterface>(op.getOperation()).getIterationDomain(rewriter);
  InteriorLoops interior(rewriter, plan.pads, domain);
  ArithContext m{rewriter, op.getLoc()};
  SmallVector<Value> results = llvm::to_vector_of<Value>(op.getDpsInits());
  for (const Part &part : emitParts(interior)) {
    if (llvm::any_of(splitLoops, [&](int64_t loop) {
          return isZeroInteger(part.sizes[loop]);
        }))
      continue;
    // Even an empty part slices a window, which may be out of bounds.
    ArithValue hasElements = m.condition(true);
    for (int64_t loop : splitLoops)
      hasElements = (m.value(part.sizes[loop]) > 0) & hasElements;
    results = emitEither(
        m, hasElements, [&] { return emitPart(interior, part, results); },
        [&] { return results; });
  }
  rewriter.replaceOp(op, results);
}

/// Removes the padded tensors of which only the extents are used.
static LogicalResult cleanUp(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
  return applyPatternsGreedily(function, std::move(patterns));
}

/// Emits a remark for each pad that `op` reads, which says what becomes of it.
static void remarkOnPads(linalg::LinalgOp op, const ConsumedPads &plan,
                         bool prints) {
  std::string how = "tiled";
  if (SmallVector<int64_t> loops = getSplitLoops(op, plan); !loops.empty())
    llvm::raw_string_ostream(how = "")
        << "split along loops " << llvm::interleaved(loops);
  for (const FusedPad &fused : plan.pads)
    remarkFusedPad(fused.pad, op, how, prints);
  for (const auto &[pad, reason] : plan.left)
    remarkLeftPad(PadOp(pad), reason, prints);
}

LogicalResult mlir::pad::tileAndFusePads(RewriterBase &rewriter,
                                         linalg::LinalgOp op,
                                         const PadTileAndFuseOptions &options) {
  ConsumedPads plan = planPadFusion(op, options);
  remarkOnPads(op, plan, options.remarks);
  if (plan.pads.empty())
    return rewriter.notifyMatchFailure(
        op, plan.left.empty() ? "reads no pad" : plan.left.front().second);
  Fuser(rewriter, op, plan, options).run();
  return success();
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
