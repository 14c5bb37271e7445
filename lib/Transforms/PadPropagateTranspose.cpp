//===- PadPropagateTranspose.cpp - Transposes moved through pads ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADPROPAGATETRANSPOSE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// `type` with axis `permutation[k]` in place `k`.
static RankedTensorType permute(RankedTensorType type,
                                ArrayRef<int64_t> permutation) {
  return type.clone(applyPermutation(type.getShape(), permutation));
}

/// `pads` with those of axis `permutation[k]` in place `k`.
static PadAmounts permute(const PadAmounts &pads,
                          ArrayRef<int64_t> permutation) {
  PadAmounts permuted;
  for (int64_t axis : permutation)
    permuted.appendAxis(pads, axis);
  return permuted;
}

/// `transpose(pad(x))` becomes `pad(transpose(x))`, where the pad grows `x`.
static LogicalResult swapTransposeOfPad(linalg::TransposeOp transpose,
                                        PatternRewriter &rewriter) {
  auto pad = transpose.getInput().getDefiningOp<PadOp>();
  if (!pad || !isOnlyUsedBy(pad, transpose) || !hasPlainTensors(pad))
    return rewriter.notifyMatchFailure(transpose,
                                       "input is not a pad with one use");
  if (getPadEffect(pad) != PadEffect::Grows)
    return rewriter.notifyMatchFailure(transpose, "the pad does not grow");
  replaceDims(rewriter, pad);
  Location loc = transpose.getLoc();
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  Value source = pad.getSource();
  SmallVector<OpFoldResult> sizes = applyPermutation(
      tensor::getMixedSizes(rewriter, loc, source), permutation);
  Value empty = emitEmpty(
      rewriter, loc,
      permute(cast<RankedTensorType>(source.getType()), permutation), sizes);
  Value transposed =
      linalg::TransposeOp::create(rewriter, loc, source, empty, permutation)
          ->getResult(0);
  rewriter.replaceOp(
      transpose,
      emitPad(rewriter, pad, transposed, permute(PadAmounts(pad), permutation),
              pad.getValue(),
              cast<RankedTensorType>(transpose->getResult(0).getType()),
              getWrittenInit(transpose.getInit())));
  return success();
}

/// `pad(transpose(x))` becomes `transpose(pad(x))`, where the pad shrinks it.
static LogicalResult swapPadOfTranspose(PadOp pad, PatternRewriter &rewriter) {
  auto transpose = pad.getSource().getDefiningOp<linalg::TransposeOp>();
  if (!transpose || !transpose->hasOneUse() || !hasPlainTensors(pad))
    return rewriter.notifyMatchFailure(pad,
                                       "no transpose with one use as source");
  if (getPadEffect(pad) != PadEffect::Shrinks)
    return rewriter.notifyMatchFailure(pad, "the pad does not shrink");
  Location loc = pad.getLoc();
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  SmallVector<int64_t> inverse = invertPermutationVector(permutation);
  SmallVector<OpFoldResult> sizes = emitPaddedExtents(rewriter, pad);
  Value padded = emitPad(rewriter, pad, transpose.getInput(),
                         permute(PadAmounts(pad), inverse), pad.getValue(),
                         permute(pad.getType(), inverse));
  Value empty = emitEmpty(rewriter, loc, pad.getType(), sizes);
  rewriter.replaceOp(pad, linalg::TransposeOp::create(rewriter, loc, padded,
                                                      empty, permutation));
  return success();
}

namespace {
struct PadPropagateTranspose
    : PatternPass<pad::impl::PadPropagateTransposeBase<PadPropagateTranspose>,
                  populatePadPropagateTransposePatterns> {};
} // namespace

void mlir::pad::populatePadPropagateTransposePatterns(
    RewritePatternSet &patterns) {
  addPatterns<swapPadOfTranspose, swapTransposeOfPad>(patterns);
}
