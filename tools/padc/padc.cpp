//===- padc.cpp - Padding kernels to native code --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Certificate.h"
#include "ExchangeOptions.h"
#include "ExchangeReport.h"
#include "Options.h"
#include "Pad/CInterface/ExchangeHeader.h"
#include "Pad/Compiler/Compiler.h"
#include "Pad/Compiler/OutputFiles.h"
#include "Pad/Compiler/PadKernel.h"
#include "Pad/Import/Import.h"
#include "Pad/Import/PadExtraction.h"
#include "Pad/Version.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::pad;

/// Prints `message` as an error of padc.
static void report(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "padc") << message << "\n";
}

/// Prints `error` and returns false.
static bool report(llvm::Error error) {
  report(toString(std::move(error)));
  return false;
}

/// The value of `option`; reports its error with the option's name.
template <typename T>
static bool read(StringRef option, llvm::Expected<T> parsed, T &value) {
  if (parsed) {
    value = std::move(*parsed);
    return true;
  }
  report(option + ": " + toString(parsed.takeError()));
  return false;
}

/// Reads a list of amounts with one entry per axis (C1).
static bool readAmounts(StringRef option,
                        const std::optional<std::string> &text, size_t rank,
                        bool dynamic, SmallVector<int64_t> &amounts) {
  if (text) {
    if (!read(option, parseKernelAmounts(*text), amounts))
      return false;
    if (amounts.size() != rank) {
      report(option + ": '" + *text + "' has " + llvm::Twine(amounts.size()) +
             (amounts.size() == 1 ? " entry" : " entries") +
             ", but --shape has " + llvm::Twine(rank) +
             (rank == 1 ? " axis" : " axes") + "; give one per axis (C1)");
      return false;
    }
  }
  if (dynamic)
    amounts.assign(rank, ShapedType::kDynamic);
  return true;
}

/// Builds the module of a one-liner.
static OwningOpRef<ModuleOp> buildModule(const KernelText &text, bool isAdjoint,
                                         MLIRContext *context) {
  PadKernelSpec spec;
  spec.isAdjoint = isAdjoint;
  if (text.name)
    spec.name = *text.name;
  if (!read("--mode", parseKernelModes(*text.mode, text.periodic), spec.modes))
    return nullptr;
  if (!read("--type", parseKernelType(*text.type, context), spec.elementType) ||
      !read("--shape", parseKernelShape(*text.shape), spec.shape))
    return nullptr;
  size_t rank = spec.shape.size();
  if (spec.modes.size() != 1 && spec.modes.size() != rank) {
    report("--mode: '" + *text.mode + "' has " +
           llvm::Twine(spec.modes.size()) + " entries, but --shape has " +
           llvm::Twine(rank) + (rank == 1 ? " axis" : " axes") +
           "; give one for all axes or one per axis (C1)");
    return nullptr;
  }
  if (!readAmounts("--low", text.low, rank, text.dynamicPads, spec.low) ||
      !readAmounts("--high", text.high, rank, text.dynamicPads, spec.high) ||
      !readAmounts("--interior", text.interior, rank,
                   text.dynamicPads && text.interior, spec.interior))
    return nullptr;
  if (text.value)
    if (llvm::Error error = readKernelValue(*text.value, spec)) {
      report("--value: " + toString(std::move(error)));
      return nullptr;
    }
  return buildPadKernel(context, spec);
}

/// Reads the input: a module, or the pad of one node of a model.
static OwningOpRef<ModuleOp> readInput(const PadcOptions &options,
                                       llvm::SourceMgr &sources,
                                       MLIRContext *context) {
  const ModelFormat *format = findModelFormat(options.input);
  if (!format)
    return parseSourceFile<ModuleOp>(sources, context);
  ImportOptions importing;
  importing.node = options.node;
  OwningOpRef<ModuleOp> model =
      importModel(*format, sources, context, importing);
  if (!model)
    return nullptr;
  OwningOpRef<ModuleOp> kernel = extractPad(*model, options.node.value_or(""),
                                            options.kernel.name.value_or(""));
  // Other pads of the model are ignored.
  if (kernel && options.maxResultBytes &&
      failed(limitPadResults(*kernel, *options.maxResultBytes)))
    return nullptr;
  return kernel;
}

/// Prints `module` where `--emit-mlir` says.
static bool emitMLIR(ModuleOp module, StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().printNameLocAsPrefix());
  os << "\n";
  if (path.empty() || path == "-") {
    llvm::outs() << text;
    return true;
  }
  llvm::Error error = writeOutputFiles(OutputFile{path.str(), text});
  return !error || report(std::move(error));
}

