//===- TranslateModel.cpp - Translations of models ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslateModel.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

/// The names of the options that are given, without their values.
static SmallVector<StringRef> getOptionNames(int argc, char **argv) {
  SmallVector<StringRef> names;
  for (StringRef argument : llvm::ArrayRef(argv, argc).drop_front())
    if (argument.starts_with("-"))
      names.push_back(argument.ltrim('-').split('=').first);
  return names;
}

/// Whether option `name` translates a model.
static bool isOfModel(StringRef name) {
  return name.starts_with("import-") ||
         llvm::is_contained({"report", "report-json", "rewrite-onnx"}, name);
}

static bool isOfHelp(StringRef name) {
  return name.starts_with("help") || llvm::is_contained({"h", "version"}, name);
}

bool mlir::pad::saysWhatToDo(int argc, char **argv) {
  return llvm::any_of(getOptionNames(argc, argv), [](StringRef name) {
    return isOfModel(name) || isOfHelp(name) || name == "mlir-to-llvmir";
  });
}

bool mlir::pad::translatesModel(int argc, char **argv) {
  SmallVector<StringRef> names = getOptionNames(argc, argv);
  return llvm::count_if(names, isOfModel) == 1 &&
         llvm::none_of(names, [](StringRef name) {
           return isOfHelp(name) ||
                  llvm::is_contained({"error-diagnostics-only", "mlir-timing",
                                      "no-implicit-module",
                                      "output-split-marker", "split-input-file",
                                      "verify-diagnostics"},
                                     name);
         });
}

LogicalResult mlir::pad::translateModel(int argc, char **argv,
                                        StringRef overview) {
  static llvm::cl::opt<std::string> inputFilename(
      llvm::cl::Positional, llvm::cl::desc("<input file>"),
      llvm::cl::init("-"));
  static llvm::cl::opt<std::string> outputFilename(
      "o", llvm::cl::desc("Output filename"), llvm::cl::value_desc("filename"),
      llvm::cl::init("-"));
  static llvm::cl::opt<bool> allowUnregisteredDialects(
      "allow-unregistered-dialect",
      llvm::cl::desc("Allow operation with no registered dialects"));
  llvm::InitLLVM init(argc, argv);
  llvm::cl::opt<const Translation *, false, TranslationParser> translation(
      "", llvm::cl::desc("Translation to perform"), llvm::cl::Required);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerTranslationCLOptions();
  llvm::cl::ParseCommandLineOptions(argc, argv, overview);

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFilename, &message);
  std::unique_ptr<llvm::ToolOutputFile> output =
      input ? openOutputFile(outputFilename, &message) : nullptr;
  if (!output) {
    llvm::WithColor::error() << message << "\n";
    return failure();
  }
  MLIRContext context;
  context.allowUnregisteredDialects(allowUnregisteredDialects);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  if (failed((*translation)(sources, output->os(), &context)))
    return failure();
  output->keep();
  return success();
}
