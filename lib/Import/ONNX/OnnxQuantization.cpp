//===- OnnxQuantization.cpp - Values that are quantized again -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Quantized models put a QuantizeLinear and a DequantizeLinear behind every
// node. Behind a pad of zeros they change nothing if the pad reads the result
// of a DequantizeLinear of the same numbers. An integer n of at most 16 bits
// becomes n * scale, rounded to a float, and that divided by the scale is so
// near to n that it is rounded to n:
// https://github.com/onnx/onnx/blob/main/docs/Operators.md#QuantizeLinear
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"
#include "OnnxRewrite.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Import/ForeignOps.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The constants of an op that quantizes, or of its inverse.
struct Quantization {
  float scale = 0;
  APInt zeroPoint;
  Type type;

  bool operator!=(const Quantization &other) const {
    return type != other.type || scale != other.scale ||
           zeroPoint != other.zeroPoint;
  }
};
} // namespace

/// The constants of `op`, an operator of `type` of whole tensors, of which
/// every number is exact; nullopt if it is something else.
static std::optional<Quantization> getQuantization(Operation *op,
                                                   StringRef type) {
  std::optional<OnnxNode> node = op ? OnnxNode::get(op) : std::nullopt;
  if (!node || node->getType() != type || op->getNumOperands() != 3)
    return std::nullopt;
  // Other attributes change types or limits.
  for (NamedAttribute attribute : op->getAttrs())
    if (attribute.getName() != "axis")
      return std::nullopt;
  DenseElementsAttr scale = getConstantTensor(op->getOperand(1)),
                    point = getConstantTensor(op->getOperand(2));
  if (!scale || !point || scale.getNumElements() != 1 ||
      point.getNumElements() != 1 || !scale.getElementType().isF32() ||
      !isa<IntegerType>(point.getElementType()) ||
      point.getElementType().getIntOrFloatBitWidth() > 16)
    return std::nullopt;
  // Products neither overflow nor lose bits.
  auto number = scale.getSplatValue<float>();
  if (!(number > 0x1p-100f && number < 0x1p100f))
    return std::nullopt;
  return Quantization{number, point.getSplatValue<APInt>(),
                      point.getElementType()};
}

SmallVector<Operation *> mlir::pad::getRestoringOps(Operation *op, Value padded,
                                                    PadOp pad) {
  std::optional<Quantization> quantization =
      getQuantization(pad.getSource().getDefiningOp(), "DequantizeLinear");
  auto value = dyn_cast_or_null<FloatAttr>(getConstantPaddingValue(pad));
  if (!quantization || !value || !value.getValue().isZero() ||
      getQuantization(op, "QuantizeLinear") != quantization ||
      op->getOperand(0) != padded)
    return {};
  SmallVector<Operation *> restoring;
  for (OpOperand &use : op->getResult(0).getUses()) {
    if (use.getOperandNumber() != 0 ||
        getQuantization(use.getOwner(), "DequantizeLinear") != quantization)
      return {};
    restoring.push_back(use.getOwner());
  }
  return restoring;
}
