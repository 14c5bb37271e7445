//===- PadToTensor.cpp - Pads to the tensor dialect -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/Passes.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadFill.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTPADTOTENSOR
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether no pad of `op` may be negative.
static bool cropsNothing(PadOp op) {
  return llvm::all_of(op.getMixedLow(), isKnownNonNegative) &&
         llvm::all_of(op.getMixedHigh(), isKnownNonNegative);
}

/// Why no tensor ops stand for `op`, as the end of "has no form ...: ".
static std::string explainNotTensor(PadOpInterface op) {
  auto padOp = dyn_cast<PadOp>(op.getOperation());
  if (!padOp)
    return "it pads into a destination; convert before "
           "--pad-to-destination-style";
  if (mayReadPaddingValue(op) && !canEmitPaddingValue(op))
    return "its element type has no default padding value; give a value";
  if (padOp.isConstantPad())
    return "its source has an encoding or is quantized along an axis, and it "
           "crops or has interior padding; lower it with "
           "--convert-pad-to-linalg";
  return "mode " + padOp.getModes().getText() +
         " needs static extents and at most max-pieces slices; lower it with "
         "--convert-pad-to-linalg";
}

/// A pad that reads no element, because its source is empty or the window
/// misses it, becomes a `tensor.splat` of the padding value. MLIR 22 would make
/// an invalid slice of a `tensor.pad` there.
static LogicalResult lowerEmptyToSplat(PadOp op, PatternRewriter &rewriter) {
  if (!llvm::is_contained(op.getSourceType().getShape(), 0) &&
      !isOnlyPadding(op))
    return rewriter.notifyMatchFailure(op, "may read its source");
  if (!canEmitPaddingValue(op))
    return rewriter.notifyMatchFailure(op, "no padding value");
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = emitPaddedExtents(rewriter, op);
  Value value = emitPaddingValue(rewriter, loc, op);
  rewriter.replaceOp(op, emitFill(rewriter, loc, op.getType(), sizes, value));
  return success();
}

/// A constant pad that crops nothing and has no interior padding becomes a
/// `tensor.pad`, which yields a value from outside of its region; one that pads
/// nothing becomes its source.
static LogicalResult lowerToTensorPad(PadOp op, PatternRewriter &rewriter) {
  if (op.hasInterior())
    return rewriter.notifyMatchFailure(op, "has interior padding");
  if (llvm::is_contained(op.getSourceType().getShape(), 0))
    return rewriter.notifyMatchFailure(op, "source is empty");
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> low = op.getMixedLow(), high = op.getMixedHigh();
  Value padded = op.getSource();
  if (!llvm::all_of(low, isZeroInteger) || !llvm::all_of(high, isZeroInteger)) {
    if (!op.isConstantPad())
      return rewriter.notifyMatchFailure(op, "not in constant mode");
    if (!cropsNothing(op))
      return rewriter.notifyMatchFailure(op, "may crop");
    if (!canEmitPaddingValue(op))
      return rewriter.notifyMatchFailure(op, "no padding value");
    padded =
        tensor::PadOp::create(rewriter, loc, /*resultType=*/Type(), padded, low,
                              high, emitPaddingValue(rewriter, loc, op));
  }
  if (padded.getType() != op.getType())
    padded = tensor::CastOp::create(rewriter, loc, op.getType(), padded);
  rewriter.replaceOp(op, padded);
  return success();
}

namespace {
struct ConvertPadToTensor
    : pad::impl::ConvertPadToTensorBase<ConvertPadToTensor> {
  using ConvertPadToTensorBase::ConvertPadToTensorBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadToTensorPatterns(patterns, maxPieces);
    GreedyRewriteConfig config;
    // The ops are not even folded; the description of the pass lists the folds
    // of tensor.pad.
    config.enableFolding(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    if (partial)
      return;
    getOperation()->walk([&](PadOpInterface op) {
      if (!isa<TensorType>(op.getSource().getType()))
        return;
      op.emitOpError() << "has no form in the tensor dialect: "
                       << explainNotTensor(op)
                       << "; partial=true leaves such pads";
      signalPassFailure();
    });
  }
};
} // namespace

void mlir::pad::populatePadToTensorPatterns(RewritePatternSet &patterns,
                                            int64_t maxPieces) {
  populatePadSplitCropPatterns(patterns);
  populatePadDecomposeInteriorPatterns(patterns);
  addPatterns<lowerEmptyToSplat, lowerToTensorPad>(patterns, /*benefit=*/2);
  populatePadDecomposeBordersPatterns(patterns, maxPieces);
}
