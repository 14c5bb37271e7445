//===- OnnxFunctions.cpp - Functions of ONNX models -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxFunctions.h"
#include "GraphOrder.h"
#include "ImportNames.h"
#include "OnnxVersions.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// The most that inlining may add to a model, because a small file can call
/// functions that call functions, each several times.
static constexpr uint64_t kMostAddedBytes = uint64_t(64) << 20;
/// The bytes that an op or an argument of a block takes in memory beside its
/// text, and those of an operand, a result or an attribute of an op.
static constexpr uint64_t kBytesPerOp = 256, kBytesPerOperand = 32;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// `domain`, by the shorter of its names.
static std::string normalizeDomain(const std::string &domain) {
  return isOnnxDomain(domain) ? std::string() : domain;
}

/// Calls `visit` for each of `nodes`, and for those of graphs in them.
static void
visitNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes,
           function_ref<void(const onnx::NodeProto &)> visit) {
  for (const onnx::NodeProto &node : nodes) {
    visit(node);
    for (const onnx::AttributeProto &attribute : node.attribute()) {
      visitNodes(attribute.g().node(), visit);
      for (const onnx::GraphProto &graph : attribute.graphs())
        visitNodes(graph.node(), visit);
    }
  }
}

/// The bytes that `nodes` and the graphs in them take in memory beside their
/// text.
static uint64_t
countBytes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes) {
  uint64_t bytes = 0;
  auto addGraph = [&](const onnx::GraphProto &graph) {
    bytes += kBytesPerOp * (graph.input_size() + graph.initializer_size() +
                            graph.sparse_initializer_size());
    bytes += kBytesPerOperand * graph.output_size();
    bytes += countBytes(graph.node());
  };
  for (const onnx::NodeProto &node : nodes) {
    bytes += kBytesPerOp +
             kBytesPerOperand * (node.input_size() + node.output_size() +
                                 node.attribute_size());
    for (const onnx::AttributeProto &attribute : node.attribute()) {
      addGraph(attribute.g());
      for (const onnx::GraphProto &graph : attribute.graphs())
        addGraph(graph);
    }
  }
  return bytes;
}

StringRef mlir::pad::getOnnxNodeName(const onnx::NodeProto &node) {
  if (!node.name().empty())
    return node.name();
  for (const std::string &output : node.output())
    if (!output.empty())
      return output;
  return node.op_type();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

const OnnxFunction *OnnxFunctions::find(const onnx::NodeProto &node) const {
  if (functions.empty())
    return nullptr;
  auto found = numbers.find(
      {normalizeDomain(node.domain()), node.op_type(), getOnnxOverload(node)});
  return found == numbers.end() ? nullptr : &functions[found->second];
}

void OnnxFunctions::measure(OnnxFunction &function) const {
  function.numBytes =
      function.proto->ByteSizeLong() + countBytes(function.proto->node());
  visitNodes(function.proto->node(), [&](const onnx::NodeProto &node) {
    function.numNodes = llvm::SaturatingAdd<uint64_t>(function.numNodes, 1);
    const OnnxFunction *callee = find(node);
    if (!callee)
      return;
    function.numNodes =
        llvm::SaturatingAdd(function.numNodes, callee->numNodes);
    // The names of the nodes begin with that of the call.
    function.numBytes = llvm::SaturatingMultiplyAdd<uint64_t>(
        callee->numNodes, getOnnxNodeName(node).size(),
        llvm::SaturatingAdd(function.numBytes, callee->numBytes));
  });
}

/// A shortest list of functions, by number, that call one another in turn, from
/// `first` back to it.
static SmallVector<unsigned> findCycle(ArrayRef<SmallVector<unsigned>> callees,
                                       unsigned first) {
  SmallVector<std::optional<unsigned>> callers(callees.size());
  SmallVector<unsigned> reached = {first};
  for (size_t next = 0; next < reached.size() && !callers[first]; ++next)
    for (unsigned callee : callees[reached[next]])
      if (!callers[callee]) {
        callers[callee] = reached[next];
        reached.push_back(callee);
      }
  SmallVector<unsigned> cycle = {first};
  while (*callers[cycle.back()] != first)
    cycle.push_back(*callers[cycle.back()]);
  std::reverse(std::next(cycle.begin()), cycle.end());
  return cycle;
}

LogicalResult OnnxFunctions::orderFunctions(Location fileLoc) {
  SmallVector<SmallVector<unsigned>> callees(functions.size());
  for (auto [function, called] : llvm::zip_equal(functions, callees))
    visitNodes(function.proto->node(),
               [&, &called = called](const onnx::NodeProto &node) {
                 if (const OnnxFunction *callee = find(node))
                   called.push_back(callee - functions.data());
               });
  unsigned onCycle;
  FailureOr<SmallVector<unsigned>> order = orderNodes(callees, onCycle);
  if (failed(order)) {
    constexpr size_t kMostNames = 8;
    SmallVector<unsigned> cycle = findCycle(callees, onCycle);
    InFlightDiagnostic error = emitError(fileLoc)
                               << "function "
                               << quoteName(functions[onCycle].proto->name());
    for (unsigned number : ArrayRef(cycle).drop_front().take_front(kMostNames))
      error << " calls function " << quoteName(functions[number].proto->name())
            << ", which";
    if (cycle.size() > kMostNames + 1)
      error << " through " << cycle.size() - kMostNames - 1 << " others";
    return error << " calls " << (cycle.size() == 1 ? "itself" : "the first")
                 << "; functions of an ONNX model must not be recursive";
  }
  for (unsigned number : *order)
    measure(functions[number]);
  return success();
}

LogicalResult OnnxFunctions::read(const onnx::ModelProto &model,
                                  Location fileLoc) {
  mostBytes = kMostAddedBytes;
  for (const onnx::FunctionProto &proto : model.functions()) {
    auto emitFunctionError = [&] {
      return emitError(fileLoc) << "function " << quoteName(proto.name());
    };
    FailureOr<OnnxVersions> versions = readOnnxVersions(
        fileLoc.getContext(), proto.opset_import(), emitFunctionError);
    if (failed(versions))
      return failure();
    OnnxFunction function{&proto, versions->standard, {}, {}};
    if (failed(readOnnxDefaults(proto, function.defaults)) ||
        failed(readOnnxValueInfos(proto, function.types)))
      return emitFunctionError()
             << " has a default of an attribute or the type of a value that is "
                "damaged or nested too deeply";
    Key key{normalizeDomain(proto.domain()), proto.name(),
            getOnnxOverload(proto)};
    if (!numbers.try_emplace(std::move(key), functions.size()).second)
      return emitFunctionError()
             << " of domain " << quoteName(proto.domain())
             << " is defined twice in the model; each needs one definition";
    functions.push_back(std::move(function));
    mostBytes += proto.ByteSizeLong() + countBytes(proto.node());
  }
  return orderFunctions(fileLoc);
}
