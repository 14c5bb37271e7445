//===- OnnxMoves.cpp - ONNX nodes that only move elements -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxMoves.h"
#include "OnnxNode.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"

using namespace mlir;
using namespace mlir::pad;

/// `axis` of a tensor of rank `rank`, counted from the front.
static std::optional<int64_t> getAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

/// `Slice` of any version. Negative steps, of version 10 on, reverse.
static std::optional<ElementMove> readSlice(const OnnxNode &node, Value input,
                                            RankedTensorType type) {
  IntegerTensors tensors(readOnnxIntegers, getOnnxTensorType);
  std::optional<OnnxSlice> slice = getOnnxSlice(node, tensors);
  if (!slice || slice->starts.size() != slice->ends.size() ||
      slice->axes.size() != slice->starts.size() ||
      slice->steps.size() != slice->starts.size())
    return std::nullopt;
  SmallVector<AxisReads> reads(type.getRank(), AxisReads{kReadsItself});
  for (auto [start, end, given, step] :
       llvm::zip_equal(slice->starts, slice->ends, slice->axes, slice->steps)) {
    std::optional<int64_t> axis = getAxis(given, type.getRank());
    if (!axis || step == 0 || !readsItself(reads[*axis]))
      return std::nullopt;
    int64_t extent = type.getDimSize(*axis);
    if (start == 0 && end == INT64_MAX && step == 1)
      continue;
    // Backwards from before the first element, implementations differ: the
    // start is limited to the first element, or nothing is taken.
    if (!isListed(extent) || (step < 0 && start < -extent))
      return std::nullopt;
    SliceRange range = resolveSlice(extent, start, end, step);
    reads[*axis] = getSteps(range.start, range.count, step);
  }
  return ElementMove::makeTake(input, std::move(reads));
}

/// `Gather` at a vector of constants, which may be negative from version 11 on.
static std::optional<ElementMove> readGather(const OnnxNode &node, Value input,
                                             RankedTensorType type) {
  std::optional<int64_t> axis =
      getAxis(node.getInteger("axis", 0), type.getRank());
  Value positions = node.getInput(1);
  if (!axis || !positions)
    return std::nullopt;
  IntegerTensors tensors(readOnnxIntegers, getOnnxTensorType);
  IntegerTensors::Result vector = tensors.analyse(positions);
  std::optional<SmallVector<int64_t>> indices =
      vector && vector->shape.size() == 1 ? getConstants(*vector)
                                          : std::nullopt;
  int64_t extent = type.getDimSize(*axis);
  if (!indices || ShapedType::isDynamic(extent))
    return std::nullopt;
  for (int64_t &index : *indices) {
    if (index < 0 && node.getOpset().value_or(11) >= 11)
      index += extent;
    if (index < 0)
      return std::nullopt;
  }
  return ElementMove::makeTake(input, type.getRank(), *axis,
                               std::move(*indices));
}

/// `Concat`: before version 4, its axis is 1 where none is given.
static std::optional<ElementMove> readConcat(const OnnxNode &node,
                                             RankedTensorType resultType) {
  if (!node.getAttr("axis") && node.getOpset().value_or(4) >= 4)
    return std::nullopt;
  std::optional<int64_t> axis =
      getAxis(node.getInteger("axis", 1), resultType.getRank());
  if (!axis)
    return std::nullopt;
  return ElementMove::makeJoin(node.getOp()->getOperands(), *axis);
}

static std::optional<ElementMove> readOnnxMove(Operation *op) {
  std::optional<OnnxNode> node = OnnxNode::get(op);
  if (!node || op->getNumResults() != 1)
    return std::nullopt;
  RankedTensorType resultType = getOnnxTensorType(op->getResult(0).getType());
  Value input = node->getInput(0);
  RankedTensorType type =
      input ? getOnnxTensorType(input.getType()) : RankedTensorType();
  if (!type || !resultType)
    return std::nullopt;
  StringRef name = node->getType();
  if (name == "Concat")
    return readConcat(*node, resultType);
  if (name == "Slice")
    return readSlice(*node, input, type);
  if (name == "Gather")
    return readGather(*node, input, type);
  if (name == "Expand")
    return ElementMove::makeBroadcast(input, type, resultType);
  if (name == "Identity" || name == "Reshape" || name == "Squeeze" ||
      name == "Unsqueeze")
    return ElementMove::makeReshape(input, type, resultType);
  return std::nullopt;
}

const MoveSystem mlir::pad::kOnnxMoves = {readOnnxMove, getOnnxTensorType,
                                          isOnnxShapeArithmetic};
