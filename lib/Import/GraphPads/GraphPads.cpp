//===- GraphPads.cpp - Pads of OpenVINO, nGraph and TFLite ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/GraphPads.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/Import/ForeignOps.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

void GraphPad::refuse(const Twine &why) {
  if (reason.empty())
    reason = why.str();
}

void GraphPad::readAttribute(StringRef name, List list) {
  std::optional<SmallVector<int64_t>> numbers = getIntegerList(op, name);
  if (!numbers) {
    if (Attribute given = getAnyAttr(op, name))
      return refuse("attribute '" + name + "' is " + llvm::to_string(given) +
                    ", but must be a list of signed integers of 64 bits");
    return refuse("it has no attribute '" + name + "'");
  }
  llvm::append_range(pad.*list,
                     getAsIndexOpFoldResult(op->getContext(), *numbers));
}

IntegerTensors::Result GraphPad::readVector(unsigned index, StringRef name) {
  if (isRefused())
    return std::nullopt;
  Value operand = op->getOperand(index);
  for (Value padded : {op->getOperand(0), Value(op->getResult(0))})
    if (auto type = dyn_cast<RankedTensorType>(padded.getType()))
      tensors.assumeShape(operand, {type.getRank()});
  IntegerTensors::Result numbers = tensors.analyse(operand);
  if (numbers && numbers->shape.size() != 1)
    refuse("input '" + name + "' has rank " + Twine(numbers->shape.size()) +
           ", but must have rank 1 (C1)");
  return numbers;
}

void GraphPad::setNumbers(StringRef name, const IntegerTensors::Result &numbers,
                          ArrayRef<List> lists) {
  if (!numbers)
    return refuse("input '" + name +
                  "' cannot be read: " + tensors.getReason());
  for (auto [position, number] : llvm::enumerate(numbers->elements))
    (pad.*lists[position % lists.size()]).push_back(number);
}

void GraphPad::readSource() {
  if (isRefused())
    return;
  Type type = op->getOperand(0).getType();
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor || !isa<TensorType>(op->getResult(0).getType()))
    return refuse("it pads " + llvm::to_string(type) + ", which is no tensor");
  Type elementType = tensor.getElementType();
  if (!isa<IntegerType, FloatType, ComplexType, quant::QuantizedType>(
          elementType))
    return refuse("it pads elements of type " + llvm::to_string(elementType) +
                  ", which is no numeric type of MLIR");
  sourceType = dyn_cast<RankedTensorType>(tensor);
  if (!sourceType)
    sourceType = RankedTensorType::get(
        SmallVector<int64_t>(pad.low.size(), ShapedType::kDynamic),
        elementType);
}

void GraphPad::checkLimits(StringRef lowName, StringRef highName,
                           StringRef modeName, StringRef noNegative) {
  size_t rank = isRefused() ? 0 : sourceType.getRank();
  if (pad.low.size() != rank || pad.high.size() != rank)
    return;
  for (size_t axis = 0; axis < rank; ++axis) {
    PadAxis numbers = pad.getStaticNumbers(sourceType, axis);
    std::optional<int64_t> limit;
    if (ShapedType::isStatic(numbers.extent))
      limit = getPadLimit(pad.getMode(), /*periodic=*/false, numbers.extent);
    for (auto [name, amount] :
         {std::pair(lowName, numbers.low), {highName, numbers.high}}) {
      if (ShapedType::isDynamic(amount))
        continue;
      if (amount < 0 && !noNegative.empty())
        refuse(name + " of axis " + Twine(axis) + " is " + Twine(amount) +
               ", but " + noNegative);
      if (limit && amount > *limit)
        refuse(name + " of axis " + Twine(axis) + " is " + Twine(amount) +
               ", but " + modeName + " '" + stringifyPadMode(pad.getMode()) +
               "' extends an axis of extent " + Twine(numbers.extent) +
               " by at most " + Twine(*limit) + " (C5)");
    }
  }
}

void GraphPad::checkNumbers(bool noNegativeExtent) {
  if (!isRefused())
    refuse(explainInvalidPad(sourceType, op->getResult(0).getType(), pad));
  if (!isRefused() && noNegativeExtent)
    refuse(explainNegativeExtent(sourceType, pad));
}

void GraphPad::readScalar(unsigned index, StringRef name) {
  value = op->getOperand(index);
  if (isRefused())
    return;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  DenseElementsAttr constant = getConstantTensor(value);
  if (constant && constant.getType() != type)
    refuse("input '" + name + "' is a constant of element type " +
           llvm::to_string(getElementType()) + ", whose bytes are not read");
  if (!type || type.getRank() != 0 || type.getElementType() != getElementType())
    refuse("input '" + name + "' has type " + llvm::to_string(value.getType()) +
           ", but must be a tensor of rank 0 of element type " +
           llvm::to_string(getElementType()) + " (C3)");
}

ImportResult GraphPad::convert(bool (*isPure)(Operation *),
                               RewriterBase &rewriter) {
  if (isRefused())
    return ImportResult::refused(reason);
  Location loc = op->getLoc();
  tensors.emit(rewriter, loc, {&pad.low, &pad.high, &pad.interior});
  Value element;
  if (value)
    element = createElement(rewriter, loc, value);
  else if (constantValue)
    element =
        createScalarConstant(rewriter, loc, getElementType(), constantValue);
  Value source = op->getOperand(0);
  if (source.getType() != sourceType)
    source = tensor::CastOp::create(rewriter, loc, sourceType, source);
  SmallVector<Value> operands(op->getOperands().drop_front());
  rewriter.replaceOp(op, createImportedPad(rewriter, loc, source,
                                           op->getResult(0).getType(), pad,
                                           element));
  eraseUnused(rewriter, operands, isPure);
  return ImportResult::converted();
}
