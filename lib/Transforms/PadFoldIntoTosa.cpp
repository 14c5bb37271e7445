//===- PadFoldIntoTosa.cpp - Pads as padding of TOSA ops ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PaddingValue.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADFOLDINTOTOSA
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The new value of an attribute: `low, high` of each spatial axis.
struct PaddingAttribute {
  StringRef name;
  SmallVector<int64_t> pads;
};

/// Says what the padding of a TOSA op becomes if it takes over that of `op`.
struct Folder {
  PadOp op;
  PatternRewriter &rewriter;

  FailureOr<PaddingAttribute> fold(Operation *user) {
    return TypeSwitch<Operation *, FailureOr<PaddingAttribute>>(user)
        .Case<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp>(
            [&](auto conv) { return foldConvolution(conv); })
        .Case([&](tosa::TransposeConv2DOp conv) { return foldTranspose(conv); })
        .Case([&](tosa::MaxPool2dOp pool) { return foldMaxPool(pool); })
        .Case([&](tosa::AvgPool2dOp) {
          return fail("tosa.avg_pool2d does not count its own padding");
        })
        .Default([&](Operation *) {
          return fail("a user that has no padding of its own");
        });
  }

private:
  LogicalResult fail(const char *reason) {
    return rewriter.notifyMatchFailure(op, reason);
  }

  /// `pads` plus the pads of the spatial axes of `op`, each times its factor.
  FailureOr<SmallVector<int64_t>> addPads(ArrayRef<int64_t> pads,
                                          ArrayRef<int64_t> factors) {
    SmallVector<int64_t> sums(pads);
    for (auto [k, factor] : llvm::enumerate(factors)) {
      int64_t low, high;
      if (llvm::MulOverflow(op.getStaticLow()[k + 1], factor, low) ||
          llvm::MulOverflow(op.getStaticHigh()[k + 1], factor, high) ||
          llvm::AddOverflow(sums[2 * k], low, sums[2 * k]) ||
          llvm::AddOverflow(sums[2 * k + 1], high, sums[2 * k + 1]))
        return fail("the sum of the pads exceeds 64 bits");
    }
    return sums;
  }

  /// Checks that the padding value is the zero point of the input of `conv`,
  /// which is also the value of its own padding. TOSA lets an implementation
  /// skip the products of the latter; with finite weights they are zeros.
  template <typename OpTy>
  LogicalResult checkZeroPoint(OpTy conv) {
    FailureOr<int64_t> zeroPoint = conv.getInputZeroPoint();
    if (failed(zeroPoint))
      return fail("a zero point that is not a constant");
    TypedAttr value = getConstantPaddingValue(op);
    if (auto number = dyn_cast_or_null<FloatAttr>(value))
      if (*zeroPoint == 0 && number.getValue().isPosZero())
        return success();
    if (auto number = dyn_cast_or_null<IntegerAttr>(value)) {
      const APInt &bits = number.getValue();
      if (bits == APInt(bits.getBitWidth(), *zeroPoint, /*isSigned=*/true,
                        /*implicitTrunc=*/true))
        return success();
    }
    return fail("the padding value is not the zero point of the input");
  }

  template <typename OpTy>
  FailureOr<PaddingAttribute> foldConvolution(OpTy conv) {
    if (failed(checkZeroPoint(conv)))
      return failure();
    SmallVector<int64_t> factors(op.getRank() - 2, 1);
    FailureOr<SmallVector<int64_t>> pads = addPads(conv.getPad(), factors);
    if (failed(pads))
      return failure();
    return PaddingAttribute{conv.getPadAttrName(), *pads};
  }

  /// A padding element of the input adds zeros to the output, namely as many
  /// rows as the stride. These zeros are products before the rewrite and are
  /// not computed after it, so the weights must be known to be finite.
  FailureOr<PaddingAttribute> foldTranspose(tosa::TransposeConv2DOp conv) {
    if (failed(checkZeroPoint(conv)))
      return failure();
    if (isa<FloatType>(getElementTypeOrSelf(conv.getWeight().getType()))) {
      DenseFPElementsAttr weights;
      if (!matchPattern(conv.getWeight(), m_Constant(&weights)) ||
          !llvm::all_of(weights, [](const APFloat &w) { return w.isFinite(); }))
        return fail("weights that are not finite constants");
    }
    FailureOr<SmallVector<int64_t>> pads =
        addPads(conv.getOutPad(), conv.getStride());
    if (failed(pads))
      return failure();
    return PaddingAttribute{conv.getOutPadAttrName(), *pads};
  }

