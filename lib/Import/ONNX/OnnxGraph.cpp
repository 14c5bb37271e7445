//===- OnnxGraph.cpp - Models and their graphs as modules -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxGraph.h"
#include "ModelNodes.h"
#include "Pad/Import/Import.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/StoredElements.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pad;

Location OnnxGraphImporter::locate(StringRef name) const {
  if (!call)
    return NameLoc::get(builder.getStringAttr(name), fileLoc);
  StringAttr function = builder.getStringAttr(call->function.proto->name());
  return NameLoc::get(builder.getStringAttr(call->path + name),
                      NameLoc::get(function, fileLoc));
}

Value OnnxGraphImporter::lookUp(StringRef name) const {
  ArrayRef<Scope> visible(scopes);
  if (call)
    visible = visible.drop_front(call->firstScope);
  for (const Scope &scope : llvm::reverse(visible))
    if (Value value = scope.values.lookup(name))
      return value;
  return nullptr;
}

LogicalResult OnnxGraphImporter::define(StringRef name, Value value,
                                        EmitError emitError) {
  if (!scopes.back().values.try_emplace(name, value).second)
    return emitError() << "the value " << quoteName(name)
                       << " is defined twice in the graph; each name needs "
                          "one definition";
  return success();
}

Value OnnxGraphImporter::createConstant(Location loc, Attribute value) {
  Type type = getUnknownOnnxType(builder.getContext());
  StringRef attribute = "value";
  if (auto elements = dyn_cast<ElementsAttr>(value)) {
    type = elements.getShapedType();
  } else if (auto external = dyn_cast<DictionaryAttr>(value)) {
    attribute = kExternalElements;
    type = external.getAs<TypeAttr>("type").getValue();
  }
  OperationState state(loc, "onnx.Constant");
  state.addAttribute(attribute, value);
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

LogicalResult OnnxGraphImporter::importInputs(const onnx::GraphProto &graph,
                                              Block *block) {
  // Up to IR version 3, every initializer is an input, too, and a constant.
  llvm::StringSet<> constants;
  if (!hasDefaults)
    for (const onnx::TensorProto &tensor : graph.initializer())
      constants.insert(tensor.name());
  for (const onnx::ValueInfoProto &input : graph.input()) {
    if (constants.contains(input.name()))
      continue;
    Location loc = locate(input.name());
    auto emitInputError = [&] {
      return emitError(loc) << "input " << quoteName(input.name()) << ": ";
    };
    FailureOr<Type> type =
        convertOnnxType(builder.getContext(), input.type(), emitInputError);
    if (failed(type) ||
        failed(define(input.name(), block->addArgument(*type, loc),
                      emitInputError)))
      return failure();
  }
  return success();
}

LogicalResult
OnnxGraphImporter::importInitializers(const onnx::GraphProto &graph) {
  // The initializer of an input is a default: whoever runs the model may give
  // another value.
  llvm::StringSet<> inputs;
  if (hasDefaults)
    for (const onnx::ValueInfoProto &input : graph.input())
      inputs.insert(input.name());
  for (const onnx::TensorProto &tensor : graph.initializer()) {
    if (inputs.contains(tensor.name()))
      continue;
    Location loc = locate(tensor.name());
    auto emitInitializerError = [&] {
      return emitError(loc)
             << "initializer " << quoteName(tensor.name()) << ": ";
    };
    FailureOr<Attribute> value = convertOnnxConstantTensor(
        builder.getContext(), tensor, data, emitInitializerError);
    if (failed(value) ||
        failed(define(tensor.name(), createConstant(loc, *value),
                      emitInitializerError)))
      return failure();
  }
  for (const onnx::SparseTensorProto &tensor : graph.sparse_initializer())
    return emitError(locate(tensor.values().name()))
           << "initializer " << quoteName(tensor.values().name())
           << ": it is sparse, which is not read; store all of its elements";
  return success();
}

LogicalResult OnnxGraphImporter::importNodes(const OnnxNodeList &nodes) {
  for (const onnx::NodeProto &node : nodes)
    if (failed(importNode(node)))
      return failure();
  return success();
}

FailureOr<SmallVector<Value>>
OnnxGraphImporter::importGraph(const onnx::GraphProto &graph, Block *block) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(block);
  scopes.emplace_back();
  llvm::scope_exit leave([&] { scopes.pop_back(); });
  for (const auto *values : {&graph.value_info(), &graph.output()})
    for (const onnx::ValueInfoProto &value : *values)
      scopes.back().types[value.name()] = &value.type();
  if (failed(importInputs(graph, block)) || failed(importInitializers(graph)) ||
      failed(importNodes(graph.node())))
    return failure();
  SmallVector<Value> results;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    Value value = lookUp(output.name());
    if (!value)
      return emitError(locate(output.name()))
             << "output " << quoteName(output.name())
             << ": no node, input or initializer defines it";
    results.push_back(value);
  }
  return results;
}

/// The names of symbolic extents, an empty one for others; null without any.
static ArrayAttr getDimParams(Builder &builder, const onnx::TypeProto &type) {
  SmallVector<StringRef> names;
  bool hasAny = false;
  for (const onnx::TensorShapeProto::Dimension &dim :
       type.tensor_type().shape().dim()) {
    names.push_back(dim.dim_param());
    hasAny |= !dim.dim_param().empty();
  }
  return hasAny ? builder.getStrArrayAttr(names) : ArrayAttr();
}

