//===- ReadsTracer.cpp - What a tensor reads of another -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorReads.h"

using namespace mlir;
using namespace mlir::pad;

/// The most ops that are followed from one tensor; more would take too long.
static constexpr unsigned kMostTracedOps = 64;

namespace {
/// Follows the ops that make a tensor back to `base`.
class ReadsTracer {
public:
  ReadsTracer(Value base, const MoveSystem *system)
      : base(base), system(system) {}

  std::optional<TensorReads> trace(Value tensor);

private:
  int64_t getBaseRank() { return getBuiltinType(base, system).getRank(); }
  std::optional<TensorReads> traceOp(Value tensor, RankedTensorType type);
  std::optional<TensorReads> traceTake(const ElementMove &move,
                                       RankedTensorType type);
  std::optional<TensorReads> traceJoin(const ElementMove &move);
  std::optional<TensorReads> traceView(const ElementMove &move,
                                       RankedTensorType type);

  Value base;
  const MoveSystem *system;
  /// What is known of the tensors that were reached. One that is being traced
  /// is not known: in a graph region an op may depend on itself.
  llvm::DenseMap<Value, std::optional<TensorReads>> known;
};
} // namespace

/// Whether `reads` has an entry for each index of `type` that is known.
static bool hasExtents(const TensorReads &reads, RankedTensorType type) {
  for (auto [axis, extent] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(extent) && !reads.axes[axis].isWhole() &&
        !(reads.axes[axis].getLength() == AxisNumber{0, extent}))
      return false;
  return reads.axes.size() == static_cast<size_t>(type.getRank());
}

/// Whether an extent of `type` is larger than any position.
static bool isTooLarge(RankedTensorType type) {
  return llvm::any_of(type.getShape(),
                      [](int64_t extent) { return extent > kLargestPosition; });
}

std::optional<TensorReads> ReadsTracer::trace(Value tensor) {
  if (auto found = known.find(tensor); found != known.end())
    return found->second;
  RankedTensorType type = getBuiltinType(tensor, system);
  RankedTensorType baseType = getBuiltinType(base, system);
  if (!type || type.getRank() == 0 || known.size() >= kMostTracedOps ||
      type.getElementType() != baseType.getElementType() || isTooLarge(type))
    return std::nullopt;
  known[tensor] = std::nullopt;
  std::optional<TensorReads> reads = traceOp(tensor, type);
  if (reads && !hasExtents(*reads, type))
    reads = std::nullopt;
  known[tensor] = reads;
  return reads;
}

std::optional<TensorReads> ReadsTracer::traceOp(Value tensor,
                                                RankedTensorType type) {
  if (tensor == base) {
    SmallVector<AxisReads> axes(type.getRank(), AxisReads::makeWhole());
    for (auto [axis, extent] : llvm::zip_equal(axes, type.getShape()))
      if (!ShapedType::isDynamic(extent))
        axis = axis.of(extent);
    return TensorReads(std::move(axes));
  }
  ElementMove move = readMove(tensor, system);
  switch (move.kind) {
  case ElementMove::Kind::None:
    return std::nullopt;
  case ElementMove::Kind::Fill:
    return TensorReads::makeFilled(type, move.fill, getBaseRank());
  case ElementMove::Kind::Take:
    return traceTake(move, type);
  case ElementMove::Kind::Join:
    return traceJoin(move);
  case ElementMove::Kind::View:
  case ElementMove::Kind::Reshape:
    return traceView(move, type);
  }
  llvm_unreachable("every kind is handled");
}