/// Writes the certificate of `module`.
static bool certify(ModuleOp module, StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(writeCertificate(module, os)))
    return false;
  llvm::Error error = writeOutputFiles(OutputFile{path.str(), text});
  return !error || report(std::move(error));
}

/// Writes `code`, and the header of file `name` by `writeHeader` if `options`
/// ask for one.
static bool write(std::string code, NativeKind kind, const PadcOptions &options,
                  function_ref<void(raw_ostream &, StringRef)> writeHeader) {
  SmallVector<OutputFile> files = {
      {options.output, std::move(code), kind == NativeKind::SharedObject}};
  if (!options.header.empty()) {
    std::string text;
    llvm::raw_string_ostream os(text);
    writeHeader(os, llvm::sys::path::filename(options.header));
    files.push_back({options.header, std::move(text)});
  }
  llvm::Error error = writeOutputFiles(files);
  return !error || report(std::move(error));
}

/// Compiles `module` and writes what `options` ask for.
static bool compile(ModuleOp module, const PadcOptions &options) {
  NativeKind kind = *getNativeKind(options.output);
  FailureOr<CompiledModule> compiled =
      compileModule(module, {options.native, options.lowering, options.linker},
                    kind, [](llvm::Error error) { report(std::move(error)); });
  if (failed(compiled))
    return false;
  return write(std::move(compiled->code), kind, options,
               [&](raw_ostream &os, StringRef name) {
                 writeCHeader(os, name, compiled->functions);
               });
}

/// Compiles `spec`, a pad of elements of `elementType` on the ranks of a grid.
static bool compile(MLIRContext *context, const ExchangeSpec &spec,
                    Type elementType, const PadcOptions &options) {
  NativeKind kind = *getNativeKind(options.output);
  FailureOr<std::string> code =
      compileExchange(context, spec, {options.native, {}, options.linker}, kind,
                      [](llvm::Error error) { report(std::move(error)); });
  if (failed(code))
    return false;
  return write(std::move(*code), kind, options,
               [&](raw_ostream &os, StringRef name) {
                 writeExchangeHeader(os, name, spec, elementType);
               });
}

/// Compiles the pad of `module` on the ranks of a grid, or prints its plan or
/// its IR.
static bool runOnRanks(ModuleOp module, const PadcOptions &options) {
  PadOp pad;
  module.walk([&](PadOp op) { pad = op; });
  llvm::Expected<ExchangeSpec> spec = makeExchangeSpec(pad, options);
  if (!spec)
    return report(spec.takeError());
  if (options.plan) {
    llvm::Expected<std::string> text = reportExchange(pad, *spec);
    if (!text)
      return report(text.takeError());
    llvm::outs() << *text;
    return true;
  }
  if (!options.emitMLIR)
    return compile(module.getContext(), *spec,
                   pad.getSourceType().getElementType(), options);
  OwningOpRef<ModuleOp> functions = ModuleOp::create(module.getLoc());
  emitExchange(*functions, *spec);
  return emitMLIR(*functions, options.output);
}

/// Makes of `module` what `options` ask for.
static bool finish(ModuleOp module, const PadcOptions &options) {
  if (!options.certificate.empty())
    return certify(module, options.certificate);
  return options.emitMLIR ? emitMLIR(module, options.output)
                          : compile(module, options);
}

/// Compiles what `options` name.
static bool run(const PadcOptions &options) {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The location in the file is sufficient.
  context.printOpOnDiagnostic(false);
  // Some are pads that `import` reads; the others are refused by name.
  context.allowUnregisteredDialects();

  if (options.input.empty()) {
    // There is no location in a file to point to.
    ScopedDiagnosticHandler handler(
        &context, [](Diagnostic &diagnostic) { report(diagnostic.str()); });
    // On ranks, the pad says what its gradient is of.
    OwningOpRef<ModuleOp> module = buildModule(
        options.kernel, options.kernel.adjoint && !options.grid, &context);
    if (!module)
      return false;
    if (options.grid)
      return runOnRanks(*module, options);
    return finish(*module, options);
  }
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInputFile(options.input, &reason);
  if (!buffer) {
    report(reason);
    return false;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = readInput(options, sources, &context);
  if (!module)
    return false;
  return finish(*module, options);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerNativeTargets();
  llvm::Expected<PadcOptions> options = parseCommandLine(argc, argv);
  if (!options) {
    report(options.takeError());
    return 1;
  }
  if (options->help) {
    printHelp(llvm::outs());
    return 0;
  }
  if (options->version) {
    llvm::outs() << "padc " PAD_VERSION_STRING " (LLVM " LLVM_VERSION_STRING
                    ")\nhost: "
                 << llvm::sys::getDefaultTargetTriple() << ", "
                 << llvm::sys::getHostCPUName() << "\n";
    return 0;
  }
  return run(*options) ? 0 : 1;
}
