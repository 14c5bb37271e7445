//===- OpenVINOImport.cpp - OpenVINO IR as a module -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Parameters become arguments, and the inputs of Results are returned. Every
// other layer becomes an unregistered op `openvino.<Type>` whose attributes are
// those of its `data` element, as strings, and `version`, the operation set of
// the layer. Bodies of TensorIterator, Loop and If become regions, then_body
// before else_body, with their Parameters as arguments and an `openvino.Yield`
// of their Results; in port maps and back edges the numbers of these stand for
// layer ids.
//
//===----------------------------------------------------------------------===//

#include "OpenVINOModel.h"
#include "Pad/Import/GraphPads.h"
#include "Pad/Import/Import.h"
#include "Pad/Import/ImportPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::pad;

/// The deepest nesting of bodies that is read; more would exhaust the stack.
static constexpr unsigned maxBodyDepth = 32;

namespace {
/// Builds ops for the layers of a file.
class OpenVINOImporter {
public:
  explicit OpenVINOImporter(OpenVINOFile &file)
      : file(file), builder(file.getContext()) {}

  OwningOpRef<ModuleOp> import();

private:
  LogicalResult buildLayers(const OpenVINOGraph &graph, Block &block,
                            SmallVectorImpl<Value> &results, unsigned depth);
  LogicalResult buildLayer(const OpenVINOLayer &layer, ValueRange operands,
                           SmallVectorImpl<Value> &values, unsigned depth);
  LogicalResult buildBody(const OpenVINOLayer &layer, pugi::xml_node body,
                          OperationState &state, unsigned depth);
  FailureOr<Attribute> readPortMap(const OpenVINOLayer &layer,
                                   pugi::xml_node map,
                                   const OpenVINOGraph &body);
  FailureOr<Attribute>
  readBodyNumber(const OpenVINOLayer &layer, pugi::xml_node node,
                 const char *attribute, const OpenVINOGraph &body,
                 ArrayRef<unsigned> candidates, StringRef type);

  OpenVINOFile &file;
  OpBuilder builder;
};
} // namespace

FailureOr<Attribute> OpenVINOImporter::readBodyNumber(
    const OpenVINOLayer &layer, pugi::xml_node node, const char *attribute,
    const OpenVINOGraph &body, ArrayRef<unsigned> candidates, StringRef type) {
  FailureOr<uint64_t> id = file.readUnsigned(
      node, attribute,
      "element " + quoteName(node.name()) + " of " + layer.description);
  if (failed(id))
    return failure();
  auto found = body.numbers.find(*id);
  auto *number = found == body.numbers.end()
                     ? candidates.end()
                     : llvm::find(candidates, found->second);
  if (number == candidates.end())
    return emitError(file.getLocation(node))
           << "element " << quoteName(node.name()) << " of "
           << layer.description << " names layer " << *id << ", which is no "
           << type << " of its body";
  return Attribute(builder.getI64IntegerAttr(number - candidates.begin()));
}

FailureOr<Attribute> OpenVINOImporter::readPortMap(const OpenVINOLayer &layer,
                                                   pugi::xml_node map,
                                                   const OpenVINOGraph &body) {
  SmallVector<Attribute> entries;
  for (pugi::xml_node entry : map.children()) {
    NamedAttrList attributes;
    attributes.set("kind", builder.getStringAttr(entry.name()));
    for (pugi::xml_attribute attribute : entry.attributes()) {
      StringRef name = attribute.name();
      // An output of a body starts a back edge, and an argument ends it.
      bool isInput = StringRef(entry.name()) == "input" || name == "to-layer";
      if (name == "internal_layer_id" || name == "from-layer" ||
          name == "to-layer") {
        FailureOr<Attribute> number =
            readBodyNumber(layer, entry, attribute.name(), body,
                           isInput ? body.parameters : body.results,
                           isInput ? "Parameter" : "Result");
        if (failed(number))
          return failure();
        attributes.set(isInput ? "argument" : "result", *number);
      } else if (name != "from-port" && name != "to-port" &&
                 name != "internal_port_id" && !name.empty()) {
        attributes.set(name, builder.getStringAttr(attribute.value()));
      }
    }
    entries.push_back(attributes.getDictionary(builder.getContext()));
  }
  return Attribute(builder.getArrayAttr(entries));
}

LogicalResult OpenVINOImporter::buildBody(const OpenVINOLayer &layer,
                                          pugi::xml_node body,
                                          OperationState &state,
                                          unsigned depth) {
  if (depth > maxBodyDepth)
    return layer.emitError()
           << " is nested in more than " << maxBodyDepth << " bodies";
  FailureOr<OpenVINOGraph> graph = file.readGraph(body);
  if (failed(graph))
    return failure();
  // The name of a map is that of its body with another ending: then_port_map.
  std::string prefix = StringRef(body.name()).drop_back(4).str();
  for (const char *suffix : {"port_map", "back_edges"}) {
    pugi::xml_node map = layer.node.child((prefix + suffix).c_str());
    if (!map)
      continue;
    FailureOr<Attribute> entries = readPortMap(layer, map, *graph);
    if (failed(entries))
      return failure();
    state.attributes.set(map.name(), *entries);
  }
  Block *block = new Block();
  state.addRegion()->push_back(block);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(block);
  SmallVector<Value> results;
  if (failed(buildLayers(*graph, *block, results, depth)))
    return failure();
  builder.create(layer.loc, builder.getStringAttr("openvino.Yield"), results);
  return success();
}

