//===- PadInputs.cpp - Inputs and attributes of pads ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/GraphPads.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>> mlir::pad::getIntegerList(Operation *op,
                                                              StringRef name) {
  Attribute attribute = op->getAttr(name);
  auto text = dyn_cast_if_present<StringAttr>(attribute);
  if (!text)
    return getIntegers(attribute);
  SmallVector<int64_t> numbers;
  SmallVector<StringRef> entries;
  if (!text.getValue().trim().empty())
    text.getValue().split(entries, ',');
  for (StringRef entry : entries)
    if (entry.trim().getAsInteger(10, numbers.emplace_back()))
      return std::nullopt;
  return numbers;
}

std::optional<int64_t> mlir::pad::getInteger(Operation *op, StringRef name) {
  std::optional<SmallVector<int64_t>> numbers = getIntegerList(op, name);
  if (!numbers || numbers->size() != 1)
    return std::nullopt;
  return numbers->front();
}

//===----------------------------------------------------------------------===//
// Operands of pads
//===----------------------------------------------------------------------===//

std::optional<IntegerTensor>
mlir::pad::readPads(IntegerTensors &tensors, Operation *op, unsigned index,
                    StringRef name, SmallVectorImpl<OpFoldResult> &numbers,
                    std::string &reason) {
  Value operand = op->getOperand(index);
  for (Value padded : {op->getOperand(0), Value(op->getResult(0))})
    if (auto type = dyn_cast<RankedTensorType>(padded.getType()))
      tensors.assumeShape(operand, {type.getRank()});
  IntegerTensors::Result pads = tensors.analyse(operand);
  if (!pads) {
    reason =
        ("input '" + name + "' cannot be read: " + tensors.getReason()).str();
    return std::nullopt;
  }
  if (pads->shape.size() != 1) {
    reason = ("input '" + name + "' has rank " + Twine(pads->shape.size()) +
              ", but must have rank 1 (C1)")
                 .str();
    return std::nullopt;
  }
  numbers.append(getKnownIndices(*pads));
  return pads;
}

std::string mlir::pad::explainLimits(RankedTensorType type,
                                     const ImportedPad &pad, StringRef lowName,
                                     StringRef highName, StringRef modeName,
                                     StringRef noNegative) {
  for (int64_t axis = 0, rank = type.getRank(); axis < rank; ++axis) {
    PadAxis numbers = pad.getStaticNumbers(type, axis);
    std::optional<int64_t> limit;
    if (ShapedType::isStatic(numbers.extent))
      limit = getPadLimit(pad.getMode(), /*periodic=*/false, numbers.extent);
    for (auto [name, amount] :
         {std::pair(lowName, numbers.low), {highName, numbers.high}}) {
      if (ShapedType::isDynamic(amount))
        continue;
      if (amount < 0 && !noNegative.empty())
        return (name + " of axis " + Twine(axis) + " is " + Twine(amount) +
                ", but " + noNegative)
            .str();
      if (limit && amount > *limit)
        return (name + " of axis " + Twine(axis) + " is " + Twine(amount) +
                ", but " + modeName + " '" + stringifyPadMode(pad.getMode()) +
                "' extends an axis of extent " + Twine(numbers.extent) +
                " by at most " + Twine(*limit) + " (C5)")
            .str();
    }
  }
  return "";
}

std::string mlir::pad::explainNotPaddingValue(Value value, StringRef name,
                                              Type elementType) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (type && type.getRank() == 0 && type.getElementType() == elementType)
    return "";
  return ("input '" + name + "' has type " + llvm::to_string(value.getType()) +
          ", but must be a tensor of rank 0 of element type " +
          llvm::to_string(elementType) + " (C3)")
      .str();
}

RankedTensorType mlir::pad::getPaddedType(Operation *op, const ImportedPad &pad,
                                          std::string &reason) {
  Type type = op->getOperand(0).getType();
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor || !isa<TensorType>(op->getResult(0).getType())) {
    reason = "it pads " + llvm::to_string(type) + ", which is no tensor";
    return {};
  }
  if (!tensor.getElementType().isIntOrFloat() &&
      !isa<ComplexType>(tensor.getElementType())) {
    reason = "it pads elements of type " +
             llvm::to_string(tensor.getElementType()) +
             ", which is no numeric type of MLIR";
    return {};
  }
  if (auto ranked = dyn_cast<RankedTensorType>(tensor))
    return ranked;
  return RankedTensorType::get(
      SmallVector<int64_t>(pad.low.size(), ShapedType::kDynamic),
      tensor.getElementType());
}

void mlir::pad::replacePad(Operation *op, RankedTensorType sourceType,
                           const ImportedPad &pad, Value value,
                           StringRef constantName, RewriterBase &rewriter) {
  Location loc = op->getLoc();
  Value source = op->getOperand(0);
  if (source.getType() != sourceType)
    source = tensor::CastOp::create(rewriter, loc, sourceType, source);
  SmallVector<Value> operands(op->getOperands().drop_front());
  rewriter.replaceOp(op,
                     createImportedPad(rewriter, loc, source,
                                       op->getResult(0).getType(), pad, value));
  eraseUnused(rewriter, operands, [&](Operation *definition) {
    return definition->getName().getStringRef() == constantName;
  });
}
