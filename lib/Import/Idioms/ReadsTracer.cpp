//===- ReadsTracer.cpp - What a tensor reads of another -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadsTracer.h"
#include "TensorMoves.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

/// The most ops that are followed from one tensor; more would take too long.
static constexpr unsigned kMostOps = 64;

/// The reads of a tensor of `type` all of whose elements are `fill`. Nullopt if
/// no axis can be listed.
static std::optional<TensorReads> makeFilled(RankedTensorType type,
                                             const Fill &fill) {
  TensorReads reads;
  for (int64_t extent : type.getShape())
    reads.axes.push_back(isListed(extent) ? AxisReads(extent, kReadsFill)
                                          : AxisReads{kReadsItself});
  reads.fill = fill;
  return llvm::any_of(type.getShape(), isListed) ? std::optional(reads)
                                                 : std::nullopt;
}

namespace {
/// Follows the ops that make a tensor back to `base`.
class ReadsTracer {
public:
  ReadsTracer(Value base, const MoveSystem *system)
      : base(base), system(system) {}

  std::optional<TensorReads> trace(Value tensor);

private:
  std::optional<TensorReads> traceOp(Value tensor, RankedTensorType type);
  std::optional<TensorReads> traceTake(const ElementMove &move);
  std::optional<TensorReads> traceJoin(const ElementMove &move);
  std::optional<TensorReads> traceView(ElementMove move, RankedTensorType type);
  std::optional<TensorReads> traceInsert(tensor::InsertSliceOp op);

  Value base;
  const MoveSystem *system;
  /// What is known of the tensors that were reached. One that is being traced
  /// is not known: in a graph region an op may depend on itself.
  llvm::DenseMap<Value, std::optional<TensorReads>> known;
};
} // namespace

/// Whether `reads` has an entry for each index of `type` that is known.
static bool hasExtents(const TensorReads &reads, RankedTensorType type) {
  return llvm::equal(
      reads.axes, type.getShape(), [](const AxisReads &axis, int64_t extent) {
        return ShapedType::isDynamic(extent) || readsItself(axis) ||
               static_cast<int64_t>(axis.size()) == extent;
      });
}

std::optional<TensorReads> ReadsTracer::trace(Value tensor) {
  if (auto found = known.find(tensor); found != known.end())
    return found->second;
  RankedTensorType type = getBuiltinType(tensor, system);
  RankedTensorType baseType = getBuiltinType(base, system);
  if (!type || type.getRank() == 0 || known.size() >= kMostOps ||
      type.getElementType() != baseType.getElementType())
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
    TensorReads reads;
    for (int64_t extent : type.getShape())
      reads.axes.push_back(isListed(extent) ? getSteps(0, extent, 1)
                                            : AxisReads{kReadsItself});
    return reads;
  }
  if (tensor.getDefiningOp<tensor::EmptyOp>() && canList(type)) {
    TensorReads reads;
    for (int64_t extent : type.getShape())
      reads.axes.emplace_back(extent, kReadsNothing);
    return reads;
  }
  if (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>())
    return traceInsert(insert);
  std::optional<ElementMove> move = readMove(tensor, system);
  if (!move)
    return std::nullopt;
  switch (move->kind) {
  case ElementMove::Kind::Fill:
    return makeFilled(type, move->fill);
  case ElementMove::Kind::Take:
    return traceTake(*move);
  case ElementMove::Kind::Join:
    return traceJoin(*move);
  case ElementMove::Kind::View:
    return traceView(std::move(*move), type);
  }
  llvm_unreachable("every kind is handled");
}

std::optional<TensorReads> ReadsTracer::traceTake(const ElementMove &move) {
  for (const AxisReads &reads : move.reads)
    for (int64_t read : reads)
      if (read < 0 && !readsItself(reads) && !(read == kReadsFill && move.fill))
        return std::nullopt;
  std::optional<TensorReads> source = trace(move.sources.front());
  return source ? compose(*source, move.reads, move.fill) : std::nullopt;
}

