//===- OnnxEdits.cpp - Names of a model, and changes of its nodes ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxRewrite.h"
#include "llvm/ADT/STLExtras.h"

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

OnnxNames::OnnxNames(onnx::ModelProto &model) : model(model) {
  add(*model.mutable_graph());
  // Graphs of training may read values of the graph of the model.
  for (onnx::TrainingInfoProto &training : *model.mutable_training_info()) {
    if (training.has_initialization())
      add(*training.mutable_initialization());
    if (training.has_algorithm())
      add(*training.mutable_algorithm());
  }
}

void OnnxNames::add(onnx::GraphProto &graph) {
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
  for (onnx::NodeProto &node : *graph.mutable_node()) {
    for (const std::string &input : node.input())
      reads[input].push_back(&node);
    // Names of nodes and values are apart, but some tools take both for one.
    names.insert(node.name());
    for (onnx::AttributeProto &attribute : *node.mutable_attribute())
      if (attribute.has_g())
        add(*attribute.mutable_g());
  }
}

bool OnnxNames::isCall(const onnx::NodeProto &node) const {
  return llvm::any_of(model.functions(), [&](const auto &function) {
    return function.name() == node.op_type() &&
           function.domain() == node.domain();
  });
}

void OnnxNames::replace(const std::string &old, const std::string &name,
                        const onnx::NodeProto &maker) {
  for (onnx::NodeProto *node : getReaders(old)) {
    llvm::replace(*node->mutable_input(), old, name);
    reads[name].push_back(node);
  }
  reads.erase(old);
  llvm::erase(reads[name], &maker);
}

std::string OnnxNames::create(StringRef base) {
  std::string name = base.str();
  for (unsigned number = 1; !names.insert(name).second; ++number)
    name = (base + "_" + Twine(number)).str();
  return name;
}

void OnnxEdits::apply(onnx::GraphProto &graph) const {
  // The nodes stay where they are in memory, so that edits find them.
  OnnxNodeList before;
  before.Swap(graph.mutable_node());
  for (onnx::NodeProto &node : before) {
    if (auto taken = replaced.find(&node); taken != replaced.end()) {
      graph.mutable_node()->Add(taken->second.begin(), taken->second.end());
      continue;
    }
    auto &given = *node.mutable_attribute();
    for (auto [name, value] : attributes.lookup(&node)) {
      given.erase(llvm::remove_if(given,
                                  [&, name = name](const auto &attribute) {
                                    return attribute.name() == name;
                                  }),
                  given.end());
      if (value)
        *given.Add() = makeOnnxAttribute(name, value);
    }
    for (onnx::AttributeProto &attribute : given)
      if (attribute.has_g())
        apply(*attribute.mutable_g());
    graph.add_node()->Swap(&node);
  }
}

onnx::AttributeProto mlir::pad::makeOnnxAttribute(StringRef name,
                                                  Attribute value) {
  onnx::AttributeProto attribute;
  attribute.set_name(name.str());
  bool isList = !isa<IntegerAttr>(value);
  attribute.set_type(isList ? onnx::AttributeProto::INTS
                            : onnx::AttributeProto::INT);
  SmallVector<int64_t> numbers = *getIntegers(value);
  for (int64_t number : numbers)
    if (isList)
      attribute.add_ints(number);
    else
      attribute.set_i(number);
  return attribute;
}

std::string OnnxNodeBuilder::create(StringRef type,
                                    ArrayRef<std::string> inputs,
                                    ArrayRef<onnx::AttributeProto> attributes) {
  onnx::NodeProto node;
  for (const std::string &input : inputs)
    node.add_input(input);
  node.set_op_type(type.str());
  for (const onnx::AttributeProto &attribute : attributes)
    *node.add_attribute() = attribute;
  std::string &known = outputs[node.SerializeAsString()];
  if (!known.empty())
    return known;
  std::string output = names.create(base + "/" + type.str());
  node.add_output(output);
  node.set_name(output);
  nodes.push_back(std::move(node));
  return known = output;
}

std::string OnnxNodeBuilder::createConstant(ArrayRef<int64_t> list) {
  onnx::AttributeProto value;
  value.set_name("value");
  value.set_type(onnx::AttributeProto::TENSOR);
  onnx::TensorProto &tensor = *value.mutable_t();
  tensor.set_data_type(onnx_type::Int64);
  tensor.add_dims(list.size());
  for (int64_t number : list)
    tensor.add_int64_data(number);
  return create("Constant", {}, value);
}

std::vector<onnx::NodeProto>
OnnxNodeBuilder::finish(const onnx::NodeProto &node,
                        const std::string &result) {
  if (nodes.empty() || nodes.back().output(0) != result)
    create("Identity", result);
  nodes.back().set_output(0, node.output(0));
  nodes.back().set_name(node.name());
  return std::move(nodes);
}
