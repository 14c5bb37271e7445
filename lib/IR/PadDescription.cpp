//===- PadDescription.cpp - What a pad says, to be rewritten --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadDescription.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

PadDescription::PadDescription(PadOpInterface op)
    : source(op.getSource()), mode(op.getMode()), periodic(op.getPeriodic()),
      low(op.getMixedLow()), high(op.getMixedHigh()),
      interior(op.getMixedInterior()), value(op.getValue()) {}

/// The integers of `list`, `ShapedType::kDynamic` where they are values.
static SmallVector<int64_t> getStaticIntegers(ArrayRef<OpFoldResult> list) {
  SmallVector<int64_t> integers;
  SmallVector<Value> values;
  dispatchIndexOpFoldResults(list, values, integers);
  return integers;
}

bool PadDescription::isValidFor(PadOpInterface op) const {
  if (auto padInto = dyn_cast<PadIntoOp>(op.getOperation()))
    return isValidFor(op, padInto.getInit());
  return isValidFor(op, op->getResult(0));
}

bool PadDescription::isValidFor(PadOpInterface op, Value padded) const {
  SmallVector<int64_t> lows = getStaticIntegers(low),
                       highs = getStaticIntegers(high),
                       interiors = getStaticIntegers(interior);
  auto isZero = [](int64_t amount) { return amount == 0; };
  // C3
  if (value && mode != PadMode::Constant && llvm::all_of(interiors, isZero))
    return false;
  if (padded == source && isa<BaseMemRefType>(source.getType()))
    for (int64_t amount : llvm::concat<int64_t>(lows, highs))
      if (amount != 0 && ShapedType::isStatic(amount))
        return false;
  auto type = cast<ShapedType>(source.getType());
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    PadAxis numbers{type.getDimSize(axis), lows[axis], highs[axis],
                    interiors[axis]};
    // An empty diagnostic counts as success.
    bool isValid = true;
    auto quiet = [&] {
      isValid = false;
      return InFlightDiagnostic();
    };
    (void)verifyPadAxis(quiet, op, mode, periodic, axis, numbers);
    if (!isValid)
      return false;
    int64_t extent = cast<ShapedType>(padded.getType()).getDimSize(axis);
    std::optional<PadAxis> fixed = getStaticAxis(numbers);
    if (fixed && ShapedType::isStatic(extent) &&
        getPaddedExtent(*fixed) != extent)
      return false;
  }
  return true;
}

RankedTensorType PadDescription::getResultType(PadOp op) const {
  RankedTensorType inferred = inferPaddedType(
      cast<RankedTensorType>(source.getType()), getStaticIntegers(low),
      getStaticIntegers(high), getStaticIntegers(interior));
  SmallVector<int64_t> shape(op.getType().getShape());
  for (auto [extent, known] : llvm::zip_equal(shape, inferred.getShape()))
    if (ShapedType::isDynamic(extent))
      extent = known;
  return inferred.clone(shape);
}

void mlir::pad::replaceWithPad(RewriterBase &rewriter, PadOpInterface op,
                               const PadDescription &d) {
  if (auto padInto = dyn_cast<PadIntoOp>(op.getOperation())) {
    rewriter.replaceOpWithNewOp<PadIntoOp>(padInto, d.source, padInto.getInit(),
                                           d.mode, d.low, d.high, d.interior,
                                           d.value, d.periodic);
    return;
  }
  auto padOp = cast<PadOp>(op.getOperation());
  Value result =
      PadOp::create(rewriter, op.getLoc(), d.getResultType(padOp), d.source,
                    d.mode, d.low, d.high, d.interior, d.value, d.periodic);
  if (result.getType() != padOp.getType())
    result =
        tensor::CastOp::create(rewriter, op.getLoc(), padOp.getType(), result);
  rewriter.replaceOp(op, result);
}
