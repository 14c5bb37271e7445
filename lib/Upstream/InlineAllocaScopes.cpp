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

/// Inlines `scope`, the body of a loop of `parallel`, if its allocations need
/// no value from inside of that, and moves them in front of the loop.
static void inlineScope(memref::AllocaScopeOp scope, omp::ParallelOp parallel) {
  SmallVector<memref::AllocaOp> allocas;
  scope.walk([&](memref::AllocaOp alloca) { allocas.push_back(alloca); });
  if (!parallel || llvm::any_of(allocas, [](memref::AllocaOp alloca) {
        return alloca->getNumOperands() != 0;
      }))
    return;
  Operation *loop = scope;
  while (loop->getParentOp() != parallel)
    loop = loop->getParentOp();
  for (memref::AllocaOp alloca : allocas)
    alloca->moveBefore(loop);
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
    for (memref::AllocaScopeOp scope : scopes)
      inlineScope(scope, scope->getParentOfType<omp::ParallelOp>());
  }
};
} // namespace
