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
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/ImportedPad.h"
#include "StablehloIntegers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

/// The lists of numbers of a pad, by their name in `stablehlo.pad`.
static constexpr std::pair<StringLiteral,
                           SmallVector<OpFoldResult> ImportedPad::*>
    kLists[] = {{"edge_padding_low", &ImportedPad::low},
                {"edge_padding_high", &ImportedPad::high},
                {"interior_padding", &ImportedPad::interior}};

/// Reads the lists of a `stablehlo.pad`, which are attributes. Says why that is
/// not possible; empty if it was.
static std::string readAttributes(Operation *op, int64_t rank,
                                  ImportedPad &pad) {
  Builder builder(op->getContext());
  for (auto [name, list] : kLists) {
    Attribute attribute = op->getAttr(name);
    if (!attribute)
      return ("it has no attribute '" + name + "'").str();
    std::optional<SmallVector<int64_t>> numbers = getIntegers(attribute);
    if (!numbers)
      return ("attribute '" + name + "' is " + llvm::to_string(attribute) +
              ", but must be array<i64: ...> or dense<...> of integers")
          .str();
    if (static_cast<int64_t>(numbers->size()) != rank)
      return ("attribute '" + name + "' has " + Twine(numbers->size()) +
              " entries, but the operand has rank " + Twine(rank) +
              "; give one entry per axis (C1)")
          .str();
    for (int64_t number : *numbers)
      (pad.*list).push_back(builder.getIndexAttr(number));
  }
  return "";
}

/// Reads the lists of a `stablehlo.dynamic_pad`, which are operands. Says why
/// that is not possible; empty if it was.
static std::string readOperands(Operation *op, int64_t rank,
                                IntegerTensors &tensors, ImportedPad &pad) {
  for (auto [position, list] : llvm::enumerate(kLists)) {
    Value operand = op->getOperand(2 + position);
    std::string reason = explainNotIndices(operand, rank);
    if (!reason.empty())
      return ("operand '" + list.first + "' " + reason).str();
    IntegerTensors::Result numbers = tensors.analyse(operand);
    if (!numbers || numbers->elements.size() != static_cast<size_t>(rank))
      return ("operand '" + list.first +
              "' cannot be evaluated: " + tensors.getReason())
          .str();
    pad.*list.second = numbers->elements;
  }
  return "";
}

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
    return ImportResult::refused(
        "the numbers of its operands and results are " +
        Twine(op->getNumOperands()) + " and " + Twine(op->getNumResults()) +
        ", but StableHLO gives it " + Twine(count) + " and 1");
  if (isStablehloIndices(op->getResult(0)))
    return ImportResult::notAPad();
  Value source = op->getOperand(0), value = op->getOperand(1);
  Type resultType = op->getResult(0).getType();
  auto sourceType = dyn_cast<RankedTensorType>(source.getType());
  if (!sourceType || !isa<TensorType>(resultType))
    return ImportResult::refused(
        "it pads " + llvm::to_string(source.getType()) + " to " +
        llvm::to_string(resultType) +
        ", but only tensors of known rank are padded; refine shapes first");
  auto valueType = dyn_cast<RankedTensorType>(value.getType());
  if (!valueType || valueType.getRank() != 0 ||
      valueType.getElementType() != sourceType.getElementType())
    return ImportResult::refused(
        "operand 'padding_value' has type " + llvm::to_string(value.getType()) +
        ", but must be a tensor of rank 0 of element type " +
        llvm::to_string(sourceType.getElementType()) + " (C3)");

  ImportedPad pad;
  IntegerTensors tensors(readStablehloIntegers);
  std::string reason =
      isDynamic ? readOperands(op, sourceType.getRank(), tensors, pad)
                : readAttributes(op, sourceType.getRank(), pad);
  if (reason.empty())
    reason = explainNegativeExtent(sourceType, pad);
  if (reason.empty())
    reason = explainInvalidPad(sourceType, resultType, pad);
  if (!reason.empty())
    return ImportResult::refused(reason);

  Location loc = op->getLoc();
  Value element = createElement(rewriter, loc, value);
  tensors.emit(rewriter, loc, {&pad.low, &pad.high, &pad.interior});
  SmallVector<Value> operands(op->getOperands());
  rewriter.replaceOp(
      op, createImportedPad(rewriter, loc, source, resultType, pad, element));
  eraseUnused(rewriter, operands, isStablehloArithmetic);
  return ImportResult::converted();
}