FailureOr<func::FuncOp>
OnnxGraphImporter::importFunction(const onnx::GraphProto &graph) {
  OpBuilder::InsertionGuard guard(builder);
  func::FuncOp function = func::FuncOp::create(builder, locate(graph.name()),
                                               makeIdentifier(graph.name()),
                                               builder.getFunctionType({}, {}));
  Block *block = &function.getBody().emplaceBlock();
  FailureOr<SmallVector<Value>> results = importGraph(graph, block);
  if (failed(results))
    return failure();
  builder.setInsertionPointToEnd(block);
  finishFunction(
      builder, function, *results, "onnx.name",
      llvm::map_to_vector(block->getArguments(),
                          [](BlockArgument argument) {
                            return getNodeName(argument.getLoc()).str();
                          }),
      llvm::map_to_vector(graph.output(),
                          [](const auto &output) { return output.name(); }));
  llvm::StringMap<const onnx::TypeProto *> types;
  for (const onnx::ValueInfoProto &input : graph.input())
    types[input.name()] = &input.type();
  for (BlockArgument argument : block->getArguments())
    if (ArrayAttr dims =
            getDimParams(builder, *types[getNodeName(argument.getLoc())]))
      function.setArgAttr(argument.getArgNumber(), "onnx.dim_params", dims);
  return function;
}

LogicalResult mlir::pad::parseOnnxModel(const llvm::MemoryBuffer &buffer,
                                        Location fileLoc,
                                        onnx::ModelProto &model, OnnxData &data,
                                        bool leavesOut) {
  if (buffer.getBufferSize() > INT32_MAX)
    return emitError(fileLoc)
           << "the file has " << buffer.getBufferSize()
           << " bytes, but an ONNX model has at most " << INT32_MAX
           << "; save large tensors as external data";
  data.folder = getModelFolder(buffer.getBufferIdentifier());
  // Protobuf's own messages do not name the file.
  google::protobuf::LogSilencer silencer;
  bool isParsed =
      leavesOut
          ? model.ParseFromString(
                makeOnnxSkeleton(buffer.getBuffer(), data.leftOut))
          : model.ParseFromArray(buffer.getBufferStart(),
                                 static_cast<int>(buffer.getBufferSize()));
  if (!isParsed)
    return emitError(fileLoc) << "the file is not an ONNX model, or it is cut "
                                 "off, damaged or nested too deeply";
  if (!model.has_graph())
    return emitError(fileLoc)
           << "the file holds no ONNX model: it has no graph";
  return success();
}

/// Gives `module` the versions that `model` states, which decide what operators
/// mean, and returns the version of ONNX's own operators.
static FailureOr<std::optional<int64_t>>
setVersions(ModuleOp module, const onnx::ModelProto &model) {
  Builder builder(module.getContext());
  FailureOr<OnnxVersions> versions =
      readOnnxVersions(module.getContext(), model.opset_import(), [&] {
        return emitError(module.getLoc()) << "the ONNX model";
      });
  if (failed(versions))
    return failure();
  // Models that are older than the versions of operators use the first version.
  if (!versions->standard && model.opset_import().empty() &&
      model.ir_version() < 3)
    versions->standard = 1;
  module->setAttr("onnx.ir_version",
                  builder.getI64IntegerAttr(model.ir_version()));
  if (versions->standard)
    module->setAttr("onnx.opset_version",
                    builder.getI64IntegerAttr(*versions->standard));
  if (!versions->others.empty())
    module->setAttr("onnx.opset_imports",
                    versions->others.getDictionary(module.getContext()));
  return versions->standard;
}

OwningOpRef<ModuleOp> mlir::pad::importOnnxModel(const onnx::ModelProto &model,
                                                 const OnnxData &data,
                                                 FileLineColLoc fileLoc,
                                                 OnnxNodeMap *nodes) {
  OnnxFunctions functions;
  if (failed(functions.read(model, fileLoc)))
    return nullptr;
  OwningOpRef<ModuleOp> module(ModuleOp::create(fileLoc));
  FailureOr<std::optional<int64_t>> version = setVersions(*module, model);
  if (failed(version))
    return nullptr;
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  OnnxGraphImporter importer(builder, fileLoc, data, functions, *version,
                             /*hasDefaults=*/model.ir_version() >= 4, nodes);
  if (failed(importer.importFunction(model.graph())))
    return nullptr;
  return module;
}

static OwningOpRef<ModuleOp> readOnnx(llvm::SourceMgr &sourceMgr,
                                      MLIRContext *context) {
  const llvm::MemoryBuffer &buffer =
      *sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  FileLineColLoc fileLoc = locateFile(sourceMgr, context);
  onnx::ModelProto model;
  OnnxData data;
  if (failed(parseOnnxModel(buffer, fileLoc, model, data)))
    return nullptr;
  return importOnnxModel(model, data, fileLoc);
}

const ModelFormat mlir::pad::kOnnxFormat = {
    "import-onnx",    "Read an ONNX model (.onnx), pads as pad.pad",
    ".onnx",          readOnnx,
    convertOnnxToPad, isOnnxShapeArithmetic};
