//===- TensorReads.cpp - What the elements of a tensor read ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorReads.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

Fill mlir::pad::getUniformFill(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (auto fill = dyn_cast_if_present<linalg::FillOp>(op))
    return getFill(fill.value());
  if (auto splat = dyn_cast_if_present<tensor::SplatOp>(op))
    return getFill(splat.getInput());
  if (auto generate = dyn_cast_if_present<tensor::GenerateOp>(op)) {
    Block &body = generate.getBody().front();
    Fill fill = getFill(cast<tensor::YieldOp>(body.getTerminator()).getValue());
    // A constant of the body is created again outside of it.
    if (fill.constant)
      fill.value = Value();
    else if (generate->isAncestor(fill.value.getParentBlock()->getParentOp()))
      return {};
    return fill;
  }
  return {Value(), getUniformElement(dyn_cast_if_present<ElementsAttr>(
                       getConstantAttribute(tensor)))};
}

std::optional<int64_t> TensorReads::getUniform() const {
  std::optional<int64_t> uniform;
  for (const AxisReads &reads : axes)
    for (int64_t read : reads) {
      if (read >= 0 || read <= kReadsItself || (uniform && *uniform != read))
        return std::nullopt;
      uniform = read;
    }
  return uniform;
}

const ModeSet *TensorReads::getRepeatingModes(int64_t axis) const {
  const RepeatedAxis *found = llvm::find_if(
      repeated, [&](const RepeatedAxis &entry) { return entry.axis == axis; });
  return found == repeated.end() ? nullptr : &found->modes;
}

void TensorReads::repeat(int64_t axis, ModeSet modes) {
  for (RepeatedAxis &entry : repeated)
    if (entry.axis == axis) {
      llvm::erase_if(entry.modes, [&](PadMode mode) {
        return !llvm::is_contained(modes, mode);
      });
      return;
    }
  repeated.push_back({axis, std::move(modes)});
}

bool mlir::pad::canList(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() != 0 &&
         llvm::all_of(tensor.getShape(), isListed);
}

std::optional<Fill> mlir::pad::mergeFills(const Fill &a, const Fill &b) {
  if (a && b && !(a == b))
    return std::nullopt;
  return a ? a : b;
}

/// `reads` backwards.
static AxisReads reverseReads(ArrayRef<int64_t> reads) {
  return llvm::map_to_vector(llvm::reverse(reads), [](int64_t read) {
    if (read == kReadsItself)
      return kReadsReversed;
    return read == kReadsReversed ? kReadsItself : read;
  });
}

/// What index `index` of an axis reads that reads `reads`; nullopt if that is
/// up to the extent.
static std::optional<int64_t> readAt(ArrayRef<int64_t> reads, int64_t index) {
  AxisReads reversed;
  bool isFromEnd = index > kLongestAxis;
  if (isFromEnd) {
    reversed = reverseReads(reads);
    reads = reversed;
    index = kLast - index;
  }
  for (auto [place, read] : llvm::enumerate(reads)) {
    bool isRun = read == kReadsItself || read == kReadsReversed;
    int64_t left = index - static_cast<int64_t>(place);
    if (!isRun && left == 0)
      return read;
    if (!isRun)
      continue;
    // The index may lie behind a short axis.
    if (place + 1 != reads.size())
      return std::nullopt;
    return read == kReadsItself ? left : kLast - left;
  }
  return std::nullopt;
}

std::optional<TensorReads> mlir::pad::compose(const TensorReads &inner,
                                              ArrayRef<AxisReads> outer,
                                              const Fill &fill) {
  std::optional<Fill> merged = mergeFills(inner.fill, fill);
  if (!merged)
    return std::nullopt;
  TensorReads reads;
  reads.fill = *merged;
  reads.limited = inner.limited;
  reads.repeated = inner.repeated;
  if (inner.axes.size() != outer.size())
    return std::nullopt;
  for (auto [axis, outerReads] : llvm::enumerate(outer)) {
    const AxisReads &innerReads = inner.axes[axis];
    AxisReads &all = reads.axes.emplace_back();
    if (inner.getRepeatingModes(axis) && !readsItself(outerReads))
      return std::nullopt;
    for (int64_t index : outerReads) {
      std::optional<int64_t> read = index;
      if (index == kReadsItself || index == kReadsReversed) {
        llvm::append_range(
            all, index == kReadsItself ? innerReads : reverseReads(innerReads));
        continue;
      }
      if (index >= 0)
        read = inner.isLimited(axis) ? std::nullopt : readAt(innerReads, index);
      if (!read)
        return std::nullopt;
      all.push_back(*read);
    }
  }
  return reads;
}
