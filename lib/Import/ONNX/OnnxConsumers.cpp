//===- OnnxConsumers.cpp - Nodes that take pads over ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxConsumers.h"
#include "OnnxNodeBuilder.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Import/ForeignOps.h"
#include "PadConsumers.h"

using namespace mlir;
using namespace mlir::pad;

/// The integers of attribute `name` of `op`; none if it has none.
static SmallVector<int64_t> getList(Operation *op, StringRef name) {
  return getIntegers(op->getAttr(name)).value_or(SmallVector<int64_t>());
}

std::optional<OnnxAttributeEdits> mlir::pad::takePadOver(Operation *op,
                                                         Value padded,
                                                         PadOp pad,
                                                         std::string &reason) {
  reason = explainNotTaken(op, padded, pad);
  if (!reason.empty())
    return std::nullopt;
  auto fail = [&](const Twine &why) {
    reason = why.str();
    return std::nullopt;
  };
  StringRef type = op->getName().stripDialect();
  // A window may hold less than the lowest finite number.
  auto value = dyn_cast_or_null<FloatAttr>(getConstantPaddingValue(pad));
  if (type == "MaxPool" && value && !value.getValue().isInfinity())
    return fail("the padding of the node is minus infinity");
  size_t rank = pad.getRank() - 2;
  SmallVector<int64_t> pads(2 * rank, 0);
  if (op->hasAttr("pads"))
    pads = getList(op, "pads");
  auto autoPad = op->getAttrOfType<StringAttr>("auto_pad");
  bool ignoresPads = autoPad && autoPad.getValue() != "NOTSET";
  if (pads.size() != 2 * rank || (ignoresPads && op->hasAttr("pads")))
    return fail("its pads contradict its other attributes");
  SmallVector<int64_t> kernel = getList(op, "kernel_shape");
  bool isPool = type.ends_with("Pool");
  for (size_t i = 0; i < 2 * rank; ++i) {
    int64_t added = (i < rank ? pad.getStaticLow()[2 + i]
                              : pad.getStaticHigh()[2 + i - rank]);
    if (llvm::AddOverflow(pads[i], added, pads[i]))
      return fail("the sum of the pads exceeds 64 bits");
    // ONNX Runtime: "Pad should be smaller than kernel" (PoolAttributes).
    if (isPool && (kernel.size() != rank || pads[i] >= kernel[i % rank]))
      return fail("pads of " + Twine(pads[i]) +
                  " are not narrower than its windows");
  }
  OnnxAttributeEdits attributes;
  attributes["pads"] = makeOnnxAttribute("pads", pads);
  if (ignoresPads)
    attributes["auto_pad"] = std::nullopt;
  return attributes;
}
