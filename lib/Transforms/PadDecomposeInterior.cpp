//===- PadDecomposeInterior.cpp - Interior padding as a strided insert ----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADDECOMPOSEINTERIOR
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether an axis of `op` that may be empty may be extended. Each element is
/// then the padding value (C6), but a pad of the same mode without interior
/// padding takes no value.
static bool mayExtendEmptyAxis(PadOpInterface op) {
  auto mayExtend = [](int64_t pad) {
    return ShapedType::isDynamic(pad) || pad > 0;
  };
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
    if (op.getSourceType().isDynamicDim(axis) &&
        (mayExtend(op.getStaticLow()[axis]) ||
         mayExtend(op.getStaticHigh()[axis])))
      return true;
  return false;
}

/// A pad with interior padding becomes a pad without it, of the source inserted
/// with strides into a `linalg.fill` of the padding value.
static LogicalResult decomposeInterior(PadOpInterface op,
                                       PatternRewriter &rewriter) {
  if (!hasPlainTensors(op))
    return rewriter.notifyMatchFailure(op, "not on plain tensors");
  if (!op.hasInterior())
    return rewriter.notifyMatchFailure(op, "no interior padding");
  if (!canEmitPaddingValue(op))
    return rewriter.notifyMatchFailure(op, "no padding value");
  // A slice of an empty tensor is out of bounds for the verifier.
  if (llvm::is_contained(op.getSourceType().getShape(), 0))
    return rewriter.notifyMatchFailure(op, "empty source");

  if (op.getValue() && !op.hasConstantAxis() && mayExtendEmptyAxis(op))
    return rewriter.notifyMatchFailure(op, "the padding value would be lost");

  Location loc = op.getLoc();
  auto sourceType = cast<RankedTensorType>(op.getSource().getType());
  PadAmounts pads(op);
  SmallVector<OpFoldResult> dilatedSizes, sourceSizes, strides;
  SmallVector<int64_t> dilatedShape;
  for (SymbolicPadAxis axis : getSymbolicAxes(rewriter, loc, op)) {
    axis.mode = PadMode::Constant;
    SourceIndexMap<ArithValue> map = emitSourceIndexMap(rewriter, loc, axis);
    OpFoldResult one = rewriter.getIndexAttr(1);
    // An axis of one element has no neighbours to part.
    bool isSingle = isOneInteger(axis.extent);
    sourceSizes.push_back(axis.extent);
    strides.push_back(map.step && !isSingle ? getAsOpFoldResult(*map.step)
                                            : one);
    dilatedSizes.push_back(isSingle ? one : getAsOpFoldResult(map.dilated));
    // What was cast may be empty though the type does not say so, and is then
    // to be inserted into a tensor whose type does not either.
    int64_t dilated = getConstantIntValue(dilatedSizes.back()).value_or(0);
    dilatedShape.push_back(dilated == 0 ? ShapedType::kDynamic : dilated);
  }
  auto dilatedType =
      RankedTensorType::get(dilatedShape, sourceType.getElementType());
  Value empty = emitEmpty(rewriter, loc, dilatedType, dilatedSizes);
  Value value = emitPaddingValue(rewriter, loc, op);
  Value filled =
      linalg::FillOp::create(rewriter, loc, value, empty).getResult(0);
  SmallVector<OpFoldResult> offsets(sourceSizes.size(),
                                    rewriter.getIndexAttr(0));
  Value dilated = tensor::InsertSliceOp::create(
      rewriter, loc, op.getSource(), filled, offsets, sourceSizes, strides);
  pads.interior.assign(pads.interior.size(), rewriter.getIndexAttr(0));
  auto resultType = cast<RankedTensorType>(op.getPaddedType());
  Value init = getTensorInit(op);
  if (!pads.isNoOp() || init)
    dilated =
        emitPad(rewriter, op, dilated, pads, op.getValue(), resultType, init);
  rewriter.replaceOp(op, castTo(rewriter, loc, dilated, resultType));
  return success();
}

namespace {
struct PadDecomposeInterior
    : PatternPass<pad::impl::PadDecomposeInteriorBase<PadDecomposeInterior>,
                  populatePadDecomposeInteriorPatterns> {};
} // namespace

void mlir::pad::populatePadDecomposeInteriorPatterns(
    RewritePatternSet &patterns) {
  addPatterns<decomposeInterior>(patterns);
}
