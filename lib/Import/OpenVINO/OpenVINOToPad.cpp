//===- OpenVINOToPad.cpp - Pad layers of OpenVINO to pad.pad --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/GraphPads.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/ImportedPad.h"

using namespace mlir;
using namespace mlir::pad;

/// The number of the operation set that the attribute `version` names; nullopt
/// if it names none.
static std::optional<unsigned> getOperationSet(Operation *op) {
  auto version = op->getAttrOfType<StringAttr>("version");
  StringRef number = version ? version.getValue() : StringRef();
  unsigned set;
  if (!number.consume_front("opset") || number.getAsInteger(10, set) ||
      set == 0)
    return std::nullopt;
  return set;
}

/// The modes of OpenVINO's Pad.
static constexpr PadMode kModes[] = {PadMode::Constant, PadMode::Edge,
                                     PadMode::Reflect, PadMode::Symmetric};

/// Reads the attributes of a Pad. Says why that is not possible; empty if it
/// was.
static std::string readMode(Operation *op, ImportedPad &pad) {
  auto text = op->getAttrOfType<StringAttr>("pad_mode");
  if (!text)
    return "it has no attribute 'pad_mode'";
  std::optional<PadMode> mode = symbolizePadMode(text.getValue());
  if (!mode || !llvm::is_contained(kModes, *mode))
    return ("attribute 'pad_mode' is '" + text.getValue() +
            "', but must be constant, edge, reflect or symmetric")
        .str();
  pad.setMode(*mode);
  if (*mode != PadMode::Constant && op->getNumOperands() == 4)
    return ("input 'pad_value' is given with pad_mode '" + text.getValue() +
            "', which never uses it; remove the input (C3)")
        .str();
  return "";
}

ImportResult mlir::pad::convertOpenVINOToPad(Operation *op,
                                             RewriterBase &rewriter) {
  if (op->getName().getStringRef() != "openvino.Pad")
    return ImportResult::notAPad();
  unsigned count = op->getNumOperands();
  if ((count != 3 && count != 4) || op->getNumResults() != 1)
    return ImportResult::refused(
        "it has " + Twine(count) + " inputs and " + Twine(op->getNumResults()) +
        " outputs, but OpenVINO gives it 3 or 4 and 1");
  std::optional<unsigned> set = getOperationSet(op);
  if (!set)
    return ImportResult::refused(
        "its attribute 'version' names no operation set of OpenVINO, such as "
        "opset12, so that its limits are not known");
  ImportedPad pad;
  std::string reason = readMode(op, pad);
  if (!reason.empty())
    return ImportResult::refused(reason);

  IntegerTensors tensors(analyseSharedOp);
  auto low = readPads(tensors, op, 1, "pads_begin", pad.low, reason);
  auto high = low ? readPads(tensors, op, 2, "pads_end", pad.high, reason)
                  : std::nullopt;
  if (!high)
    return ImportResult::refused(reason);

  RankedTensorType sourceType = getPaddedType(op, pad, reason);
  if (!sourceType)
    return ImportResult::refused(reason);
  if (pad.low.size() == pad.high.size() &&
      static_cast<int64_t>(pad.low.size()) == sourceType.getRank())
    reason = explainLimits(
        sourceType, pad, "pads_begin", "pads_end", "pad_mode",
        *set >= 12 ? ""
                   : "Pad of operation sets 1 to 11 takes no negative pads; "
                     "use that of operation set 12");
  if (reason.empty())
    reason = explainInvalidPad(sourceType, op->getResult(0).getType(), pad);
  Value value = count == 4 ? op->getOperand(3) : Value();
  if (reason.empty() && value)
    reason =
        explainNotPaddingValue(value, "pad_value", sourceType.getElementType());
  if (!reason.empty())
    return ImportResult::refused(reason);

  pad.low = tensors.emit(rewriter, op->getLoc(), low->elements);
  pad.high = tensors.emit(rewriter, op->getLoc(), high->elements);
  if (value)
    value = createElement(rewriter, op->getLoc(), value);
  replacePad(op, sourceType, pad, value, "openvino.Const", rewriter);
  return ImportResult::converted();
}
