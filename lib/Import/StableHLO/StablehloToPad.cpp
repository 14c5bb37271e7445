//===- StablehloToPad.cpp - stablehlo.pad to pad.pad ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/GraphPads.h"
#include "Pad/Import/ImportPasses.h"
#include "StablehloIntegers.h"

using namespace mlir;
using namespace mlir::pad;

/// Replaces `op`, a `stablehlo.select` that always chooses a pad, by that pad.
static ImportResult convertSelect(Operation *op, RewriterBase &rewriter) {
  ElementMove move = op->getNumResults() == 1
                         ? kStablehloMoves.read(op->getResult(0))
                         : ElementMove();
  Value chosen = move ? move.sources.front() : Value();
  if (!chosen || !chosen.getDefiningOp<PadOp>() ||
      chosen.getType() != op->getResult(0).getType())
    return ImportResult::notAPad();
  SmallVector<Value> operands(op->getOperands());
  rewriter.replaceOp(op, chosen);
  eraseUnused(rewriter, operands, isStablehloArithmetic);
  return ImportResult::converted();
}

ImportResult mlir::pad::convertStablehloToPad(Operation *op,
                                              RewriterBase &rewriter) {
  StringRef name = op->getName().getStringRef();
  if (llvm::is_contained({"stablehlo.concatenate", "stablehlo.dynamic_gather",
                          "stablehlo.gather", "stablehlo.reshape",
                          "stablehlo.slice"},
                         name))
    return op->getNumResults() == 1 && isStablehloIndices(op->getResult(0))
               ? ImportResult::notAPad()
               : convertMovesToPad(op, kStablehloMoves, rewriter);
  if (name == "stablehlo.select")
    return convertSelect(op, rewriter);
  bool isDynamic = name == "stablehlo.dynamic_pad";
  if (!isDynamic && name != "stablehlo.pad")
    return ImportResult::notAPad();
  unsigned count = isDynamic ? 5 : 2;
  if (op->getNumOperands() != count || op->getNumResults() != 1)
    return ImportResult::wrongCount(op, "StableHLO", Twine(count));
  if (isStablehloIndices(op->getResult(0)))
    return ImportResult::notAPad();
  GraphPad pad(op, readStablehloIntegers);
  pad.setMode(PadMode::Constant);
  for (auto [position, list] : llvm::enumerate(kStablehloLists))
    if (isDynamic)
      pad.readOperand(2 + position, list.first, list.second);
    else
      pad.readAttribute(list.first, list.second);
  pad.readSource();
  pad.checkNumbers(/*noNegativeExtent=*/true);
  pad.readScalar(1, "padding_value");
  return pad.convert(isStablehloArithmetic, rewriter);
}
