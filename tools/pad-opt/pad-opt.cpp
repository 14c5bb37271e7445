//===- pad-opt.cpp - Driver with every pass -------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignSyntax.h"
#include "Pad/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

/// Runs `MlirOptMain` on the two files, and prints a note if the input has the
/// syntax of a dialect that is not linked in.
static llvm::LogicalResult run(llvm::StringRef inputName,
                               llvm::StringRef outputName,
                               mlir::DialectRegistry &registry,
                               const mlir::MlirOptMainConfig &config) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input =
      mlir::openInputFile(inputName, &error);
  std::unique_ptr<llvm::ToolOutputFile> output;
  if (input)
    output = mlir::openOutputFile(outputName, &error);
  if (!output) {
    llvm::WithColor::error() << error << "\n";
    return mlir::failure();
  }
  llvm::MemoryBufferRef text = input->getMemBufferRef();
  if (succeeded(mlir::MlirOptMain(output->os(),
                                  llvm::MemoryBuffer::getMemBuffer(text),
                                  registry, config))) {
    output->keep();
    return mlir::success();
  }
  std::string note = mlir::pad::explainForeignSyntax(text, registry);
  if (!note.empty())
    llvm::WithColor::note() << note << "\n";
  return mlir::failure();
}

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::pad::registerAllPasses();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::pad::registerAllDialects(registry);
  llvm::InitLLVM init(argc, argv);
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "Pad dialect optimizer\n", registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, output, registry));
  return mlir::asMainReturnCode(run(input, output, registry, config));
}
