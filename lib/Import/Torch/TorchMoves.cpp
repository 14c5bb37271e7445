//===- TorchMoves.cpp - Ops of torch.aten that only move elements ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What people write by `cat`, `flip` and slices, and what PyTorch's own
// decompositions of reflection and replication pads write: `_unsafe_index` at
// indices that `arange`, `abs` and `sub`, or `clamp`, compute
// (torch/_decomp/decompositions.py, `_reflection_or_replication_pad`), of an
// axis of unknown extent from `size.int`.
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/TorchValues.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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
  auto from = getConstantIntValue(first->elements[0]);
  auto to = getConstantIntValue(last->elements[0]);
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
  for (auto [index, function] : {std::pair(1, ElementFunction::Maximum),
                                 std::pair(2, ElementFunction::Minimum)})
    if (!isTorchNone(op->getOperand(index)))
      result = tensors.combine(function, result,
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

/// What an op computes of integers of 64 bits, as far as indices of pads need
/// it: a tensor, or a `!torch.int` as a tensor of rank 0.
static Result readTorchIntegers(IntegerTensors &tensors, OpResult result) {
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

static bool isTorchArithmetic(Operation *op) {
  StringRef name = getAtenName(op);
  return name.starts_with("arange") || name == "clamp" || name == "size.int" ||
         getFunction(name);
}

static RankedTensorType getTensorType(Value value) {
  RankedTensorType tensor = getTorchTensorType(value.getType());
  return tensor ? getSignless(tensor) : tensor;
}

/// The axis that operand `index` of `op` names, of a tensor of rank `rank`.
static std::optional<int64_t> getAxis(Value operand, int64_t rank) {
  std::optional<int64_t> axis = getTorchInt(operand);
  return axis ? normalizeIndex(*axis, rank) : std::nullopt;
}

static std::optional<int64_t> getInt(Value operand, int64_t otherwise) {
  return isTorchNone(operand) ? otherwise : getTorchInt(operand);
}

/// What `op`, a gather, takes of axis `axis` of its tensor, of type `type`, at
/// the vector `value`. Indices of an `_unsafe_index` that depend on the extent
/// are taken to be in bounds: the reflections that PyTorch decomposes to it are
/// narrower than the axis (`TORCH_CHECK(pad_l < input_w && pad_r < input_w)` in
/// aten/src/ATen/native/ReflectionPad.cpp).
static ElementMove readGather(Operation *op, RankedTensorType type,
                              int64_t axis, Value value) {
  IntegerTensors tensors(readTorchIntegers, getTorchTensorType);
  IntegerTensors::Result indices = tensors.analyseOpen(value);
  if (!indices)
    return {};
  bool isUnsafe = getAtenName(op).starts_with("_unsafe_index");
  IndexRule rule = isUnsafe && type.isDynamicDim(axis) ? IndexRule::InBounds
                                                       : IndexRule::FromEnd;
  return ElementMove::makeGather(op->getOperand(0), type, axis, tensors,
                                 *indices, rule, kTorchMoves);
}

static ElementMove readSlice(Operation *op, RankedTensorType type) {
  std::optional<int64_t> axis = getAxis(op->getOperand(1), type.getRank());
  std::optional<int64_t> start = getInt(op->getOperand(2), 0);
  std::optional<int64_t> end = getInt(op->getOperand(3), INT64_MAX);
  std::optional<int64_t> step = getTorchInt(op->getOperand(4));
  if (!axis || !start || !end || !step || *step < 1)
    return {};
  return ElementMove::makeSlice(op->getOperand(0), type,
                                AxisSlice{*axis, *start, *end, *step});
}

static ElementMove readFlip(Operation *op, RankedTensorType type) {
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  if (!list)
    return {};
  SmallVector<int64_t> axes;
  for (Value value : *list)
    axes.push_back(getTorchInt(value).value_or(INT64_MAX));
  return ElementMove::makeReverse(op->getOperand(0), type.getRank(), axes);
}

/// `index.Tensor` and its like, with indices for one axis.
static ElementMove readIndex(Operation *op, RankedTensorType type) {
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  std::optional<int64_t> axis;
  if (!list || list->size() > static_cast<size_t>(type.getRank()))
    return {};
  for (auto [position, indices] : llvm::enumerate(*list)) {
    if (isTorchNone(indices))
      continue;
    if (axis)
      return {};
    axis = position;
  }
  if (!axis)
    return {};
  return readGather(op, type, *axis, (*list)[*axis]);
}

static ElementMove readIndexSelect(Operation *op, RankedTensorType type) {
  std::optional<int64_t> axis = getAxis(op->getOperand(1), type.getRank());
  if (!axis)
    return {};
  return readGather(op, type, *axis, op->getOperand(2));
}

/// `repeat`, if it adds no axes in front.
static ElementMove readRepeat(Operation *op, RankedTensorType type) {
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  SmallVector<int64_t> times;
  for (Value value : list.value_or(SmallVector<Value>()))
    times.push_back(getTorchInt(value).value_or(-1));
  return ElementMove::makeTile(op->getOperand(0), type, times);
}

static ElementMove readCat(Operation *op, RankedTensorType resultType) {
  std::optional<SmallVector<Value>> parts = getTorchList(op->getOperand(0));
  std::optional<int64_t> axis =
      getAxis(op->getOperand(1), resultType.getRank());
  if (!parts || !axis)
    return {};
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

static ElementMove readTorchMove(OpResult result) {
  Operation *op = result.getOwner();
  StringRef name = getAtenName(op);
  size_t count = getOperandCount(name);
  if (count == 0 || op->getNumOperands() != count || op->getNumResults() != 1)
    return {};
  RankedTensorType resultType = getTensorType(op->getResult(0));
  if (!resultType)
    return {};
  if (name == "cat")
    return readCat(op, resultType);
  RankedTensorType type = getTensorType(op->getOperand(0));
  if (!type)
    return {};
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

/// Whether `op` moves elements, or computes indices.
static bool isPureTorch(Operation *op) {
  return isTorchConstant(op) || isTorchArithmetic(op) ||
         getOperandCount(getAtenName(op)) != 0;
}

const MoveSystem mlir::pad::kTorchMoves = {readTorchMove, getTensorType,
                                           isPureTorch};
