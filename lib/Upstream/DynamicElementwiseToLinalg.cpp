//===- DynamicElementwiseToLinalg.cpp - No folds to shapeless constants ---===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream folds some ops with equal operands to a constant of their type, even
// if that has dynamic extents, and reads both tensors of a choice over the
// extents of the first one.
// test/Upstream/canary-dynamic-elementwise-to-linalg.mlir fails when this can
// go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::pad {
#define GEN_PASS_DEF_DYNAMICELEMENTWISETOLINALG
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether upstream makes a valid destination for `result`: what it makes has
/// no encoding, but an operand of that type serves as well.
static bool hasDestination(OpResult result) {
  auto type = cast<RankedTensorType>(result.getType());
  return !type.getEncoding() ||
         llvm::is_contained(result.getOwner()->getOperandTypes(), type);
}

static bool hasDynamicExtents(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    return !cast<RankedTensorType>(type).hasStaticShape();
  });
}

/// Whether `op` is one of two whole tensors, whose extents may differ.
static bool isChoice(Operation *op) {
  auto select = dyn_cast<arith::SelectOp>(op);
  return select && select.getCondition().getType().isInteger(1);
}

/// Whether `op` works element by element on ranked tensors of the same extents.
static bool isElementwise(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>) &&
         !(hasDynamicExtents(op) && isChoice(op));
}

/// Whether `op` works element by element on ranked tensors of dynamic extents.
static bool isDynamicElementwise(Operation *op) {
  return isElementwise(op) && hasDynamicExtents(op) &&
         llvm::all_of(op->getResults(), hasDestination);
}

namespace {
struct DynamicElementwiseToLinalg
    : pad::impl::DynamicElementwiseToLinalgBase<DynamicElementwiseToLinalg> {
  using DynamicElementwiseToLinalgBase::DynamicElementwiseToLinalgBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      return staticExtents ? !isElementwise(op) : !isDynamicElementwise(op);
    });
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
