//===- PadDescription.cpp - What a pad says, to be rewritten --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadDescription.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::pad;

PadDescription::PadDescription(PadOpInterface op)
    : PadAmounts(op), source(op.getSource()), value(op.getValue()) {}

bool PadDescription::isValidFor(PadOpInterface op) const {
  if (auto padInto = dyn_cast<PadIntoOp>(op.getOperation()))
    return isValidFor(op, padInto.getInit());
  return isValidFor(op, op->getResult(0));
}

bool PadDescription::isValidFor(PadOpInterface op, Value padded) const {
  // C3
  if (value && !takesValue())
    return false;
  if (padded == source && isa<BaseMemRefType>(source.getType()))
    for (OpFoldResult amount : llvm::concat<const OpFoldResult>(low, high))
      if (getStaticNumber(amount).value_or(0) != 0)
        return false;
  auto sourceType = cast<ShapedType>(source.getType());
  auto paddedType = cast<ShapedType>(padded.getType());
  return llvm::all_of(llvm::seq(op.getRank()), [&](int64_t axis) {
    return isValidPadAxis(getStaticNumbers(sourceType, axis),
                          paddedType.getDimSize(axis));
  });
}

RankedTensorType PadDescription::getResultType(PadOp op) const {
  auto sourceType = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> shape(op.getType().getShape());
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    std::optional<PadAxis> numbers =
        getStaticAxis(getStaticNumbers(sourceType, axis));
    if (ShapedType::isDynamic(extent) && numbers)
      extent = getPaddedExtent(*numbers).value_or(extent);
  }
  return sourceType.clone(shape);
}

void mlir::pad::replaceWithPad(RewriterBase &rewriter, PadOpInterface op,
                               const PadDescription &d) {
  if (auto padInto = dyn_cast<PadIntoOp>(op.getOperation())) {
    rewriter.replaceOpWithNewOp<PadIntoOp>(padInto, d.source, padInto.getInit(),
                                           d, d.value);
    return;
  }
  auto padOp = cast<PadOp>(op.getOperation());
  Value result = PadOp::create(rewriter, op.getLoc(), d.getResultType(padOp),
                               d.source, d, d.value);
  if (result.getType() != padOp.getType())
    result =
        tensor::CastOp::create(rewriter, op.getLoc(), padOp.getType(), result);
  rewriter.replaceOp(op, result);
}
