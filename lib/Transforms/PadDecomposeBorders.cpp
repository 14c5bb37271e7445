//===- PadDecomposeBorders.cpp - Borders as slices of the source ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadRuns.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADDECOMPOSEBORDERS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A part of a padded axis: indices `[begin, begin + size)` of the source.
struct BorderPiece {
  int64_t begin, size;
};
} // namespace

/// The pieces of which an axis with static numbers is composed, none for an
/// axis that is not padded; nullopt if there are more than `limit`.
static std::optional<SmallVector<BorderPiece>> getPieces(const PadAxis &axis,
                                                         int64_t limit) {
  SmallVector<BorderPiece> pieces;
  if (axis.low == 0 && axis.high == 0)
    return pieces;
  std::optional<SmallVector<PadRun>> runs = getPadRuns(axis, limit);
  if (!runs)
    return std::nullopt;
  for (const PadRun &run : *runs) {
    if (run.kind == PadRunKind::Forward) {
      pieces.push_back({run.position, run.length});
    } else {
      if (run.length > limit - static_cast<int64_t>(pieces.size()))
        return std::nullopt;
      for (int64_t i = 0; i < run.length; ++i)
        pieces.push_back({*getSourceIndex(axis, run.begin + i), /*size=*/1});
    }
    if (static_cast<int64_t>(pieces.size()) > limit)
      return std::nullopt;
  }
  return pieces;
}

/// `padded`, the source with the borders of all other axes, with those of the
/// axes of constant mode.
static Value concatSplats(RewriterBase &rewriter, PadOp op, Value padded) {
  Location loc = op.getLoc();
  Value value = emitPaddingValue(rewriter, loc, op);
  SmallVector<SymbolicPadAxis> axes = getSymbolicAxes(rewriter, loc, op);
  SmallVector<OpFoldResult> sizes;
  for (const SymbolicPadAxis &axis : axes)
    sizes.push_back(axis.mode == PadMode::Constant
                        ? axis.extent
                        : emitPaddedExtent(rewriter, loc, axis));
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    const SymbolicPadAxis &numbers = axes[axis];
    if (numbers.mode != PadMode::Constant)
      continue;
    SmallVector<Value> parts = {padded};
    auto makeBorder = [&](OpFoldResult size) {
      SmallVector<OpFoldResult> borderSizes(sizes);
      borderSizes[axis] = size;
      return tensor::SplatOp::create(rewriter, loc, value, borderSizes);
    };
    if (!isZeroInteger(numbers.low))
      parts.insert(parts.begin(), makeBorder(numbers.low));
    if (!isZeroInteger(numbers.high))
      parts.push_back(makeBorder(numbers.high));
    if (parts.size() > 1)
      padded = tensor::ConcatOp::create(rewriter, loc, axis, parts);
    sizes[axis] = emitPaddedExtent(rewriter, loc, numbers);
  }
  return padded;
}

/// The source with the borders of which `pieces` says where they are read.
static Value concatSlices(RewriterBase &rewriter, PadOp op,
                          ArrayRef<SmallVector<BorderPiece>> pieces) {
  Location loc = op.getLoc();
  Value padded = op.getSource();
  SmallVector<OpFoldResult> strides(pieces.size(), rewriter.getIndexAttr(1));
  for (auto [axis, axisPieces] : llvm::enumerate(pieces)) {
    if (axisPieces.empty())
      continue;
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, padded);
    int64_t extent = op.getSourceType().getDimSize(axis);
    DenseMap<std::pair<int64_t, int64_t>, Value> slices;
    slices[{0, extent}] = padded;
    SmallVector<Value> parts;
    for (BorderPiece piece : axisPieces) {
      Value &slice = slices[{piece.begin, piece.size}];
      if (!slice) {
        SmallVector<OpFoldResult> offsets(pieces.size(),
                                          rewriter.getIndexAttr(0));
        offsets[axis] = rewriter.getIndexAttr(piece.begin);
        sizes[axis] = rewriter.getIndexAttr(piece.size);
        slice = tensor::ExtractSliceOp::create(rewriter, loc, padded, offsets,
                                               sizes, strides);
      }
      parts.push_back(slice);
    }
    padded = tensor::ConcatOp::create(rewriter, loc, axis, parts);
  }
  return padded;
}

FailureOr<Value> mlir::pad::decomposeBorders(RewriterBase &rewriter, PadOp op,
                                             int64_t maxPieces) {
  if (!hasPlainTensors(op))
    return rewriter.notifyMatchFailure(op, "not on plain tensors");
  if (op.hasInterior())
    return rewriter.notifyMatchFailure(op, "has interior padding");
  if (!llvm::all_of(op.getMixedLow(), isKnownNonNegative) ||
      !llvm::all_of(op.getMixedHigh(), isKnownNonNegative))
    return rewriter.notifyMatchFailure(op, "may crop");
  // A slice of an empty tensor is out of bounds for the verifier.
  if (llvm::is_contained(op.getSourceType().getShape(), 0))
    return rewriter.notifyMatchFailure(op, "empty source");
  if (PadAmounts(op).isNoOp())
    return rewriter.notifyMatchFailure(op, "pads nothing");

  if (op.hasConstantAxis() && !canEmitPaddingValue(op))
    return rewriter.notifyMatchFailure(op, "no padding value");
  SmallVector<SmallVector<BorderPiece>> pieces(op.getRank());
  for (auto [axis, axisPieces] : llvm::enumerate(pieces)) {
    if (op.getMode(axis) == PadMode::Constant ||
        PadAmounts(op).isUnpadded(axis))
      continue;
    // A slice of an axis that may turn out to be empty would be out of
    // bounds.
    std::optional<PadAxis> numbers = getStaticAxis(op, axis);
    if (!numbers)
      return rewriter.notifyMatchFailure(op, "a padded axis is dynamic");
    std::optional<SmallVector<BorderPiece>> found =
        getPieces(*numbers, maxPieces);
    if (!found)
      return rewriter.notifyMatchFailure(op, "exceeds max-pieces");
    axisPieces = std::move(*found);
  }

  // Axis by axis: first those that read the source, which is static there.
  Value padded = concatSlices(rewriter, op, pieces);
  if (op.hasConstantAxis())
    padded = concatSplats(rewriter, op, padded);
  padded = castTo(rewriter, op.getLoc(), padded, op.getType());
  rewriter.replaceOp(op, padded);
  return padded;
}

namespace {
/// A pad that crops nothing and has no interior padding becomes, axis by axis,
/// a `tensor.concat` of its borders and its source. Borders are slices of the
/// source, or splats of the padding value.
struct DecomposeBorders : OpRewritePattern<PadOp> {
  DecomposeBorders(MLIRContext *context, int64_t maxPieces)
      : OpRewritePattern(context), maxPieces(maxPieces) {}

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    return decomposeBorders(rewriter, op, maxPieces);
  }

  int64_t maxPieces;
};

struct PadDecomposeBorders
    : pad::impl::PadDecomposeBordersBase<PadDecomposeBorders> {
  using PadDecomposeBordersBase::PadDecomposeBordersBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadDecomposeBordersPatterns(patterns, maxPieces);
    if (failed(applyOnly(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void mlir::pad::populatePadDecomposeBordersPatterns(RewritePatternSet &patterns,
                                                    int64_t maxPieces) {
  patterns.add<DecomposeBorders>(patterns.getContext(), maxPieces);
}
