//===- ForeignOps.cpp - Constants of dialects not linked in ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ForeignOps.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/Import/IntegerTensors.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pad;

Attribute mlir::pad::getConstantAttribute(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || op->isRegistered() || op->getNumOperands() != 0)
    return {};
  StringRef name = op->getName().getStringRef();
  if (!name.ends_with("constant") && !name.ends_with("Constant") &&
      !name.ends_with("const") && !name.ends_with("Const") &&
      name != "torch.vtensor.literal")
    return {};
  if (llvm::Error error = loadExternalElements(op))
    llvm::consumeError(std::move(error));
  Attribute attribute = op->getAttr("value");
  return attribute ? attribute : op->getAttr("values");
}

DenseElementsAttr mlir::pad::getConstantTensor(Value value) {
  return dyn_cast_if_present<DenseElementsAttr>(getConstantAttribute(value));
}

Attribute mlir::pad::getElement(DenseElementsAttr tensor, int64_t position) {
  if (!tensor || position >= tensor.getNumElements())
    return {};
  auto complexType = dyn_cast<ComplexType>(tensor.getElementType());
  if (complexType ? !isa<FloatType>(complexType.getElementType())
                  : !tensor.getElementType().isIntOrIndexOrFloat())
    return {};
  return tensor.getValues<Attribute>()[position];
}

Value mlir::pad::createElement(OpBuilder &builder, Location loc, Value tensor,
                               int64_t position) {
  auto type = cast<RankedTensorType>(tensor.getType());
  DenseElementsAttr elements = getConstantTensor(tensor);
  // Elements that are not understood may be the bytes of a file.
  if (elements && elements.getType().getShape() == type.getShape())
    if (Attribute element = getElement(elements, position))
      if (Value constant = createScalarConstant(builder, loc,
                                                type.getElementType(), element))
        return constant;
  SmallVector<Value> indices;
  if (type.getRank() != 0)
    indices.assign(type.getRank(),
                   arith::ConstantIndexOp::create(builder, loc, position));
  return tensor::ExtractOp::create(builder, loc, tensor, indices);
}

Value mlir::pad::createBridge(OpBuilder &builder, Location loc, Type type,
                              Value value) {
  if (value.getType() == type)
    return value;
  auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
  if (cast && cast.getInputs().size() == 1 && cast.getOutputs().size() == 1 &&
      cast.getInputs().front().getType() == type)
    return cast.getInputs().front();
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

void mlir::pad::eraseUnused(RewriterBase &rewriter, ArrayRef<Value> values,
                            llvm::function_ref<bool(Operation *)> isPure) {
  llvm::SetVector<Operation *> candidates;
  auto add = [&](ValueRange operands) {
    for (Value operand : operands)
      if (Operation *op = operand.getDefiningOp())
        candidates.insert(op);
  };
  add(ValueRange(values));
  while (!candidates.empty()) {
    Operation *op = candidates.pop_back_val();
    if (!op->use_empty() ||
        !(op->isRegistered() ? isOpTriviallyDead(op) : isPure(op)))
      continue;
    SmallVector<Value> operands(op->getOperands());
    rewriter.eraseOp(op);
    add(operands);
  }
}
