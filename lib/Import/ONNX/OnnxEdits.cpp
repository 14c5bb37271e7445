//===- OnnxEdits.cpp - Nodes that are written into the bytes of a model ---===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxEdits.h"
#include "OnnxRewrite.h"
#include "OnnxSkeleton.h"
#include "OnnxTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Bytes in pieces. Those of the file are not copied.
class Pieces {
public:
  size_t getSize() const { return size; }

  /// Whether these are exactly the bytes at the place of `bytes`.
  bool isAt(StringRef bytes) const {
    return size == bytes.size() &&
           (size == 0 ||
            (pieces.size() == 1 && pieces.front().data() == bytes.data()));
  }

  void append(StringRef piece) {
    size += piece.size();
    if (!pieces.empty() && pieces.back().end() == piece.begin())
      pieces.back() =
          StringRef(pieces.back().data(), pieces.back().size() + piece.size());
    else if (!piece.empty())
      pieces.push_back(piece);
  }
  void append(const Pieces &other) {
    for (StringRef piece : other.pieces)
      append(piece);
  }

  void print(raw_ostream &os) const {
    for (StringRef piece : pieces)
      os << piece;
  }

private:
  SmallVector<StringRef> pieces;
  size_t size = 0;
};
} // namespace

namespace {
/// Writes messages again, with the edits.
class Splicer {
public:
  explicit Splicer(const OnnxEdits &edits) : edits(edits) {}

  Pieces write(StringRef bytes, const onnx::ModelProto &model) {
    Pieces result;
    visitFields(bytes, [&](const WireField &field) {
      if (field.number == onnx::ModelProto::kGraphFieldNumber)
        append(result, field, write(field.payload, model.graph()));
      else
        result.append(field.bytes);
    });
    return result;
  }

private:
  /// Calls `visit` with the fields of `message`, which protobuf has parsed.
  /// Those that are no texts or messages have number 0.
  static void visitFields(StringRef message,
                          function_ref<void(const WireField &)> visit) {
    while (std::optional<WireField> field = readWireField(message)) {
      if (!field->hasLength)
        field->number = 0;
      visit(*field);
    }
  }

  /// Appends a field of `payload`.
  void appendField(Pieces &result, int number, const Pieces &payload) {
    result.append(keep(getWireHeader(number, payload.getSize())));
    result.append(payload);
  }
  void appendField(Pieces &result, int number, std::string payload) {
    Pieces pieces;
    pieces.append(keep(std::move(payload)));
    appendField(result, number, pieces);
  }
  /// Appends `field`, whose payload has become `payload`.
  void append(Pieces &result, const WireField &field, const Pieces &payload) {
    if (payload.isAt(field.payload))
      result.append(field.bytes);
    else
      appendField(result, field.number, payload);
  }
  /// The same of a text.
  void append(Pieces &result, const WireField &field, StringRef payload) {
    if (payload == field.payload)
      result.append(field.bytes);
    else
      appendField(result, field.number, payload.str());
  }

  StringRef keep(std::string text) {
    return kept.emplace_back(std::move(text));
  }

  Pieces write(StringRef bytes, const onnx::GraphProto &graph) {
    Pieces result;
    visitFields(bytes, [&](const WireField &field) {
      if (field.number != onnx::GraphProto::kNodeFieldNumber) {
        result.append(field.bytes);
        return;
      }
      // A message that is given in several parts has the nodes of all.
      const onnx::NodeProto &node = graph.node(numSeen[&graph]++);
      auto replaced = edits.replaced.find(&node);
      if (replaced == edits.replaced.end()) {
        append(result, field, write(field.payload, node));
        return;
      }
      for (onnx::NodeProto added : replaced->second) {
        for (std::string &input : *added.mutable_input())
          input = rename(input).str();
        appendField(result, field.number, added.SerializeAsString());
      }
    });
    return result;
  }

  Pieces write(StringRef bytes, const onnx::NodeProto &node) {
    auto changed = edits.attributes.find(&node);
    llvm::StringSet<> written;
    int numAttributes = 0;
    Pieces result;
    auto appendAttribute = [&](StringRef name,
                               std::optional<onnx::AttributeProto> value) {
      if (written.insert(name).second && value)
        appendField(result, onnx::NodeProto::kAttributeFieldNumber,
                    value->SerializeAsString());
    };
    visitFields(bytes, [&](const WireField &field) {
      if (field.number == onnx::NodeProto::kInputFieldNumber) {
        append(result, field, rename(field.payload));
        return;
      }
      if (field.number != onnx::NodeProto::kAttributeFieldNumber) {
        result.append(field.bytes);
        return;
      }
      const onnx::AttributeProto &attribute = node.attribute(numAttributes++);
      if (changed != edits.attributes.end()) {
        auto edit = changed->second.find(attribute.name());
        if (edit != changed->second.end()) {
          appendAttribute(edit->first, edit->second);
          return;
        }
      }
      append(result, field, write(field.payload, attribute));
    });
    if (changed != edits.attributes.end())
      for (const auto &[name, value] : changed->second)
        appendAttribute(name, value);
    return result;
  }

  Pieces write(StringRef bytes, const onnx::AttributeProto &attribute) {
    int numGraphs = 0;
    Pieces result;
    visitFields(bytes, [&](const WireField &field) {
      if (field.number == onnx::AttributeProto::kGFieldNumber)
        append(result, field, write(field.payload, attribute.g()));
      else if (field.number == onnx::AttributeProto::kGraphsFieldNumber)
        append(result, field,
               write(field.payload, attribute.graphs(numGraphs++)));
      else
        result.append(field.bytes);
    });
    return result;
  }

  StringRef rename(StringRef name) const {
    for (auto found = edits.renamed.find(name); found != edits.renamed.end();
         found = edits.renamed.find(name))
      name = found->second;
    return name;
  }

  const OnnxEdits &edits;
  /// Bytes that the file does not have.
  std::deque<std::string> kept;
  /// The nodes of a graph that were written.
  DenseMap<const onnx::GraphProto *, int> numSeen;
};
} // namespace

void mlir::pad::applyOnnxEdits(StringRef bytes, const onnx::ModelProto &model,
                               const OnnxEdits &edits, raw_ostream &os) {
  Splicer splicer(edits);
  splicer.write(bytes, model).print(os);
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
