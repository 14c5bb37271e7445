//===- PadCosts.cpp - What the pads of a model cost at least --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeLocations.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/Import/PadReport.h"
#include "Pad/Transforms/Lowerability.h"
#include "PadConsumers.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

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
    PadTraffic traffic =
        getTraffic(pad, getElementBytes(pad.getSourceType().getElementType()));
    PadCost cost;
    cost.pad = pad;
    cost.node = getNodeName(pad.getLoc());
    cost.bytesRead = traffic.read;
    cost.bytesWritten = traffic.written;
    addConsumers(pad.getResult(), pad, cost.consumers);
    costs.push_back(std::move(cost));
  });
  return costs;
}
