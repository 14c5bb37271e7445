//===- PadQuantizedToStorage.cpp - Pads of quantized tensors --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PaddingValue.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADQUANTIZEDTOSTORAGE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A pad of a quantized tensor becomes a pad of its storage type between two
/// `quant.scast`.
struct PadStorage : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    auto sourceType = cast<RankedTensorType>(op.getSource().getType());
    auto type = dyn_cast<quant::QuantizedType>(sourceType.getElementType());
    if (!type || !type.getStorageType())
      return rewriter.notifyMatchFailure(op, "not quantized");
    bool needsDefault = !op.getValue() && mayReadPaddingValue(op);
    TypedAttr zeroPoint = needsDefault ? getZeroPoint(type) : TypedAttr();
    if (needsDefault && !zeroPoint)
      return rewriter.notifyMatchFailure(op, "no single zero point");
    // C3: modes that cannot use a value do not take one. An axis that turns out
    // to be empty then reads the zero of the storage type.
    bool takesValue = op.getMode() == PadMode::Constant || op.hasInterior();

    Location loc = op.getLoc();
    Type storage = type.getStorageType();
    Value source = quant::StorageCastOp::create(
        rewriter, loc, sourceType.clone(storage), op.getSource());
    Value value;
    if (op.getValue())
      value =
          quant::StorageCastOp::create(rewriter, loc, storage, op.getValue());
    else if (takesValue)
      value = arith::ConstantOp::create(rewriter, loc, zeroPoint);
    Value padded = PadOp::create(
        rewriter, loc, cast<RankedTensorType>(op.getType().clone(storage)),
        source, op.getMode(), op.getMixedLow(), op.getMixedHigh(),
        op.getMixedInterior(), value, op.getPeriodic());
    rewriter.replaceOpWithNewOp<quant::StorageCastOp>(op, op.getType(), padded);
    return success();
  }
};

struct PadQuantizedToStorage
    : pad::impl::PadQuantizedToStorageBase<PadQuantizedToStorage> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadQuantizedToStoragePatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void mlir::pad::populatePadQuantizedToStoragePatterns(
    RewritePatternSet &patterns) {
  patterns.add<PadStorage>(patterns.getContext());
}
