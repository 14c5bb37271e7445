//===- OnnxNames.cpp - Names of the values of a model, and their order ----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelNodes.h"
#include "OnnxRewrite.h"

using namespace mlir;
using namespace mlir::pad;

/// The names of the values that `graph` itself defines.
static llvm::StringSet<> getDefinedNames(const onnx::GraphProto &graph) {
  // An input may have an initializer, its default.
  llvm::StringSet<> own;
  for (const onnx::ValueInfoProto &value : graph.input())
    own.insert(value.name());
  for (const onnx::TensorProto &tensor : graph.initializer())
    own.insert(tensor.name());
  for (const onnx::NodeProto &node : graph.node())
    own.insert(node.output().begin(), node.output().end());
  return own;
}

OnnxNames::OnnxNames(const onnx::ModelProto &model) : model(model) {
  add(model.graph());
  // Graphs of training may read values of the graph of the model.
  for (const onnx::TrainingInfoProto &training : model.training_info()) {
    add(training.initialization());
    add(training.algorithm());
  }
}

void OnnxNames::add(const onnx::GraphProto &graph) {
  llvm::StringSet<> own = getDefinedNames(graph);
  for (StringRef name : own.keys()) {
    names.insert(name);
    if (!defined.insert(name).second)
      ambiguous.insert(name);
  }

  for (const auto *values : {&graph.output(), &graph.value_info()})
    for (const onnx::ValueInfoProto &value : *values)
      names.insert(value.name());
  for (const onnx::ValueInfoProto &value : graph.output())
    returned.insert(value.name());
  for (const onnx::NodeProto &node : graph.node()) {
    for (const std::string &input : node.input())
      reads[input].push_back(&node);
    // Names of nodes and values are apart, but some tools take both for one.
    names.insert(node.name());
    for (const onnx::AttributeProto &attribute : node.attribute())
      add(attribute.g());
  }
}

bool OnnxNames::isCall(const onnx::NodeProto &node) const {
  return llvm::any_of(model.functions(), [&](const auto &function) {
    return function.name() == node.op_type() &&
           function.domain() == node.domain();
  });
}

void OnnxNames::replace(StringRef old, StringRef name) {
  // What takes the place may have been replaced before.
  for (auto found = replaced.find(name); found != replaced.end();
       found = replaced.find(name))
    name = found->second;
  replaced[old] = name.str();
  auto readers = std::move(reads[old]);
  reads.erase(old);
  llvm::erase_if(reads[name], [&](const onnx::NodeProto *node) {
    return llvm::is_contained(node->output(), old);
  });
  llvm::append_range(reads[name], readers);
}

std::string OnnxNames::create(StringRef base) {
  std::string name = base.str();
  for (unsigned number = 1; !names.insert(name).second; ++number)
    name = (base + "_" + Twine(number)).str();
  return name;
}
