//===- PadCosts.cpp - What the pads of a model cost at least --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeLocations.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/Import/PadConsumers.h"
#include "Pad/Import/PadReport.h"
#include "Pad/Transforms/Lowerability.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether `op` reads each element of a tensor once.
static bool isElementwise(Operation *op) {
  static const llvm::StringSet<> types = {
      "Abs",     "Add",      "Cast",     "Ceil",      "Clamp",    "Clip",
      "Convert", "Div",      "Divide",   "Elu",       "Erf",      "Exp",
      "Floor",   "Gelu",     "HardTanh", "HardSwish", "HSwish",   "LeakyRelu",
      "Log",     "Max",      "Maximum",  "Min",       "Minimum",  "Mish",
      "Mul",     "Multiply", "Neg",      "Negative",  "Not",      "Pow",
      "Power",   "PRelu",    "Relu",     "Round",     "Selu",     "Sigmoid",
      "Sign",    "Softplus", "Sqrt",     "Sub",       "Subtract", "Swish",
      "Tanh",    "Where"};
  // An operator of another domain may mean anything.
  auto [system, type] = op->getName().getStringRef().split('.');
  bool isKnown = system == "onnx" || system == "openvino" || system == "ngraph";
  return isKnown && types.contains(type);
}

/// What `reader`, a node of a model, could do with `pad`.
static PadConsumer::Kind classify(PadReader reader, PadOp pad) {
  std::string reason;
  if (takePadOver(reader, pad, reason))
    return PadConsumer::Kind::TakesPad;
  return readsWindows(reader) || isElementwise(reader.first)
             ? PadConsumer::Kind::CanFuse
             : PadConsumer::Kind::NeedsTensor;
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
    SmallVector<PadReader> readers;
    addReaders(pad, readers);
    for (PadReader reader : readers)
      cost.consumers.push_back(PadConsumer{
          getNodeName(reader.first->getLoc()).str(),
          reader.first->getName().getStringRef().str(), classify(reader, pad)});
    costs.push_back(std::move(cost));
  });
  return costs;
}
