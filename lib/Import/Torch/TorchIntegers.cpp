//===- TorchIntegers.cpp - What ops of torch compute of integers ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// PyTorch's own decompositions turn reflection and replication pads into
// `_unsafe_index` at indices that `arange`, `abs` and `sub`, or `clamp`,
// compute (torch/_decomp/decompositions.py, `_reflection_or_replication_pad`).
// Of an axis of unknown extent, they are computed from `size.int`.
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/TorchValues.h"
#include "TorchOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;

/// `arange` from `start`, or from 0, to before `end`, if its step is 1.
static Result readRange(IntegerTensors &tensors, Operation *op, Value start,
                        Value end, Value step) {
  Type type = IntegerType::get(op->getContext(), 64);
  Result first =
      start ? tensors.analyseOpen(start) : tensors.getScalar(0, type);
  Result last = tensors.analyseOpen(end);
  if ((step && getTorchInt(step) != 1) || !last ||
      first->elements.size() != 1 || last->elements.size() != 1)
    return std::nullopt;
  auto from = getConstant(first->elements[0]);
  auto to = getConstant(last->elements[0]);
  if (!from || !to)
    return tensors.getOpenRange(first, last);
  constexpr int64_t longest = 4096;
  if (*to < *from || *from < -longest || *to > longest)
    return std::nullopt;
  return tensors.getVector(llvm::to_vector(llvm::seq(*from, *to)), type);
}

/// `clamp`, one of whose limits may be none.
static Result readClamp(IntegerTensors &tensors, Operation *op) {
  Result result = tensors.analyseOpen(op->getOperand(0));
  for (auto [index, arithmetic] : {std::pair(1, IntegerArithmetic::Max),
                                   std::pair(2, IntegerArithmetic::Min)})
    if (!isTorchNone(op->getOperand(index)))
      result = tensors.combine(arithmetic, result,
                               tensors.analyseOpen(op->getOperand(index)));
  return result;
}

/// Sums and absolute values, of which exported reflections consist.
static std::optional<ElementFunction> getFunction(StringRef name) {
  return llvm::StringSwitch<std::optional<ElementFunction>>(name)
      .Case("abs", ElementFunction::Abs)
      .Cases({"add.Scalar", "add.Tensor", "add.int"}, ElementFunction::Add)
      .Cases({"rsub.Scalar", "sub.Scalar", "sub.Tensor", "sub.int"},
             ElementFunction::Subtract)
      .Default(std::nullopt);
}

/// What `op` computes by `function`. The second operand may have a factor,
/// `alpha`, which has to be 1.
static Result readElements(IntegerTensors &tensors, Operation *op,
                           StringRef name, ElementFunction function) {
  SmallVector<Value> operands(op->getOperands());
  bool hasFactor = getArity(function) == 2 && !name.ends_with(".int");
  if (operands.size() != getArity(function) + hasFactor ||
      (hasFactor && getTorchInt(operands.pop_back_val()) != 1))
    return std::nullopt;
  if (name == "rsub.Scalar")
    std::swap(operands[0], operands[1]);
  return tensors.compute(function, operands);
}

Result mlir::pad::readTorchIntegers(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  Type i64 = IntegerType::get(op->getContext(), 64);
  if (op->getName().getStringRef() == "torch.vtensor.literal")
    return tensors.getConstant(getAnyAttr(op, "value"));
  if (std::optional<int64_t> number = getTorchInt(result))
    return tensors.getScalar(*number, i64);
  StringRef name = getAtenName(op);
  auto in = op->getOperands();
  Result read;
  // Narrower numbers would wrap, and other ones are no indices.
  RankedTensorType type = getTorchTensorType(result.getType());
  if (!isTorchType(result.getType(), "int") &&
      (!type || !getSignless(type).getElementType().isInteger(64)))
    return tensors.unknown("it has no elements of 64 bits");
  std::optional<int64_t> axis;
  if (name == "size.int" && in.size() == 2)
    axis = getTorchInt(in[1]);
  if (name == "arange" && in.size() == 5)
    read = readRange(tensors, op, Value(), in[0], Value());
  else if (name == "arange.start" && in.size() == 6)
    read = readRange(tensors, op, in[0], in[1], Value());
  else if (name == "arange.start_step" && in.size() == 7)
    read = readRange(tensors, op, in[0], in[1], in[2]);
  else if (name == "clamp" && in.size() == 3)
    read = readClamp(tensors, op);
  else if (axis)
    read = tensors.getExtent(in[0], i64, *axis);
  else if (auto function = getFunction(name))
    read = readElements(tensors, op, name, *function);
  if (!read)
    return tensors.unknown("it is computed otherwise");
  return read;
}

bool mlir::pad::isTorchArithmetic(Operation *op) {
  StringRef name = getAtenName(op);
  return name.starts_with("arange") || name == "clamp" || name == "size.int" ||
         getFunction(name);
}
