//===- ElementMoves.cpp - Ops that only move elements ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ElementMoves.h"
#include "OpenIndices.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/IntegerTensors.h"
#include "TensorMoves.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

/// The tensor of rank 0 of which `value` is the element, or `value`.
static Value getHolder(Value value) {
  auto extract = value ? value.getDefiningOp<tensor::ExtractOp>() : nullptr;
  return extract && extract.getIndices().empty() ? extract.getTensor() : value;
}

bool Fill::operator==(const Fill &other) const {
  // Systems with signed integers mean the same bits.
  auto integer = dyn_cast_if_present<IntegerAttr>(constant);
  auto same = dyn_cast_if_present<IntegerAttr>(other.constant);
  if (integer && same)
    return integer.getValue().getBitWidth() == same.getValue().getBitWidth() &&
           integer.getValue() == same.getValue();
  return constant ? constant == other.constant
                  : getHolder(value) == getHolder(other.value);
}

Fill mlir::pad::getFill(Value value) {
  Attribute constant = getConstantAttribute(value);
  if (auto tensor = dyn_cast_if_present<DenseElementsAttr>(constant))
    constant = getElement(tensor, 0);
  return {value, constant};
}

AxisReads mlir::pad::getSteps(int64_t start, int64_t count, int64_t step) {
  AxisReads reads;
  for (int64_t index = 0; index < std::min(count, kLongestAxis + 1); ++index)
    reads.push_back(start + index * step);
  return reads;
}

AxisReads mlir::pad::getReversed(int64_t extent) {
  return isListed(extent) ? getSteps(extent - 1, extent, -1)
                          : AxisReads{kReadsReversed};
}

/// `count` indices of an axis that is not listed, from `start` behind the first
/// element on, or from `kLast` and before that.
static std::optional<AxisReads> getEnd(int64_t start, int64_t count,
                                       int64_t step) {
  int64_t last = start + (count - 1) * step;
  auto isNear = [&](int64_t index) {
    return start > kLongestAxis ? index > kLast - kLongestAxis && index <= kLast
                                : index >= 0 && index < kLongestAxis;
  };
  if (count > kLongestAxis || (count > 0 && (!isNear(start) || !isNear(last))))
    return std::nullopt;
  return getSteps(start, std::max<int64_t>(count, 0), step);
}

std::optional<AxisReads> mlir::pad::getSlice(int64_t extent, int64_t start,
                                             int64_t end, int64_t step) {
  if (ShapedType::isStatic(extent)) {
    SliceRange range = resolveSlice(extent, start, end, step);
    bool isWhole = range.count == extent;
    if (isListed(extent))
      return getSteps(range.start, range.count, step);
    if (isWhole && std::abs(step) == 1)
      return AxisReads{step == 1 ? kReadsItself : kReadsReversed};
    if (range.start >= extent / 2)
      range.start += kLast - (extent - 1);
    return getEnd(range.start, range.count, step);
  }
  if (step != 1 && step != -1)
    return std::nullopt;
  bool isForward = step == 1;
  if (isForward ? start == 0 && end == INT64_MAX
                : (start == -1 || start == INT64_MAX) && end < -kLast)
    return AxisReads{isForward ? kReadsItself : kReadsReversed};
  if (start < -kLongestAxis || start > kLongestAxis)
    return std::nullopt;
  // Numbers that are negative count from the end.
  if (start < 0)
    start += kLast + 1;
  if (end == INT64_MAX)
    end = kLast + 1;
  else if (end < -kLast)
    end = -1;
  else if (end < 0)
    end += kLast + 1;
  if ((start > kLongestAxis) != (end > kLongestAxis))
    return std::nullopt;
  return getEnd(start, (end - start) * step, step);
}

ElementMove ElementMove::makeFill(Fill fill) {
  ElementMove move;
  move.fill = fill;
  return move;
}

ElementMove ElementMove::makeTake(Value source, SmallVector<AxisReads> reads,
                                  Fill fill) {
  ElementMove move;
  move.kind = Kind::Take;
  move.sources.push_back(source);
  move.reads = std::move(reads);
  move.fill = fill;
  return move;
}

ElementMove ElementMove::makeTake(Value source, int64_t rank, int64_t axis,
                                  AxisReads reads) {
  SmallVector<AxisReads> all(rank, AxisReads{kReadsItself});
  all[axis] = std::move(reads);
  return makeTake(source, std::move(all));
}

/// The axis whose extent axis `axis` of `tensor` has: that of another tensor
/// where MLIR's own ops between both, such as pads of other axes, leave it as
/// it is.
static std::pair<Value, int64_t> getExtentOrigin(Value tensor, int64_t axis,
                                                 const MoveSystem &system) {
  MoveSystem own = system;
  own.read = nullptr;
  constexpr unsigned most = 64;
  for (unsigned step = 0; step < most; ++step) {
    std::optional<ElementMove> move = readMove(tensor, &own);
    if (!move || move->sources.empty())
      break;
    if (move->kind == ElementMove::Kind::Take) {
      if (!readsItself(move->reads[axis]))
        break;
    } else if (move->kind == ElementMove::Kind::View) {
      const int64_t *origin = llvm::find(move->axes, axis);
      if (origin == move->axes.end())
        break;
      axis = origin - move->axes.begin();
    } else if (move->kind != ElementMove::Kind::Join || move->axis == axis) {
      break;
    }
    tensor = move->sources.front();
  }
  return {tensor, axis};
}

