//===- pad-translate.cpp - Models into and out of MLIR --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/Import.h"
#include "Pad/Import/PadReport.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  mlir::registerToLLVMIRTranslation();
  mlir::pad::registerAllImports();
  mlir::pad::registerPadReports();
  return failed(
      mlir::mlirTranslateMain(argc, argv, "Pad dialect translator\n"));
}
