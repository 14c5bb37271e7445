//===- NGraphToPad.cpp - Pad nodes of nGraph to pad.pad -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/GraphPads.h"
#include "Pad/Import/ImportPasses.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

/// The modes of nGraph by the numbers of its enumeration.
static constexpr PadMode kModes[] = {PadMode::Constant, PadMode::Edge,
                                     PadMode::Reflect, PadMode::Symmetric};

/// The mode that `attribute` is: the number of nGraph's enumeration, or its
/// name in either case. The oldest serializers wrote no mode (constant), later
/// ones the number, and the newest the name.
static std::optional<PadMode> getMode(Attribute attribute) {
  if (!attribute)
    return PadMode::Constant;
  if (auto text = dyn_cast<StringAttr>(attribute)) {
    std::optional<PadMode> mode = symbolizePadMode(text.getValue().lower());
    return mode && llvm::is_contained(kModes, *mode) ? mode : std::nullopt;
  }
  auto number = dyn_cast<IntegerAttr>(attribute);
  if (!number || number.getValue().getSignificantBits() > 8)
    return std::nullopt;
  int64_t position = number.getValue().getSExtValue();
  if (position < 0 || position >= static_cast<int64_t>(std::size(kModes)))
    return std::nullopt;
  return kModes[position];
}

/// Reads a list of numbers of a Pad of version 0. Says why that is not
/// possible; empty if it was.
static std::string readList(Operation *op, StringRef name, bool isOptional,
                            SmallVectorImpl<OpFoldResult> &list) {
  if (isOptional && !op->getAttr(name))
    return "";
  std::optional<SmallVector<int64_t>> numbers = getIntegerList(op, name);
  if (!numbers)
    return ("attribute '" + name + "' is absent, or no list of integers").str();
  Builder builder(op->getContext());
  for (int64_t number : *numbers)
    list.push_back(builder.getIndexAttr(number));
  return "";
}

/// Reads the lists of a Pad of version 0, which are attributes.
static std::string readAttributes(Operation *op, ImportedPad &pad) {
  std::string reason =
      readList(op, "padding_below", /*isOptional=*/false, pad.low);
  if (reason.empty())
    reason = readList(op, "padding_above", /*isOptional=*/false, pad.high);
  if (reason.empty())
    reason =
        readList(op, "padding_interior", /*isOptional=*/true, pad.interior);
  if (!reason.empty())
    return reason;
  for (auto [axis, number] : llvm::enumerate(pad.interior))
    if (!isStaticZero(number) && pad.getMode() != PadMode::Constant)
      return ("padding_interior of axis " + Twine(axis) + " is " +
              Twine(*getConstantIntValue(number)) + ", but pad_mode '" +
              stringifyPadMode(pad.getMode()) +
              "' has no interior padding in nGraph; use the constant mode")
          .str();
  // A list of zeros counts as no interior padding.
  if (llvm::all_of(pad.interior, isStaticZero) &&
      pad.interior.size() == pad.low.size())
    pad.interior.clear();
  return "";
}

/// The names of the inputs of a Pad whose pads are inputs.
static std::pair<StringRef, StringRef> getPadNames(bool isDynPad) {
  if (isDynPad)
    return {"padding_below", "padding_above"};
  return {"pads_begin", "pads_end"};
}

ImportResult mlir::pad::convertNGraphToPad(Operation *op,
                                           RewriterBase &rewriter) {
  StringRef name = op->getName().getStringRef();
  bool isDynPad = name == "ngraph.DynPad";
  if (!isDynPad && name != "ngraph.Pad")
    return ImportResult::notAPad();
  int64_t version = getInteger(op, "op_version").value_or(0);
  if (version != 0 && (version != 1 || isDynPad))
    return ImportResult::refused(
        "it has version " + Twine(version) + ", but only " +
        (isDynPad ? "0 is known" : "0 and 1 are known"));
  bool hasAttributes = !isDynPad && version == 0;
  unsigned count = op->getNumOperands(), most = hasAttributes ? 2 : 4;
  bool isShort = count == 3 && most == 4 && !isDynPad;
  if ((count != most && !isShort) || op->getNumResults() != 1)
    return ImportResult::refused(
        "it has " + Twine(count) + " inputs and " + Twine(op->getNumResults()) +
        " outputs, but nGraph gives it " + Twine(most) + " and 1");

  ImportedPad pad;
  std::optional<PadMode> mode = getMode(op->getAttr("pad_mode"));
  if (!mode)
    return ImportResult::refused(
        "attribute 'pad_mode' is " + llvm::to_string(op->getAttr("pad_mode")) +
        ", but must be CONSTANT (0), EDGE (1), REFLECT (2) or SYMMETRIC (3)");
  // Both tile the background with the source and its mirror image.
  pad.setMode(*mode, *mode == PadMode::Reflect || *mode == PadMode::Symmetric);

  std::string reason;
  IntegerTensors tensors(analyseSharedOp);
  std::optional<IntegerTensor> low, high;
  if (hasAttributes) {
    reason = readAttributes(op, pad);
  } else {
    auto [lowName, highName] = getPadNames(isDynPad);
    low = readPads(tensors, op, 1, lowName, pad.low, reason);
    if (low)
      high = readPads(tensors, op, 2, highName, pad.high, reason);
  }
  RankedTensorType sourceType;
  if (reason.empty())
    sourceType = getPaddedType(op, pad, reason);
  if (reason.empty())
    reason = explainInvalidPad(sourceType, op->getResult(0).getType(), pad);
  if (reason.empty())
    reason = explainNegativeExtent(sourceType, pad);
  // The padding value is an input in every mode, but only one mode reads it.
  bool hasValue = *mode == PadMode::Constant && !isShort;
  Value value = hasValue ? op->getOperand(count - 1) : Value();
  if (reason.empty() && value)
    reason = explainNotPaddingValue(value, "arg_pad_value",
                                    sourceType.getElementType());
  if (!reason.empty())
    return ImportResult::refused(reason);

  if (!hasAttributes) {
    pad.low = tensors.emit(rewriter, op->getLoc(), low->elements);
    pad.high = tensors.emit(rewriter, op->getLoc(), high->elements);
  }
  if (value)
    value = createElement(rewriter, op->getLoc(), value);
  replacePad(op, sourceType, pad, value, "ngraph.Constant", rewriter);
  return ImportResult::converted();
}
