//===- ElementMoves.cpp - What ops do to the elements of tensors ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ElementMoves.h"
#include "Pad/IR/PadOps.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/ValueBoundsQueries.h"
#include "Pad/Import/IntegerTensors.h"
#include "TensorReads.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pad;

ElementMove ElementMove::makeFill(Fill fill) {
  ElementMove move;
  move.kind = Kind::Fill;
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
  SmallVector<AxisReads> all(rank, AxisReads::makeWhole());
  all[axis] = std::move(reads);
  return makeTake(source, std::move(all));
}

ElementMove ElementMove::makeSlice(Value source, RankedTensorType type,
                                   ArrayRef<AxisSlice> slices) {
  SmallVector<AxisReads> reads(type.getRank(), AxisReads::makeWhole());
  for (const AxisSlice &slice : slices) {
    std::optional<int64_t> axis = normalizeIndex(slice.axis, type.getRank());
    if (!axis || slice.step == 0 || !reads[*axis].isWhole())
      return {};
    std::optional<AxisReads> sliced = AxisReads::makeSlice(
        type.getDimSize(*axis), slice.start, slice.end, slice.step);
    if (!sliced)
      return {};
    reads[*axis] = std::move(*sliced);
  }
  return makeTake(source, std::move(reads));
}

ElementMove ElementMove::makeReverse(Value source, int64_t rank,
                                     ArrayRef<int64_t> axes) {
  SmallVector<AxisReads> reads(rank, AxisReads::makeWhole());
  for (int64_t given : axes) {
    std::optional<int64_t> axis = normalizeIndex(given, rank);
    if (!axis)
      return {};
    reads[*axis] = AxisReads::makeReversed();
  }
  return makeTake(source, std::move(reads));
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
    ElementMove move = readMove(tensor, &own);
    if (!move || move.sources.empty())
      break;
    if (move.kind == ElementMove::Kind::Take) {
      if (!move.reads[axis].isWhole())
        break;
    } else if (move.kind == ElementMove::Kind::View) {
      const int64_t *origin = llvm::find(move.axes, axis);
      if (origin == move.axes.end())
        break;
      axis = origin - move.axes.begin();
    } else if (move.kind != ElementMove::Kind::Join || move.axis == axis) {
      break;
    }
    tensor = move.sources.front();
  }
  return {tensor, axis};
}

/// Says of values of the draft of `tensors` whether they are the extent of axis
/// `axis` of `source`.
static auto makeExtentRule(const IntegerTensors &tensors, Value source,
                           int64_t axis, const MoveSystem &system) {
  auto origin = getExtentOrigin(source, axis, system);
  return [&tensors, &system, origin](Value element) {
    auto extent = tensors.getExtentOf(element);
    return extent &&
           getExtentOrigin(extent->first, extent->second, system) == origin;
  };
}

std::optional<int64_t> mlir::pad::getAxisPosition(const IntegerTensors &tensors,
                                                  OpFoldResult element,
                                                  Value source, int64_t axis,
                                                  const MoveSystem &system) {
  return getOpenPosition(element,
                         makeExtentRule(tensors, source, axis, system));
}

ElementMove ElementMove::makeSlice(Value source, RankedTensorType type,
                                   const IntegerTensors &tensors,
                                   const IntegerTensor &starts,
                                   const IntegerTensor &limits,
                                   const IntegerTensor &steps,
                                   const MoveSystem &system) {
  size_t rank = type.getRank();
  if (starts.elements.size() != rank || limits.elements.size() != rank ||
      steps.elements.size() != rank)
    return {};
  SmallVector<AxisSlice> slices;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    auto start =
        getAxisPosition(tensors, starts.elements[axis], source, axis, system);
    auto limit =
        getAxisPosition(tensors, limits.elements[axis], source, axis, system);
    std::optional<int64_t> step = getConstantIntValue(steps.elements[axis]);
    if (!start || !limit || !step || *step < 1 ||
        (ShapedType::isStatic(extent) && std::min(*start, *limit) < 0))
      return {};
    slices.push_back({static_cast<int64_t>(axis), *start, *limit, *step});
  }
  ElementMove move = makeSlice(source, type, slices);
  if (move)
    move.hasAll = true;
  return move;
}

ElementMove ElementMove::makeGather(Value source, RankedTensorType type,
                                    int64_t axis, const IntegerTensors &tensors,
                                    const IntegerTensor &indices,
                                    IndexRule rule, const MoveSystem &system) {
  int64_t extent = type.getDimSize(axis);
  if (ShapedType::isDynamic(extent)) {
    std::optional<OpenReads> open = getOpenReads(
        indices, rule, makeExtentRule(tensors, source, axis, system));
    if (!open)
      return {};
    ElementMove move = makeTake(source, type.getRank(), axis, open->reads);
    move.hasAll = true;
    if (open->modes)
      move.repeated.push_back({axis, *open->modes});
    return move;
  }
  std::optional<SmallVector<int64_t>> places = getConstants(indices);
  if (!places || indices.shape.size() != 1)
    return {};
  for (int64_t &index : *places) {
    if (rule == IndexRule::Clamped)
      index = std::max<int64_t>(0, std::min(index, extent - 1));
    else if (rule == IndexRule::FromEnd && index < 0)
      index += extent;
    if (index < 0 || index >= extent)
      return {};
  }
  ElementMove move =
      makeTake(source, type.getRank(), axis, AxisReads::makeList(*places));
  move.hasAll = true;
  return move;
}

