//===- TorchMoves.cpp - Ops of torch.aten that only move elements ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What people write by `cat`, `flip` and slices, and what PyTorch's own
// decompositions write by `_unsafe_index` at computed indices.
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/TorchValues.h"
#include "TorchOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

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
  return axis ? normalizeIndex(*axis, rank) : std::nullopt;
}

/// The integer that `operand` is, or `otherwise` for none.
static std::optional<int64_t> getInt(Value operand, int64_t otherwise) {
  return isTorchNone(operand) ? otherwise : getTorchInt(operand);
}

/// What `op`, a gather, takes of axis `axis` of its tensor, of type `type`, at
/// the vector `value`. Indices of an `_unsafe_index` that depend on the extent
/// are taken to be in bounds: the reflections that PyTorch decomposes to it are
/// narrower than the axis (`TORCH_CHECK(pad_l < input_w && pad_r < input_w)` in
/// aten/src/ATen/native/ReflectionPad.cpp).
static std::optional<ElementMove>
readGather(Operation *op, RankedTensorType type, int64_t axis, Value value) {
  IntegerTensors tensors(readTorchIntegers, getTorchTensorType);
  IntegerTensors::Result indices = tensors.analyseOpen(value);
  if (!indices)
    return std::nullopt;
  bool isUnsafe = getAtenName(op).starts_with("_unsafe_index");
  IndexRule rule = isUnsafe && type.isDynamicDim(axis) ? IndexRule::InBounds
                                                       : IndexRule::FromEnd;
  return ElementMove::makeGather(op->getOperand(0), type, axis, *indices, rule,
                                 kTorchMoves);
}

static std::optional<ElementMove> readSlice(Operation *op,
                                            RankedTensorType type) {
  std::optional<int64_t> axis = getAxis(op->getOperand(1), type.getRank());
  std::optional<int64_t> start = getInt(op->getOperand(2), 0);
  std::optional<int64_t> end = getInt(op->getOperand(3), INT64_MAX);
  std::optional<int64_t> step = getTorchInt(op->getOperand(4));
  if (!axis || !start || !end || !step || *step < 1)
    return std::nullopt;
  return ElementMove::makeSlice(op->getOperand(0), type,
                                AxisSlice{*axis, *start, *end, *step});
}

static std::optional<ElementMove> readFlip(Operation *op,
                                           RankedTensorType type) {
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  if (!list)
    return std::nullopt;
  SmallVector<int64_t> axes;
  for (Value value : *list)
    axes.push_back(getTorchInt(value).value_or(INT64_MAX));
  return ElementMove::makeReverse(op->getOperand(0), type.getRank(), axes);
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
  if (!axis)
    return std::nullopt;
  return readGather(op, type, *axis, (*list)[*axis]);
}

static std::optional<ElementMove> readIndexSelect(Operation *op,
                                                  RankedTensorType type) {
  std::optional<int64_t> axis = getAxis(op->getOperand(1), type.getRank());
  if (!axis)
    return std::nullopt;
  return readGather(op, type, *axis, op->getOperand(2));
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

static std::optional<ElementMove> readTorchMove(OpResult result) {
  Operation *op = result.getOwner();
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
  return isTorchConstant(op) || isTorchArithmetic(op) ||
         getOperandCount(getAtenName(op)) != 0;
}

const MoveSystem mlir::pad::kTorchMoves = {readTorchMove, getTensorType,
                                           isPureTorch};
