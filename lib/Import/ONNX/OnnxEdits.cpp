//===- OnnxEdits.cpp - Changes of the nodes of a model --------------------===//
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

/// Gives `node` the attributes of `changes`, and removes those without a value.
static void changeAttributes(onnx::NodeProto &node,
                             const OnnxAttributeEdits &changes) {
  for (const auto &[name, value] : changes) {
    auto &attributes = *node.mutable_attribute();
    attributes.erase(
        llvm::remove_if(attributes,
                        [&, &name = name](const onnx::AttributeProto &given) {
                          return given.name() == name;
                        }),
        attributes.end());
    if (value)
      *attributes.Add() = *value;
  }
}

void OnnxEdits::apply(onnx::GraphProto &graph) const {
  auto rename = [&](onnx::NodeProto &node) {
    for (std::string &input : *node.mutable_input())
      for (auto found = renamed.find(input); found != renamed.end();
           found = renamed.find(input))
        input = found->second;
  };
  // The nodes stay where they are in memory, so that edits find them.
  OnnxNodeList before;
  before.Swap(graph.mutable_node());
  for (onnx::NodeProto &node : before) {
    auto taken = replaced.find(&node);
    if (taken != replaced.end()) {
      for (const onnx::NodeProto &added : taken->second) {
        *graph.add_node() = added;
        rename(*graph.mutable_node()->rbegin());
      }
      continue;
    }
    if (auto changed = attributes.find(&node); changed != attributes.end())
      changeAttributes(node, changed->second);
    rename(node);
    for (onnx::AttributeProto &attribute : *node.mutable_attribute())
      if (attribute.has_g())
        apply(*attribute.mutable_g());
    graph.add_node()->Swap(&node);
  }
}

onnx::AttributeProto mlir::pad::makeOnnxAttribute(StringRef name,
                                                  int64_t value) {
  onnx::AttributeProto attribute;
  attribute.set_name(name.str());
  attribute.set_type(onnx::AttributeProto::INT);
  attribute.set_i(value);
  return attribute;
}

onnx::AttributeProto mlir::pad::makeOnnxAttribute(StringRef name,
                                                  ArrayRef<int64_t> values) {
  onnx::AttributeProto attribute;
  attribute.set_name(name.str());
  attribute.set_type(onnx::AttributeProto::INTS);
  for (int64_t value : values)
    attribute.add_ints(value);
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
