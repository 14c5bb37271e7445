//===- NGraphImport.cpp - Functions of nGraph as a module -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every function of a file becomes a function. Its parameters become arguments,
// and the inputs of Result nodes are returned. Every other node becomes an
// unregistered op `ngraph.<Op>` that has the members of its JSON object as
// attributes.
//
//===----------------------------------------------------------------------===//

#include "NGraphModel.h"
#include "Pad/Import/GraphPads.h"
#include "Pad/Import/Import.h"
#include "Pad/Import/ImportPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::pad;

/// `value` as an attribute. This may recurse, because the nesting of the file
/// has been limited.
static Attribute getAttribute(Builder &builder,
                              const llvm::json::Value &value) {
  if (std::optional<bool> flag = value.getAsBoolean())
    return builder.getBoolAttr(*flag);
  if (std::optional<int64_t> integer = value.getAsInteger())
    return builder.getI64IntegerAttr(*integer);
  if (std::optional<uint64_t> integer = value.getAsUINT64())
    return IntegerAttr::get(builder.getIntegerType(64, /*isSigned=*/false),
                            APInt(64, *integer));
  if (std::optional<double> number = value.getAsNumber())
    return builder.getF64FloatAttr(*number);
  if (std::optional<StringRef> text = value.getAsString())
    return builder.getStringAttr(*text);
  if (const llvm::json::Array *list = value.getAsArray()) {
    SmallVector<Attribute> entries;
    for (const llvm::json::Value &entry : *list)
      entries.push_back(getAttribute(builder, entry));
    return builder.getArrayAttr(entries);
  }
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return builder.getUnitAttr();
  NamedAttrList members;
  for (const auto &member : *object)
    if (!StringRef(member.first).empty())
      members.set(StringRef(member.first),
                  getAttribute(builder, member.second));
  return members.getDictionary(builder.getContext());
}

/// The name of a Pad in `value`, a member of a node; nullopt if there is none.
static std::optional<StringRef> findPad(const llvm::json::Value &value) {
  if (const llvm::json::Array *list = value.getAsArray())
    for (const llvm::json::Value &entry : *list)
      if (std::optional<StringRef> name = findPad(entry))
        return name;
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return std::nullopt;
  if (object->getString("op") == "Pad" || object->getString("op") == "DynPad")
    return object->getString("name").value_or("");
  for (const auto &member : *object)
    if (std::optional<StringRef> name = findPad(member.second))
      return name;
  return std::nullopt;
}

/// Builds the op of a node.
static LogicalResult buildNode(OpBuilder &builder, const NGraphNode &node,
                               ValueRange operands,
                               SmallVectorImpl<Value> &values) {
  MLIRContext *context = builder.getContext();
  OperationState state(node.loc, makeOpName("ngraph", "", node.op, context));
  state.addOperands(operands);
  if (node.op == "Constant") {
    FailureOr<DenseElementsAttr> value = readNGraphConstant(node, context);
    if (failed(value))
      return failure();
    state.addAttribute("value", *value);
    state.addTypes(value->getType());
  } else {
    for (const auto &member : *node.object) {
      StringRef key = member.first;
      if (key.empty() ||
          llvm::is_contained({"name", "friendly_name", "op", "type_info",
                              "inputs", "outputs", "output_shapes",
                              "attribute_visitor"},
                             key))
        continue;
      if (std::optional<StringRef> pad = findPad(member.second))
        return node.emitError() << " holds Pad " << quoteName(*pad)
                                << " in its member " << quoteName(key)
                                << ": nodes within nodes cannot be represented";
      state.attributes.set(makeIdentifier(key),
                           getAttribute(builder, member.second));
    }
    state.addTypes(inferNGraphTypes(node, operands, context));
  }
  llvm::append_range(values, builder.create(state)->getResults());
  return success();
}

/// Builds the function's body; fails with a diagnostic.
static LogicalResult buildFunction(OpBuilder builder,
                                   const NGraphFunction &graph,
                                   func::FuncOp function) {
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  SmallVector<SmallVector<Value>> values(graph.nodes.size());
  for (unsigned number : graph.parameters) {
    const NGraphNode &node = graph.nodes[number];
    FailureOr<TensorType> type = readNGraphType(node, builder.getContext());
    if (failed(type))
      return failure();
    values[number].push_back(block->addArgument(*type, node.loc));
  }
  for (unsigned number : graph.order) {
    const NGraphNode &node = graph.nodes[number];
    if (!values[number].empty())
      continue;
    if (node.op == "Parameter")
      return node.emitError() << " is a Parameter, but the 'parameters' of "
                                 "its function do not name it";
    SmallVector<Value> operands;
    for (NodeOutput input : node.sources)
      operands.push_back(values[input.node][input.output]);
    if (node.op == "Result" && operands.size() == 1)
      values[number] = operands;
    else if (failed(buildNode(builder, node, operands, values[number])))
      return failure();
  }
  SmallVector<Value> results;
  SmallVector<std::string> arguments;
  ResultNames names;
  for (unsigned number : graph.parameters)
    arguments.push_back(graph.nodes[number].friendlyName);
  for (auto [number, output] : graph.results) {
    const NGraphNode &node = graph.nodes[number];
    results.push_back(values[number][output]);
    std::string name = node.friendlyName;
    if (node.outputs > 1)
      name += "." + std::to_string(output);
    if (failed(names.add(graph.loc, name)))
      return failure();
  }
  finishFunction(builder, function, results, "ngraph.name", arguments,
                 names.get());
  return success();
}

static OwningOpRef<ModuleOp> readNGraph(llvm::SourceMgr &sources,
                                        MLIRContext *context) {
  NGraphFile file(sources, context);
  if (failed(file.parse()))
    return {};
  FailureOr<SmallVector<NGraphFunction, 0>> functions = file.readFunctions();
  if (failed(functions))
    return {};
  OpBuilder builder(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(functions->front().loc);
  for (const NGraphFunction &graph : *functions) {
    builder.setInsertionPointToEnd(module->getBody());
    auto function = func::FuncOp::create(builder, graph.loc, graph.name,
                                         builder.getFunctionType({}, {}));
    if (failed(buildFunction(builder, graph, function)))
      return {};
  }
  return module;
}

const ModelFormat mlir::pad::kNGraphFormat = {
    "import-ngraph",
    "Read functions of nGraph (.json), pads as pad.pad",
    ".json",
    readNGraph,
    convertNGraphToPad,
    isSharedArithmetic};
