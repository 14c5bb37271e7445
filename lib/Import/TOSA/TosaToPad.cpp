//===- TosaToPad.cpp - tosa.pad to pad.pad --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/ImportedPad.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "llvm/Support/ScopedPrinter.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTTOSATOPAD
#include "Pad/Import/ImportPasses.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Reads `padding`, which is `low, high` of each axis. Says why that is not
/// possible; empty if it was.
static std::string readPadding(Value padding, int64_t rank, ImportedPad &pad) {
  std::optional<SmallVector<int64_t>> numbers =
      getIntegers(getConstantAttribute(padding));
  if (!numbers)
    return "operand 'padding' is not a tosa.const_shape: only a constant tells "
           "an unknown number from others; fold shapes first (--canonicalize)";
  if (static_cast<int64_t>(numbers->size()) != 2 * rank)
    return "operand 'padding' has " + std::to_string(numbers->size()) +
           " entries, but the input has rank " + std::to_string(rank) +
           "; give two entries per axis (C1)";
  Builder builder(padding.getContext());
  for (auto [position, number] : llvm::enumerate(*numbers)) {
    std::string name = (position % 2 == 0 ? "low of axis " : "high of axis ") +
                       std::to_string(position / 2);
    if (number == -1)
      return name + " is -1, which means unknown in TOSA, not a crop; give a "
                    "number that is not negative";
    if (number < 0)
      return name + " is " + std::to_string(number) +
             ", but TOSA has no negative padding; crop with tosa.slice";
    (position % 2 == 0 ? pad.low : pad.high)
        .push_back(builder.getIndexAttr(number));
  }
  return "";
}

ImportResult mlir::pad::convertTosaToPad(Operation *op,
                                         RewriterBase &rewriter) {
  // A gather between two reshapes is read with the second one.
  if (isa<tosa::GatherOp>(op) && op->hasOneUse() &&
      isa<tosa::ReshapeOp>(*op->user_begin())) {
    std::optional<ElementMove> next =
        kTosaMoves.read((*op->user_begin())->getResult(0));
    if (next && next->kind == ElementMove::Kind::Take)
      return ImportResult::notAPad();
  }
  if (isa<tosa::ConcatOp, tosa::GatherOp, tosa::ReshapeOp, tosa::SliceOp,
          tosa::TileOp>(op))
    return convertMovesToPad(op, kTosaMoves, rewriter);
  auto padOp = dyn_cast<tosa::PadOp>(op);
  if (!padOp)
    return ImportResult::notAPad();
  Value input = padOp.getInput1(), value = padOp.getPadConst();
  auto inputType = dyn_cast<RankedTensorType>(input.getType());
  if (!inputType)
    return ImportResult::refused("its input has no rank; infer shapes first "
                                 "(--tosa-infer-shapes)");
  auto valueType = dyn_cast<RankedTensorType>(value.getType());
  if (!valueType || valueType.getRank() > 1 ||
      valueType.getElementType() != inputType.getElementType())
    return ImportResult::refused(
        "operand 'pad_const' has type " + llvm::to_string(value.getType()) +
        ", but must be one element of type " +
        llvm::to_string(inputType.getElementType()) + " (C3)");
  ImportedPad pad;
  std::string reason =
      readPadding(padOp.getPadding(), inputType.getRank(), pad);
  if (reason.empty())
    reason = explainInvalidPad(inputType, padOp.getType(), pad);
  if (!reason.empty())
    return ImportResult::refused(reason);

  // The zero point is part of the value.
  Location loc = padOp.getLoc();
  Value element = createElement(rewriter, loc, value);
  SmallVector<Value> operands(padOp->getOperands());
  Value padded =
      createImportedPad(rewriter, loc, input, padOp.getType(), pad, element);
  rewriter.replaceOp(padOp, padded);
  eraseUnused(rewriter, operands, [](Operation *) { return false; });
  // TOSA crops by a slice before the pad.
  if (auto made = padded.getDefiningOp<PadOp>();
      made && made.getSource().getDefiningOp<tosa::SliceOp>()) {
    rewriter.setInsertionPoint(made);
    convertMovesToPad(made, kTosaMoves, rewriter);
  }
  return ImportResult::converted();
}

template struct mlir::pad::PadImportPass<pad::impl::ConvertTosaToPadBase,
                                         convertTosaToPad>;

void mlir::pad::populateTosaToPadPatterns(RewritePatternSet &patterns) {
  addImportPattern(patterns, convertTosaToPad);
}
