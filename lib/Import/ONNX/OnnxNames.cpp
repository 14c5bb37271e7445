//===- OnnxNames.cpp - Names of the values of a model ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNames.h"

using namespace mlir;
using namespace mlir::pad;

OnnxNames::OnnxNames(const onnx::ModelProto &model) {
  add(model.graph());
  // Graphs of training may read values of the graph of the model.
  for (const onnx::TrainingInfoProto &training : model.training_info()) {
    add(training.initialization());
    add(training.algorithm());
  }
}

void OnnxNames::add(const onnx::GraphProto &graph) {
  // An input may have an initializer, its default.
  llvm::StringSet<> own;
  for (const onnx::ValueInfoProto &value : graph.input())
    own.insert(value.name());
  for (const onnx::TensorProto &tensor : graph.initializer())
    own.insert(tensor.name());
  for (const onnx::SparseTensorProto &tensor : graph.sparse_initializer())
    own.insert(tensor.values().name());
  for (const onnx::NodeProto &node : graph.node())
    own.insert(node.output().begin(), node.output().end());
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
      ++reads[input];
    // Names of nodes and values are apart, but some tools take both for one.
    names.insert(node.name());
    for (const onnx::AttributeProto &attribute : node.attribute()) {
      add(attribute.g());
      for (const onnx::GraphProto &inner : attribute.graphs())
        add(inner);
    }
  }
}

std::string OnnxNames::create(StringRef base) {
  std::string name = base.str();
  for (unsigned number = 1; !names.insert(name).second; ++number)
    name = (base + "_" + Twine(number)).str();
  return name;
}
