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

std::string mlir::pad::explainLeastInteger(StringRef name, int64_t axis,
                                           int64_t number) {
  if (ShapedType::isStatic(number))
    return "";
  return (name + " of axis " + Twine(axis) +
          " is -2^63, which exceeds 64-bit extents (C7)")
      .str();
}

PadAmounts::PadAmounts(PadNumbersInterface op)
    : low(op.getMixedLow()), high(op.getMixedHigh()),
      interior(op.getMixedInterior()), modes(op.getModes().getList()) {}

PadAxis PadAmounts::getStaticNumbers(ShapedType sourceType,
                                     int64_t axis) const {
  auto getNumber = [](OpFoldResult number) {
    return getStaticNumber(number).value_or(ShapedType::kDynamic);
  };
  return {sourceType.getDimSize(axis),
          getNumber(low[axis]),
          getNumber(high[axis]),
          interior.empty() ? 0 : getNumber(interior[axis]),
          getAxisMode(axis).mode,
          getAxisMode(axis).periodic};
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
  modes.push_back(from.getAxisMode(axis));
}

void PadAmounts::appendUnpadded(MLIRContext *context, AxisMode mode) {
  OpFoldResult zero = getAsIndexOpFoldResult(context, 0);
  low.push_back(zero);
  high.push_back(zero);
  interior.push_back(zero);
  modes.push_back(mode);
}

AxisMode PadAmounts::getAxisMode(int64_t axis) const {
  if (modes.empty())
    return {};
  return modes.size() == 1 ? modes.front() : modes[axis];
}

bool PadAmounts::unifyModes(function_ref<bool(int64_t)> ignoresMode) {
  if (modes.size() <= 1)
    return false;
  SmallVector<int64_t> others;
  std::optional<AxisMode> first;
  for (int64_t axis = 0, rank = low.size(); axis < rank; ++axis) {
    if (ignoresMode(axis))
      others.push_back(axis);
    else if (!first)
      first = modes[axis];
  }
  bool changes = false;
  for (int64_t axis : others) {
    if (!first || modes[axis] == *first)
      continue;
    modes[axis] = *first;
    changes = true;
  }
  return changes;
}

bool PadAmounts::takesValue() const {
  bool hasConstantAxis =
      modes.empty() || llvm::any_of(modes, [](AxisMode mode) {
        return mode.mode == PadMode::Constant;
      });
  return hasConstantAxis || !llvm::all_of(interior, isStaticZero);
}
