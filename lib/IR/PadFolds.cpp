//===- PadFolds.cpp - Folds of the operations -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::isNoOpPad(PadOpInterface op) {
  return llvm::all_of(llvm::seq(op.getRank()), [&](int64_t axis) {
    PadAxis numbers = getStaticNumbers(op, axis);
    // There are no neighbours.
    if (ShapedType::isStatic(numbers.extent) && numbers.extent <= 1)
      numbers.interior = 0;
    return numbers.isUnpadded();
  });
}

/// A pad by nothing is its source.
OpFoldResult PadOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType() && isNoOpPad(*this))
    return getSource();
  return {};
}

/// On tensors, a pad by nothing is its source, and one that writes no element
/// is its destination.
LogicalResult PadIntoOp::fold(FoldAdaptor,
                              SmallVectorImpl<OpFoldResult> &results) {
  if (!hasPureTensorSemantics())
    return failure();
  if (getSource().getType() == getResult().getType() && isNoOpPad(*this)) {
    results.push_back(getSource());
    return success();
  }
  if (llvm::is_contained(getPaddedType().getShape(), 0)) {
    results.push_back(getInit());
    return success();
  }
  return failure();
}
