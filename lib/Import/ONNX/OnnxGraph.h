//===- OnnxGraph.h - Graphs and functions of ONNX models --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXGRAPH_H
#define PAD_LIB_IMPORT_ONNX_ONNXGRAPH_H

#include "ModelNodes.h"
#include "OnnxTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <tuple>

namespace mlir {
namespace pad {

/// Whether the operators of `domain` are ONNX's own.
bool isOnnxDomain(StringRef domain);

/// The versions of operators that a model or a function of it imports.
struct OnnxVersions {
  /// That of ONNX's own operators.
  std::optional<int64_t> standard;
  /// Those of other domains.
  NamedAttrList others;
};

/// The versions that `imports` state. `emitError` begins an error with the name
/// of the model or function that imports them.
FailureOr<OnnxVersions> readOnnxVersions(
    MLIRContext *context,
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &imports,
    EmitError emitError);

/// The name of `node`: its own, else that of its first result.
StringRef getOnnxNodeName(const onnx::NodeProto &node);

/// A function of a model: nodes that stand for each node that calls it.
struct OnnxFunction {
  const onnx::FunctionProto *proto;
  /// The version of ONNX's own operators that its nodes are of; none if it
  /// imports no version.
  std::optional<int64_t> version;
  /// The values of attributes that a call need not give.
  std::vector<onnx::AttributeProto> defaults;
  /// The types that the file gives values of the function.
  std::vector<onnx::ValueInfoProto> types;
};

/// The functions of a model.
class OnnxFunctions {
public:
  /// Reads the functions of `model`, which outlives them; fails with a
  /// diagnostic at `fileLoc`. They may be recursive.
  LogicalResult read(const onnx::ModelProto &model, Location fileLoc);

  /// The function that `node` calls; null if it calls none.
  const OnnxFunction *find(const onnx::NodeProto &node) const;

private:
  /// Domain, name and overload.
  using Key = std::tuple<std::string, std::string, std::string>;

  std::vector<OnnxFunction> functions;
  std::map<Key, unsigned> numbers;
};

/// Begins an error about `node`.
inline InFlightDiagnostic emitNodeError(Location loc,
                                        const onnx::NodeProto &node) {
  return emitError(loc) << "node " << quoteName(getNodeName(loc)) << " ("
                        << makeIdentifier(node.op_type()) << ")"
                        << describeFunction(loc) << ": ";
}

/// Begins an error about `attribute` of `node`.
inline InFlightDiagnostic
emitAttributeError(Location loc, const onnx::NodeProto &node,
                   const onnx::AttributeProto &attribute) {
  return emitNodeError(loc, node)
         << "attribute " << quoteName(attribute.name()) << ": ";
}

/// The nodes of a graph or function.
using OnnxNodeList = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

/// The nodes of the graphs of a model that ops stand for. Nodes of functions,
/// which may stand for several ops, are not among them.
using OnnxNodeMap = DenseMap<Operation *, const onnx::NodeProto *>;

/// Turns the graphs of a model into blocks. The nodes of a function take the
/// place of each node that calls it.
class OnnxGraphImporter {
public:
  /// Names are reported with `fileLoc`; `data` has what the model leaves out.
  /// The nodes of the graph are of `version` of ONNX's own operators, if that
  /// is known. The initializers of inputs are defaults if `hasDefaults`, and
  /// constants otherwise. `nodes` is filled unless it is null.
  OnnxGraphImporter(OpBuilder &builder, Location fileLoc, const OnnxData &data,
                    const OnnxFunctions &functions,
                    std::optional<int64_t> version, bool hasDefaults,
                    OnnxNodeMap *nodes)
      : builder(builder), fileLoc(fileLoc), data(data), functions(functions),
        version(version), hasDefaults(hasDefaults), nodes(nodes) {}

  /// Builds the function of the main graph at the insertion point of the
  /// builder.
  FailureOr<func::FuncOp> importFunction(const onnx::GraphProto &graph);

private:
  /// The values that one graph defines; graphs in its nodes can use them.
  struct Scope {
    llvm::StringMap<Value> values;
    /// The types that the file gives.
    llvm::StringMap<const onnx::TypeProto *> types;
  };

