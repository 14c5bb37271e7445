//===- OnnxNodeBuilder.cpp - Makes nodes of a model -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNodeBuilder.h"
#include "OnnxTypes.h"

using namespace mlir;
using namespace mlir::pad;

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
