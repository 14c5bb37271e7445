//===- TorchMoves.cpp - Ops of torch.aten that only move elements ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Besides what people write by `cat`, `flip` and slices, PyTorch's own
// decompositions turn reflection and replication pads into `_unsafe_index` at
// indices that `arange`, `abs` and `sub`, or `clamp`, compute
// (torch/_decomp/decompositions.py, `_reflection_or_replication_pad`).
//
//===----------------------------------------------------------------------===//

#include "TorchMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/IntegerTensors.h"
#include "Pad/Import/TorchValues.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;

StringRef mlir::pad::getAtenName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "torch.operator") {
    auto called = dyn_cast_if_present<StringAttr>(getAnyAttr(op, "name"));
    name = called ? called.getValue() : "";
  }
  return name.consume_front("torch.aten.") ? name : "";
}

static RankedTensorType getTensorType(Value value) {
  RankedTensorType tensor = getTorchTensorType(value.getType());
  return tensor ? getSignless(tensor) : tensor;
}

/// The axis that operand `index` of `op` names, of a tensor of rank `rank`.
static std::optional<int64_t> getAxis(Value operand, int64_t rank) {
  std::optional<int64_t> axis = getTorchInt(operand);
  if (!axis || *axis < -rank || *axis >= rank)
    return std::nullopt;
  return *axis < 0 ? *axis + rank : *axis;
}

