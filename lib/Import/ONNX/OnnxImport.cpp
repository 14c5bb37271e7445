//===- OnnxImport.cpp - Reader of ONNX models -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"
#include "ImportNames.h"
#include "OnnxModel.h"
#include "OnnxVersions.h"
#include "Pad/Import/Import.h"
#include "Pad/Import/ImportPasses.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pad;

LogicalResult mlir::pad::parseOnnxModel(const llvm::MemoryBuffer &buffer,
                                        Location fileLoc,
                                        onnx::ModelProto &model,
                                        OnnxData &data) {
  if (buffer.getBufferSize() > INT32_MAX)
    return emitError(fileLoc)
           << "the file has " << buffer.getBufferSize()
           << " bytes, but an ONNX model has at most " << INT32_MAX
           << "; save large tensors as external data";
  data.folder = getModelFolder(buffer.getBufferIdentifier());
  // Protobuf's own messages do not name the file.
  google::protobuf::LogSilencer silencer;
  std::string skeleton = makeOnnxSkeleton(buffer.getBuffer(), data.leftOut);
  if (!model.ParseFromString(skeleton))
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

FileLineColLoc mlir::pad::locateOnnxFile(const llvm::MemoryBuffer &buffer,
                                         MLIRContext *context) {
  return FileLineColLoc::get(context, buffer.getBufferIdentifier(), 0, 0);
}

static OwningOpRef<ModuleOp> readOnnx(llvm::SourceMgr &sourceMgr,
                                      MLIRContext *context) {
  const llvm::MemoryBuffer &buffer =
      *sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  FileLineColLoc fileLoc = locateOnnxFile(buffer, context);
  onnx::ModelProto model;
  OnnxData data;
  if (failed(parseOnnxModel(buffer, fileLoc, model, data)))
    return nullptr;
  return importOnnxModel(model, data, fileLoc);
}

const ModelFormat &mlir::pad::getOnnxFormat() {
  static const ModelFormat format{
      "import-onnx",    "Read an ONNX model (.onnx), pads as pad.pad",
      ".onnx",          readOnnx,
      convertOnnxToPad, isOnnxShapeArithmetic};
  return format;
}
