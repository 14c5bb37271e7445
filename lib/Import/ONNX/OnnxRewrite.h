//===- OnnxRewrite.h - Rewriting the pads of models -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXREWRITE_H
#define PAD_LIB_IMPORT_ONNX_ONNXREWRITE_H

#include "OnnxGraph.h"
#include "OnnxNode.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Import/PadConsumers.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir {
namespace pad {

/// The names of the values in the graphs of a model, and the nodes that read
/// them. Functions have names of their own.
class OnnxNames {
public:
  /// `model` outlives the names.
  explicit OnnxNames(onnx::ModelProto &model);

  /// A new name that begins with `base`.
  std::string create(StringRef base);

  /// The nodes that have the value `name` as an input, once for each.
  ArrayRef<onnx::NodeProto *> getReaders(StringRef name) const {
    auto found = reads.find(name);
    if (found == reads.end())
      return {};
    return found->second;
  }
  /// How many inputs of nodes the value `name` is.
  unsigned countReads(StringRef name) const { return getReaders(name).size(); }
  /// Whether `node` calls a function of the model.
  bool isCall(const onnx::NodeProto &node) const;
  /// Whether a graph returns the value `name`.
  bool isReturned(StringRef name) const { return returned.contains(name); }

  /// Whether several graphs have a value `name`.
  bool isAmbiguous(StringRef name) const { return ambiguous.contains(name); }

  /// Makes the nodes that read `old` read `name`, of which `maker` made it.
  void replace(const std::string &old, const std::string &name,
               const onnx::NodeProto &maker);

private:
  void add(onnx::GraphProto &graph);

  /// All names, those of values that a graph has, and some of these.
  llvm::StringSet<> names, defined, ambiguous, returned;
  llvm::StringMap<SmallVector<onnx::NodeProto *, 1>> reads;
  const onnx::ModelProto &model;
};

/// What is changed in the graphs of a model. Functions stay as they are.
struct OnnxEdits {
  /// The nodes that take the place of a node; none where it is removed.
  DenseMap<const onnx::NodeProto *, std::vector<onnx::NodeProto>> replaced;
  /// The attributes of a node that stays: integers, and lists of them.
  DenseMap<const onnx::NodeProto *, AttributeChanges> attributes;

  /// Changes `graph` and the graphs in it, whose nodes the keys above are.
  void apply(onnx::GraphProto &graph) const;
};

/// A `Pad` node of a model that is rewritten.
struct OnnxModelPad {
  explicit OnnxModelPad(Location loc) : loc(loc) {}

  /// Null in a function.
  const onnx::NodeProto *node = nullptr;
  Location loc;
  /// The version of ONNX's operators that the node is of.
  std::optional<int64_t> opset;
  /// What the node computes; null if it cannot be read.
  PadOp pad;
  /// The source, and the pads as the node has them: negative pads crop before
  /// the mode reads the source. `ShapedType::kDynamic` where only run time
  /// knows them.
  RankedTensorType sourceType;
  PadMode mode = PadMode::Constant;
  SmallVector<int64_t> low, high;

  /// What was done with the node, or why it stays, as a clause about the pad;
  /// empty as long as that is open.
  std::string outcome;
  bool isRewritten = false;
  /// The nodes in the place of it, with `--for=constant-only`.
  size_t numNodes = 0;
  /// The bytes that memory need not move any more; nullopt if not known.
  std::optional<int64_t> savedBytes = 0;

  bool isOpen() const { return outcome.empty(); }
  void stay(const Twine &reason) { outcome = ("stays: " + reason).str(); }
  void rewrite(const Twine &how) {
    outcome = how.str();
    isRewritten = true;
  }
};

/// Open `Pad` nodes of modes other than constant become nodes that slice and
/// concatenate.
void replaceBorders(MutableArrayRef<OnnxModelPad> pads, OnnxNames &names,
                    OnnxEdits &edits);

/// Open pads that pad nothing are removed, and nodes that read windows take
/// pads over. `nodes` are those of the ops.
void foldPads(MutableArrayRef<OnnxModelPad> pads, const OnnxNodeMap &nodes,
              OnnxNames &names, OnnxEdits &edits);

/// An attribute that is an integer, or a list of integers.
onnx::AttributeProto makeOnnxAttribute(StringRef name, Attribute value);

/// Makes the nodes that take the place of one node.
class OnnxNodeBuilder {
public:
  /// The names of the values begin with `base`.
  OnnxNodeBuilder(OnnxNames &names, StringRef base)
      : names(names), base(base) {}

  /// The output of a node; equal nodes are one.
  std::string create(StringRef type, ArrayRef<std::string> inputs,
                     ArrayRef<onnx::AttributeProto> attributes = {});

  /// A list of integers, of opset 9 or later: before, a `Constant` had floats.
  std::string createConstant(ArrayRef<int64_t> list);

  /// The nodes so far, which compute `result`. The last one gets the name and
  /// the output of `node`, whose place they take.
  std::vector<onnx::NodeProto> finish(const onnx::NodeProto &node,
                                      const std::string &result);

private:
  OnnxNames &names;
  std::string base;
  std::vector<onnx::NodeProto> nodes;
  /// By the bytes of a node without its output.
  llvm::StringMap<std::string> outputs;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXREWRITE_H