/// The integer that `operand` is, or `otherwise` for none.
static std::optional<int64_t> getInt(Value operand, int64_t otherwise) {
  return isTorchNone(operand) ? otherwise : getTorchInt(operand);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// `arange` from `start` to before `end`.
static Result readRange(IntegerTensors &tensors, Operation *op, Value start,
                        Value end, Value step) {
  std::optional<int64_t> first = start ? getTorchInt(start) : 0;
  std::optional<int64_t> last = getTorchInt(end);
  std::optional<int64_t> stride = step ? getTorchInt(step) : 1;
  if (!first || !last || stride != 1 || *last < *first ||
      *first < -kLongestAxis || *last > kLongestAxis)
    return std::nullopt;
  return tensors.getVector(getSteps(*first, *last - *first, 1),
                           IntegerType::get(op->getContext(), 64));
}

/// What `op`, whose operand `index` is an integer or a tensor of integers, is
/// computed with.
static Result readOperand(IntegerTensors &tensors, Operation *op,
                          unsigned index) {
  Value operand = op->getOperand(index);
  if (std::optional<int64_t> number = getTorchInt(operand)) {
    IntegerTensor scalar =
        tensors.getVector(*number, IntegerType::get(op->getContext(), 64));
    scalar.shape.clear();
    return scalar;
  }
  return tensors.analyse(operand);
}

/// Sums, with a factor `alpha` of 1 for the second one, and absolute values, of
/// which exported reflections consist, and `clamp`, of which replications do.
static Result readArithmetic(IntegerTensors &tensors, Operation *op,
                             StringRef name) {
  auto zero = [&] {
    IntegerTensor scalar =
        tensors.getVector({0}, IntegerType::get(op->getContext(), 64));
    scalar.shape.clear();
    return scalar;
  };
  Result lhs = readOperand(tensors, op, 0);
  if (!lhs)
    return std::nullopt;
  if (name == "abs" && op->getNumOperands() == 1) {
    Result negative = tensors.combine(IntegerArithmetic::Sub, zero(), *lhs);
    if (!negative)
      return std::nullopt;
    return tensors.combine(IntegerArithmetic::Max, *lhs, *negative);
  }
  if (op->getNumOperands() != 3)
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
  if (!rhs || getTorchInt(op->getOperand(2)) != 1)
    return std::nullopt;
  if (name == "add.Tensor" || name == "add.Scalar")
    return tensors.combine(IntegerArithmetic::Add, *lhs, *rhs);
  if (name == "sub.Tensor" || name == "sub.Scalar")
    return tensors.combine(IntegerArithmetic::Sub, *lhs, *rhs);
  if (name == "rsub.Scalar")
    return tensors.combine(IntegerArithmetic::Sub, *rhs, *lhs);
  return std::nullopt;
}

/// What an op computes of integers, as far as indices of pads need it.
static Result readIndices(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  if (op->getName().getStringRef() == "torch.vtensor.literal")
    return tensors.getConstant(getAnyAttr(op, "value"));
  StringRef name = getAtenName(op);
  OperandRange operands = op->getOperands();
  Result read;
  // Narrower numbers would wrap, and other ones are no indices.
  RankedTensorType type = getTensorType(result);
  if (!type || !type.getElementType().isInteger(64))
    return tensors.unknown("it has no elements of 64 bits");
  if (name == "arange" && operands.size() == 5)
    read = readRange(tensors, op, Value(), operands[0], Value());
  else if (name == "arange.start" && operands.size() == 6)
    read = readRange(tensors, op, operands[0], operands[1], Value());
  else if (name == "arange.start_step" && operands.size() == 7)
    read = readRange(tensors, op, operands[0], operands[1], operands[2]);
  else if (!name.empty() && !operands.empty())
    read = readArithmetic(tensors, op, name);
  if (!read)
    return tensors.unknown("it is computed otherwise");
  return read;
}

/// The indices that `value` is, a vector of constants; one that is negative
/// counts from the end of `extent` elements.
static std::optional<AxisReads> getIndices(Value value, int64_t extent) {
  IntegerTensors tensors(readIndices, getTorchTensorType);
  Result vector = tensors.analyse(value);
  std::optional<SmallVector<int64_t>> indices =
      vector && vector->shape.size() == 1 ? getConstants(*vector)
                                          : std::nullopt;
  if (!indices || ShapedType::isDynamic(extent))
    return std::nullopt;
  for (int64_t &index : *indices) {
    index = index < 0 ? index + extent : index;
    if (index < 0)
      return std::nullopt;
  }
  return indices;
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

static std::optional<ElementMove> readSlice(Operation *op,
                                            RankedTensorType type) {
  std::optional<int64_t> axis = getAxis(op->getOperand(1), type.getRank());
  std::optional<int64_t> start = getInt(op->getOperand(2), 0);
  std::optional<int64_t> end = getInt(op->getOperand(3), INT64_MAX);
  std::optional<int64_t> step = getTorchInt(op->getOperand(4));
  if (!axis || !start || !end || !step || *step < 1)
    return std::nullopt;
  std::optional<AxisReads> reads =
      getSlice(type.getDimSize(*axis), *start, *end, *step);
  if (!reads)
    return std::nullopt;
  return ElementMove::makeTake(op->getOperand(0), type.getRank(), *axis,
                               std::move(*reads));
}

static std::optional<ElementMove> readFlip(Operation *op,
                                           RankedTensorType type) {
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  if (!list)
    return std::nullopt;
  SmallVector<AxisReads> reads(type.getRank(), AxisReads{kReadsItself});
  for (Value value : *list) {
    std::optional<int64_t> axis = getAxis(value, type.getRank());
    if (!axis)
      return std::nullopt;
    reads[*axis] = getReversed(type.getDimSize(*axis));
  }
  return ElementMove::makeTake(op->getOperand(0), std::move(reads));
}

/// `index.Tensor` and its like, with indices for one axis.
static std::optional<ElementMove> readIndex(Operation *op,
                                            RankedTensorType type) {
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  std::optional<int64_t> axis;
  if (!list || list->size() > static_cast<size_t>(type.getRank()))
    return std::nullopt;
  for (auto [position, indices] : llvm::enumerate(*list)) {
    if (isTorchNone(indices))
      continue;
    if (axis)
      return std::nullopt;
    axis = position;
  }
  std::optional<AxisReads> indices =
      axis ? getIndices((*list)[*axis], type.getDimSize(*axis)) : std::nullopt;
  if (!indices)
    return std::nullopt;
  return ElementMove::makeTake(op->getOperand(0), type.getRank(), *axis,
                               std::move(*indices));
}

static std::optional<ElementMove> readIndexSelect(Operation *op,
                                                  RankedTensorType type) {
  std::optional<int64_t> axis = getAxis(op->getOperand(1), type.getRank());
  std::optional<AxisReads> indices =
      axis ? getIndices(op->getOperand(2), type.getDimSize(*axis))
           : std::nullopt;
  if (!indices)
    return std::nullopt;
  return ElementMove::makeTake(op->getOperand(0), type.getRank(), *axis,
                               std::move(*indices));
}

/// `repeat`, if it adds no axes in front.
static std::optional<ElementMove> readRepeat(Operation *op,
                                             RankedTensorType type) {
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  SmallVector<int64_t> times;
  for (Value value : list.value_or(SmallVector<Value>()))
    times.push_back(getTorchInt(value).value_or(-1));
  return ElementMove::makeTile(op->getOperand(0), type, times);
}

static std::optional<ElementMove> readCat(Operation *op,
                                          RankedTensorType resultType) {
  std::optional<SmallVector<Value>> parts = getTorchList(op->getOperand(0));
  std::optional<int64_t> axis =
      getAxis(op->getOperand(1), resultType.getRank());
  if (!parts || !axis)
    return std::nullopt;
  return ElementMove::makeJoin(ValueRange(*parts), *axis);
}

/// The number of operands of an op that is read.
static size_t getOperandCount(StringRef name) {
  return llvm::StringSwitch<size_t>(name)
      .Cases({"cat", "flip", "view", "reshape", "unsqueeze", "squeeze.dim"}, 2)
      .Case("repeat", 2)
      .Cases({"index.Tensor", "index.Tensor_hacked_twin"}, 2)
      .Cases({"_unsafe_index.Tensor", "_unsafe_index.Tensor_hacked_twin"}, 2)
      .Cases({"index_select", "expand"}, 3)
      .Case("slice.Tensor", 5)
      .Default(0);
}

static std::optional<ElementMove> readTorchMove(Operation *op) {
  StringRef name = getAtenName(op);
  size_t count = getOperandCount(name);
  if (count == 0 || op->getNumOperands() != count || op->getNumResults() != 1)
    return std::nullopt;
  RankedTensorType resultType = getTensorType(op->getResult(0));
  if (!resultType)
    return std::nullopt;
  if (name == "cat")
    return readCat(op, resultType);
  RankedTensorType type = getTensorType(op->getOperand(0));
  if (!type)
    return std::nullopt;
  if (name == "slice.Tensor")
    return readSlice(op, type);
  if (name == "flip")
    return readFlip(op, type);
  if (name == "repeat")
    return readRepeat(op, type);
  if (name == "index_select")
    return readIndexSelect(op, type);
  if (name == "expand")
    return ElementMove::makeBroadcast(op->getOperand(0), type, resultType);
  if (name.contains("index."))
    return readIndex(op, type);
  return ElementMove::makeReshape(op->getOperand(0), type, resultType);
}

bool mlir::pad::isTorchConstant(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name.starts_with("torch.constant.") ||
         name == "torch.prim.ListConstruct" || name == "torch.vtensor.literal";
}

/// Whether `op` moves elements, or computes indices.
static bool isPureTorch(Operation *op) {
  StringRef name = getAtenName(op);
  return isTorchConstant(op) || getOperandCount(name) != 0 ||
         name.starts_with("arange") || name == "abs" || name == "clamp" ||
         name.starts_with("add.") || name.starts_with("sub.") ||
         name == "rsub.Scalar";
}

const MoveSystem mlir::pad::kTorchMoves = {readTorchMove, getTensorType,
                                           isPureTorch};