std::optional<int64_t> mlir::pad::getAxisPosition(const IntegerExpr *expr,
                                                  Value source, int64_t axis,
                                                  const MoveSystem &system) {
  auto origin = getExtentOrigin(source, axis, system);
  return getOpenPosition(expr, [&](const IntegerExpr &expr) {
    return getExtentOrigin(expr.tensor, expr.number, system) == origin;
  });
}

std::optional<ElementMove>
ElementMove::makeSlice(Value source, RankedTensorType type,
                       const IntegerTensor &starts, const IntegerTensor &limits,
                       const IntegerTensor &steps, const MoveSystem &system) {
  size_t rank = type.getRank();
  if (starts.elements.size() != rank || limits.elements.size() != rank ||
      steps.elements.size() != rank)
    return std::nullopt;
  SmallVector<AxisReads> reads;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    auto start = getAxisPosition(starts.elements[axis], source, axis, system);
    auto limit = getAxisPosition(limits.elements[axis], source, axis, system);
    std::optional<int64_t> step = getConstant(steps.elements[axis]);
    if (!start || !limit || !step || *step < 1 ||
        (ShapedType::isStatic(extent) && std::min(*start, *limit) < 0))
      return std::nullopt;
    std::optional<AxisReads> slice = getSlice(extent, *start, *limit, *step);
    if (!slice)
      return std::nullopt;
    reads.push_back(std::move(*slice));
  }
  ElementMove move = makeTake(source, std::move(reads));
  move.hasAll = true;
  return move;
}

std::optional<ElementMove>
ElementMove::makeGather(Value source, RankedTensorType type, int64_t axis,
                        const IntegerTensor &indices, IndexRule rule,
                        const MoveSystem &system) {
  int64_t extent = type.getDimSize(axis);
  if (ShapedType::isDynamic(extent)) {
    auto origin = getExtentOrigin(source, axis, system);
    auto isExtent = [&](const IntegerExpr &expr) {
      return getExtentOrigin(expr.tensor, expr.number, system) == origin;
    };
    std::optional<OpenReads> open = getOpenReads(indices, rule, isExtent);
    if (!open)
      return std::nullopt;
    ElementMove move = makeTake(source, type.getRank(), axis, open->reads);
    move.hasAll = true;
    if (open->modes)
      move.repeated.push_back({axis, *open->modes});
    return move;
  }
  std::optional<SmallVector<int64_t>> reads = getConstants(indices);
  if (!reads || indices.shape.size() != 1)
    return std::nullopt;
  for (int64_t &index : *reads) {
    if (rule == IndexRule::Clamped)
      index = std::max<int64_t>(0, std::min(index, extent - 1));
    else if (rule == IndexRule::FromEnd && index < 0)
      index += extent;
    if (index < 0)
      return std::nullopt;
  }
  ElementMove move = makeTake(source, type.getRank(), axis, std::move(*reads));
  move.hasAll = true;
  return move;
}

std::optional<ElementMove> ElementMove::makeTile(Value source,
                                                 RankedTensorType type,
                                                 ArrayRef<int64_t> times) {
  if (times.size() != static_cast<size_t>(type.getRank()))
    return std::nullopt;
  SmallVector<AxisReads> reads;
  for (auto [count, extent] : llvm::zip_equal(times, type.getShape())) {
    if (count == 1) {
      reads.push_back({kReadsItself});
      continue;
    }
    if (!isListed(extent) || count < 1 || !isListed(count) ||
        !isListed(count * extent))
      return std::nullopt;
    AxisReads &axis = reads.emplace_back();
    for (int64_t index = 0; index < count * extent; ++index)
      axis.push_back(index % extent);
  }
  ElementMove move = makeTake(source, std::move(reads));
  move.isTile = true;
  return move;
}

ElementMove ElementMove::makeJoin(ValueRange sources, int64_t axis) {
  ElementMove move;
  move.kind = Kind::Join;
  llvm::append_range(move.sources, sources);
  move.axis = axis;
  return move;
}

ElementMove ElementMove::makeView(Value source, SmallVector<int64_t> axes) {
  ElementMove move;
  move.kind = Kind::View;
  move.sources.push_back(source);
  move.axes = std::move(axes);
  return move;
}

ElementMove ElementMove::makeReshape(Value source, RankedTensorType from,
                                     RankedTensorType to) {
  ElementMove reshape;
  reshape.kind = Kind::Reshape;
  reshape.sources.push_back(source);
  SmallVector<int64_t> kept;
  for (auto [axis, extent] : llvm::enumerate(to.getShape()))
    if (extent != 1)
      kept.push_back(axis);
  SmallVector<int64_t> axes;
  size_t next = 0;
  for (int64_t extent : from.getShape()) {
    if (extent == 1) {
      axes.push_back(-1);
      continue;
    }
    if (next == kept.size() || to.getDimSize(kept[next]) != extent)
      return reshape;
    axes.push_back(kept[next++]);
  }
  // Of several unknown extents, the order is not known.
  if (next != kept.size() || from.getNumDynamicDims() > 1)
    return reshape;
  return makeView(source, std::move(axes));
}

std::optional<ElementMove> ElementMove::makeBroadcast(Value source,
                                                      RankedTensorType from,
                                                      RankedTensorType to) {
  int64_t offset = to.getRank() - from.getRank();
  if (offset < 0 || !from.hasStaticShape())
    return std::nullopt;
  SmallVector<int64_t> axes;
  for (auto [axis, extent] : llvm::enumerate(from.getShape()))
    axes.push_back(extent == 1 ? -1 : static_cast<int64_t>(axis) + offset);
  return makeView(source, std::move(axes));
}
