//===- MarkNestedIndices.cpp - Tell the loops of nested indices apart -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's CSE merges the indices of nested linalg ops.
// test/Upstream/canary-mark-nested-indices.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_MARKNESTEDINDICES
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The number of bodies with indices of their own around the body of `index`.
static int64_t getNestingDepth(linalg::IndexOp index) {
  int64_t bodies = 0;
  for (Operation *op = index->getParentOp(); op; op = op->getParentOp())
    bodies += hasIndexedBody(op);
  return bodies - 1;
}

bool mlir::pad::hasIndexedBody(Operation *op) {
  // Bufferization turns `tensor.generate` into a linalg op.
  return isa<linalg::LinalgOp, tensor::GenerateOp>(op);
}

namespace {
struct MarkNestedIndices : pad::impl::MarkNestedIndicesBase<MarkNestedIndices> {
  void runOnOperation() override {
    Builder builder(&getContext());
    PadDialect::NestingDepthAttrHelper nestingDepth(&getContext());
    getOperation()->walk([&](linalg::IndexOp index) {
      if (int64_t depth = getNestingDepth(index))
        nestingDepth.setAttr(index, builder.getI64IntegerAttr(depth));
    });
  }
};
} // namespace
