//===- ReadsTracer.cpp - What a tensor reads of another -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadsTracer.h"
#include "TensorMoves.h"
#include "TracedReads.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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

  std::optional<TracedReads> trace(Value tensor);

private:
  bool hasExtents(const TracedReads &reads, RankedTensorType type);
  int64_t getBaseRank() { return getBuiltinType(base, system).getRank(); }
  std::optional<TracedReads> traceOp(Value tensor, RankedTensorType type);
  std::optional<TracedReads> traceTake(const ElementMove &move,
                                       RankedTensorType type);
  std::optional<TracedReads> traceJoin(const ElementMove &move);
  std::optional<TracedReads> traceView(const ElementMove &move,
                                       RankedTensorType type);
  std::optional<TracedReads> traceInsert(tensor::InsertSliceOp op);

  Value base;
  const MoveSystem *system;
  /// What is known of the tensors that were reached. One that is being traced
  /// is not known: in a graph region an op may depend on itself.
  llvm::DenseMap<Value, std::optional<TracedReads>> known;
};
} // namespace

/// Whether `reads` has an entry for each index of `type` that is known.
bool ReadsTracer::hasExtents(const TracedReads &reads, RankedTensorType type) {
  RankedTensorType baseType = getBuiltinType(base, system);
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    ArrayRef<int64_t> list = reads.axes[axis];
    if (ShapedType::isDynamic(extent) || readsItself(list))
      continue;
    int64_t sum = 0, place = reads.places[axis];
    for (int64_t read : list) {
      bool isRun = read == kReadsItself || read == kReadsReversed;
      if (isRun && (place < 0 || baseType.isDynamicDim(place)))
        return false;
      sum += isRun ? baseType.getDimSize(place) : 1;
    }
    if (sum != extent)
      return false;
  }
  return reads.axes.size() == static_cast<size_t>(type.getRank());
}

std::optional<TracedReads> ReadsTracer::trace(Value tensor) {
  if (auto found = known.find(tensor); found != known.end())
    return found->second;
  RankedTensorType type = getBuiltinType(tensor, system);
  RankedTensorType baseType = getBuiltinType(base, system);
  if (!type || type.getRank() == 0 || known.size() >= kMostTracedOps ||
      type.getElementType() != baseType.getElementType())
    return std::nullopt;
  known[tensor] = std::nullopt;
  std::optional<TracedReads> reads = traceOp(tensor, type);
  if (reads && !hasExtents(*reads, type))
    reads = std::nullopt;
  known[tensor] = reads;
  return reads;
}

std::optional<TracedReads> ReadsTracer::traceOp(Value tensor,
                                                RankedTensorType type) {
  if (tensor == base) {
    TensorReads reads;
    for (int64_t extent : type.getShape())
      reads.axes.push_back(isListed(extent) ? getSteps(0, extent, 1)
                                            : AxisReads{kReadsItself});
    return TracedReads(std::move(reads));
  }
  if (tensor.getDefiningOp<tensor::EmptyOp>() && canList(type)) {
    TensorReads reads;
    for (int64_t extent : type.getShape())
      reads.axes.emplace_back(extent, kReadsNothing);
    return TracedReads(std::move(reads));
  }
  if (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>())
    return traceInsert(insert);
  std::optional<ElementMove> move = readMove(tensor, system);
  if (!move)
    return std::nullopt;
  switch (move->kind) {
  case ElementMove::Kind::Fill:
    return TracedReads::makeFilled(type, move->fill, getBaseRank());
  case ElementMove::Kind::Take:
    return traceTake(*move, type);
  case ElementMove::Kind::Join:
    return traceJoin(*move);
  case ElementMove::Kind::View:
  case ElementMove::Kind::Reshape:
    return traceView(*move, type);
  }
  llvm_unreachable("every kind is handled");
}

std::optional<TracedReads> ReadsTracer::traceTake(const ElementMove &move,
                                                  RankedTensorType type) {
  for (const AxisReads &reads : move.reads)
    for (int64_t read : reads)
      if (read < 0 && read != kReadsItself && read != kReadsReversed &&
          !(read == kReadsFill && move.fill))
        return std::nullopt;
  std::optional<TracedReads> source = trace(move.sources.front());
  std::optional<TensorReads> taken =
      source ? compose(*source, move.reads, move.fill) : std::nullopt;
  if (!taken || taken->axes.size() != static_cast<size_t>(type.getRank()))
    return std::nullopt;
  for (auto [axis, reads] : llvm::enumerate(move.reads)) {
    // The type of the result says that all of them are there.
    if (!hasRun(source->axes[axis]) || hasRun(reads) || move.hasAll ||
        !type.isDynamicDim(axis))
      continue;
    if (source->axes[axis].size() != 1)
      return std::nullopt;
    taken->limited.push_back(axis);
  }
  for (const auto &[axis, modes] : move.repeated) {
    if (!readsItself(source->axes[axis]) || source->isLimited(axis))
      return std::nullopt;
    taken->repeat(axis, modes);
  }
  static_cast<TensorReads &>(*source) = std::move(*taken);
  return source;
}

