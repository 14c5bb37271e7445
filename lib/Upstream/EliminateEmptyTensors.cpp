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
// these, and inserts a slice of the result there; the verifier then fails. And
// it computes in a memref what is used once that is to hold something else.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SetVector.h"

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

/// Whether `value` is used once `insertion` is done, or may be.
static bool isUsedBehind(Value value, Operation *insertion) {
  Block *block = insertion->getBlock();
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (user == insertion || isa<tensor::DimOp>(user))
      return false;
    // A loop around `insertion` may come back to users of what is outside.
    Operation *inBlock = block->findAncestorOpInBlock(*user);
    return value.getParentBlock() != block || !inBlock ||
           insertion->isBeforeInBlock(inBlock);
  });
}

/// Whether what `insertion` puts into a memref, or a tensor that this is
/// written over, is used once that is done. Upstream would compute it in the
/// memref. What reads it there may find something else: `insertion` overwrites
/// it, also where a loop comes back to it, and others may; and what writes over
/// it changes the memref.
static bool isUsedLater(bufferization::MaterializeInDestinationOp insertion) {
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  llvm::SmallSetVector<Value, 8> chain;
  chain.insert(insertion.getSource());
  for (size_t next = 0; next < chain.size(); ++next)
    if (isa<OpResult>(chain[next]))
      for (bufferization::AliasingOpOperand alias :
           state.getAliasingOpOperands(chain[next]))
        chain.insert(alias.opOperand->get());
  return llvm::any_of(chain, [&](Value value) {
    return !value.getDefiningOp<tensor::EmptyOp>() &&
           value.getParentRegion()->isAncestor(insertion->getParentRegion()) &&
           isUsedBehind(value, insertion);
  });
}

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
  // Upstream does not see what a copy is made of.
  SmallVector<bufferization::AllocTensorOp> copies;
  getOperation()->walk([&](bufferization::MaterializeInDestinationOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
    if (!type || !isa<MemRefType>(op.getDest().getType()) || !isUsedLater(op))
      return;
    rewriter.setInsertionPoint(op);
    copies.push_back(bufferization::AllocTensorOp::create(
        rewriter, op.getLoc(), type, ValueRange(), op.getSource()));
    op.getSourceMutable().set(copies.back());
  });
  OpPassManager pm(getOperation()->getName());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  if (failed(runPipeline(pm, getOperation())))
    return signalPassFailure();
  for (tensor::CastOp cast : casts)
    rewriter.replaceOp(cast, cast.getSource());
  for (bufferization::AllocTensorOp copy : copies)
    rewriter.replaceOp(copy, copy.getCopy());
}
