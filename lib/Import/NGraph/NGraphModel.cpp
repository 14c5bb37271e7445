//===- NGraphModel.cpp - The functions of an nGraph file ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NGraphModel.h"
#include "ModelNodes.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::pad;

/// The deepest nesting of lists and objects that is read; more would exhaust
/// the stack of the parser.
static constexpr unsigned kMaxDepth = 256;

/// Where lists and objects of `text` are nested too deeply, if they are.
static std::optional<size_t> findTooDeep(StringRef text) {
  unsigned depth = 0;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"')
      isQuoted = !isQuoted;
    else if (isQuoted)
      i += c == '\\';
    else if ((c == '[' || c == '{') && ++depth > kMaxDepth)
      return i;
    else if ((c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return std::nullopt;
}

NGraphFile::NGraphFile(llvm::SourceMgr &sources, MLIRContext *context)
    : sources(sources), context(context), fileLoc(locateFile(sources, context)),
      root(nullptr) {}

LogicalResult NGraphFile::parse() {
  StringRef text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  if (text.starts_with("\xC7\x71"))
    return emitError(fileLoc)
           << "the file is a CPIO archive; serialize the function as JSON text "
              "instead";
  if (std::optional<size_t> offset = findTooDeep(text))
    return emitError(locateOffset(sources, *offset, context))
           << "lists and objects are nested more than " << kMaxDepth << " deep";
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  // The message has the place: [line:column, byte=offset].
  if (!parsed)
    return emitError(fileLoc) << "the file is not valid JSON: "
                              << llvm::toString(parsed.takeError());
  root = std::move(*parsed);
  return success();
}

FailureOr<NGraphNode> NGraphFile::readNode(const llvm::json::Value &value) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return emitError(fileLoc) << "an entry of 'ops' is no object";
  std::optional<StringRef> name = object->getString("name");
  std::optional<StringRef> op = object->getString("op");
  if (!name || name->empty())
    return emitError(fileLoc) << "a node has no string 'name'";
  StringRef friendlyName = object->getString("friendly_name").value_or(*name);
  Location loc = NameLoc::get(StringAttr::get(context, friendlyName), fileLoc);
  NGraphNode node{{loc, "node " + quoteName(*name)},
                  name->str(),
                  friendlyName.str(),
                  op.value_or(""),
                  object};
  if (!op || op->empty())
    return node.emitError() << " has no string 'op'";
  const llvm::json::Value *outputs = object->get("outputs");
  if (outputs && !outputs->getAsArray())
    return emitError(loc) << "'outputs' of " << node.description
                          << " is no list";
  if (outputs && node.op != "Result")
    node.outputs = std::max<size_t>(outputs->getAsArray()->size(), 1);
  return node;
}

FailureOr<NodeOutput> NGraphFile::readOutput(const llvm::json::Value &value,
                                             const NodeNumbers &numbers,
                                             Location loc, const Twine &what) {
  std::optional<StringRef> name = value.getAsString();
  int64_t index = 0;
  if (const llvm::json::Object *object = value.getAsObject()) {
    name = object->getString("node");
    index = object->getInteger("index").value_or(-1);
  }
  if (!name || index < 0 || index > UINT32_MAX)
    return emitError(loc) << what
                          << " is neither the name of a node nor an object "
                             "with a string 'node' and a number 'index'";
  auto node = numbers.find(*name);
  if (node == numbers.end())
    return emitError(loc) << what << " names node " << quoteName(*name)
                          << ", which the function does not have";
  return NodeOutput{node->second, static_cast<unsigned>(index)};
}

LogicalResult NGraphFile::readInputs(NGraphFunction &function,
                                     const NodeNumbers &numbers) {
  for (NGraphNode &node : function.nodes) {
    const llvm::json::Value *inputs = node.object->get("inputs");
    if (!inputs || inputs->getAsNull())
      continue;
    if (!inputs->getAsArray())
      return emitError(node.loc)
             << "'inputs' of " << node.description << " is no list";
    for (const llvm::json::Value &input : *inputs->getAsArray()) {
      FailureOr<NodeOutput> output = readOutput(
          input, numbers, node.loc,
          "input " + Twine(node.sources.size()) + " of " + node.description);
      if (failed(output))
        return failure();
      NGraphNode &producer = function.nodes[output->node];
      if (output->output >= producer.outputs)
        return emitError(node.loc)
               << "input " << node.sources.size() << " of " << node.description
               << " names output " << output->output << " of "
               << producer.description << ", which has " << producer.outputs;
      node.sources.push_back(*output);
    }
  }
  return success();
}

LogicalResult NGraphFile::readInterface(const llvm::json::Object &object,
                                        NGraphFunction &function,
                                        const NodeNumbers &numbers) {
  std::string what = "function " + quoteName(function.name);
  const llvm::json::Array *parameters = object.getArray("parameters");
  if (!parameters)
    return emitError(function.loc) << what << " has no list 'parameters'";
  for (const llvm::json::Value &value : *parameters) {
    FailureOr<NodeOutput> output =
        readOutput(value, numbers, function.loc, "a parameter of " + what);
    if (failed(output))
      return failure();
    const NGraphNode &node = function.nodes[output->node];
    if (node.op != "Parameter" || !node.sources.empty())
      return node.emitError()
             << " is a parameter of " << what << ", but its op is "
             << quoteName(node.op)
             << " or it has inputs; a parameter is a Parameter without inputs";
    if (llvm::is_contained(function.parameters, output->node))
      return node.emitError() << " is two parameters of " << what;
    function.parameters.push_back(output->node);
  }
  const llvm::json::Value *result = object.get("result");
  if (!result)
    return emitError(function.loc) << what << " has no 'result'";
  for (const llvm::json::Value &value : getList(*result)) {
    FailureOr<NodeOutput> output =
        readOutput(value, numbers, function.loc, "a result of " + what);
    if (failed(output))
      return failure();
    // Older files name the results themselves, and newer ones name Result
    // nodes.
    const NGraphNode &node = function.nodes[output->node];
    if (node.op == "Result") {
      if (node.sources.size() != 1)
        return node.emitError()
               << " is a Result: it has one input, not " << node.sources.size();
      *output = node.sources[0];
    }
    const NGraphNode &producer = function.nodes[output->node];
    if (output->output >= producer.outputs || producer.op == "Result")
      return emitError(function.loc)
             << "a result of " << what << " is output " << output->output
             << " of " << producer.description << ", which is none";
    function.results.push_back(*output);
  }
  return success();
}

FailureOr<NGraphFunction>
NGraphFile::readFunction(const llvm::json::Object &object) {
  NGraphFunction function{object.getString("name").value_or("main").str(),
                          fileLoc};
  const llvm::json::Array *ops = object.getArray("ops");
  if (!ops)
    return emitError(fileLoc)
           << "function " << quoteName(function.name) << " has no list 'ops'";
  NodeNumbers numbers;
  for (const llvm::json::Value &value : *ops) {
    FailureOr<NGraphNode> node = readNode(value);
    if (failed(node))
      return failure();
    if (!numbers.try_emplace(node->name, function.nodes.size()).second)
      return emitError(node->loc)
             << "two nodes are named " << quoteName(node->name);
    function.nodes.push_back(std::move(*node));
  }
  if (failed(readInputs(function, numbers)) ||
      failed(readInterface(object, function, numbers)))
    return failure();
  FailureOr<SmallVector<unsigned>> order = orderGraph(
      function.nodes.size(), [&](unsigned number) -> const GraphNode & {
        return function.nodes[number];
      });
  if (failed(order))
    return failure();
  function.order = std::move(*order);
  return function;
}

FailureOr<SmallVector<NGraphFunction, 0>> NGraphFile::readFunctions() {
  SmallVector<NGraphFunction, 0> functions;
  for (auto [number, entry] : llvm::enumerate(getList(root))) {
    const llvm::json::Object *object = entry.getAsObject();
    if (!object)
      return emitError(fileLoc)
             << "entry " << number
             << " of the file is no object, as a function of nGraph is";
    FailureOr<NGraphFunction> function = readFunction(*object);
    if (failed(function))
      return failure();
    functions.push_back(std::move(*function));
  }
  if (functions.empty())
    return emitError(fileLoc) << "the file has no function";
  return functions;
}
