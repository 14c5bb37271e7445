//===- PadCosts.cpp - What the pads of a model cost at least --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeLocations.h"
#include "Pad/IR/SourceHull.h"
#include "Pad/Import/PadReport.h"
#include "Pad/Transforms/Lowerability.h"
#include "PadConsumers.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

/// The bytes of a tensor of these extents; none if that is not known, or no
/// number of 63 bits.
static std::optional<int64_t> getBytes(ArrayRef<int64_t> shape,
                                       Type elementType) {
  if (llvm::is_contained(shape, 0))
    return 0;
  SmallVector<int64_t> factors(shape);
  factors.push_back(
      getElementBytes(elementType).value_or(ShapedType::kDynamic));
  return multiplyExtents(factors);
}

/// The extents of the part of the source that the result needs;
/// `ShapedType::kDynamic` where they are not known.
static SmallVector<int64_t> getNeededShape(PadOp pad) {
  SmallVector<int64_t> shape;
  for (int64_t axis = 0, rank = pad.getRank(); axis < rank; ++axis) {
    int64_t extent = pad.getSourceType().getDimSize(axis);
    if (std::optional<PadAxis> numbers = getStaticAxis(pad, axis);
        numbers && numbers->interior == 0)
      if (std::optional<SourceHull> hull = getSourceHull(*numbers))
        extent = hull->axis.extent;
    shape.push_back(extent);
  }
  return shape;
}

/// Adds the ops that read `value`, the result of `pad` or a cast of it.
static void addConsumers(Value value, PadOp pad,
                         SmallVectorImpl<PadConsumer> &consumers) {
  for (Operation *user : value.getUsers()) {
    if (auto cast = dyn_cast<tensor::CastOp>(user)) {
      addConsumers(cast.getResult(), pad, consumers);
      continue;
    }
    consumers.push_back(PadConsumer{getNodeName(user->getLoc()).str(),
                                    user->getName().getStringRef().str(),
                                    classifyConsumer(user, value, pad)});
  }
}

std::vector<PadCost> mlir::pad::analyzePads(ModuleOp model) {
  std::vector<PadCost> costs;
  model.walk([&](PadOp pad) {
    Type elementType = pad.getSourceType().getElementType();
    PadCost cost;
    cost.pad = pad;
    cost.node = getNodeName(pad.getLoc());
    cost.bytesRead = getBytes(getNeededShape(pad), elementType);
    cost.bytesWritten = getBytes(pad.getPaddedType().getShape(), elementType);
    addConsumers(pad.getResult(), pad, cost.consumers);
    costs.push_back(std::move(cost));
  });
  return costs;
}
