//===- PadsArguments.cpp - Arguments that hold the pads -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadsArguments.h"
#include "Pad/IR/PadOps.h"
#include "mlir/Analysis/SliceAnalysis.h"

using namespace mlir;
using namespace mlir::pad;

BlockArgument mlir::pad::getPadsArgument(tensor::ExtractOp extract) {
  Value tensor = extract.getTensor();
  while (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    tensor = cast.getSource();
  auto argument = dyn_cast<BlockArgument>(tensor);
  if (argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
      argument.getOwner()->isEntryBlock())
    return argument;
  return {};
}

llvm::SmallDenseSet<unsigned>
mlir::pad::getPadsArguments(func::FuncOp function) {
  llvm::SmallDenseSet<unsigned> numbers;
  function.walk([&](Operation *op) {
    SmallVector<Value> amounts;
    if (auto padOp = dyn_cast<PadOp>(op)) {
      for (OperandRange list :
           {padOp.getLow(), padOp.getHigh(), padOp.getInterior()})
        llvm::append_range(amounts, list);
    } else if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
      // A pad that reads nothing of its source is canonically a splat.
      llvm::append_range(amounts, splat.getDynamicSizes());
    } else if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
      // One without elements is canonically an empty tensor.
      llvm::append_range(amounts, empty.getDynamicSizes());
    }
    SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.omitBlockArguments = true;
    options.inclusive = true;
    for (Value amount : amounts)
      (void)getBackwardSlice(amount, &slice, options);
    for (Operation *inner : slice)
      if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
        if (BlockArgument argument = getPadsArgument(extract))
          numbers.insert(argument.getArgNumber());
  });
  return numbers;
}
