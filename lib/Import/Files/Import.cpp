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
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Import/StoredElements.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
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

static ImportOptions getCLOptions() {
  ImportOptions options;
  options.convertPads = importCLOptions->convertPads;
  options.loadConstants = true;
  if (importCLOptions->maxResultBytes.getNumOccurrences())
    options.maxResultBytes =
        std::min<uint64_t>(importCLOptions->maxResultBytes, INT64_MAX);
  return options;
}

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
  if (!module)
    return nullptr;
  if (options.convertPads) {
    if (failed(convertPads(*module, format.convertPad, options)))
      return nullptr;
    refineResults(*module);
    eraseUnused(*module, format.isRemovable);
  }
  if ((options.loadConstants && failed(loadConstants(*module))) ||
      (options.maxResultBytes &&
       failed(limitPadResults(*module, *options.maxResultBytes))))
    return nullptr;
  return module;
}

ArrayRef<const ModelFormat *> mlir::pad::getModelFormats() {
  static const ModelFormat *const formats[] = {
#ifdef PAD_FRONT_END_NGRAPH
      &kNGraphFormat,
#endif
#ifdef PAD_FRONT_END_ONNX
      &kOnnxFormat,
#endif
#ifdef PAD_FRONT_END_OPENVINO
      &kOpenVINOFormat,
#endif
#ifdef PAD_FRONT_END_TFLITE
      &kTFLiteFormat,
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

/// The largest product of the dynamic extents of `type` with which a tensor
/// takes at most `most` bytes; nullopt if the tensor is empty whatever these
/// extents are.
static std::optional<int64_t> getRoom(RankedTensorType type, int64_t most) {
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  int64_t room = bytes ? most / *bytes : 0;
  for (int64_t extent : type.getShape()) {
    if (extent == 0)
      return std::nullopt;
    if (ShapedType::isStatic(extent))
      room /= extent;
  }
  return room;
}

/// Emits an assertion in front of `op` that its extents are at most `room`
/// elements together.
static void emitCheck(PadOp op, int64_t room, int64_t most) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> extents = emitPaddedExtents(builder, op);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  // What is left of the room; an empty result fits whatever its extents are.
  Value left = arith::ConstantIndexOp::create(builder, loc, room);
  SmallVector<Value> isEmpty;
  for (auto [axis, extent] : llvm::enumerate(op.getPaddedType().getShape())) {
    if (ShapedType::isStatic(extent))
      continue;
    Value size = getValueOrCreateConstantIndexOp(builder, loc, extents[axis]);
    left = arith::DivUIOp::create(
        builder, loc, left, arith::MaxUIOp::create(builder, loc, size, one));
    isEmpty.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, size, zero));
  }
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt,
                                     left, zero);
  for (Value condition : isEmpty)
    fits = arith::OrIOp::create(builder, loc, fits, condition);
  cf::AssertOp::create(
      builder, loc, fits,
      describeNode(op.getLoc()) + "the result of the pad takes more than the " +
          std::to_string(most) +
          " bytes of --max-result-bytes; give a larger limit, or smaller pads");
}

LogicalResult mlir::pad::limitPadResults(ModuleOp module, int64_t most) {
  WalkResult result = module.walk([&](PadOp op) -> WalkResult {
    auto type = cast<RankedTensorType>(op.getPaddedType());
    std::optional<int64_t> room = getRoom(type, most);
    // Dynamic extents may be zero, but for them nothing fits.
    if (room && !type.hasStaticShape())
      emitCheck(op, *room, most);
    if (!room || !type.hasStaticShape() || *room > 0)
      return success();
    return op.emitError() << describeNode(op.getLoc())
                          << "the result of the pad, " << type
                          << ", takes more than the " << most
                          << " bytes of --max-result-bytes; give a larger "
                             "limit, or smaller pads";
  });
  return failure(result.wasInterrupted());
}
