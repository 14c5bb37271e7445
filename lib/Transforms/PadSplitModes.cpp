//===- PadSplitModes.cpp - A pad for each mode ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADSPLITMODES
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The mode of the pad that is split off `op`, and done last: constant if some
/// axis is padded in it, else that of the last axis that is padded. Nullopt if
/// the axes that are padded are of one mode.
static std::optional<AxisMode> getLastMode(PadOpInterface op) {
  std::optional<AxisMode> last;
  bool isMixed = false;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    AxisMode mode = op.getAxisMode(axis);
    if (getStaticNumbers(op, axis).isUnpadded() || (last && mode == *last))
      continue;
    isMixed |= last.has_value();
    if (!last || last->mode != PadMode::Constant)
      last = mode;
  }
  return isMixed ? last : std::nullopt;
}

/// A pad of axes of several modes becomes two: one of the axes of one mode, of
/// the result of one of the others.
static LogicalResult splitModes(PadOpInterface op, PatternRewriter &rewriter) {
  auto sourceType = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!sourceType)
    return rewriter.notifyMatchFailure(op, "not on tensors");
  std::optional<AxisMode> last = getLastMode(op);
  if (!last)
    return rewriter.notifyMatchFailure(op, "of one mode");
  if (op.getValue() && mayHaveNoElements(sourceType))
    return rewriter.notifyMatchFailure(op, "an empty axis reads the value");

  PadAmounts all(op), inner, outer;
  MLIRContext *context = rewriter.getContext();
  std::optional<AxisMode> first;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    AxisMode mode = all.getAxisMode(axis);
    bool isPadded = !getStaticNumbers(op, axis).isUnpadded();
    if (isPadded && mode != *last && !first)
      first = mode;
  }
  SmallVector<int64_t> shape(sourceType.getShape());
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    bool isUnpadded = getStaticNumbers(op, axis).isUnpadded();
    if (isUnpadded || all.getAxisMode(axis) == *last) {
      inner.appendUnpadded(context, *first);
    } else {
      inner.appendAxis(all, axis);
      std::optional<PadAxis> numbers = getStaticAxis(op, axis);
      shape[axis] =
          numbers ? getPaddedExtent(*numbers).value_or(ShapedType::kDynamic)
                  : op.getPaddedType().getDimSize(axis);
    }
    if (isUnpadded || all.getAxisMode(axis) != *last)
      outer.appendUnpadded(context, *last);
    else
      outer.appendAxis(all, axis);
  }
  Value padded = emitPad(rewriter, op, op.getSource(), inner, op.getValue(),
                         sourceType.clone(shape));
  Value init = getTensorInit(op);
  rewriter.replaceOp(op,
                     emitPad(rewriter, op, padded, outer, op.getValue(),
                             init ? RankedTensorType()
                                  : cast<RankedTensorType>(op.getPaddedType()),
                             init));
  return success();
}

namespace {
struct PadSplitModes : PatternPass<pad::impl::PadSplitModesBase<PadSplitModes>,
                                   populatePadSplitModesPatterns> {};
} // namespace

void mlir::pad::populatePadSplitModesPatterns(RewritePatternSet &patterns) {
  addPatterns<splitModes>(patterns);
}
