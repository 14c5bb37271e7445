//===- Import.cpp - Models in files become modules ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/Import.h"
#include "ModelNodes.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The options that all imports share.
struct ImportCLOptions {
  llvm::cl::opt<bool> convertPads{
      "convert-pads",
      llvm::cl::desc("Turn the pads of an imported model into pad.pad"),
      llvm::cl::init(true)};
  llvm::cl::opt<uint64_t> maxResultBytes{
      "max-result-bytes",
      llvm::cl::desc(
          "The largest result of an imported pad, in bytes; a larger "
          "one is an error, or traps at run time (default: none)"),
      llvm::cl::init(INT64_MAX)};
};
} // namespace

static llvm::ManagedStatic<ImportCLOptions> importCLOptions;

/// The options that the command line gives.
static ImportOptions getCLOptions() {
  ImportOptions options;
  options.convertPads = importCLOptions->convertPads;
  options.loadConstants = true;
  if (importCLOptions->maxResultBytes.getNumOccurrences())
    options.maxResultBytes =
        std::min<uint64_t>(importCLOptions->maxResultBytes, INT64_MAX);
  return options;
}

/// The dialects of what imports create.
static void registerDialects(DialectRegistry &registry) {
  registry
      .insert<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect,
              LLVM::LLVMDialect, PadDialect, tensor::TensorDialect>();
}

/// Converts the pads; errors name the node, which the location alone does not
/// show.
static LogicalResult convertPads(ModuleOp module, PadImporter convertPad,
                                 const ImportOptions &options) {
  bool failed = false;
  importPads(module, convertPad, /*remarks=*/false,
             [&](Operation *op, const ImportResult &result) {
               Location loc = op->getLoc();
               if (options.node && getNodeName(loc) != *options.node)
                 return;
               // Where a type is not known, the pad may be valid.
               bool stays = result.isOpen() && !options.node;
               failed |= !stays;
               if (stays && options.openPads) {
                 options.openPads->push_back({loc, result.getReason().str()});
                 return;
               }
               InFlightDiagnostic diagnostic =
                   stays ? emitWarning(loc) : emitError(loc);
               diagnostic << describeNode(loc) << "'" << op->getName()
                          << "' is not converted to pad.pad: "
                          << result.getReason();
             });
  return failure(failed);
}

/// Erases the ops that nothing uses and that have no effect.
static void eraseUnused(ModuleOp module, bool (*isRemovable)(Operation *)) {
  // Users come before what they use.
  module.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (isOpTriviallyDead(op) ||
        (op->use_empty() && !op->isRegistered() && isRemovable(op)))
      op->erase();
  });
}

/// Gives the results of functions the types that conversions have found, if
/// only a cast hides them.
static void refineResults(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    Operation *end = function.getBody().back().getTerminator();
    for (OpOperand &result : end->getOpOperands()) {
      auto cast = result.get().getDefiningOp<tensor::CastOp>();
      if (!cast || !isa<RankedTensorType>(cast.getSource().getType()))
        continue;
      if (isa<UnrankedTensorType>(cast.getType()) ||
          tensor::preservesStaticInformation(cast.getType(),
                                             cast.getSource().getType()))
        result.set(cast.getSource());
    }
    function.setType(FunctionType::get(module.getContext(),
                                       function.getArgumentTypes(),
                                       end->getOperandTypes()));
  }
}

/// Reads the constants that are in files beside the model.
static LogicalResult loadConstants(ModuleOp module) {
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (llvm::Error error = loadExternalElements(op))
      return emitError(op->getLoc())
             << "constant " << quoteName(getNodeName(op->getLoc())) << ": "
             << toString(std::move(error));
    return success();
  });
  return failure(result.wasInterrupted());
}

LogicalResult mlir::pad::convertImportedPads(ModuleOp module,
                                             const ModelFormat &format,
                                             const ImportOptions &options) {
  if (options.convertPads) {
    if (failed(convertPads(module, format.convertPad, options)))
      return failure();
    refineResults(module);
    eraseUnused(module, format.isRemovable);
  }
  if (options.loadConstants && failed(loadConstants(module)))
    return failure();
  if (options.maxResultBytes)
    return limitPadResults(module, *options.maxResultBytes);
  return success();
}

void mlir::pad::loadImportDialects(MLIRContext &context) {
  DialectRegistry registry;
  registerDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
}

OwningOpRef<ModuleOp> mlir::pad::importModel(const ModelFormat &format,
                                             llvm::SourceMgr &sourceMgr,
                                             MLIRContext *context,
                                             const ImportOptions &options) {
  loadImportDialects(*context);
  OwningOpRef<ModuleOp> module = format.read(sourceMgr, context);
  if (!module || failed(convertImportedPads(*module, format, options)))
    return nullptr;
  return module;
}

ArrayRef<const ModelFormat *> mlir::pad::getModelFormats() {
  static const ModelFormat *const formats[] = {
#ifdef PAD_FRONT_END_NGRAPH
      &getNGraphFormat(),
#endif
#ifdef PAD_FRONT_END_ONNX
      &getOnnxFormat(),
#endif
#ifdef PAD_FRONT_END_OPENVINO
      &getOpenVINOFormat(),
#endif
#ifdef PAD_FRONT_END_TFLITE
      &getTFLiteFormat(),
#endif
      nullptr};
  return ArrayRef(formats).drop_back();
}

const ModelFormat *mlir::pad::findModelFormat(StringRef path) {
  for (const ModelFormat *format : getModelFormats())
    if (path.ends_with(format->suffix))
      return format;
  return nullptr;
}

void mlir::pad::registerAllImports() {
  *importCLOptions;
  for (const ModelFormat *format : getModelFormats())
    TranslateToMLIRRegistration registration(
        format->option, format->description,
        [format](llvm::SourceMgr &sourceMgr,
                 MLIRContext *context) -> OwningOpRef<Operation *> {
          return importModel(*format, sourceMgr, context, getCLOptions());
        },
        registerDialects);
#ifdef PAD_FRONT_END_ONNX
  registerOnnxRewrite();
#endif
}
