//===- OnnxImport.cpp - Reader of ONNX models -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"
#include "ImportNames.h"
#include "OnnxGraph.h"
#include "OnnxProto.h"
#include "Pad/Conversion/ImportPasses.h"
#include "Pad/Import/Import.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pad;

/// Reads the message in `buffer`; protobuf bounds its size and depth.
static LogicalResult parseModel(const llvm::MemoryBuffer &buffer,
                                Location fileLoc, onnx::ModelProto &model) {
  if (buffer.getBufferSize() > INT32_MAX)
    return emitError(fileLoc)
           << "the file has " << buffer.getBufferSize()
           << " bytes, but an ONNX model has at most " << INT32_MAX
           << "; save large tensors as external data";
  // Protobuf's own messages know no file.
  google::protobuf::LogSilencer silencer;
  if (!model.ParseFromArray(buffer.getBufferStart(), buffer.getBufferSize()))
    return emitError(fileLoc) << "the file is not an ONNX model, or it is cut "
                                 "off, damaged or nested too deeply";
  if (!model.has_graph())
    return emitError(fileLoc)
           << "the file holds no ONNX model: it has no graph";
  return success();
}

/// Gives `module` the versions that `model` says, which decide what operators
/// mean.
static LogicalResult setVersions(ModuleOp module,
                                 const onnx::ModelProto &model) {
  Builder builder(module.getContext());
  std::optional<int64_t> version;
  NamedAttrList others;
  for (const onnx::OperatorSetIdProto &imported : model.opset_import()) {
    StringRef domain = imported.domain();
    auto number = builder.getI64IntegerAttr(imported.version());
    bool isStandard = domain.empty() || domain == "ai.onnx";
    if (isStandard ? version && *version != imported.version()
                   : others.get(domain) && others.get(domain) != number)
      return emitError(module.getLoc())
             << "the ONNX model imports two versions of the operators of "
             << quoteName(domain);
    if (isStandard)
      version = imported.version();
    else
      others.set(domain, number);
  }
  // Models that are older than the versions of operators have the first.
  if (!version && model.opset_import().empty() && model.ir_version() < 3)
    version = 1;
  module->setAttr("onnx.ir_version",
                  builder.getI64IntegerAttr(model.ir_version()));
  if (version && *version < 1)
    return emitError(module.getLoc())
           << "the ONNX model imports version " << *version
           << " of the operators, but the first is 1";
  if (version)
    module->setAttr("onnx.opset_version", builder.getI64IntegerAttr(*version));
  if (!others.empty())
    module->setAttr("onnx.opset_imports",
                    others.getDictionary(module.getContext()));
  return success();
}

/// Refuses pads in functions of the model: nodes call them, and their bodies
/// are not read.
static LogicalResult checkFunctions(Location fileLoc,
                                    const onnx::ModelProto &model) {
  for (const onnx::FunctionProto &function : model.functions())
    for (const onnx::NodeProto &node : function.node())
      if (node.op_type() == "Pad" &&
          (node.domain().empty() || node.domain() == "ai.onnx"))
        return emitError(fileLoc)
               << "node " << quoteName(node.name())
               << " (Pad) is in the function " << quoteName(function.name())
               << " of the model, and functions are not read; inline them "
                  "first (onnx.inliner)";
  return success();
}

static OwningOpRef<ModuleOp> readOnnx(llvm::SourceMgr &sourceMgr,
                                      MLIRContext *context) {
  const llvm::MemoryBuffer &buffer =
      *sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  StringRef file = buffer.getBufferIdentifier();
  Location fileLoc = FileLineColLoc::get(context, file, 0, 0);
  onnx::ModelProto model;
  if (failed(parseModel(buffer, fileLoc, model)) ||
      failed(checkFunctions(fileLoc, model)))
    return nullptr;
  OwningOpRef<ModuleOp> module(ModuleOp::create(fileLoc));
  if (failed(setVersions(*module, model)))
    return nullptr;
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  std::string folder = getModelFolder(file);
  OnnxGraphImporter importer(builder, fileLoc, folder);
  if (failed(importer.importFunction(model.graph())))
    return nullptr;
  return module;
}

const ModelFormat &mlir::pad::getOnnxFormat() {
  static const ModelFormat format{
      "import-onnx",    "Read an ONNX model (.onnx), pads as pad.pad",
      ".onnx",          readOnnx,
      convertOnnxToPad, isOnnxShapeArithmetic};
  return format;
}

void mlir::pad::registerOnnxImport() { registerModelFormat(getOnnxFormat()); }
