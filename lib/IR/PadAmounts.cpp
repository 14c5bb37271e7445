//===- PadAmounts.cpp - The pads of an op as one value --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadAmounts.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::pad;

std::optional<int64_t> mlir::pad::getStaticNumber(OpFoldResult number) {
  if (auto attribute = dyn_cast_if_present<Attribute>(number))
    return cast<IntegerAttr>(attribute).getInt();
  return std::nullopt;
}

PadAmounts::PadAmounts(PadOpInterface op)
    : low(op.getMixedLow()), high(op.getMixedHigh()),
      interior(op.getMixedInterior()) {}

PadAxis PadAmounts::getStaticNumbers(ShapedType sourceType,
                                     int64_t axis) const {
  auto getNumber = [](OpFoldResult number) {
    return getStaticNumber(number).value_or(ShapedType::kDynamic);
  };
  return {sourceType.getDimSize(axis), getNumber(low[axis]),
          getNumber(high[axis]),
          interior.empty() ? 0 : getNumber(interior[axis])};
}

bool PadAmounts::isUnpadded(int64_t axis) const {
  return isZeroInteger(low[axis]) && isZeroInteger(high[axis]) &&
         (interior.empty() || isZeroInteger(interior[axis]));
}

bool PadAmounts::isNoOp() const {
  return llvm::all_of(llvm::seq<int64_t>(0, low.size()),
                      [&](int64_t axis) { return isUnpadded(axis); });
}

void PadAmounts::appendAxis(const PadAmounts &from, int64_t axis) {
  low.push_back(from.low[axis]);
  high.push_back(from.high[axis]);
  interior.push_back(from.interior[axis]);
}

void PadAmounts::appendUnpadded(MLIRContext *context) {
  OpFoldResult zero = getAsIndexOpFoldResult(context, 0);
  low.push_back(zero);
  high.push_back(zero);
  interior.push_back(zero);
}
