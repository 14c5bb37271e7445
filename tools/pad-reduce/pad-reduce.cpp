//===- pad-reduce.cpp - Reducer of inputs with pad ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Help.h"
#include "../SameFile.h"
#include "Pad/InitAll.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/WithColor.h"

/// What `--help` ends with.
static llvm::cl::extrahelp examples(R"(
EXAMPLES:

  pad-reduce FILE.mlir -reduction-tree='traversal-mode=0 test=./TEST.sh' -o SMALL.mlir
      Make a file smaller as long as TEST.sh, which is given a file, exits with 1.

--help-hidden has every option of LLVM.
)");

int main(int argc, char **argv) {
  if (llvm::Error same = mlir::pad::checkOutput(argc, argv)) {
    llvm::WithColor::error() << toString(std::move(same)) << "\n";
    return EXIT_FAILURE;
  }
  mlir::pad::hideOptionsSoFar();
  // What is then left in --help is what reduces.
  if (!mlir::pad::asksForHelp(argc, argv)) {
    mlir::registerAllPasses();
    mlir::pad::registerAllPasses();
  }

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::pad::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  return failed(mlir::mlirReduceMain(argc, argv, context));
}
