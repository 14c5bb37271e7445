//===- ComputeBF16AsF32.cpp - Arithmetic on bf16 without calls ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// LLVM rounds each number of bf16, of a vector too, by a call of libgcc.
// `--arith-emulate-unsupported-floats` lets folds drop the rounding between two
// ops. test/Upstream/canary-compute-bf16-as-f32.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_COMPUTEBF16ASF32
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `type` is bf16 or a vector of it.
static bool isBF16(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return (vector ? vector.getElementType() : type).isBF16();
}

/// Whether `op` does more with numbers of bf16 than to move their bits.
static bool computesBF16(Operation *op) {
  return isa_and_present<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         !isa<arith::BitcastOp, arith::ConstantOp, arith::SelectOp>(op) &&
         (llvm::any_of(op->getOperandTypes(), isBF16) ||
          llvm::any_of(op->getResultTypes(), isBF16));
}

/// `type`, a number or a vector, with elements of `element`.
static Type withElements(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(element) : element;
}

/// The numbers `wide` of f32, which bf16 has, as `type`: their upper halves.
static Value emitUpperHalf(ImplicitLocOpBuilder &b, Value wide, Type type) {
  Type i32 = withElements(type, b.getI32Type());
  Value bits = arith::BitcastOp::create(b, i32, wide);
  Value width = createScalarOrSplatConstant(b, b.getLoc(), i32, 16);
  bits = arith::ShRUIOp::create(b, bits, width);
  bits = arith::TruncIOp::create(b, withElements(type, b.getI16Type()), bits);
  return arith::BitcastOp::create(b, type, bits);
}

namespace {
/// An op of bf16 becomes one of f32, whose result is rounded.
struct ComputeAsF32 : RewritePattern {
  ComputeAsF32(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!computesBF16(op) || isa<arith::ExtFOp, arith::TruncFOp>(op))
      return rewriter.notifyMatchFailure(op, "no arithmetic on bf16");

    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    Type f32 = b.getF32Type();
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (isBF16(operand.getType()))
        mapping.map(operand,
                    arith::ExtFOp::create(
                        b, withElements(operand.getType(), f32), operand));
    Operation *wide = b.clone(*op, mapping);
    bool isExact = isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                       arith::MinNumFOp, arith::NegFOp>(op);
    SmallVector<Value> results;
    for (Value result : wide->getResults()) {
      Type type = result.getType();
      if (isBF16(type)) {
        result.setType(withElements(type, f32));
        result = isExact ? emitUpperHalf(b, result, type)
                         : arith::TruncFOp::create(b, type, result);
      }
      results.push_back(result);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct ComputeBF16AsF32 : pad::impl::ComputeBF16AsF32Base<ComputeBF16AsF32> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<ComputeAsF32>(context);
    arith::populateExpandBFloat16Patterns(patterns);
    FrozenRewritePatternSet frozen(std::move(patterns));
    GreedyRewriteConfig config;
    config.enableFolding(false).setStrictness(
        GreedyRewriteStrictness::ExistingAndNewOps);
    PadDialect::HasPadsAttrHelper hasPads(context);
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!hasPads.isAttrPresent(function))
        return;
      hasPads.removeAttr(function);
      SmallVector<Operation *> ops;
      function.walk([&](Operation *op) {
        if (computesBF16(op))
          ops.push_back(op);
      });
      if (failed(applyOpPatternsGreedily(ops, frozen, config)))
        signalPassFailure();
    });
  }
};
} // namespace
