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

namespace {
struct EliminateEmptyTensors
    : pad::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    bool hasEmpty = false, inserts = false;
    getOperation()->walk([&](Operation *op) {
      hasEmpty |= isa<tensor::EmptyOp>(op);
      // A write of a vector inserts no tensor.
      if (auto insertion = dyn_cast<SubsetInsertionOpInterface>(op))
        inserts |=
            isa<TensorType>(insertion.getSourceOperand().get().getType());
    });
    if (!hasEmpty || !inserts)
      return;
    OpPassManager pm(getOperation()->getName());
    pm.addPass(bufferization::createEmptyTensorEliminationPass());
    if (failed(runPipeline(pm, getOperation())))
      signalPassFailure();
  }
};
} // namespace