std::optional<TensorReads> ReadsTracer::traceJoin(const ElementMove &move) {
  std::optional<TensorReads> whole;
  AxisReads joined;
  Fill fill;
  for (Value part : move.sources) {
    std::optional<TensorReads> reads = trace(part);
    if (!reads || move.axis < 0 ||
        move.axis >= static_cast<int64_t>(reads->axes.size()) ||
        readsItself(reads->axes[move.axis]))
      return std::nullopt;
    std::optional<Fill> merged = mergeFills(fill, reads->fill);
    if (!merged)
      return std::nullopt;
    fill = *merged;
    llvm::append_range(joined, reads->axes[move.axis]);
    if (reads->getUniform())
      continue;
    reads->axes[move.axis].clear();
    if (whole && whole->axes != reads->axes)
      return std::nullopt;
    whole = std::move(reads);
  }
  if (!whole)
    return std::nullopt;
  whole->axes[move.axis] = std::move(joined);
  whole->fill = fill;
  return whole;
}

static bool mayBeEqual(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) || a == b;
}

/// Follows views until one has the rank of the first result, and its axes at
/// their places.
std::optional<TensorReads> ReadsTracer::traceView(ElementMove move,
                                                  RankedTensorType type) {
  SmallVector<int64_t> axes = move.axes;
  while (true) {
    Value source = move.sources.front();
    RankedTensorType from = getBuiltinType(source, system);
    if (!from || axes.size() != static_cast<size_t>(from.getRank()))
      return std::nullopt;
    if (Fill fill = getUniformFill(source))
      return makeFilled(type, fill);
    bool isInPlace = from.getRank() == type.getRank();
    SmallVector<AxisReads> reads;
    for (auto [axis, place] : llvm::enumerate(axes)) {
      isInPlace &= place == -1 || place == static_cast<int64_t>(axis);
      int64_t extent = from.getDimSize(axis);
      if (place >= type.getRank() || (place == -1 && extent != 1) ||
          (place != -1 && !mayBeEqual(extent, type.getDimSize(place))))
        return std::nullopt;
    }
    if (isInPlace) {
      for (auto [place, extent] : llvm::zip_equal(axes, type.getShape())) {
        if (place == -1 && !isListed(extent))
          return std::nullopt;
        reads.push_back(place == -1 ? AxisReads(extent, 0)
                                    : AxisReads{kReadsItself});
      }
      return traceTake(ElementMove::makeTake(source, std::move(reads)));
    }
    std::optional<ElementMove> inner = readMove(source, system);
    if (!inner || inner->kind != ElementMove::Kind::View)
      return std::nullopt;
    SmallVector<int64_t> innerAxes;
    for (int64_t place : inner->axes) {
      if (place >= from.getRank())
        return std::nullopt;
      innerAxes.push_back(place < 0 ? -1 : axes[place]);
    }
    axes = std::move(innerAxes);
    move = std::move(*inner);
  }
}

std::optional<TensorReads> ReadsTracer::traceInsert(tensor::InsertSliceOp op) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  if (!canList(op.getType()) || !canList(op.getSourceType()) ||
      op.getSourceType().getRank() != op.getType().getRank() ||
      llvm::any_of(op.getStaticOffsets(), ShapedType::isDynamic) ||
      llvm::any_of(op.getStaticStrides(), ShapedType::isDynamic))
    return std::nullopt;
  std::optional<TensorReads> source = trace(op.getSource());
  std::optional<TensorReads> result = trace(op.getDest());
  if (!source || !result || llvm::any_of(source->axes, readsItself) ||
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
  return ReadsTracer(base, system).trace(tensor);
}

llvm::SetVector<Value> mlir::pad::getBases(Value tensor,
                                           const MoveSystem *system) {
  llvm::SetVector<Value> values, filled;
  values.insert(tensor);
  for (unsigned next = 0; next < values.size() && next < kMostOps; ++next) {
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
