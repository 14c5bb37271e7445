//===- TensorReads.cpp - What the elements of a tensor read ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorReads.h"
#include "Pad/Import/ForeignOps.h"
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
  DenseElementsAttr constant = getConstantTensor(tensor);
  if (constant && constant.isSplat())
    return {Value(), getElement(constant, 0)};
  return {};
}

std::optional<int64_t> TensorReads::getUniform() const {
  std::optional<int64_t> uniform;
  for (const AxisReads &reads : axes)
    for (int64_t read : reads) {
      if (read >= 0 || (uniform && *uniform != read))
        return std::nullopt;
      uniform = read;
    }
  return uniform;
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

std::optional<TensorReads> mlir::pad::compose(const TensorReads &inner,
                                              ArrayRef<AxisReads> outer,
                                              const Fill &fill) {
  std::optional<Fill> merged = mergeFills(inner.fill, fill);
  if (!merged)
    return std::nullopt;
  TensorReads reads;
  reads.fill = *merged;
  if (inner.axes.size() != outer.size())
    return std::nullopt;
  for (auto [innerReads, outerReads] : llvm::zip(inner.axes, outer)) {
    if (readsItself(outerReads)) {
      reads.axes.push_back(innerReads);
      continue;
    }
    AxisReads &axis = reads.axes.emplace_back();
    for (int64_t index : outerReads) {
      if (index >= 0 && (readsItself(innerReads) ||
                         index >= static_cast<int64_t>(innerReads.size())))
        return std::nullopt;
      axis.push_back(index < 0 ? index : innerReads[index]);
    }
  }
  return reads;
}