std::optional<TensorReads> ReadsTracer::traceTake(const ElementMove &move,
                                                  RankedTensorType type) {
  for (const AxisReads &reads : move.reads)
    for (const Segment &segment : reads.getSegments())
      if (!segment.isElement() &&
          (segment.kind != Segment::Kind::Fill || !move.fill))
        return std::nullopt;
  std::optional<TensorReads> source = trace(move.sources.front());
  std::optional<TensorReads> taken =
      source ? source->take(move.reads, move.fill) : std::nullopt;
  if (!taken || taken->axes.size() != static_cast<size_t>(type.getRank()))
    return std::nullopt;
  for (auto [axis, reads] : llvm::enumerate(move.reads)) {
    // The type of the result says that all of them are there.
    if (source->axes[axis].getLength().isFixed() ||
        !reads.getLength().isFixed() || move.hasAll || !type.isDynamicDim(axis))
      continue;
    if (source->axes[axis].getSegments().size() != 1)
      return std::nullopt;
    taken->limited.push_back(axis);
  }
  for (const auto &[axis, modes] : move.repeated) {
    if (!source->axes[axis].isWhole() || source->isLimited(axis))
      return std::nullopt;
    taken->repeat(axis, modes);
  }
  return taken;
}

std::optional<TensorReads> ReadsTracer::traceJoin(const ElementMove &move) {
  std::optional<TensorReads> whole;
  AxisReads joined;
  TensorReads all;
  for (Value part : move.sources) {
    std::optional<TensorReads> reads = trace(part);
    if (!reads || move.axis < 0 ||
        move.axis >= static_cast<int64_t>(reads->axes.size()))
      return std::nullopt;
    std::optional<Fill> merged = mergeFills(all.fill, reads->fill);
    if (!merged)
      return std::nullopt;
    all.fill = *merged;
    llvm::append_range(all.limited, reads->limited);
    for (const auto &[axis, modes] : reads->repeated)
      all.repeat(axis, modes);
    joined.append(reads->axes[move.axis]);
    if (joined.getSegments().size() > kMostSegments ||
        joined.getLength().number > kLargestPosition)
      return std::nullopt;
    if (reads->isFilled())
      continue;
    reads->axes[move.axis] = AxisReads();
    if (whole &&
        (whole->axes != reads->axes || whole->places != reads->places ||
         whole->fixed != reads->fixed))
      return std::nullopt;
    whole = std::move(reads);
  }
  if (!whole)
    return std::nullopt;
  // An entry that is missing where the axis is too short is not repeated.
  if (llvm::any_of(all.limited,
                   [&](int64_t axis) { return all.getRepeatingModes(axis); }))
    return std::nullopt;
  all.axes = std::move(whole->axes);
  all.axes[move.axis] = std::move(joined);
  all.places = std::move(whole->places);
  all.fixed = std::move(whole->fixed);
  return all;
}

std::optional<TensorReads> ReadsTracer::traceView(const ElementMove &move,
                                                  RankedTensorType type) {
  Value source = move.sources.front();
  RankedTensorType from = getBuiltinType(source, system);
  if (!from)
    return std::nullopt;
  if (Fill fill = getUniformFill(source))
    return TensorReads::makeFilled(type, fill, getBaseRank());
  std::optional<TensorReads> reads = trace(source);
  if (!reads)
    return std::nullopt;
  return move.kind == ElementMove::Kind::View
             ? reads->view(move.axes, from, type)
             : reads->reshape(from, type);
}

std::optional<TensorReads> mlir::pad::getTensorReads(Value tensor, Value base,
                                                     const MoveSystem *system) {
  std::optional<TensorReads> reads = ReadsTracer(base, system).trace(tensor);
  if (!reads || !reads->isAligned())
    return std::nullopt;
  return reads;
}

llvm::SetVector<Value> mlir::pad::getBases(Value tensor,
                                           const MoveSystem *system) {
  llvm::SetVector<Value> values, filled;
  values.insert(tensor);
  for (unsigned next = 0; next < values.size() && next < kMostTracedOps;
       ++next) {
    Value value = values[next];
    ElementMove move = readMove(value, system);
    if (move && move.kind == ElementMove::Kind::Fill)
      filled.insert(value);
    else if (move)
      values.insert_range(move.sources);
  }
  values.remove(tensor);
  values.remove_if([&](Value value) {
    return filled.contains(value) || !getBuiltinType(value, system);
  });
  return values;
}
