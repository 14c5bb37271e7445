//===- EmitIntegers.cpp - Computed integers as index values ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/Import/IntegerTensors.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pad;

RankedTensorType IntegerTensors::getStandInType(Value tensor) const {
  RankedTensorType known = getTensorType(tensor);
  // A ranked type keeps its encoding.
  if (auto type = dyn_cast<TensorType>(tensor.getType()))
    return llvm::cast<RankedTensorType>(
        type.cloneWith(known.getShape(), type.getElementType()));
  if (auto integer = dyn_cast<IntegerType>(known.getElementType()))
    return known.clone(
        IntegerType::get(tensor.getContext(), integer.getWidth()));
  return known;
}

Value IntegerTensors::getStandIn(Value tensor) {
  Value &standIn = standIns[tensor];
  if (!standIn) {
    standIn = draft.addArgument(getStandInType(tensor), tensor.getLoc());
    originals.push_back(tensor);
  }
  return standIn;
}

OpFoldResult IntegerTensors::getElement(Value tensor, int64_t position) {
  ImplicitLocOpBuilder builder = getDraft(tensor.getContext());
  ArithContext math{builder, builder.getLoc()};
  RankedTensorType type = getTensorType(tensor);
  SmallVector<Value> indices;
  for (int64_t index : delinearize(position, computeStrides(type.getShape())))
    indices.push_back(math.constant(index));
  Value element =
      tensor::ExtractOp::create(builder, getStandIn(tensor), indices);
  // The type that is declared says whether the numbers are signed.
  if (auto integer = dyn_cast<IntegerType>(type.getElementType()))
    element = math.castInteger(element, hasNoSign(integer));
  return element;
}

std::optional<std::pair<Value, int64_t>>
IntegerTensors::getExtentOf(Value element) const {
  auto dim = element.getDefiningOp<tensor::DimOp>();
  if (!dim)
    return std::nullopt;
  auto standIn = llvm::cast<BlockArgument>(dim.getSource());
  return std::pair(originals[standIn.getArgNumber()], *dim.getConstantIndex());
}

namespace {
/// Copies values from the draft to where they are needed, each once.
class IntegerEmitter {
public:
  /// `getTensor` makes what an argument of the draft stands for.
  IntegerEmitter(ArithContext math,
                 function_ref<Value(BlockArgument)> getTensor)
      : math(math), getTensor(getTensor) {}

  Value emit(Value drafted) {
    if (Value value = emitted.lookupOrNull(drafted))
      return value;
    Operation *op = drafted.getDefiningOp();
    Value value = op ? emitOp(op) : getTensor(cast<BlockArgument>(drafted));
    emitted.map(drafted, value);
    return value;
  }

private:
  Value emitOp(Operation *op) {
    Attribute constant;
    if (matchPattern(op, m_Constant(&constant))) {
      Value &value = constants[constant];
      return value ? value : value = clone(op);
    }
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(emit(operand));
    if (isa<arith::DivSIOp>(op))
      return emitQuotient(operands[0], operands[1]);
    if (isa<tensor::DimOp>(op))
      return math.b.createOrFold<tensor::DimOp>(math.loc, operands[0],
                                                operands[1]);
    return clone(op);
  }

  Value clone(Operation *op) {
    Operation *copy = math.b.clone(*op, emitted);
    copy->setLoc(math.loc);
    return copy->getResult(0);
  }

  /// `lhs / rhs`, or `lhs` if `rhs` is zero, which no valid input makes it.
  Value emitQuotient(Value lhs, Value rhs) {
    std::optional<int64_t> divisor = getConstantIntValue(rhs);
    if (divisor && *divisor != 0 && *divisor != -1)
      return sdiv(math(lhs), rhs);
    // Division by -1 of the smallest number overflows.
    ArithValue one = math.constant(1), minusOne = math.constant(-1);
    ArithValue isMinusOne = eq(rhs, minusOne);
    ArithValue isZero = eq(math(rhs), 0);
    ArithValue quotient =
        sdiv(math(lhs), select(isMinusOne | isZero, one, rhs));
    return select(isMinusOne, 0 - math(lhs), quotient);
  }

  ArithContext math;
  function_ref<Value(BlockArgument)> getTensor;
  IRMapping emitted;
  DenseMap<Attribute, Value> constants;
};
} // namespace

void IntegerTensors::emit(
    OpBuilder &builder, Location loc,
    ArrayRef<SmallVectorImpl<OpFoldResult> *> lists) const {
  auto getTensor = [&](BlockArgument standIn) {
    Value tensor = originals[standIn.getArgNumber()];
    RankedTensorType type = getStandInType(tensor);
    if (!isa<TensorType>(tensor.getType())) {
      // The casts of its dialect cancel out with this one.
      Type declared = getDeclaredType(tensor).clone(type.getElementType());
      tensor =
          UnrealizedConversionCastOp::create(builder, loc, declared, tensor)
              .getResult(0);
    }
    if (tensor.getType() != type)
      tensor = tensor::CastOp::create(builder, loc, type, tensor);
    return tensor;
  };
  IntegerEmitter emitter({builder, loc}, getTensor);
  for (SmallVectorImpl<OpFoldResult> *list : lists)
    for (OpFoldResult &number : *list)
      if (auto drafted = dyn_cast<Value>(number))
        number = emitter.emit(drafted);
}
