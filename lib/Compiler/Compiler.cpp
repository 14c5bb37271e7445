//===- Compiler.cpp - A module to native code -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Compiler/Compiler.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::pad;

llvm::Error mlir::pad::readLowering(StringRef text,
                                    LowerPadToLLVMOptions &options) {
  std::string reason;
  llvm::raw_string_ostream os(reason);
  if (succeeded(options.parseFromString(text, os)))
    return llvm::Error::success();
  return llvm::createStringError(
      "cannot use the options of the lowering: " + text.trim() +
      (reason.empty() ? "" : ": " + reason));
}

FailureOr<CompiledModule>
mlir::pad::compileModule(ModuleOp module, const CompileOptions &options,
                         NativeKind kind,
                         function_ref<void(llvm::Error)> report) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createNativeTarget(options.native);
  if (!machine) {
    report(machine.takeError());
    return failure();
  }
  FailureOr<std::vector<CFunction>> functions = describeCInterface(module);
  if (failed(functions))
    return failure();
  setNativeTarget(module, **machine);
  if (failed(prepareCInterface(module, *functions)))
    return failure();

  // The lowering's own defaults are this host's.
  std::string lowering = "results=out-params " + options.lowering;
  auto setDefault = [&](StringRef name, const llvm::Twine &value) {
    std::string assignment = (" " + name + "=").str();
    if (!StringRef(lowering).contains(assignment))
      lowering += assignment + value.str();
  };
  if (!isHost(options.native)) {
    setDefault("vector-width", llvm::Twine(getVectorBits(**machine)));
    setDefault("vector-isa", getVectorISA(**machine));
  }
  LowerPadToLLVMOptions loweringOptions;
  if (llvm::Error error = readLowering(lowering, loweringOptions)) {
    report(std::move(error));
    return failure();
  }
  PassManager passes(module->getContext());
  buildLowerPadToLLVMPipeline(passes, loweringOptions);
  if (failed(passes.run(module)) || failed(emitCWrappers(module, *functions)))
    return failure();

  llvm::Expected<std::string> code = compileNative(
      module, **machine, options.native.optLevel, kind, options.linker);
  if (!code) {
    report(code.takeError());
    return failure();
  }
  return CompiledModule{std::move(*code), std::move(*functions)};
}
