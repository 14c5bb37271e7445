//===- PadFuseIntoLoops.cpp - Consumers that read the sources of pads -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConsumerRows.h"
#include "Emit/LoopEmitter.h"
#include "Plan/ChainPlan.h"
#include "Slices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADFUSEINTOLOOPS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Says of each pad that `op` reads the source of how it is computed.
static void remarkOnPads(linalg::LinalgOp op, const LoopPlan &plan,
                         bool prints) {
  std::string how = "emitted as loops over ";
  how += plan.lanes > 1 ? "vectors of " + std::to_string(plan.lanes)
                        : std::string("scalars");
  for (const FusedPad &fused : plan.pads)
    remarkFusedPad(fused.pad, op, how, prints);
}

static constexpr char kIsNeeded[] = "a user that is not fused needs it";

/// Why the consumer of `use`, a slice of `pad`, does not read the source
/// instead; empty if it does.
static std::string explainSlice(OpOperand &use, PadOp pad,
                                const FusionChoice &choice) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op)
    return kIsNeeded;
  FusedPad fused;
  std::string reason = describePad(op, use, pad, fused);
  return reason.empty() ? explainFusion(op, fused, choice) : reason;
}

/// Why `user` needs `pad`; empty if it is a slice, and all that reads it reads
/// the source instead.
static std::string explainUser(Operation *user, PadOp pad,
                               const FusionChoice &choice) {
  if (auto extract = dyn_cast<tensor::ExtractOp>(user))
    if (std::string reason = explainExtract(extract); !reason.empty())
      return reason;
  if (!isa<tensor::ExtractSliceOp>(user))
    return kIsNeeded;
  for (OpOperand &use : user->getUses())
    if (std::string reason = explainSlice(use, pad, choice); !reason.empty())
      return reason;
  return "";
}

/// Whether all users of `pad` are slices of which consumers read its source, so
/// that the pads that these become do not stay.
static bool isReadBySlices(PadOp pad, const FusionChoice &choice) {
  return llvm::all_of(pad->getUsers(), [&](Operation *user) {
    return explainUser(user, pad, choice).empty();
  });
}

/// Moves elementwise ops of `function` in front of pads, such as conversions
/// and activations in front of a convolution, if the consumers of their results
/// read the sources of these pads afterwards.
static void moveAbovePads(RewriterBase &rewriter, func::FuncOp function,
                          const FusionChoice &choice) {
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops) {
    auto pad = op->getOperand(0).getDefiningOp<PadOp>();
    if (!pad || op->use_empty() ||
        !llvm::all_of(op->getUses(), [&](OpOperand &use) {
          return explainSlice(use, pad, choice).empty();
        }))
      continue;
    rewriter.setInsertionPoint(op);
    (void)moveElementwiseAbovePad(rewriter, op);
  }
}

