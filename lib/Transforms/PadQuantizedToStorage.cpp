//===- PadQuantizedToStorage.cpp - Pads of quantized tensors --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Transforms/Lowerability.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADQUANTIZEDTOSTORAGE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Gives `op` the padding value `value`; false if it may not take one (C3).
static bool giveValue(PadOpInterface op, Value value) {
  if (!op.takesValue())
    return false;
  if (auto padOp = dyn_cast<PadOp>(op.getOperation()))
    padOp.getValueMutable().assign(value);
  else
    cast<PadIntoOp>(op.getOperation()).getValueMutable().assign(value);
  return true;
}

/// Emits whether an axis of `source` is empty.
static Value emitIsEmpty(OpBuilder &builder, Location loc, Value source) {
  ArithContext m{builder, loc};
  Value isEmpty;
  for (auto [axis, extent] :
       llvm::enumerate(cast<RankedTensorType>(source.getType()).getShape())) {
    if (extent > 0)
      continue;
    ArithValue axisIsEmpty =
        eq(m.value(tensor::getMixedSize(builder, loc, source, axis)), 0);
    isEmpty = isEmpty ? isEmpty | axisIsEmpty : axisIsEmpty;
  }
  return isEmpty;
}

/// Makes `op`, of a mode that extends the source, fill its destination with
/// `value` where there is nothing to extend.
static LogicalResult fillIfEmpty(PadOpInterface op, Value value) {
  IRRewriter rewriter(op);
  auto padInto = dyn_cast<PadIntoOp>(op.getOperation());
  if (!padInto) {
    FailureOr<PadIntoOp> rewritten =
        rewriteAsPadInto(rewriter, cast<PadOp>(op.getOperation()));
    if (failed(rewritten))
      return failure();
    padInto = *rewritten;
  }
  rewriter.setInsertionPoint(padInto);
  Location loc = padInto.getLoc();
  auto guarded = scf::IfOp::create(
      rewriter, loc, emitIsEmpty(rewriter, loc, padInto.getSource()),
      [&](OpBuilder &builder, Location loc) {
        auto fill =
            linalg::FillOp::create(builder, loc, value, padInto.getInit());
        scf::YieldOp::create(builder, loc, fill.getResults());
      },
      [&](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc,
                             builder.clone(*padInto)->getResults());
      });
  rewriter.replaceOp(padInto, guarded.getResults());
  return success();
}

namespace {
struct PadQuantizedToStorage
    : pad::impl::PadQuantizedToStorageBase<PadQuantizedToStorage> {
  void runOnOperation() override {
    // The zero points are read first, because the types do not have them after
    // the conversion.
    SmallVector<std::pair<PadOpInterface, TypedAttr>> defaults;
    WalkResult walk = getOperation()->walk([&](PadOpInterface op) {
      auto type =
          dyn_cast<quant::QuantizedType>(op.getSourceType().getElementType());
      if (!type || op.getValue() || !mayReadPaddingValue(op))
        return WalkResult::advance();
      std::string reason = explainNotLowerable(op);
      if (!reason.empty()) {
        op.emitOpError() << "cannot be lowered: " << reason;
        return WalkResult::interrupt();
      }
      defaults.emplace_back(op, getZeroPoint(type));
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();

    AttrTypeReplacer toStorage;
    toStorage.addReplacement([](quant::QuantizedType type) {
      Type storage = type.getStorageType();
      return storage ? storage : type;
    });
    toStorage.recursivelyReplaceElementsIn(
        getOperation(), /*replaceAttrs=*/true, /*replaceLocs=*/false,
        /*replaceTypes=*/true);
    getOperation()->walk([](quant::StorageCastOp op) {
      if (op.getInput().getType() == op.getType()) {
        op.replaceAllUsesWith(op.getInput());
        op.erase();
      }
    });

    for (auto [op, zeroPoint] : defaults) {
      OpBuilder builder(op);
      Value value = arith::ConstantOp::create(builder, op.getLoc(), zeroPoint);
      if (!giveValue(op, value) && failed(fillIfEmpty(op, value)))
        return signalPassFailure();
    }
  }
};
} // namespace
