//===- StablehloMoves.cpp - StableHLO ops that only move elements ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// JAX writes the modes of `jnp.pad` (jax/_src/numpy/lax_numpy.py, `_pad`) axis
// after axis: reflect and symmetric by `slice`, `reverse` and `concatenate`,
// wrap without `reverse`, edge by the `slice` of one element that
// `broadcast_in_dim` and `reshape` repeat (`jnp.repeat`). The meaning of these
// ops is that of the StableHLO specification.
//
//===----------------------------------------------------------------------===//

#include "StablehloMoves.h"
#include "Pad/Import/ForeignOps.h"

using namespace mlir;
using namespace mlir::pad;

static RankedTensorType getTensorType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// The integers of attribute `name`, if there are `count`.
static std::optional<SmallVector<int64_t>>
getList(Operation *op, StringRef name, std::optional<int64_t> count) {
  std::optional<SmallVector<int64_t>> list = getIntegers(op->getAttr(name));
  if (list && count && static_cast<int64_t>(list->size()) != *count)
    return std::nullopt;
  return list;
}

/// `stablehlo.slice`: every `strides`-th index from `start_indices` to before
/// `limit_indices`.
static std::optional<ElementMove> readSlice(Operation *op,
                                            RankedTensorType type) {
  auto starts = getList(op, "start_indices", type.getRank());
  auto limits = getList(op, "limit_indices", type.getRank());
  auto strides = getList(op, "strides", type.getRank());
  if (!starts || !limits || !strides)
    return std::nullopt;
  SmallVector<AxisReads> reads;
  for (auto [start, limit, stride, extent] :
       llvm::zip_equal(*starts, *limits, *strides, type.getShape())) {
    if (start < 0 || limit < start || stride < 1)
      return std::nullopt;
    std::optional<AxisReads> slice = getSlice(extent, start, limit, stride);
    if (!slice)
      return std::nullopt;
    reads.push_back(std::move(*slice));
  }
  return ElementMove::makeTake(op->getOperand(0), std::move(reads));
}

/// `stablehlo.dynamic_slice` at constant indices, which it clamps so that the
/// slice is in bounds.
static std::optional<ElementMove> readDynamicSlice(Operation *op,
                                                   RankedTensorType type) {
  auto sizes = getList(op, "slice_sizes", type.getRank());
  if (!sizes || op->getNumOperands() != 1 + sizes->size())
    return std::nullopt;
  SmallVector<AxisReads> reads;
  for (auto [size, extent, index] : llvm::zip_equal(
           *sizes, type.getShape(), op->getOperands().drop_front())) {
    auto start = getIntegers(getConstantAttribute(index));
    if (!start || start->empty() || ShapedType::isDynamic(extent) || size < 0 ||
        size > extent)
      return std::nullopt;
    int64_t first = std::clamp<int64_t>(start->front(), 0, extent - size);
    std::optional<AxisReads> slice = getSlice(extent, first, first + size, 1);
    if (!slice)
      return std::nullopt;
    reads.push_back(std::move(*slice));
  }
  return ElementMove::makeTake(op->getOperand(0), std::move(reads));
}

static std::optional<ElementMove> readReverse(Operation *op,
                                              RankedTensorType type) {
  auto axes = getList(op, "dimensions", std::nullopt);
  if (!axes)
    return std::nullopt;
  SmallVector<AxisReads> reads(type.getRank(), AxisReads{kReadsItself});
  for (int64_t axis : *axes) {
    if (axis < 0 || axis >= type.getRank())
      return std::nullopt;
    reads[axis] = getReversed(type.getDimSize(axis));
  }
  return ElementMove::makeTake(op->getOperand(0), std::move(reads));
}

/// `stablehlo.broadcast_in_dim`: axis `a` of the operand is axis
/// `broadcast_dimensions[a]` of the result, or repeated along it if its extent
/// is 1.
static std::optional<ElementMove> readBroadcast(Operation *op,
                                                RankedTensorType type) {
  if (type.getRank() == 0)
    return ElementMove::makeFill(getFill(op->getOperand(0)));
  auto axes = getList(op, "broadcast_dimensions", type.getRank());
  if (!axes || !type.hasStaticShape())
    return std::nullopt;
  for (auto [axis, extent] : llvm::zip_equal(*axes, type.getShape())) {
    if (axis < 0)
      return std::nullopt;
    if (extent == 1)
      axis = -1;
  }
  return ElementMove::makeView(op->getOperand(0), std::move(*axes));
}

static std::optional<ElementMove> readStablehloMove(Operation *op) {
  if (op->getNumOperands() == 0 || op->getNumResults() != 1)
    return std::nullopt;
  auto type = getTensorType(op->getOperand(0));
  auto resultType = getTensorType(op->getResult(0));
  StringRef name = op->getName().getStringRef();
  if (!type || !resultType || !name.consume_front("stablehlo."))
    return std::nullopt;
  if (name == "concatenate") {
    auto axis = getList(op, "dimension", 1);
    if (!axis)
      return std::nullopt;
    return ElementMove::makeJoin(op->getOperands(), axis->front());
  }
  if (name == "dynamic_slice")
    return readDynamicSlice(op, type);
  if (op->getNumOperands() != 1)
    return std::nullopt;
  if (name == "slice")
    return readSlice(op, type);
  if (name == "reverse")
    return readReverse(op, type);
  if (name == "broadcast_in_dim")
    return readBroadcast(op, type);
  if (name == "reshape")
    return ElementMove::makeReshape(op->getOperand(0), type, resultType);
  return std::nullopt;
}

static bool isPureStablehlo(Operation *op) {
  return op->getName().getStringRef() == "stablehlo.constant" ||
         readStablehloMove(op);
}

const MoveSystem mlir::pad::kStablehloMoves = {readStablehloMove, getTensorType,
                                               isPureStablehlo};
