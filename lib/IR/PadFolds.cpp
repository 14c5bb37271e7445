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
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (!llvm::all_of(op.getStaticLow(), isZero) ||
      !llvm::all_of(op.getStaticHigh(), isZero))
    return false;
  return llvm::all_of(llvm::seq(op.getRank()), [&](int64_t axis) {
    int64_t extent = op.getSourceType().getDimSize(axis);
    return op.getStaticInterior().empty() ||
           op.getStaticInterior()[axis] == 0 ||
           (ShapedType::isStatic(extent) && extent <= 1);
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
