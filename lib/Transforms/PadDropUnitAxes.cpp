//===- PadDropUnitAxes.cpp - Pads without axes of extent 1 ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "PadReshaping.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADDROPUNITAXES
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A pad with axes of extent 1 that are not padded becomes the pad of the
/// collapsed source without them, expanded again.
struct DropUnitAxes : PadInGroups {
  using PadInGroups::PadInGroups;

private:
  Groups group(PadOpInterface op, const PadAmounts &pads) const override {
    // Dropped axes join the axis before them, and the first ones join the axis
    // after them.
    Groups groups;
    ReassociationIndices leading;
    for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
      if (isUnit(op.getSourceType(), axis) &&
          isUnit(op.getPaddedType(), axis) && pads.isUnpadded(axis)) {
        (groups.axes.empty() ? leading : groups.axes.back()).push_back(axis);
        continue;
      }
      leading.push_back(axis);
      groups.axes.push_back(std::exchange(leading, {}));
      groups.pads.appendAxis(pads, axis);
    }
    return groups;
  }
};

struct PadDropUnitAxes
    : PatternPass<pad::impl::PadDropUnitAxesBase<PadDropUnitAxes>,
                  populatePadDropUnitAxesPatterns> {};

} // namespace

void mlir::pad::populatePadDropUnitAxesPatterns(RewritePatternSet &patterns) {
  patterns.add<DropUnitAxes>(patterns.getContext());
}
