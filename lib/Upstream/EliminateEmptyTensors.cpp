//===- EliminateEmptyTensors.cpp - Results where they are inserted --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's pass analyzes a module, in a time that is quadratic in the reads
// of a tensor, before it looks for something to do. This can go when it looks
// first.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::pad {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `op` inserts a tensor that may begin with a `tensor.empty`, which a
/// write of a vector does not.
static bool insertsTensor(SubsetInsertionOpInterface op) {
  return isa<TensorType>(op.getSourceOperand().get().getType());
}

namespace {
struct EliminateEmptyTensors
    : pad::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    auto holds = [&](auto isFound) {
      return getOperation()->walk(isFound).wasInterrupted();
    };
    if (!holds([](tensor::EmptyOp) { return WalkResult::interrupt(); }) ||
        !holds([](SubsetInsertionOpInterface op) {
          return insertsTensor(op) ? WalkResult::interrupt()
                                   : WalkResult::advance();
        }))
      return;
    OpPassManager pm(getOperation()->getName());
    pm.addPass(bufferization::createEmptyTensorEliminationPass());
    if (failed(runPipeline(pm, getOperation())))
      signalPassFailure();
  }
};
} // namespace
