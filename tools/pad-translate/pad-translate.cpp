//===- pad-translate.cpp - Models into and out of MLIR --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Help.h"
#include "../SameFile.h"
#include "Pad/Import/Import.h"
#include "Pad/Import/PadReport.h"
#include "TranslateModel.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/Support/WithColor.h"

/// What `--help` starts with.
static constexpr llvm::StringLiteral kOverview =
    R"(Models into MLIR, reports on their pads, and MLIR into LLVM IR

EXAMPLES:

  pad-translate --import-onnx MODEL.onnx -o MODEL.mlir
      Read a model; --import-openvino, --import-ngraph and --import-tflite read
      those of others.
  pad-translate --report MODEL.onnx
      Say what each pad of a model costs, and what reads it.
  pad-translate --rewrite-onnx --for=constant-only MODEL.onnx -o OUT.onnx
      Write a model whose pads are constant; --for=fold folds pads into the
      nodes that read them.
  pad-translate --mlir-to-llvmir LOWERED.mlir -o LOWERED.ll
      Write what pad-opt --lower-pad-to-llvm has made.

--help-hidden has every option of LLVM.
)";

int main(int argc, char **argv) {
  if (llvm::Error same = mlir::pad::checkOutput(argc, argv)) {
    llvm::WithColor::error() << toString(std::move(same)) << "\n";
    return EXIT_FAILURE;
  }
  if (!mlir::pad::saysWhatToDo(argc, argv)) {
    llvm::WithColor::error()
        << "nothing to do: give --import-onnx, --import-openvino, "
           "--import-ngraph, --import-tflite, --report, --report-json, "
           "--rewrite-onnx or --mlir-to-llvmir; see --help\n";
    return EXIT_FAILURE;
  }
  mlir::pad::hideOptionsSoFar();
  mlir::registerToLLVMIRTranslation();
  mlir::pad::registerAllImports();
  mlir::pad::registerPadReports();
  if (mlir::pad::translatesModel(argc, argv))
    return failed(mlir::pad::translateModel(argc, argv, kOverview));
  return failed(mlir::mlirTranslateMain(argc, argv, kOverview));
}
