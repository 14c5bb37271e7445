//===- FusedLoopsCost.cpp - Whether fused loops pay -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A fused consumer does not write and read a padded tensor. It is slower all
// the same where it computes much of a row element by element, because LLVM
// makes vectors of the loops over a padded tensor. The numbers were chosen by
// timing consumers of each element width, with rows of 5 to 100,000 elements,
// on a processor with AVX-512.
//
//===----------------------------------------------------------------------===//

#include "FusedLoopsCost.h"
#include "FusedLoopsPlan.h"
#include "Pad/IR/PadSlicing.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// What a row of unknown length counts as.
static constexpr int64_t kUnknownRow = 256;

std::string mlir::pad::explainSlower(linalg::LinalgOp op, const FusedPad &fused,
                                     int64_t vectorBits) {
  PadOp pad = fused.pad;
  AffineMap rows = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  int64_t row = cast<AffineDimExpr>(rows.getResults().back()).getPosition();
  int64_t count = op.getStaticLoopRanges()[row];
  bool isStatic = ShapedType::isStatic(count);

  // Elements of a row that read a border.
  int64_t border = 0;
  auto addBorder = [&](int64_t width) {
    if (llvm::AddOverflow(border, std::max<int64_t>(width, 0), border))
      border = INT64_MAX;
  };
  int64_t lanes = chooseLanes(op, row, vectorBits);
  bool isPadded = false;
  for (auto [axis, window] : llvm::enumerate(fused.window)) {
    if (isUnpaddedAxis(pad, axis))
      continue;
    if (fused.splitLoops[axis] < 0 &&
        (pad.getMode(axis) == PadMode::Wrap || pad.isPeriodic(axis)))
      return "axis " + std::to_string(axis) +
             ", which a sum of its consumer runs along, repeats its source, so "
             "that each term would compute a remainder";
    if (window.coefficients[row] == 0)
      continue;
    isPadded = true;
    PadAxis numbers = getKnownNumbers(pad, axis);
    if (ShapedType::isDynamic(numbers.low))
      return "the low pad of axis " + std::to_string(axis) +
             ", which rows of its consumer run along, is not static, so that "
             "borders would be computed element by element";
    addBorder(std::max<int64_t>(numbers.low, 0) - window.constant);
    // That of a slice of dynamic size is not known, but at most that of the
    // pad.
    if (ShapedType::isStatic(numbers.high))
      addBorder(numbers.high);
  }
  int64_t laneBits = vectorBits / lanes;
  if (isStatic)
    while (lanes > 1 && lanes > count - border)
      lanes /= 2;
  // Channels are few, and a row of an image has others next to it.
  bool isShort =
      isPadded ? lanes < 4 && lanes * laneBits < 64 : lanes * laneBits < 128;
  if (lanes == 1 || isShort)
    return "its consumer would be computed element by element, or by vectors "
           "of " +
           std::to_string(lanes * laneBits) + " bits";
  // So many are composed as vectors.
  if (border > lanes && border > (isStatic ? count : kUnknownRow) / lanes)
    return std::to_string(border) +
           " elements of each row of its consumer would be computed one by one";
  return "";
}
