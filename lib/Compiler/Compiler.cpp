//===- Compiler.cpp - A module to native code -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Compiler/Compiler.h"
#include "Pad/Rows/CostModel.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::pad;

/// Reads `options.lowering`, and adds what functions for C need and what
/// `machine` has. Instructions that it lacks would end the process in LLVM.
static llvm::Error readKernelLowering(const CompileOptions &options,
                                      llvm::TargetMachine &machine,
                                      LowerPadToLLVMOptions &lowering) {
  if (llvm::Error error = readLowering(options.lowering, lowering))
    return error;
  auto fail = [](const Twine &reason) {
    return llvm::createStringError("cannot use the options of the lowering: " +
                                   reason);
  };
  for (const llvm::cl::Option *own :
       {static_cast<llvm::cl::Option *>(&lowering.results),
        static_cast<llvm::cl::Option *>(&lowering.emitCInterface)})
    if (own->getNumOccurrences() != 0)
      return fail("'" + own->ArgStr +
                  "' cannot be chosen: functions get plain C signatures that "
                  "write to pointers of the caller; leave it out");
  LowerPadToLLVMOptions known;
  StringRef isa = getVectorISA(machine);
  if (llvm::Error error = readLowering(
          ("vector-width=" + Twine(getVectorBits(machine)) +
           " vector-isa=" + isa + " split-stores=" + getSplitStores(machine))
              .str(),
          known))
    return error;
  if (lowering.vectorISA > known.vectorISA)
    return fail(
        "'vector-isa' is '" +
        *lowering.vectorISA.getParser().findArgStrForValue(lowering.vectorISA) +
        "', but the processor has '" + isa + "'; leave it out");
  if (lowering.vectorWidth == VectorWidth::Scalable &&
      !hasScalableVectors(machine))
    return fail("'vector-width' is 'scalable', but the processor has no such "
                "vectors; leave it out");
  // The lowering's own defaults are this host's. Of the caches of another
  // processor nothing is known.
  if (!isHost(options.native)) {
    if (lowering.vectorWidth == VectorWidth::Host)
      lowering.vectorWidth = known.vectorWidth.getValue();
    if (lowering.splitStores == SplitStores::Host)
      lowering.splitStores = known.splitStores.getValue();
    if (lowering.nontemporalThreshold == -1)
      lowering.nontemporalThreshold =
          cost::getStreamedBytes(cost::kAssumedCacheBytes);
  }
  if (lowering.vectorISA.getNumOccurrences() == 0 ||
      lowering.vectorISA == VectorISA::Host)
    lowering.vectorISA = known.vectorISA.getValue();
  lowering.results = ResultStyle::OutParams;
  return llvm::Error::success();
}

/// Refuses scalable vectors in `module`, if `machine` has none: they would end
/// the process in LLVM.
static LogicalResult refuseScalableVectors(ModuleOp module,
                                           llvm::TargetMachine &machine) {
  if (hasScalableVectors(machine))
    return success();
  WalkResult result = module.walk([](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto vector = dyn_cast<VectorType>(type);
          vector && vector.isScalable()) {
        op->emitOpError() << "makes a vector of type " << type
                          << ", but the processor has no scalable vectors; use "
                             "vectors of a known size";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// The value of `result`, or a failure whose error is passed to `report`.
template <typename T>
static FailureOr<T> take(llvm::Expected<T> result,
                         function_ref<void(llvm::Error)> report) {
  if (result)
    return std::move(*result);
  report(result.takeError());
  return failure();
}

FailureOr<CompiledModule>
mlir::pad::compileModule(ModuleOp module, const CompileOptions &options,
                         NativeKind kind,
                         function_ref<void(llvm::Error)> report) {
  FailureOr<std::unique_ptr<llvm::TargetMachine>> machine =
      take(createNativeTarget(options.native), report);
  if (failed(machine))
    return failure();
  LowerPadToLLVMOptions lowering;
  if (llvm::Error error = readKernelLowering(options, **machine, lowering)) {
    report(std::move(error));
    return failure();
  }
  if (failed(refuseScalableVectors(module, **machine)))
    return failure();
  // What C is told of functions, and the extents of their results, come from
  // pads of this dialect.
  PassManager imports(module->getContext());
  buildPadImportPipeline(imports, lowering);
  if (failed(imports.run(module)))
    return failure();
  FailureOr<std::vector<CFunction>> functions = describeCInterface(module);
  if (failed(functions))
    return failure();
  setNativeTarget(module, **machine);
  if (failed(prepareCInterface(module, *functions)))
    return failure();

  PassManager passes(module->getContext());
  // Verifying after each pass takes almost half of the pipeline's time.
  passes.enableVerifier(false);
  buildLowerPadToLLVMPipeline(passes, lowering);
  if (failed(passes.run(module)) || failed(emitCWrappers(module, *functions)) ||
      failed(verify(module)))
    return failure();

  FailureOr<std::string> code =
      take(compileNative(module, **machine, options.native.optLevel, kind,
                         options.linker),
           report);
  if (failed(code))
    return failure();
  return CompiledModule{std::move(*code), std::move(*functions)};
}

FailureOr<std::string>
mlir::pad::compileExchange(MLIRContext *context, const ExchangeSpec &spec,
                           const CompileOptions &options, NativeKind kind,
                           function_ref<void(llvm::Error)> report) {
  FailureOr<std::unique_ptr<llvm::TargetMachine>> machine =
      take(createNativeTarget(options.native), report);
  if (failed(machine))
    return failure();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  emitExchange(*module, spec);
  setNativeTarget(*module, **machine);
  PassManager passes(context);
  buildLowerExchangeToLLVMPipeline(passes);
  if (failed(passes.run(*module)))
    return failure();
  return take(compileNative(*module, **machine, options.native.optLevel, kind,
                            options.linker),
              report);
}
