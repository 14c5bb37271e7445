//===- Neighbours.cpp - Elementwise ops around a consumer -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Neighbours.h"
#include "Plan/LoopPlan.h"

using namespace mlir;
using namespace mlir::pad;

/// The only user of the result of `op`, if that is an elementwise op which
/// reads the result at the same index and reads no pad; null otherwise.
static linalg::LinalgOp findElementwiseUser(linalg::LinalgOp op) {
  if (op->getNumResults() != 1 || !op->hasOneUse())
    return nullptr;
  OpOperand &use = *op->use_begin();
  auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!user || user->getBlock() != op->getBlock() ||
      user->getNumResults() != 1 || !user.hasPureTensorSemantics() ||
      user.getNumParallelLoops() != user.getNumLoops() ||
      !user.getMatchingIndexingMap(&use).isIdentity())
    return nullptr;
  OpOperand *init = user.getDpsInitOperand(0);
  if (!user.getMatchingIndexingMap(init).isIdentity() ||
      (init != &use && user.payloadUsesValueFromOperand(init)))
    return nullptr;
  for (OpOperand &operand : user->getOpOperands())
    if (operand.get().getDefiningOp<PadOp>() ||
        !user.getMatchingIndexingMap(&operand).isProjectedPermutation())
      return nullptr;
  return explainLoops(user).empty() ? user : nullptr;
}

SmallVector<linalg::LinalgOp> mlir::pad::findEpilogue(linalg::LinalgOp op) {
  SmallVector<linalg::LinalgOp> epilogue;
  for (linalg::LinalgOp user = findElementwiseUser(op); user;
       user = findElementwiseUser(user))
    epilogue.push_back(user);
  return epilogue;
}

linalg::LinalgOp mlir::pad::findBias(OpOperand &init) {
  auto op = cast<linalg::LinalgOp>(init.getOwner());
  auto bias = init.get().getDefiningOp<linalg::LinalgOp>();
  if (!bias || isa<linalg::FillOp>(bias) || bias->getNumResults() != 1 ||
      !bias.hasPureTensorSemantics() ||
      bias.getNumParallelLoops() != bias.getNumLoops() ||
      !op.payloadUsesValueFromOperand(&init) || !explainLoops(bias).empty())
    return nullptr;
  // Besides `init`, only the extents of the loops may come from the bias.
  for (OpOperand &use : bias->getUses())
    if (&use != &init && !isa<tensor::DimOp>(use.getOwner()))
      return nullptr;
  OpOperand *written = bias.getDpsInitOperand(0);
  if (!bias.getMatchingIndexingMap(written).isIdentity() ||
      bias.payloadUsesValueFromOperand(written))
    return nullptr;
  int64_t row = bias.getNumLoops() - 1;
  for (OpOperand *input : bias.getDpsInputOperands()) {
    AffineMap map = bias.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation() ||
        (row > 0 && map.isFunctionOfDim(row - 1)) ||
        (map.isFunctionOfDim(row) &&
         !map.getResults().back().isFunctionOfDim(row)))
      return nullptr;
  }
  return bias;
}

SmallVector<linalg::LinalgOp> mlir::pad::findNeighbours(linalg::LinalgOp op) {
  SmallVector<linalg::LinalgOp> neighbours = findEpilogue(op);
  for (OpOperand &init : op.getDpsInitsMutable())
    if (linalg::LinalgOp bias = findBias(init))
      neighbours.push_back(bias);
  return neighbours;
}