  /// The maximum of a window is that of its data if the padding value is the
  /// least of all values, and the window has data. The maximum without NaNs of
  /// a window of NaNs would be its padding.
  FailureOr<PaddingAttribute> foldMaxPool(tosa::MaxPool2dOp pool) {
    TypedAttr value = getConstantPaddingValue(op);
    if (auto number = dyn_cast_or_null<FloatAttr>(value)) {
      if (!number.getValue().isInfinity() || !number.getValue().isNegative())
        return fail("the padding value is not minus infinity");
      if (pool.getNanMode() != tosa::NanPropagationMode::PROPAGATE)
        return fail("a maximum that ignores NaNs");
    } else {
      auto integer = dyn_cast_or_null<IntegerAttr>(value);
      if (!integer ||
          !op.getSourceType().getElementType().isSignlessInteger() ||
          !integer.getValue().isMinSignedValue())
        return fail("the padding value is not the least of its type");
    }
    FailureOr<SmallVector<int64_t>> pads = addPads(pool.getPad(), {1, 1});
    if (failed(pads))
      return failure();
    for (auto [k, pad] : llvm::enumerate(*pads))
      if (pad >= pool.getKernel()[k / 2])
        return fail("TOSA has no padding as large as the kernel");
    return PaddingAttribute{pool.getPadAttrName(), *pads};
  }
};

/// A constant pad of the spatial axes becomes padding of the TOSA ops that use
/// it, if all of them can take it.
struct FoldIntoTosa : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.isConstantPad())
      return rewriter.notifyMatchFailure(op, "not in constant mode");
    if (op.hasInterior())
      return rewriter.notifyMatchFailure(op, "interior padding");
    int64_t last = op.getRank() - 1;
    for (ArrayRef<int64_t> pads : {op.getStaticLow(), op.getStaticHigh()})
      for (auto [axis, pad] : llvm::enumerate(pads)) {
        bool isSpatial = axis != 0 && static_cast<int64_t>(axis) != last;
        if (!isSpatial && pad != 0)
          return rewriter.notifyMatchFailure(op, "pads batches or channels");
        // A dynamic pad is a negative number, too.
        if (pad < 0)
          return rewriter.notifyMatchFailure(op, "crops, or pads not static");
      }
    // The verifiers of TOSA look at static extents only.
    if (!llvm::equal(op.getSourceType().getShape(), op.getType().getShape(),
                     [](int64_t source, int64_t result) {
                       return ShapedType::isDynamic(source) ==
                              ShapedType::isDynamic(result);
                     }))
      return rewriter.notifyMatchFailure(op, "static extents would change");

    SmallVector<std::pair<Operation *, PaddingAttribute>> folded;
    for (OpOperand &use : op->getUses()) {
      if (use.getOperandNumber() != 0)
        return rewriter.notifyMatchFailure(op, "a use other than as input");
      FailureOr<PaddingAttribute> padding =
          Folder{op, rewriter}.fold(use.getOwner());
      if (failed(padding))
        return failure();
      folded.emplace_back(use.getOwner(), *padding);
    }
    if (folded.empty())
      return rewriter.notifyMatchFailure(op, "no users");
    for (auto &[user, padding] : folded)
      rewriter.modifyOpInPlace(user, [&, user = user, &padding = padding] {
        user->setOperand(0, op.getSource());
        user->setAttr(padding.name,
                      rewriter.getDenseI64ArrayAttr(padding.pads));
      });
    rewriter.eraseOp(op);
    return success();
  }
};

struct PadFoldIntoTosa : pad::impl::PadFoldIntoTosaBase<PadFoldIntoTosa> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadFoldIntoTosaPatterns(patterns);
    if (failed(applyOnly(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void mlir::pad::populatePadFoldIntoTosaPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldIntoTosa>(patterns.getContext());
}