  /// A call of a function whose nodes are imported.
  struct Call {
    const OnnxFunction &function;
    /// The call around this one; null in the graph of the model.
    const Call *outer;
    const onnx::NodeProto &node;
    Location loc;
    /// The beginning of the names of its nodes.
    std::string path;
    /// The number of the scopes around the call, whose values its nodes cannot
    /// use.
    size_t firstScope;
    /// The values of its attributes.
    llvm::StringMap<const onnx::AttributeProto *> attributes;
  };

  /// Fills `block` with `graph`, and returns the values that the graph returns.
  FailureOr<SmallVector<Value>> importGraph(const onnx::GraphProto &graph,
                                            Block *block);

  LogicalResult importInputs(const onnx::GraphProto &graph, Block *block);
  LogicalResult importInitializers(const onnx::GraphProto &graph);
  LogicalResult importNodes(const OnnxNodeList &nodes);
  LogicalResult importNode(const onnx::NodeProto &node);

  /// Imports the nodes of `function` in the place of `node`, which calls it.
  LogicalResult importCall(const onnx::NodeProto &node, Location loc,
                           const OnnxFunction &function);
  /// Checks that `inner` is a valid call, that it is not recursive, and that
  /// not too much is inlined.
  LogicalResult checkCall(const Call &inner);
  /// Gives the function of `inner` its attributes, those of its node.
  LogicalResult bindAttributes(Call &inner);
  /// Defines what the function of `inner` returns as the results of its node.
  LogicalResult defineResults(const Call &inner, const Scope &returned);

  /// The operand for input `name` of `node`; for an omitted input, an
  /// `onnx.NoValue`.
  FailureOr<Value> importOperand(const onnx::NodeProto &node, Location loc,
                                 StringRef name);
  LogicalResult importAttributes(const onnx::NodeProto &node, Location loc,
                                 OperationState &state);
  LogicalResult importResultTypes(const onnx::NodeProto &node, Location loc,
                                  OperationState &state);
  /// The value of `attribute` of `node`, which may refer to an attribute of the
  /// function around the node. Null if the call does not give the function that
  /// attribute.
  FailureOr<const onnx::AttributeProto *>
  resolveAttribute(const onnx::NodeProto &node, Location loc,
                   const onnx::AttributeProto &attribute);
  /// Adds a region to `state` for a graph that is an attribute.
  LogicalResult importRegion(const onnx::GraphProto &graph, Location loc,
                             OperationState &state);

  /// The value called `name` in the innermost graph that has one of that name.
  Value lookUp(StringRef name) const;
  LogicalResult define(StringRef name, Value value, EmitError emitError);
  /// Creates the constant of `value`, which `convertOnnxConstant` has made.
  Value createConstant(Location loc, Attribute value);

  /// The location of the value that the graph or the function calls `name`.
  Location locate(StringRef name) const;

  OpBuilder &builder;
  Location fileLoc;
  const OnnxData &data;
  const OnnxFunctions &functions;
  std::optional<int64_t> version;
  bool hasDefaults;
  OnnxNodeMap *nodes;
  SmallVector<Scope> scopes;
  /// The innermost call; null in the graph of the model.
  const Call *call = nullptr;
  /// The bytes that the nodes of the calls so far take, with their names.
  uint64_t inlinedBytes = 0;
};

/// Reads the message in `buffer`; protobuf bounds its size and depth. If it
/// `leavesOut` the elements of large tensors, they are in `data`.
LogicalResult parseOnnxModel(const llvm::MemoryBuffer &buffer, Location fileLoc,
                             onnx::ModelProto &model, OnnxData &data,
                             bool leavesOut = true);

/// The module of `model`, which is the file at `fileLoc`; null after a
/// diagnostic. `nodes`, if it is not null, then has the nodes of the ops, which
/// are parts of `model`.
OwningOpRef<ModuleOp> importOnnxModel(const onnx::ModelProto &model,
                                      const OnnxData &data,
                                      FileLineColLoc fileLoc,
                                      OnnxNodeMap *nodes = nullptr);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXGRAPH_H
