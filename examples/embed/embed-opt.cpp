// An opt tool with MLIR's dialects and passes, and those of Pad: the two lines
// with `pad::` are what an existing tool adds.

#include "Pad/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::pad::registerAllDialects(registry);
  mlir::registerAllPasses();
  mlir::pad::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "optimizer with pads\n", registry));
}
