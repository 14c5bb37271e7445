//===- ReadsTracer.cpp - What a tensor reads of another -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadsTracer.h"
#include "IndexBodies.h"
#include "Pad/IR/PadOps.h"
#include "Pad/IR/PaddingValue.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pad;

/// The most ops that are followed from one tensor; more would take too long.
static constexpr unsigned kMostOps = 64;

/// The reads of a tensor of `type` in which the first index of each axis reads
/// `first`, and each next one reads `step` more.
static TensorReads makeReads(Type type, int64_t first, int64_t step) {
  TensorReads reads;
  for (int64_t extent : cast<RankedTensorType>(type).getShape()) {
    AxisReads &axis = reads.axes.emplace_back();
    for (int64_t index = 0; index < extent; ++index)
      axis.push_back(first + index * step);
  }
  return reads;
}

namespace {
/// Follows the ops that make a tensor back to `base`.
struct ReadsTracer {
  Value base;
  unsigned ops = 0;

  std::optional<TensorReads> trace(Value tensor);

private:
  std::optional<TensorReads> traceSlice(tensor::ExtractSliceOp op);
  std::optional<TensorReads> traceInsert(tensor::InsertSliceOp op);
  std::optional<TensorReads> traceConcat(tensor::ConcatOp op);
  std::optional<TensorReads> tracePad(PadOp op);
  std::optional<TensorReads> traceBody(Operation *op);
};
} // namespace

std::optional<TensorReads> ReadsTracer::trace(Value tensor) {
  if (!canList(tensor.getType()) || ++ops > kMostOps)
    return std::nullopt;
  if (tensor == base)
    return makeReads(tensor.getType(), 0, 1);
  if (Fill fill = getUniformFill(tensor)) {
    TensorReads reads = makeReads(tensor.getType(), kReadsFill, 0);
    reads.fill = fill;
    return reads;
  }
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return std::nullopt;
  return TypeSwitch<Operation *, std::optional<TensorReads>>(op)
      .Case([&](tensor::EmptyOp) {
        return makeReads(tensor.getType(), kReadsNothing, 0);
      })
      .Case([&](tensor::CastOp op) { return trace(op.getSource()); })
      .Case([&](tensor::ExtractSliceOp op) { return traceSlice(op); })
      .Case([&](tensor::InsertSliceOp op) { return traceInsert(op); })
      .Case([&](tensor::ConcatOp op) { return traceConcat(op); })
      .Case([&](PadOp op) { return tracePad(op); })
      .Case<linalg::GenericOp, tensor::GenerateOp>(
          [&](auto op) { return traceBody(op); })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<TensorReads> ReadsTracer::traceSlice(tensor::ExtractSliceOp op) {
  RankedTensorType sourceType = op.getSourceType();
  if (sourceType.getRank() != op.getType().getRank() || !canList(sourceType) ||
      llvm::any_of(op.getStaticOffsets(), ShapedType::isDynamic) ||
      llvm::any_of(op.getStaticStrides(), ShapedType::isDynamic))
    return std::nullopt;
  std::optional<TensorReads> source = trace(op.getSource());
  if (!source)
    return std::nullopt;
  SmallVector<AxisReads> taken;
  for (auto [axis, extent] : llvm::enumerate(op.getType().getShape())) {
    AxisReads &reads = taken.emplace_back();
    for (int64_t index = 0; index < extent; ++index) {
      int64_t read =
          op.getStaticOffsets()[axis] + index * op.getStaticStrides()[axis];
      if (read < 0 || read >= sourceType.getDimSize(axis))
        return std::nullopt;
      reads.push_back(read);
    }
  }
  return compose(*source, taken, Fill());
}

std::optional<TensorReads> ReadsTracer::traceInsert(tensor::InsertSliceOp op) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  if (op.getSourceType().getRank() != op.getType().getRank() ||
      llvm::any_of(op.getStaticOffsets(), ShapedType::isDynamic) ||
      llvm::any_of(op.getStaticStrides(), ShapedType::isDynamic))
    return std::nullopt;
  std::optional<TensorReads> source = trace(op.getSource());
  std::optional<TensorReads> result = trace(op.getDest());
  if (!source || !result)
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

std::optional<TensorReads> ReadsTracer::traceConcat(tensor::ConcatOp op) {
  std::optional<TensorReads> whole;
  AxisReads joined;
  Fill fill;
  for (Value part : op.getInputs()) {
    std::optional<TensorReads> reads = trace(part);
    std::optional<Fill> merged =
        reads ? mergeFills(fill, reads->fill) : std::nullopt;
    if (!merged)
      return std::nullopt;
    fill = *merged;
    llvm::append_range(joined, reads->axes[op.getDim()]);
    if (reads->getUniform())
      continue;
    reads->axes[op.getDim()].clear();
    if (whole && whole->axes != reads->axes)
      return std::nullopt;
    whole = std::move(reads);
  }
  if (!whole)
    return std::nullopt;
  whole->axes[op.getDim()] = std::move(joined);
  whole->fill = fill;
  return whole;
}

std::optional<TensorReads> ReadsTracer::tracePad(PadOp op) {
  std::optional<TensorReads> source = trace(op.getSource());
  if (!source)
    return std::nullopt;
  SmallVector<AxisReads> taken;
  bool readsFill = false;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    std::optional<PadAxis> numbers = getStaticAxis(op, axis);
    if (!numbers)
      return std::nullopt;
    AxisReads &reads = taken.emplace_back();
    for (int64_t index = 0; index < op.getType().getDimSize(axis); ++index)
      reads.push_back(getSourceIndex(*numbers, index).value_or(kReadsFill));
    readsFill |= llvm::is_contained(reads, kReadsFill);
  }
  if (!readsFill)
    return compose(*source, taken, Fill());
  Fill fill;
  if (op.getValue())
    fill = getFill(op.getValue());
  else
    fill.constant = getConstantPaddingValue(op);
  return fill ? compose(*source, taken, fill) : std::nullopt;
}

std::optional<TensorReads> ReadsTracer::traceBody(Operation *op) {
  std::optional<BodyReads> body = getBodyReads(op);
  if (!body)
    return std::nullopt;
  std::optional<TensorReads> source = trace(body->source);
  if (!source)
    return std::nullopt;
  return compose(*source, body->reads.axes, body->reads.fill);
}

std::optional<TensorReads> mlir::pad::getTensorReads(Value tensor, Value base) {
  return ReadsTracer{base}.trace(tensor);
}

llvm::SetVector<Value> mlir::pad::getBases(Value tensor) {
  llvm::SetVector<Value> values;
  values.insert(tensor);
  for (unsigned next = 0; next < values.size() && next < kMostOps; ++next) {
    Operation *op = values[next].getDefiningOp();
    if (!op || getUniformFill(values[next]))
      continue;
    if (isa<tensor::CastOp, tensor::ExtractSliceOp, PadOp>(op))
      values.insert(op->getOperand(0));
    else if (isa<tensor::InsertSliceOp>(op))
      values.insert(op->operand_begin(), op->operand_begin() + 2);
    else if (isa<tensor::ConcatOp>(op))
      values.insert(op->operand_begin(), op->operand_end());
    else if (Value source = getBodySource(op))
      values.insert(source);
  }
  values.remove(tensor);
  values.remove_if([](Value value) {
    return !canList(value.getType()) || getUniformFill(value) ||
           value.getDefiningOp<tensor::EmptyOp>();
  });
  return values;
}
