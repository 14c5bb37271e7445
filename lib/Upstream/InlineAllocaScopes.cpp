//===- InlineAllocaScopes.cpp - Stack memory of OpenMP loops --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's OpenMP loops contain a memref.alloca_scope, inside of which no
// loop can become a control-flow graph.
// test/Upstream/canary-inline-alloca-scopes.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"

namespace mlir::pad {
#define GEN_PASS_DEF_INLINEALLOCASCOPES
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The op in the body of `parallel` that `op` is nested in.
static Operation *getTopOp(omp::ParallelOp parallel, Operation *op) {
  while (op->getParentOp() != parallel)
    op = op->getParentOp();
  return op;
}

/// Whether `alloca` needs no value from inside the loop.
static bool hasConstantSize(memref::AllocaOp alloca) {
  return alloca->getNumOperands() == 0;
}

static void inlineScope(memref::AllocaScopeOp scope, omp::ParallelOp parallel) {
  Operation *loop = getTopOp(parallel, scope);
  scope.walk([&](memref::AllocaOp alloca) { alloca->moveBefore(loop); });
  Block &body = scope.getBodyRegion().front();
  Operation *terminator = body.getTerminator();
  scope.replaceAllUsesWith(terminator->getOperands());
  scope->getBlock()->getOperations().splice(scope->getIterator(),
                                            body.getOperations(), body.begin(),
                                            terminator->getIterator());
  scope.erase();
}

namespace {
struct InlineAllocaScopes
    : pad::impl::InlineAllocaScopesBase<InlineAllocaScopes> {
  void runOnOperation() override {
    SmallVector<memref::AllocaScopeOp> scopes;
    getOperation()->walk([&](memref::AllocaScopeOp scope) {
      if (isa<omp::LoopNestOp>(scope->getParentOp()))
        scopes.push_back(scope);
    });
    for (memref::AllocaScopeOp scope : scopes) {
      auto parallel = scope->getParentOfType<omp::ParallelOp>();
      WalkResult allAreConstant = scope.walk([](memref::AllocaOp alloca) {
        return hasConstantSize(alloca) ? WalkResult::advance()
                                       : WalkResult::interrupt();
      });
      if (parallel && !allAreConstant.wasInterrupted())
        inlineScope(scope, parallel);
    }
  }
};
} // namespace
