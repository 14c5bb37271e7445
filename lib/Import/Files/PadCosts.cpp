//===- PadCosts.cpp - What the pads of a model cost at least --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelNodes.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/Import/PadConsumers.h"
#include "Pad/Import/PadReport.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether `op` reads each element of a tensor once.
static bool isElementwise(Operation *op) {
  // Names of several systems, without case and underscores.
  constexpr StringLiteral types =
      "abs add cast ceil clamp clip convert cos dequantize div divide elu "
      "erf exp floor gelu hardswish hardtanh hswish leakyrelu log logistic "
      "max maximum min minimum mish mul multiply neg negative not pow power "
      "prelu quantize relu relu6 relun1to1 round rsqrt select selectv2 selu "
      "sigmoid sign sin softplus sqrt square squareddifference sub subtract "
      "swish tanh where";
  // An operator of another domain may mean anything.
  auto [system, type] = op->getName().getStringRef().split('.');
  std::string name = type.lower();
  llvm::erase(name, '_');
  return llvm::is_contained({"onnx", "openvino", "ngraph", "tflite"}, system) &&
         llvm::is_contained(llvm::split(types, ' '), name);
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

/// The pad for which the importer made `op`, which has the place of the same
/// node: a slice that crops before the pad, or a number that it pads by. Null
/// if there is none.
static PadOp findPadOfNode(Operation *op) {
  SmallVector<Operation *> worklist = {op};
  DenseSet<Operation *> visited;
  while (!worklist.empty()) {
    Operation *made = worklist.pop_back_val();
    if (made->isRegistered() && made->getLoc() == op->getLoc() &&
        visited.insert(made).second) {
      if (auto pad = dyn_cast<PadOp>(made))
        return pad;
      llvm::append_range(worklist, made->getUsers());
    }
  }
  return {};
}

/// Adds the ops that read elements of `pad`, of each node one.
static void addReadingNodes(PadOp pad, SmallVectorImpl<PadReader> &nodes) {
  SmallVector<PadReader> readers;
  addReaders(pad, readers);
  for (PadReader reader : readers) {
    if (isa<tensor::DimOp>(reader.first))
      continue;
    if (PadOp other = findPadOfNode(reader.first))
      reader = {other, other.getSource()};
    if (!reader.first->isRegistered() || !llvm::is_contained(nodes, reader))
      nodes.push_back(reader);
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
    SmallVector<PadReader> readers;
    addReadingNodes(pad, readers);
    for (PadReader reader : readers)
      cost.consumers.push_back(PadConsumer{
          getNodeName(reader.first->getLoc()).str(),
          reader.first->getName().getStringRef().str(), classify(reader, pad)});
    costs.push_back(std::move(cost));
  });
  return costs;
}
