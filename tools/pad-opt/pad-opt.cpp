//===- pad-opt.cpp - Driver with every pass -------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Help.h"
#include "../SameFile.h"
#include "ForeignSyntax.h"
#include "Pad/InitAll.h"
#include "PadReportFile.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
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

/// What `--help` starts with.
static constexpr llvm::StringLiteral kOverview =
    R"(mlir-opt with the pad dialect, its passes and its pipelines

EXAMPLES:

  pad-opt --lower-pad-to-llvm FILE.mlir
      Lower the pads of a file, with everything around them, to the LLVM dialect.
  pad-opt --allow-unregistered-dialect --pad-import --canonicalize FILE.mlir
      Make the pads of tensor, tosa, stablehlo, onnx and torch ops of the pad dialect.
  pad-opt --pad-tile-and-fuse FILE.mlir
      Compute pads inside the convolutions and stencils that read them.
  pad-opt --pass-pipeline='builtin.module(func.func(convert-pad-to-linalg))' FILE.mlir
      Name the passes and what they run on.

The passes and pipelines of Pad come first below. --help-list has those of MLIR, too, and
--help-hidden every option of LLVM; --show-dialects lists the dialects.
)";

int main(int argc, char **argv) {
  mlir::pad::hideOptionsSoFar();
  llvm::cl::OptionCategory category("Compiler passes and options of Pad");
  llvm::cl::opt<std::string> reportPath(
      "pad-report", llvm::cl::value_desc("FILE"),
      llvm::cl::desc("Write what became of each pad, and why, to FILE as JSON"),
      llvm::cl::cat(category));
  bool asksForHelp = mlir::pad::asksForHelp(argc, argv);
  // Those of MLIR are in --help-list.
  if (!asksForHelp)
    mlir::registerAllPasses();
  mlir::pad::registerAllPasses();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::pad::registerAllDialects(registry);
  llvm::InitLLVM init(argc, argv);
  mlir::registerCLIOptions("pad-opt", registry);
  if (asksForHelp)
    llvm::cl::getRegisteredOptions()["lower-pad-to-llvm"]->addCategory(
        category);
  auto [input, output] = mlir::parseCLIOptions(argc, argv, kOverview);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  std::optional<mlir::pad::PadReportFile> report;
  if (!reportPath.empty()) {
    if (config.shouldEmitRemarks()) {
      llvm::WithColor::error()
          << "--pad-report cannot be combined with MLIR's --remarks-filter "
             "options; run pad-opt once with each of them\n";
      return EXIT_FAILURE;
    }
    report.emplace(reportPath);
    // MlirOptMain sets an engine of its own before it asks for the passes.
    config.setPassPipelineSetupFn(
        [&report, setUp = config](mlir::PassManager &passes) {
          report->listen(*passes.getContext());
          return setUp.setupPassPipeline(passes);
        });
  }
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, output, registry));
  if (llvm::Error same =
          mlir::pad::checkDifferentFiles({{"the input", input},
                                          {"the output", output},
                                          {"the report", reportPath}})) {
    llvm::WithColor::error() << toString(std::move(same)) << "\n";
    return EXIT_FAILURE;
  }
  llvm::LogicalResult result = run(input, output, registry, config);
  if (report && failed(report->write()))
    result = mlir::failure();
  return mlir::asMainReturnCode(result);
}