ElementMove ElementMove::makeTile(Value source, RankedTensorType type,
                                  ArrayRef<int64_t> times) {
  if (times.size() != static_cast<size_t>(type.getRank()))
    return {};
  SmallVector<AxisReads> reads;
  for (auto [count, extent] : llvm::zip_equal(times, type.getShape())) {
    if (count < 1 || (ShapedType::isDynamic(extent) && count != 1) ||
        count > (extent == 1 ? kLargestPosition : int64_t(kMostSegments)))
      return {};
    if (extent == 1)
      reads.push_back(AxisReads::makeUniform(Segment::Kind::Elements, count));
    else
      reads.emplace_back();
    for (int64_t index = 0; extent != 1 && index < count; ++index)
      reads.back().append(AxisReads::makeWhole());
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

ElementMove ElementMove::makeBroadcast(Value source, RankedTensorType from,
                                       RankedTensorType to) {
  int64_t offset = to.getRank() - from.getRank();
  if (offset < 0 || !from.hasStaticShape())
    return {};
  SmallVector<int64_t> axes;
  for (auto [axis, extent] : llvm::enumerate(from.getShape()))
    axes.push_back(extent == 1 ? -1 : static_cast<int64_t>(axis) + offset);
  return makeView(source, std::move(axes));
}

RankedTensorType mlir::pad::getBuiltinType(Value value,
                                           const MoveSystem *system) {
  if (system)
    return system->getTensorType(value);
  return dyn_cast<RankedTensorType>(value.getType());
}

/// Whether the `size` elements from `offset` on are the last ones of axis
/// `axis` of `tensor`.
static bool areLast(Value tensor, int64_t axis, OpFoldResult offset,
                    OpFoldResult size) {
  MLIRContext *context = tensor.getContext();
  AffineExpr sum = getAffineDimExpr(0, context) + getAffineDimExpr(1, context);
  return isProven({AffineMap::get(2, 0, sum), {offset, size}},
                  ValueBoundsConstraintSet::EQ, {tensor, axis});
}

static ElementMove readSlice(tensor::ExtractSliceOp op) {
  if (op.getSourceType().getRank() != op.getType().getRank())
    return {};
  SmallVector<AxisReads> reads;
  for (auto [axis, extent] : llvm::enumerate(op.getType().getShape())) {
    OpFoldResult offset = op.getMixedOffsets()[axis],
                 size = op.getMixedSizes()[axis];
    std::optional<int64_t> begin = getConstantIntValue(offset);
    int64_t stride = op.getStaticStrides()[axis];
    if (stride == 1 && isWholeAxis(op.getSource(), axis, offset, size))
      reads.push_back(AxisReads::makeWhole());
    else if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(stride))
      return {};
    else if (begin && *begin >= 0)
      reads.push_back(Segment{{}, {0, *begin}, {0, extent}, stride});
    else if (stride == 1 && areLast(op.getSource(), axis, offset, size))
      reads.push_back(Segment{{}, {1, -extent}, {0, extent}, 1});
    else
      return {};
  }
  return ElementMove::makeTake(op.getSource(), std::move(reads));
}

static ElementMove readPad(PadOp op) {
  SmallVector<AxisReads> taken;
  bool readsFill = false;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    PadAxis open = getStaticNumbers(op, axis);
    std::optional<PadAxis> numbers = getStaticAxis(op, axis);
    std::optional<AxisReads> reads;
    if (open.isUnpadded()) {
      reads = AxisReads::makeWhole();
    } else if (numbers && !op.getType().isDynamicDim(axis)) {
      reads = getReads(*numbers, kMostSegments);
    } else if (open.mode == PadMode::Constant &&
               ShapedType::isDynamic(open.extent) && open.low >= 0 &&
               open.high >= 0 && open.interior == 0) {
      using Kind = Segment::Kind;
      reads = AxisReads::makeUniform(Kind::Fill, open.low);
      reads->append(AxisReads::makeWhole());
      reads->append(AxisReads::makeUniform(Kind::Fill, open.high));
    }
    if (!reads)
      return {};
    readsFill |= llvm::any_of(reads->getSegments(), [](const Segment &segment) {
      return segment.kind == Segment::Kind::Fill;
    });
    taken.push_back(std::move(*reads));
  }
  if (!readsFill)
    return ElementMove::makeTake(op.getSource(), std::move(taken));
  Fill fill;
  if (op.getValue())
    fill = getFill(op.getValue());
  else
    fill.constant = getConstantPaddingValue(op);
  if (!fill)
    return {};
  return ElementMove::makeTake(op.getSource(), std::move(taken), fill);
}

static ElementMove readCast(Operation *op, const MoveSystem *system) {
  if (op->getNumOperands() != 1)
    return {};
  RankedTensorType type = getBuiltinType(op->getOperand(0), system);
  if (!type)
    return {};
  return ElementMove::makeView(op->getOperand(0),
                               llvm::to_vector(llvm::seq(type.getRank())));
}

static ElementMove readForeign(OpResult result, const MoveSystem *system) {
  return system && system->read ? system->read(result) : ElementMove();
}

ElementMove mlir::pad::readMove(Value tensor, const MoveSystem *system) {
  if (Fill fill = getUniformFill(tensor))
    return ElementMove::makeFill(fill);
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return {};
  if (op->getNumResults() != 1)
    return readForeign(cast<OpResult>(tensor), system);
  return TypeSwitch<Operation *, ElementMove>(op)
      .Case<tensor::CastOp, UnrealizedConversionCastOp>(
          [&](auto op) { return readCast(op, system); })
      .Case([](tensor::ExtractSliceOp op) { return readSlice(op); })
      .Case([](tensor::ConcatOp op) {
        return ElementMove::makeJoin(op.getInputs(), op.getDim());
      })
      .Case([](PadOp op) { return readPad(op); })
      .Default(
          [&](Operation *op) { return readForeign(op->getResult(0), system); });
}
