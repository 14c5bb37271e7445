//===- NativeCode.cpp - Machine code through LLVM -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Target/NativeCode.h"
#include "HalfFunctions.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::pad;

std::optional<NativeKind> mlir::pad::getNativeKind(StringRef path) {
  StringRef suffix = llvm::sys::path::extension(path);
  if (suffix == ".ll")
    return NativeKind::LLVMIR;
  if (suffix == ".bc")
    return NativeKind::Bitcode;
  if (suffix == ".s")
    return NativeKind::Assembly;
  if (suffix == ".o")
    return NativeKind::Object;
  if (suffix == ".so")
    return NativeKind::SharedObject;
  return std::nullopt;
}

/// Says of each function of `module` that has none that it is for `machine`.
static void setFunctionTargets(llvm::Module &module,
                               llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || function.hasFnAttribute("target-cpu"))
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
}

/// Runs LLVM's own pipeline of level `optLevel`.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     unsigned optLevel) {
  static const llvm::OptimizationLevel kLevels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
      llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = optLevel >= 2;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::OptimizationLevel level = kLevels[std::min(optLevel, 3u)];
  llvm::ModulePassManager passes =
      optLevel == 0 ? builder.buildO0DefaultPipeline(level)
                    : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}

namespace {
/// Collects the errors of LLVM, as of inline assembly, which it would print
/// before it ends the process.
struct ErrorCollector : llvm::DiagnosticHandler {
  explicit ErrorCollector(std::string &errors) : errors(errors) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream os(errors);
      llvm::DiagnosticPrinterRawOStream printer(os);
      info.print(printer);
    }
    return true;
  }
  std::string &errors;
};
} // namespace

/// Assembly or an object file of `module`.
static llvm::Expected<std::string> generate(llvm::Module &module,
                                            llvm::TargetMachine &machine,
                                            llvm::CodeGenFileType type) {
  std::string errors;
  module.getContext().setDiagnosticHandler(
      std::make_unique<ErrorCollector>(errors));
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return llvm::createStringError(
        "target '" + machine.getTargetTriple().str() + "' cannot write " +
        (type == llvm::CodeGenFileType::ObjectFile
             ? "object files; write assembly (.s)"
             : "assembly; write an object file (.o)"));
  passes.run(module);
  if (!errors.empty())
    return llvm::createStringError(StringRef(errors).rtrim());
  return std::string(bytes.begin(), bytes.end());
}

/// The linker to run: `requested`, or LLVM's own.
static llvm::Expected<std::string> findLinker(StringRef requested) {
  if (!requested.empty()) {
    llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(requested);
    if (found)
      return *found;
    return llvm::createStringError("cannot run the linker '" + requested +
                                   "': " + found.getError().message());
  }
  for (StringRef name : {"ld.lld", "ld.lld-" PAD_LLVM_MAJOR}) {
    if (auto found =
            llvm::sys::findProgramByName(name, {StringRef(PAD_LLVM_TOOLS_DIR)}))
      return *found;
    if (auto found = llvm::sys::findProgramByName(name))
      return *found;
  }
  return llvm::createStringError(
      "a shared object needs 'ld.lld', which is neither in " PAD_LLVM_TOOLS_DIR
      " nor in PATH; install it (Debian: lld-" PAD_LLVM_MAJOR "), name it with "
      "--linker, or write an object file (.o) and link that");
}

/// Links `object` into a shared object.
static llvm::Expected<std::string> link(StringRef object,
                                        const llvm::Triple &triple,
                                        StringRef requested, bool needsOpenMP) {
  if (!triple.isOSBinFormatELF())
    return llvm::createStringError(
        "target '" + triple.str() +
        "' has no ELF shared objects; write an object file (.o) "
        "and link that");
  llvm::Expected<std::string> linker = findLinker(requested);
  if (!linker)
    return linker.takeError();
  llvm::SmallString<128> objectPath, sharedPath;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("padc", "o", objectPath))
    return llvm::createStringError("cannot make a temporary file: " +
                                   code.message());
  llvm::FileRemover removeObject(objectPath);
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("padc", "so", sharedPath))
    return llvm::createStringError("cannot make a temporary file: " +
                                   code.message());
  llvm::FileRemover removeShared(sharedPath);
  if (llvm::Error error = llvm::writeToOutput(
          objectPath, [&](llvm::raw_ostream &os) -> llvm::Error {
            os << object;
            return llvm::Error::success();
          }))
    return std::move(error);

  llvm::SmallVector<StringRef> arguments = {
      *linker, "-shared",       "-z", "noexecstack", "-z",
      "relro", "--gc-sections", "-o", sharedPath,    objectPath};
  StringRef openMP = PAD_OPENMP_LIBRARY;
  if (needsOpenMP) {
    if (!llvm::sys::fs::exists(openMP))
      return llvm::createStringError(
          "a shared object with threads=openmp needs LLVM's OpenMP library, " +
          (openMP.empty() ? "which was not there when padc was built"
                          : "'" + openMP + "', which is not there") +
          "; install it (Debian: libomp5) and build again, or write an object "
          "file (.o) and link that with OpenMP's library");
    arguments.push_back(openMP);
  }

  std::string message;
  int status = llvm::sys::ExecuteAndWait(*linker, arguments, std::nullopt, {},
                                         /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                         &message);
  if (status != 0)
    return llvm::createStringError(
        "linker '" + *linker + "' failed" +
        (message.empty()
             ? llvm::Twine(" with exit status ") + llvm::Twine(status)
             : ": " + llvm::Twine(message)));
  auto buffer = llvm::MemoryBuffer::getFile(sharedPath, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError("linker '" + *linker + "' wrote nothing: " +
                                   buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

llvm::Expected<std::string>
mlir::pad::compileNative(ModuleOp module, llvm::TargetMachine &machine,
                         unsigned optLevel, NativeKind kind, StringRef linker) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> native =
      translateModuleToLLVMIR(module, context, "pad");
  if (!native)
    return llvm::createStringError("the module has no LLVM IR");
  native->setDataLayout(machine.createDataLayout());
  native->setTargetTriple(machine.getTargetTriple());
  setFunctionTargets(*native, machine);
  optimize(*native, machine, optLevel);
  // What is needed of them is known when nothing else is folded.
  defineHalfFunctions(*native, machine);
  setFunctionTargets(*native, machine);

  std::string text;
  llvm::raw_string_ostream os(text);
  switch (kind) {
  case NativeKind::LLVMIR:
    native->print(os, nullptr);
    return text;
  case NativeKind::Bitcode:
    llvm::WriteBitcodeToFile(*native, os);
    return text;
  case NativeKind::Assembly:
    return generate(*native, machine, llvm::CodeGenFileType::AssemblyFile);
  case NativeKind::Object:
    return generate(*native, machine, llvm::CodeGenFileType::ObjectFile);
  case NativeKind::SharedObject:
    break;
  }
  llvm::Expected<std::string> object =
      generate(*native, machine, llvm::CodeGenFileType::ObjectFile);
  if (!object)
    return object.takeError();
  return link(*object, machine.getTargetTriple(), linker,
              /*needsOpenMP=*/native->getFunction("__kmpc_fork_call"));
}
