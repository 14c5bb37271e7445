//===- OnnxOrder.cpp - Order of the nodes of an ONNX graph ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphOrder.h"
#include "OnnxGraph.h"
#include "OnnxNames.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::pad;

/// Calls `visit` with the names that `node` uses, and that its own graphs do
/// not define. The parser of protobuf limits how deep they are.
static void visitUses(const onnx::NodeProto &node,
                      function_ref<void(StringRef)> visit) {
  for (const std::string &input : node.input())
    visit(input);
  auto visitGraph = [&](const onnx::GraphProto &graph) {
    llvm::StringSet<> own = getDefinedNames(graph);
    auto visitFree = [&](StringRef name) {
      if (!own.contains(name))
        visit(name);
    };
    for (const onnx::NodeProto &inner : graph.node())
      visitUses(inner, visitFree);
    for (const onnx::ValueInfoProto &output : graph.output())
      visitFree(output.name());
  };
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (attribute.has_g())
      visitGraph(attribute.g());
    for (const onnx::GraphProto &graph : attribute.graphs())
      visitGraph(graph);
  }
}

SmallVector<const onnx::NodeProto *>
mlir::pad::orderOnnxNodes(const OnnxNodeList &nodes, bool &isSorted) {
  SmallVector<const onnx::NodeProto *> ordered(nodes.pointer_begin(),
                                               nodes.pointer_end());
  llvm::StringMap<unsigned> makers;
  for (auto [number, node] : llvm::enumerate(nodes))
    for (const std::string &output : node.output())
      if (!output.empty())
        makers.try_emplace(output, number);
  isSorted = true;
  SmallVector<SmallVector<unsigned>> predecessors(nodes.size());
  for (auto [number, node] : llvm::enumerate(nodes))
    visitUses(node, [&, number = number](StringRef name) {
      auto maker = makers.find(name);
      if (maker == makers.end())
        return;
      predecessors[number].push_back(maker->second);
      isSorted &= maker->second < number;
    });
  unsigned onCycle;
  if (isSorted)
    return ordered;
  FailureOr<SmallVector<unsigned>> order = orderNodes(predecessors, onCycle);
  isSorted = failed(order);
  if (succeeded(order))
    for (auto [place, number] : llvm::enumerate(*order))
      ordered[place] = &nodes.Get(number);
  return ordered;
}
