//===- Registration.cpp - The dialect and its passes for C ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pad-c/Registration.h"
#include "Pad/IR/PadOps.h"
#include "Pad/InitAll.h"
#include "Pad/Version.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include <mutex>

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Pad, pad, pad::PadDialect)

void mlirPadRegisterAllDialects(MlirDialectRegistry registry) {
  pad::registerAllDialects(*unwrap(registry));
}

void mlirPadRegisterAllPasses() {
  static std::once_flag isDone;
  std::call_once(isDone, pad::registerAllPasses);
}

MlirStringRef mlirPadGetVersion() {
  return wrap(StringRef(PAD_VERSION_STRING));
}