LogicalResult OpenVINOImporter::buildLayer(const OpenVINOLayer &layer,
                                           ValueRange operands,
                                           SmallVectorImpl<Value> &values,
                                           unsigned depth) {
  OperationState state(
      layer.loc, makeOpName("openvino", "", layer.type, builder.getContext()));
  state.addOperands(operands);
  for (const OpenVINOPort &port : layer.outputs)
    state.addTypes(port.type);
  if (layer.type == "Const") {
    FailureOr<DenseElementsAttr> value = readOpenVINOConstant(file, layer);
    if (failed(value))
      return failure();
    state.addAttribute("value", *value);
  } else {
    for (pugi::xml_attribute data : layer.node.child("data").attributes())
      if (*data.name())
        state.attributes.set(makeIdentifier(data.name()),
                             builder.getStringAttr(data.value()));
    SmallVector<pugi::xml_node> bodies;
    for (pugi::xml_node child : layer.node.children()) {
      if (!child.child("layers"))
        continue;
      if (!StringRef(child.name()).ends_with("body"))
        return emitError(file.getLocation(child))
               << "element " << quoteName(child.name()) << " of "
               << layer.description
               << " has layers, but is no body: such layers cannot be "
                  "represented";
      // Regions have no names: that of then_body is the first, whatever the
      // order of the file.
      bool isFirst = StringRef(child.name()) == "then_body";
      bodies.insert(isFirst ? bodies.begin() : bodies.end(), child);
    }
    for (pugi::xml_node body : bodies)
      if (failed(buildBody(layer, body, state, depth + 1)))
        return failure();
  }
  if (!layer.version.empty())
    state.attributes.set("version", builder.getStringAttr(layer.version));
  llvm::append_range(values, builder.create(state)->getResults());
  return success();
}

LogicalResult OpenVINOImporter::buildLayers(const OpenVINOGraph &graph,
                                            Block &block,
                                            SmallVectorImpl<Value> &results,
                                            unsigned depth) {
  SmallVector<SmallVector<Value>> values(graph.layers.size());
  for (unsigned number : graph.parameters) {
    const OpenVINOLayer &layer = graph.layers[number];
    FailureOr<Type> type = file.readParameterType(layer);
    if (failed(type))
      return failure();
    values[number].push_back(block.addArgument(*type, layer.loc));
  }
  auto getSource = [&](NodeOutput source) -> Value {
    return values[source.node][source.output];
  };
  for (unsigned number : graph.order) {
    const OpenVINOLayer &layer = graph.layers[number];
    if (layer.type == "Parameter" || layer.type == "Result")
      continue;
    SmallVector<Value> operands(llvm::map_range(layer.sources, getSource));
    if (failed(buildLayer(layer, operands, values[number], depth)))
      return failure();
  }
  for (unsigned number : graph.results)
    results.push_back(getSource(graph.layers[number].sources[0]));
  return success();
}

/// The name of an output of a layer, as users of the model know it.
static std::string getTensorName(const OpenVINOLayer &layer, unsigned output) {
  const OpenVINOPort &port = layer.outputs[output];
  if (!port.name.empty())
    return port.name;
  if (layer.outputs.size() == 1)
    return layer.name;
  return layer.name + "." + std::to_string(output);
}

OwningOpRef<ModuleOp> OpenVINOImporter::import() {
  pugi::xml_node net = file.getRoot();
  StringRef version = net.attribute("version").value();
  if (version != "10" && version != "11") {
    emitError(file.getLocation(net))
        << "version " << quoteName(version)
        << " of OpenVINO IR is not supported: only 10 and 11 are; convert the "
           "model again with OpenVINO";
    return {};
  }
  FailureOr<OpenVINOGraph> graph = file.readGraph(net);
  if (failed(graph))
    return {};
  Location loc = file.getLocation(net);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  StringRef name = net.attribute("name").value();
  auto function =
      func::FuncOp::create(builder, loc, name.empty() ? "main" : name,
                           builder.getFunctionType({}, {}));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  SmallVector<Value> results;
  if (failed(buildLayers(*graph, *block, results, /*depth=*/0)))
    return {};
  SmallVector<std::string> arguments;
  ResultNames names;
  for (unsigned number : graph->parameters)
    arguments.push_back(getTensorName(graph->layers[number], 0));
  for (unsigned number : graph->results) {
    NodeOutput source = graph->layers[number].sources[0];
    if (failed(names.add(
            loc, getTensorName(graph->layers[source.node], source.output))))
      return {};
  }
  finishFunction(builder, function, results, "openvino.name", arguments,
                 names.get());
  return module;
}

static OwningOpRef<ModuleOp> readOpenVINO(llvm::SourceMgr &sources,
                                          MLIRContext *context) {
  OpenVINOFile file(sources, context);
  if (failed(file.parse()))
    return {};
  return OpenVINOImporter(file).import();
}

const ModelFormat mlir::pad::kOpenVINOFormat = {
    "import-openvino",
    "Read OpenVINO IR (.xml with its .bin), pads as pad.pad",
    ".xml",
    readOpenVINO,
    convertOpenVINOToPad,
    isSharedArithmetic};
