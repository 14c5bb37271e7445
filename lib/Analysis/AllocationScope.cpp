//===- AllocationScope.cpp - Where stack memory belongs -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/AllocationScope.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

Operation *mlir::pad::getAllocationScope(Block *block) {
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (op->hasTrait<OpTrait::AutomaticAllocationScope>() &&
        !isa<scf::ForOp, affine::AffineForOp>(op))
      return op;
  return nullptr;
}
