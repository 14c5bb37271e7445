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
// first. It also takes the result of an op with regions for defined inside of
// these, and inserts a slice of the result there; the verifier then fails.
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
  void runOnOperation() override;
};
} // namespace

void EliminateEmptyTensors::runOnOperation() {
  bool hasEmpty = false;
  SmallVector<SubsetInsertionOpInterface> inserts;
  getOperation()->walk([&](Operation *op) {
    hasEmpty |= isa<tensor::EmptyOp>(op);
    // A write of a vector inserts no tensor.
    if (auto insertion = dyn_cast<SubsetInsertionOpInterface>(op);
        insertion &&
        isa<TensorType>(insertion.getSourceOperand().get().getType()))
      inserts.push_back(insertion);
  });
  if (!hasEmpty || inserts.empty())
    return;
  // Upstream takes the result of an op for defined inside of this op, so
  // destinations of that kind are casts behind it meanwhile.
  IRRewriter rewriter(&getContext());
  SmallVector<tensor::CastOp> casts;
  for (SubsetInsertionOpInterface insertion : inserts) {
    OpOperand &destination = insertion.getDestinationOperand();
    Operation *maker = destination.get().getDefiningOp();
    if (!maker || maker->getNumRegions() == 0)
      continue;
    rewriter.setInsertionPointAfter(maker);
    casts.push_back(tensor::CastOp::create(rewriter, maker->getLoc(),
                                           destination.get().getType(),
                                           destination.get()));
    destination.set(casts.back());
  }
  OpPassManager pm(getOperation()->getName());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  if (failed(runPipeline(pm, getOperation())))
    return signalPassFailure();
  for (tensor::CastOp cast : casts)
    rewriter.replaceOp(cast, cast.getSource());
}
