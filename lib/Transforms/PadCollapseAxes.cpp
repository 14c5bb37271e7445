//===- PadCollapseAxes.cpp - Pads with unpadded axes as one ---------------===//
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
#define GEN_PASS_DEF_PADCOLLAPSEAXES
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A pad with neighbouring axes that are not padded becomes the pad of the
/// source with these axes collapsed, expanded again.
struct CollapseAxes : PadInGroups {
  using PadInGroups::PadInGroups;

private:
  Groups group(PadOpInterface op, const PadAmounts &pads) const override {
    Groups groups;
    for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
      if (axis > 0 && pads.isUnpadded(axis) && pads.isUnpadded(axis - 1)) {
        groups.axes.back().push_back(axis);
        continue;
      }
      groups.axes.push_back({axis});
      groups.pads.appendAxis(pads, axis);
    }
    return groups;
  }
};

struct PadCollapseAxes
    : PatternPass<pad::impl::PadCollapseAxesBase<PadCollapseAxes>,
                  populatePadCollapseAxesPatterns> {};
} // namespace

void mlir::pad::populatePadCollapseAxesPatterns(RewritePatternSet &patterns) {
  patterns.add<CollapseAxes>(patterns.getContext());
}
