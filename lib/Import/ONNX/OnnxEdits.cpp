//===- OnnxEdits.cpp - Changes of the bytes of a model --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxEdits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

using namespace mlir;
using namespace mlir::pad;

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

namespace {
/// A field of a message as its bytes have it.
struct Field {
  /// 0 for a field that has no length, which is no text or message.
  int number = 0;
  /// The whole field, and what follows its length.
  StringRef bytes, payload;
};
} // namespace

/// Calls `visit` for each field of `message`, which protobuf has parsed.
static void visitFields(StringRef message,
                        function_ref<void(const Field &)> visit) {
  CodedInputStream stream(reinterpret_cast<const uint8_t *>(message.data()),
                          message.size());
  while (size_t(stream.CurrentPosition()) < message.size()) {
    int begin = stream.CurrentPosition();
    uint32_t tag = stream.ReadTag();
    Field field;
    if (WireFormatLite::GetTagWireType(tag) ==
        WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      uint32_t length = 0;
      stream.ReadVarint32(&length);
      field.number = WireFormatLite::GetTagFieldNumber(tag);
      field.payload = message.substr(stream.CurrentPosition(), length);
      stream.Skip(length);
    } else {
      WireFormatLite::SkipField(&stream, tag);
    }
    field.bytes = message.slice(begin, stream.CurrentPosition());
    visit(field);
  }
}

/// Appends a field of `payload` to `message`.
static void appendField(std::string &message, int number, StringRef payload) {
  uint8_t buffer[20];
  uint8_t *end = google::protobuf::io::CodedOutputStream::WriteTagToArray(
      WireFormatLite::MakeTag(number,
                              WireFormatLite::WIRETYPE_LENGTH_DELIMITED),
      buffer);
  end = google::protobuf::io::CodedOutputStream::WriteVarint32ToArray(
      payload.size(), end);
  message.append(buffer, end);
  message.append(payload.data(), payload.size());
}

namespace {
/// Writes messages again, with the edits.
class Splicer {
public:
  explicit Splicer(const OnnxEdits &edits) : edits(edits) {}

  std::string write(StringRef bytes, const onnx::ModelProto &model) {
    std::string result;
    visitFields(bytes, [&](const Field &field) {
      if (field.number == onnx::ModelProto::kGraphFieldNumber)
        append(result, field, write(field.payload, model.graph()));
      else
        result += field.bytes;
    });
    return result;
  }

private:
  /// Appends `field`, whose payload has become `payload`.
  static void append(std::string &result, const Field &field,
                     StringRef payload) {
    if (payload == field.payload)
      result += field.bytes;
    else
      appendField(result, field.number, payload);
  }

  std::string write(StringRef bytes, const onnx::GraphProto &graph) {
    std::string result;
    visitFields(bytes, [&](const Field &field) {
      if (field.number != onnx::GraphProto::kNodeFieldNumber) {
        result += field.bytes;
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

  std::string write(StringRef bytes, const onnx::NodeProto &node) {
    auto changed = edits.attributes.find(&node);
    llvm::StringSet<> written;
    int numAttributes = 0;
    std::string result;
    auto appendAttribute = [&](StringRef name,
                               std::optional<onnx::AttributeProto> value) {
      if (written.insert(name).second && value)
        appendField(result, onnx::NodeProto::kAttributeFieldNumber,
                    value->SerializeAsString());
    };
    visitFields(bytes, [&](const Field &field) {
      if (field.number == onnx::NodeProto::kInputFieldNumber) {
        append(result, field, rename(field.payload));
        return;
      }
      if (field.number != onnx::NodeProto::kAttributeFieldNumber) {
        result += field.bytes;
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

  std::string write(StringRef bytes, const onnx::AttributeProto &attribute) {
    int numGraphs = 0;
    std::string result;
    visitFields(bytes, [&](const Field &field) {
      if (field.number == onnx::AttributeProto::kGFieldNumber)
        append(result, field, write(field.payload, attribute.g()));
      else if (field.number == onnx::AttributeProto::kGraphsFieldNumber)
        append(result, field,
               write(field.payload, attribute.graphs(numGraphs++)));
      else
        result += field.bytes;
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
  /// The nodes of a graph that were written.
  DenseMap<const onnx::GraphProto *, int> numSeen;
};
} // namespace

std::string mlir::pad::applyOnnxEdits(StringRef bytes,
                                      const onnx::ModelProto &model,
                                      const OnnxEdits &edits) {
  return Splicer(edits).write(bytes, model);
}
