//===- TensorToPad.cpp - tensor.pad to pad.pad ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PaddingValue.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/ImportedPad.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::pad;

/// Adds to `ops` those of `body` that compute `value`. Returns why they cannot
/// do so outside of the body; empty if they can.
static std::string collectInvariantOps(Value value, Block *body,
                                       llvm::SetVector<Operation *> &ops) {
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value part = worklist.pop_back_val();
    if (part.getParentBlock() != body)
      continue;
    if (auto index = dyn_cast<BlockArgument>(part))
      return "its padding value depends on where the element lies on axis " +
             std::to_string(index.getArgNumber()) +
             ", but pad.pad has one value for all; yield a value that the "
             "indices of the body do not enter";
    Operation *op = part.getDefiningOp();
    if (!isPure(op) || op->getNumRegions() != 0)
      return "its padding value is made by '" +
             op->getName().getStringRef().str() +
             "' in the body, which may have effects or regions; make it before "
             "the tensor.pad";
    if (ops.insert(op))
      llvm::append_range(worklist, op->getOperands());
  }
  return "";
}

/// Whether a pad of `numbers` may give the source itself.
static bool mayBeNoOp(ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  auto isKnownNonZero = [](int64_t pad) {
    return ShapedType::isStatic(pad) && pad != 0;
  };
  return llvm::none_of(low, isKnownNonZero) &&
         llvm::none_of(high, isKnownNonZero);
}

ImportResult mlir::pad::convertTensorToPad(Operation *op,
                                           RewriterBase &rewriter) {
  auto padOp = dyn_cast<tensor::PadOp>(op);
  if (!padOp)
    return ImportResult::notAPad();
  if (padOp.getNofold() &&
      mayBeNoOp(padOp.getStaticLow(), padOp.getStaticHigh()))
    return ImportResult::refused(
        "nofold asks for a copy if every pad is zero, which may be the case "
        "here, but a pad.pad by zero is its source; drop nofold, or copy the "
        "source with linalg.copy");

  Block *body = &padOp.getRegion().front();
  Value value = cast<tensor::YieldOp>(body->getTerminator()).getValue();
  llvm::SetVector<Operation *> invariantOps;
  std::string reason = collectInvariantOps(value, body, invariantOps);
  if (!reason.empty())
    return ImportResult::refused(reason);

  ImportedPad pad;
  pad.low = padOp.getMixedLowPad();
  pad.high = padOp.getMixedHighPad();
  reason = explainInvalidPad(padOp.getSourceType(), padOp.getResultType(), pad);
  if (!reason.empty())
    return ImportResult::refused(reason);

  // Poison may stand for any value. Here it is always zero, if the type has a
  // zero.
  Type elementType = padOp.getSourceType().getElementType();
  if (value.getDefiningOp<ub::PoisonOp>() &&
      hasDefaultPaddingValue(elementType))
    value = Value();
  else
    for (Operation &part : llvm::make_early_inc_range(*body))
      if (invariantOps.contains(&part))
        rewriter.moveOpBefore(&part, padOp);
  rewriter.setInsertionPoint(padOp);
  rewriter.replaceOp(
      padOp, createImportedPad(rewriter, padOp.getLoc(), padOp.getSource(),
                               padOp.getResultType(), pad, value));
  return ImportResult::converted();
}
