//===- SkipEmptyLoops.cpp - Linalg ops without iterations -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's loops of a linalg op go over outer indices for which the inner
// loops have none. test/Upstream/canary-skip-empty-loops.mlir fails when this
// can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/Loops.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::pad {
#define GEN_PASS_DEF_SKIPEMPTYLOOPS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Lets `op`, on memrefs, run only if its loops inside of the outermost one
/// have iterations, where that is not known.
static void guard(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (ranges.size() < 2 ||
      llvm::none_of(ArrayRef(ranges).drop_front(), ShapedType::isDynamic))
    return;
  OpBuilder builder(op);
  ArithContext m{builder, op.getLoc()};
  auto extents =
      llvm::map_to_vector(op.createLoopRanges(builder, m.loc),
                          [](const Range &range) { return range.size; });
  emitIf(m, hasInnerIterations(m, extents), [&] {
    op->moveBefore(builder.getBlock(), builder.getInsertionPoint());
  });
}

namespace {
struct SkipEmptyLoops : pad::impl::SkipEmptyLoopsBase<SkipEmptyLoops> {
  void runOnOperation() override {
    PadDialect::HasPadsAttrHelper hasPads(&getContext());
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!hasPads.isAttrPresent(function))
        return;
      function.walk([](linalg::LinalgOp op) {
        if (op.hasPureBufferSemantics())
          guard(op);
      });
    });
  }
};
} // namespace