/// Removes ops of which only extents are used, and ops that nothing uses.
static LogicalResult resolveExtents(RewriterBase &rewriter,
                                    func::FuncOp function) {
  SmallVector<Operation *> extents;
  function.walk([&](tensor::DimOp extent) { extents.push_back(extent); });
  RewritePatternSet patterns(function.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  if (failed(applyOpPatternsGreedily(extents, std::move(patterns))))
    return failure();
  (void)runRegionDCE(rewriter, function->getRegions());
  return success();
}

/// Computes consumers of pads of consumers by tiles of rows. Returns the ops
/// that compute the tiles.
static SmallVector<linalg::LinalgOp> tileChains(RewriterBase &rewriter,
                                                func::FuncOp function,
                                                PlanLoops plan,
                                                bool whereFaster, bool prints) {
  SmallVector<linalg::LinalgOp> ops, tiles;
  function.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  llvm::SmallPtrSet<Operation *, 8> gone;
  for (linalg::LinalgOp op : ops) {
    if (gone.contains(op))
      continue;
    std::string reason;
    FusedChain chain = planFusedChain(op, plan, whereFaster, reason);
    const auto *padded = llvm::find_if(
        chain.reads, [](const ChainRead &read) { return read.pad; });
    if (padded != chain.reads.end() && prints)
      PadOp(padded->pad).emitRemark()
          << (reason.empty() ? "its source is computed by tiles of " +
                                   std::to_string(chain.rows) + " rows"
                             : "its source is a tensor: " + reason);
    if (chain.reads.empty() || !reason.empty())
      continue;
    gone.insert_range(chain.second.ops);
    llvm::append_range(tiles, emitFusedChain(rewriter, chain));
  }
  return tiles;
}

namespace {
struct PadFuseIntoLoops : pad::impl::PadFuseIntoLoopsBase<PadFuseIntoLoops> {
  using PadFuseIntoLoopsBase::PadFuseIntoLoopsBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (vectorBits < 0)
      return emitError(UnknownLoc::get(context))
             << "vector-bits is " << int64_t(vectorBits)
             << "; give 0 for scalars, or the bits of a vector";
    return success();
  }

  void runOnOperation() override {
    FusionChoice choice{vectorBits, whereFaster};
    IRRewriter rewriter(&getContext());
    getOperation()->walk(
        [&](linalg::GenericOp op) { replaceExtracts(rewriter, op); });
    joinElementwise(rewriter, getOperation());
    if (failed(dropUnitRows(rewriter, getOperation())))
      return signalPassFailure();
    readAlongRows(rewriter, getOperation(), [&](OpOperand &use, PadOp pad) {
      return explainSlice(use, pad, choice).empty();
    });
    moveAbovePads(rewriter, getOperation(), choice);
    SmallVector<PadOp> pads;
    getOperation()->walk([&](PadOp pad) { pads.push_back(pad); });
    // A pad of which consumers read slices becomes several pads, one for each
    // slice, all of which have to be fused.
    llvm::SmallPtrSet<Operation *, 4> isDecided, isTile;
    for (PadOp pad : pads)
      if (isReadBySlices(pad, choice))
        isDecided.insert_range(replaceConsumedSlices(rewriter, pad));
    DenseMap<Operation *, std::string> reasons;
    const DenseMap<Operation *, std::string> *left = nullptr;
    auto plan = [&](linalg::LinalgOp op) {
      bool asksCost = whereFaster && !isDecided.contains(op);
      return planFusedLoops(op,
                            {vectorBits, asksCost, !isTile.contains(op), left});
    };
    // The slice in the middle of a stencil is the source itself.
    getOperation()->walk([&](PadOp pad) {
      SmallVector<OpFoldResult> folded;
      if (succeeded(pad->fold(folded)) && !folded.empty())
        if (auto source = dyn_cast<Value>(folded.front()))
          rewriter.replaceOp(pad, source);
    });
    SmallVector<linalg::LinalgOp> tiles =
        tileChains(rewriter, getOperation(), plan, whereFaster, remarks);
    isDecided.insert_range(tiles);
    isTile.insert_range(tiles);
    if (!tiles.empty() && failed(resolveExtents(rewriter, getOperation())))
      return signalPassFailure();

    SmallVector<linalg::LinalgOp> consumers;
    // The operands that may read the source.
    llvm::SmallPtrSet<OpOperand *, 16> fusable;
    getOperation()->walk([&](linalg::LinalgOp op) {
      LoopPlan planned = plan(op);
      for (const FusedPad &fused : planned.pads)
        fusable.insert(&op->getOpOperand(fused.operand));
      for (const auto &[pad, reason] : planned.left)
        reasons.try_emplace(pad, reason);
      if (!planned.parallelLoops.empty())
        consumers.push_back(op);
    });
    // A pad that one user needs as a tensor stays for all users.
    getOperation()->walk([&](PadOp pad) {
      for (OpOperand &use : pad->getUses())
        if (!fusable.contains(&use) && !isa<tensor::DimOp>(use.getOwner())) {
          // A slice that could be fused reads the pad, too, if another user
          // needs that.
          std::string reason = explainUser(use.getOwner(), pad, choice);
          reasons.try_emplace(pad, reason.empty() ? kIsNeeded : reason);
        }
      if (auto reason = reasons.find(pad); reason != reasons.end())
        remarkLeftPad(pad, reason->second, remarks);
    });
    bool changed = false;
    left = &reasons;
    for (linalg::LinalgOp op : consumers) {
      // An op behind it may have become an epilogue of another one by now.
      const LoopPlan planned = plan(op);
      if (planned.parallelLoops.empty() ||
          (planned.pads.empty() && !isTile.contains(op)))
        continue;
      changed = true;
      remarkOnPads(op, planned, remarks);
      emitFusedLoops(rewriter, op, planned);
    }
    if (!changed)
      return;
    if (failed(resolveExtents(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace
