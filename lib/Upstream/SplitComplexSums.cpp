//===- SplitComplexSums.cpp - Sums of complex numbers by parts ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream folds `(a + b) - b` and `(a - b) + b` of complex numbers to `a`,
// which rounding makes another number, wherever one op reads the other: so that
// values depend on what is fused. test/Upstream/canary-split-complex-sums.mlir
// fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::pad {
#define GEN_PASS_DEF_SPLITCOMPLEXSUMS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// `op`, a sum or a difference of complex numbers, becomes two of floats.
template <typename PartOp, typename ComplexOp>
static void split(RewriterBase &rewriter, ComplexOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  auto getPart = [&](auto toPart) -> Value {
    return PartOp::create(rewriter, loc, toPart(op.getLhs()),
                          toPart(op.getRhs()), op.getFastmathAttr());
  };
  Value re =
      getPart([&](Value x) { return complex::ReOp::create(rewriter, loc, x); });
  Value im =
      getPart([&](Value x) { return complex::ImOp::create(rewriter, loc, x); });
  rewriter.replaceOpWithNewOp<complex::CreateOp>(op, op.getType(), re, im);
}

namespace {
struct SplitComplexSums : pad::impl::SplitComplexSumsBase<SplitComplexSums> {
  void runOnOperation() override {
    PadDialect::HasPadsAttrHelper hasPads(&getContext());
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!hasPads.isAttrPresent(function))
        return;
      // The body of a named op is what its name says.
      function.walk([&](linalg::LinalgOp op) {
        Block &body = *op.getBlock();
        if (isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(op) ||
            (body.getOps<complex::AddOp>().empty() &&
             body.getOps<complex::SubOp>().empty()))
          return;
        rewriter.setInsertionPoint(op);
        (void)linalg::generalizeNamedOp(rewriter, op);
      });
      function.walk([&](Operation *op) {
        if (auto sum = dyn_cast<complex::AddOp>(op))
          split<arith::AddFOp>(rewriter, sum);
        else if (auto difference = dyn_cast<complex::SubOp>(op))
          split<arith::SubFOp>(rewriter, difference);
      });
    });
  }
};
} // namespace
