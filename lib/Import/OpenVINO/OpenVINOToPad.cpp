//===- OpenVINOToPad.cpp - Pad layers of OpenVINO to pad.pad --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/GraphPads.h"
#include "Pad/Import/ImportPasses.h"

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

static void readMode(Operation *op, GraphPad &pad) {
  auto text = op->getAttrOfType<StringAttr>("pad_mode");
  if (!text)
    return pad.refuse("it has no attribute 'pad_mode'");
  std::optional<PadMode> mode = symbolizePadMode(text.getValue());
  if (!mode || !llvm::is_contained(kGraphModes, *mode))
    return pad.refuse("attribute 'pad_mode' is '" + text.getValue() +
                      "', but must be constant, edge, reflect or symmetric");
  pad.setMode(*mode);
  if (*mode != PadMode::Constant && op->getNumOperands() == 4)
    pad.refuse("input 'pad_value' is given with pad_mode '" + text.getValue() +
               "', which never uses it; remove the input (C3)");
}

ImportResult mlir::pad::convertOpenVINOToPad(Operation *op,
                                             RewriterBase &rewriter) {
  if (op->getName().getStringRef() != "openvino.Pad")
    return ImportResult::notAPad();
  unsigned count = op->getNumOperands();
  if ((count != 3 && count != 4) || op->getNumResults() != 1)
    return ImportResult::wrongCount(op, "OpenVINO", "3 or 4");
  std::optional<unsigned> set = getOperationSet(op);
  if (!set)
    return ImportResult::refused(
        "its attribute 'version' names no operation set of OpenVINO, such as "
        "opset12, so that its limits are not known");
  GraphPad pad(op);
  readMode(op, pad);
  pad.readOperand(1, "pads_begin", &ImportedPad::low);
  pad.readOperand(2, "pads_end", &ImportedPad::high);
  pad.readSource();
  pad.checkLimits("pads_begin", "pads_end", "pad_mode",
                  *set >= 12
                      ? ""
                      : "Pad of operation sets 1 to 11 takes no negative pads; "
                        "use that of operation set 12");
  pad.checkNumbers();
  if (count == 4)
    pad.readScalar(3, "pad_value");
  return pad.convert(isSharedArithmetic, rewriter);
}
