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

#include "TorchIntegers.h"
#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/TorchValues.h"
#include "TorchMoves.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;

/// The scalar `number`.
static IntegerTensor getScalar(IntegerTensors &tensors, Operation *op,
                               int64_t number) {
  IntegerTensor scalar =
      tensors.getVector(number, IntegerType::get(op->getContext(), 64));
  scalar.shape.clear();
  return scalar;
}

/// What `op`, whose operand `index` is an integer or a tensor of integers, is
/// computed with.
static Result readOperand(IntegerTensors &tensors, Operation *op,
                          unsigned index) {
  Value operand = op->getOperand(index);
  if (std::optional<int64_t> number = getTorchInt(operand))
    return getScalar(tensors, op, *number);
  return tensors.analyseOpen(operand);
}

/// `arange` from operand `start`, or from 0, to before operand `end`, if its
/// step, operand `step`, is 1.
static Result readRange(IntegerTensors &tensors, Operation *op,
                        std::optional<unsigned> start, unsigned end,
                        std::optional<unsigned> step) {
  if (step && getTorchInt(op->getOperand(*step)) != 1)
    return std::nullopt;
  Result first =
      start ? readOperand(tensors, op, *start) : getScalar(tensors, op, 0);
  Result last = first ? readOperand(tensors, op, end) : std::nullopt;
  if (!last || first->elements.size() != 1 || last->elements.size() != 1)
    return std::nullopt;
  auto from = getConstant(first->elements[0]);
  auto to = getConstant(last->elements[0]);
  if (!from || !to)
    return tensors.getOpenRange(*first, *last);
  constexpr int64_t longest = 4096;
  if (*to < *from || *from < -longest || *to > longest)
    return std::nullopt;
  return tensors.getVector(llvm::to_vector(llvm::seq(*from, *to)),
                           IntegerType::get(op->getContext(), 64));
}

/// `size.int`, the extent of an axis.
static Result readSize(IntegerTensors &tensors, Operation *op) {
  RankedTensorType type = getTorchTensorType(op->getOperand(0).getType());
  std::optional<int64_t> axis = getTorchInt(op->getOperand(1));
  int64_t rank = type ? type.getRank() : 0;
  if (!axis || *axis < -rank || *axis >= rank)
    return std::nullopt;
  int64_t place = *axis < 0 ? *axis + rank : *axis;
  Result extent = tensors.getExtents(op->getOperand(0),
                                     IntegerType::get(op->getContext(), 64),
                                     place, place + 1);
  if (extent)
    extent->shape.clear();
  return extent;
}

/// Sums, with a factor `alpha` of 1 for the second one, and absolute values, of
/// which exported reflections consist, and `clamp`, of which replications do.
static Result readArithmetic(IntegerTensors &tensors, Operation *op,
                             StringRef name) {
  Result lhs = readOperand(tensors, op, 0);
  if (!lhs)
    return std::nullopt;
  if (name == "abs" && op->getNumOperands() == 1) {
    Result negative = tensors.combine(IntegerArithmetic::Sub,
                                      getScalar(tensors, op, 0), *lhs);
    if (!negative)
      return std::nullopt;
    return tensors.combine(IntegerArithmetic::Max, *lhs, *negative);
  }
  bool isInt = name.ends_with(".int");
  if (op->getNumOperands() != (isInt ? 2 : 3))
    return std::nullopt;
  if (name == "clamp") {
    for (auto [index, arithmetic] : {std::pair(1, IntegerArithmetic::Max),
                                     std::pair(2, IntegerArithmetic::Min)}) {
      if (isTorchNone(op->getOperand(index)))
        continue;
      Result limit = readOperand(tensors, op, index);
      lhs = limit ? tensors.combine(arithmetic, *lhs, *limit) : std::nullopt;
      if (!lhs)
        return std::nullopt;
    }
    return lhs;
  }
  Result rhs = readOperand(tensors, op, 1);
  if (!rhs || (!isInt && getTorchInt(op->getOperand(2)) != 1))
    return std::nullopt;
  if (name.starts_with("add."))
    return tensors.combine(IntegerArithmetic::Add, *lhs, *rhs);
  if (name.starts_with("sub."))
    return tensors.combine(IntegerArithmetic::Sub, *lhs, *rhs);
  if (name == "rsub.Scalar")
    return tensors.combine(IntegerArithmetic::Sub, *rhs, *lhs);
  return std::nullopt;
}

/// The names of sums, absolute values and `clamp`.
static bool isArithmetic(StringRef name) {
  return llvm::is_contained({"abs", "add.Scalar", "add.Tensor", "add.int",
                             "clamp", "rsub.Scalar", "sub.Scalar", "sub.Tensor",
                             "sub.int"},
                            name);
}

Result mlir::pad::readTorchIntegers(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  if (op->getName().getStringRef() == "torch.vtensor.literal")
    return tensors.getConstant(getAnyAttr(op, "value"));
  StringRef name = getAtenName(op);
  size_t count = op->getNumOperands();
  Result read;
  // Narrower numbers would wrap, and other ones are no indices.
  RankedTensorType type = getTorchTensorType(result.getType());
  if (!isTorchType(result.getType(), "int") &&
      (!type || !getSignless(type).getElementType().isInteger(64)))
    return tensors.unknown("it has no elements of 64 bits");
  if (name == "arange" && count == 5)
    read = readRange(tensors, op, std::nullopt, 0, std::nullopt);
  else if (name == "arange.start" && count == 6)
    read = readRange(tensors, op, 0, 1, std::nullopt);
  else if (name == "arange.start_step" && count == 7)
    read = readRange(tensors, op, 0, 1, 2);
  else if (name == "size.int" && count == 2)
    read = readSize(tensors, op);
  else if (isArithmetic(name) && count != 0)
    read = readArithmetic(tensors, op, name);
  if (!read)
    return tensors.unknown("it is computed otherwise");
  return read;
}

bool mlir::pad::isTorchArithmetic(Operation *op) {
  StringRef name = getAtenName(op);
  return name.starts_with("arange") || name == "size.int" || isArithmetic(name);
}
