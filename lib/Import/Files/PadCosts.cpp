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
  // Names of several systems, without case and underscores.
  static const llvm::StringSet<> types = {
      "abs",       "add",       "cast",
      "ceil",      "clamp",     "clip",
      "convert",   "cos",       "div",
      "divide",    "elu",       "erf",
      "exp",       "floor",     "gelu",
      "hardtanh",  "hardswish", "hswish",
      "leakyrelu", "log",       "logistic",
      "max",       "maximum",   "min",
      "minimum",   "mish",      "mul",
      "multiply",  "neg",       "negative",
      "not",       "pow",       "power",
      "prelu",     "quantize",  "dequantize",
      "relu",      "relu6",     "relun1to1",
      "round",     "rsqrt",     "select",
      "selectv2",  "selu",      "sigmoid",
      "sign",      "sin",       "softplus",
      "sqrt",      "square",    "squareddifference",
      "sub",       "subtract",  "swish",
      "tanh",      "where"};
  // An operator of another domain may mean anything.
  auto [system, type] = op->getName().getStringRef().split('.');
  std::string name = type.lower();
  llvm::erase(name, '_');
  return llvm::is_contained({"onnx", "openvino", "ngraph", "tflite"}, system) &&
         types.contains(name);
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