std::optional<TracedReads> ReadsTracer::traceJoin(const ElementMove &move) {
  std::optional<TracedReads> whole;
  AxisReads joined;
  TensorReads all;
  for (Value part : move.sources) {
    std::optional<TracedReads> reads = trace(part);
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
    llvm::append_range(joined, reads->axes[move.axis]);
    if (reads->getUniform())
      continue;
    reads->axes[move.axis].clear();
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
  static_cast<TensorReads &>(*whole) = std::move(all);
  return whole;
}

std::optional<TracedReads> ReadsTracer::traceView(const ElementMove &move,
                                                  RankedTensorType type) {
  Value source = move.sources.front();
  RankedTensorType from = getBuiltinType(source, system);
  if (!from)
    return std::nullopt;
  if (Fill fill = getUniformFill(source))
    return TracedReads::makeFilled(type, fill, getBaseRank());
  std::optional<TracedReads> reads = trace(source);
  if (!reads)
    return std::nullopt;
  return move.kind == ElementMove::Kind::View
             ? reads->view(move.axes, from, type)
             : reads->reshape(from, type);
}

std::optional<TracedReads> ReadsTracer::traceInsert(tensor::InsertSliceOp op) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  if (!canList(op.getType()) || !canList(op.getSourceType()) ||
      op.getSourceType().getRank() != op.getType().getRank() ||
      llvm::any_of(op.getStaticOffsets(), ShapedType::isDynamic) ||
      llvm::any_of(op.getStaticStrides(), ShapedType::isDynamic))
    return std::nullopt;
  std::optional<TracedReads> source = trace(op.getSource());
  std::optional<TracedReads> result = trace(op.getDest());
  if (!source || !result || !source->isAligned() || !result->isAligned() ||
      llvm::any_of(source->axes, readsItself) ||
      llvm::any_of(result->axes, readsItself))
    return std::nullopt;
  std::optional<Fill> fill = mergeFills(source->fill, result->fill);
  if (!fill)
    return std::nullopt;
  result->fill = *fill;
  SmallVector<int64_t> narrowAxes;
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (op.getStaticOffsets()[axis] != 0 || op.getStaticStrides()[axis] != 1 ||
        static_cast<int64_t>(source->axes[axis].size()) != extent)
      narrowAxes.push_back(axis);
  if (narrowAxes.empty())
    return source;
  // An element outside of the window is an element of the destination. These
  // reads are a product of axes only if the destination is uniform, or if the
  // window is a band.
  std::optional<int64_t> uniform = source->getUniform();
  bool isFilled = result->getUniform().has_value();
  bool isBand = narrowAxes.size() == 1;
  if (!isFilled && !isBand)
    return std::nullopt;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    const AxisReads &from = source->axes[axis];
    AxisReads &to = result->axes[axis];
    if (isBand && static_cast<int64_t>(axis) != narrowAxes.front()) {
      // If the band is uniform, its axis alone decides; the same holds for the
      // rest if it is a fill.
      bool isAny =
          llvm::all_of(to, [](int64_t read) { return read == kReadsAny; });
      if (uniform && isFilled)
        to.assign(extent, kReadsAny);
      else if (!uniform && (isFilled || isAny))
        to = from;
      else if (!uniform && from != to)
        return std::nullopt;
      continue;
    }
    for (auto [index, read] : llvm::enumerate(from)) {
      int64_t written =
          op.getStaticOffsets()[axis] +
          static_cast<int64_t>(index) * op.getStaticStrides()[axis];
      if (written < 0 || written >= extent)
        return std::nullopt;
      to[written] = uniform ? *uniform : read;
    }
  }
  return result;
}

std::optional<TensorReads> mlir::pad::getTensorReads(Value tensor, Value base,
                                                     const MoveSystem *system) {
  std::optional<TracedReads> reads = ReadsTracer(base, system).trace(tensor);
  if (!reads || !reads->isAligned())
    return std::nullopt;
  return static_cast<TensorReads &>(*reads);
}

llvm::SetVector<Value> mlir::pad::getBases(Value tensor,
                                           const MoveSystem *system) {
  llvm::SetVector<Value> values, filled;
  values.insert(tensor);
  for (unsigned next = 0; next < values.size() && next < kMostTracedOps;
       ++next) {
    Value value = values[next];
    if (auto insert = value.getDefiningOp<tensor::InsertSliceOp>()) {
      values.insert(insert.getSource());
      values.insert(insert.getDest());
      continue;
    }
    std::optional<ElementMove> move = readMove(value, system);
    if (move && move->kind == ElementMove::Kind::Fill)
      filled.insert(value);
    else if (move)
      values.insert_range(move->sources);
  }
  values.remove(tensor);
  values.remove_if([&](Value value) {
    return filled.contains(value) || value.getDefiningOp<tensor::EmptyOp>() ||
           !getBuiltinType(value, system);
  });
  return values;
}
