//===- ContractProducts.cpp - Products that are added without rounding ----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// LLVM contracts what the flags of a product and of a sum allow wherever it
// finds the two next to each other, which depends on what is fused into one
// loop. Here, what is contracted is decided once, on what the user wrote, so
// that values do not depend on how ops become loops.
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONTRACTPRODUCTS
#define GEN_PASS_DEF_LOWERCONTRACTEDPRODUCTS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;

/// Whether LLVM multiplies and adds numbers of `type` by one op.
static bool canContract(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() != 1)
      return false;
    type = vector.getElementType();
  }
  return type.isF32() || type.isF64();
}

static bool isFlagged(arith::ArithFastMathInterface op) {
  arith::FastMathFlagsAttr flags = op.getFastMathFlagsAttr();
  return flags &&
         bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::contract);
}

/// The product that `sum` adds as `value`; null if the two stay two ops.
static arith::MulFOp findProduct(Operation *sum, Value value, bool all) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product || !product->hasOneUse() || !canContract(product.getType()) ||
      product->getBlock() != sum->getBlock())
    return nullptr;
  return all || (isFlagged(product) &&
                 isFlagged(cast<arith::ArithFastMathInterface>(sum)))
             ? product
             : nullptr;
}

/// Contracts `sum`, an `arith.addf` or `arith.subf`, with a product that it
/// adds: of two, with the first one.
static void contract(RewriterBase &rewriter, Operation *sum, bool all) {
  bool isDifference = isa<arith::SubFOp>(sum);
  Value lhs = sum->getOperand(0), rhs = sum->getOperand(1);
  arith::MulFOp product = findProduct(sum, lhs, all);
  bool isFirst = product != nullptr;
  if (!isFirst)
    product = findProduct(sum, rhs, all);
  if (!product)
    return;
  rewriter.setInsertionPoint(sum);
  Value factor = product.getLhs(), other = isFirst ? rhs : lhs;
  if (isDifference) {
    Value &negated = isFirst ? other : factor;
    negated = arith::NegFOp::create(rewriter, sum->getLoc(), negated);
  }
  auto made = math::FmaOp::create(rewriter, sum->getLoc(), factor,
                                  product.getRhs(), other);
  made.setFastmath(arith::FastMathFlags::contract);
  rewriter.replaceOp(sum, made);
  rewriter.eraseOp(product);
}

/// Takes away the flag that lets LLVM contract `op`.
static void dropFlag(arith::ArithFastMathInterface op) {
  if (!isFlagged(op))
    return;
  arith::FastMathFlags flags = op.getFastMathFlagsAttr().getValue();
  op->setAttr(op.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(
                  op->getContext(), flags & ~arith::FastMathFlags::contract));
}

namespace {
struct ContractProducts : pad::impl::ContractProductsBase<ContractProducts> {
  using ContractProductsBase::ContractProductsBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (all) {
      // The body of a named op is what its name says.
      SmallVector<linalg::LinalgOp> named;
      getOperation()->walk([&](linalg::LinalgOp op) {
        if (!isa<linalg::GenericOp>(op) &&
            llvm::any_of(op.getBlock()->getOps<arith::MulFOp>(),
                         [](arith::MulFOp product) {
                           return canContract(product.getType());
                         }))
          named.push_back(op);
      });
      for (linalg::LinalgOp op : named) {
        rewriter.setInsertionPoint(op);
        (void)linalg::generalizeNamedOp(rewriter, op);
      }
    }
    SmallVector<Operation *> sums;
    getOperation()->walk([&](math::FmaOp op) { dropFlag(op); });
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::AddFOp, arith::SubFOp>(op))
        sums.push_back(op);
    });
    for (Operation *sum : sums)
      contract(rewriter, sum, all);
    getOperation()->walk([](arith::ArithFastMathInterface op) {
      if (!isa<math::FmaOp>(op))
        dropFlag(op);
    });
  }
};

struct LowerContractedProducts
    : pad::impl::LowerContractedProductsBase<LowerContractedProducts> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<math::FmaOp> ops;
    getOperation()->walk([&](math::FmaOp op) {
      if (isFlagged(op) && canContract(op.getType()))
        ops.push_back(op);
    });
    for (math::FmaOp op : ops) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<LLVM::FMulAddOp>(op, op.getA(), op.getB(),
                                                   op.getC());
    }
  }
};
} // namespace
