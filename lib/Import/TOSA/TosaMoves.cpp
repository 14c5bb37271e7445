//===- TosaMoves.cpp - TOSA ops that only move elements -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// TOSA has only the constant pad. TensorFlow's `MirrorPad` and torch-mlir's
// reflection and replication pads become `slice`, `reverse` and `concat`, and
// reads at constant indices `gather`, between reshapes to its rank 3.
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pad;

static RankedTensorType getTensorType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

static std::optional<ElementMove> readSlice(tosa::SliceOp op) {
  auto type = getTensorType(op.getInput1());
  auto starts = getIntegers(getConstantAttribute(op.getStart()));
  auto sizes = getIntegers(getConstantAttribute(op.getSize()));
  if (!type || !starts || !sizes ||
      starts->size() != static_cast<size_t>(type.getRank()) ||
      sizes->size() != starts->size())
    return std::nullopt;
  SmallVector<AxisSlice> slices;
  for (auto [start, size, extent] :
       llvm::zip_equal(*starts, *sizes, type.getShape())) {
    // -1 is what is left behind the start.
    bool isRest = size == -1 && ShapedType::isDynamic(extent);
    if (start < 0 || (size < 0 && !isRest))
      return std::nullopt;
    slices.push_back({static_cast<int64_t>(slices.size()), start,
                      isRest ? INT64_MAX : start + size});
  }
  return ElementMove::makeSlice(op.getInput1(), type, slices);
}

static std::optional<ElementMove> readReverse(tosa::ReverseOp op) {
  auto type = getTensorType(op.getInput1());
  if (!type)
    return std::nullopt;
  return ElementMove::makeReverse(op.getInput1(), type.getRank(), op.getAxis());
}

/// -1 is a number of times that is not known.
static std::optional<ElementMove> readTile(tosa::TileOp op) {
  auto type = getTensorType(op.getInput1());
  auto times = getIntegers(getConstantAttribute(op.getMultiples()));
  if (!type || !times)
    return std::nullopt;
  return ElementMove::makeTile(op.getInput1(), type, *times);
}

/// The indices that `op` takes of the middle axis of its values, if they are
/// constant and the same for each batch.
static std::optional<SmallVector<int64_t>> getIndices(tosa::GatherOp op) {
  auto type = getTensorType(op.getIndices());
  auto all = getIntegers(getConstantAttribute(op.getIndices()));
  if (!type || !type.hasStaticShape() || !all || all->empty())
    return std::nullopt;
  int64_t count = type.getDimSize(1);
  SmallVector<int64_t> first(ArrayRef(*all).take_front(count));
  for (auto [position, index] : llvm::enumerate(*all))
    if (index < 0 || index != first[position % count])
      return std::nullopt;
  return first;
}

static std::optional<ElementMove> readGather(tosa::GatherOp op) {
  std::optional<SmallVector<int64_t>> indices = getIndices(op);
  if (!indices)
    return std::nullopt;
  return ElementMove::makeTake(op.getValues(), /*rank=*/3, /*axis=*/1,
                               AxisReads::makeList(*indices));
}

/// A `gather` of one axis of a tensor, with the axes before and behind it
/// reshaped to one each, and back again.
static std::optional<ElementMove> readReshapedGather(tosa::ReshapeOp op,
                                                     RankedTensorType to) {
  auto gather = op.getInput1().getDefiningOp<tosa::GatherOp>();
  auto inner =
      gather ? gather.getValues().getDefiningOp<tosa::ReshapeOp>() : nullptr;
  auto from = inner ? getTensorType(inner.getInput1()) : RankedTensorType();
  auto values = inner ? getTensorType(inner.getResult()) : RankedTensorType();
  std::optional<SmallVector<int64_t>> indices;
  if (inner)
    indices = getIndices(gather);
  if (!from || !values || !indices || !from.hasStaticShape() ||
      !values.hasStaticShape())
    return std::nullopt;
  for (int64_t axis = 0; axis < from.getRank(); ++axis) {
    SmallVector<int64_t> shape(from.getShape());
    auto count = [](ArrayRef<int64_t> extents) {
      return ShapedType::getNumElements(extents);
    };
    if (count(from.getShape().take_front(axis)) != values.getDimSize(0) ||
        from.getDimSize(axis) != values.getDimSize(1) ||
        count(from.getShape().drop_front(axis + 1)) != values.getDimSize(2))
      continue;
    shape[axis] = indices->size();
    if (to.getShape() == ArrayRef(shape))
      return ElementMove::makeTake(inner.getInput1(), from.getRank(), axis,
                                   AxisReads::makeList(*indices));
  }
  return std::nullopt;
}

static std::optional<ElementMove> readReshape(tosa::ReshapeOp op) {
  auto from = getTensorType(op.getInput1());
  auto to = getTensorType(op.getResult());
  if (!from || !to)
    return std::nullopt;
  if (std::optional<ElementMove> move = readReshapedGather(op, to))
    return move;
  return ElementMove::makeReshape(op.getInput1(), from, to);
}

static std::optional<ElementMove> readTosaMove(OpResult result) {
  return TypeSwitch<Operation *, std::optional<ElementMove>>(result.getOwner())
      .Case([](tosa::ConcatOp op) {
        return ElementMove::makeJoin(op.getInput1(), op.getAxis());
      })
      .Case([](tosa::SliceOp op) { return readSlice(op); })
      .Case([](tosa::ReverseOp op) { return readReverse(op); })
      .Case([](tosa::TileOp op) { return readTile(op); })
      .Case([](tosa::GatherOp op) { return readGather(op); })
      .Case([](tosa::ReshapeOp op) { return readReshape(op); })
      .Default([](Operation *) { return std::nullopt; });
}

const MoveSystem mlir::pad::kTosaMoves = {readTosaMove, getTensorType,
                                          [](Operation *) { return false; }};
