//===- NGraphToPad.cpp - Pad nodes of nGraph to pad.pad -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/GraphPads.h"
#include "Pad/Import/ImportPasses.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

/// The mode that `attribute` is: the number of nGraph's enumeration, or its
/// name in either case. The oldest serializers wrote no mode (constant), later
/// ones the number, and the newest the name.
static std::optional<PadMode> getMode(Attribute attribute) {
  if (!attribute)
    return PadMode::Constant;
  if (auto text = dyn_cast<StringAttr>(attribute)) {
    std::optional<PadMode> mode = symbolizePadMode(text.getValue().lower());
    return mode && llvm::is_contained(kGraphModes, *mode) ? mode : std::nullopt;
  }
  auto number = dyn_cast<IntegerAttr>(attribute);
  if (!number || number.getValue().getSignificantBits() > 8)
    return std::nullopt;
  int64_t position = number.getValue().getSExtValue();
  if (position < 0 || position >= static_cast<int64_t>(std::size(kGraphModes)))
    return std::nullopt;
  return kGraphModes[position];
}

/// Reads the lists of a Pad of version 0, which are attributes.
static void readAttributes(Operation *op, GraphPad &pad) {
  pad.readAttribute("padding_below", &ImportedPad::low);
  pad.readAttribute("padding_above", &ImportedPad::high);
  if (op->getAttr("padding_interior"))
    pad.readAttribute("padding_interior", &ImportedPad::interior);
  for (auto [axis, number] : llvm::enumerate(pad.get(&ImportedPad::interior)))
    if (!isStaticZero(number) && pad.getMode() != PadMode::Constant)
      pad.refuse("padding_interior of axis " + Twine(axis) + " is " +
                 Twine(*getConstantIntValue(number)) + ", but pad_mode '" +
                 stringifyPadMode(pad.getMode()) +
                 "' has no interior padding in nGraph; use the constant mode");
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
    return ImportResult::wrongCount(op, "nGraph", Twine(most));
  std::optional<PadMode> mode = getMode(op->getAttr("pad_mode"));
  if (!mode)
    return ImportResult::refused(
        "attribute 'pad_mode' is " + llvm::to_string(op->getAttr("pad_mode")) +
        ", but must be CONSTANT (0), EDGE (1), REFLECT (2) or SYMMETRIC (3)");
  GraphPad pad(op);
  // Both tile the background with the source and its mirror image.
  pad.setMode(*mode, *mode == PadMode::Reflect || *mode == PadMode::Symmetric);
  if (hasAttributes) {
    readAttributes(op, pad);
  } else {
    pad.readOperand(1, isDynPad ? "padding_below" : "pads_begin",
                    &ImportedPad::low);
    pad.readOperand(2, isDynPad ? "padding_above" : "pads_end",
                    &ImportedPad::high);
  }
  pad.readSource();
  pad.checkNumbers(/*noNegativeExtent=*/true);
  // The padding value is an input in every mode, but only one mode reads it.
  if (*mode == PadMode::Constant && !isShort)
    pad.readScalar(count - 1, "arg_pad_value");
  return pad.convert(isSharedArithmetic, rewriter);
}
