//===- ImportAllPads.cpp - The pads of all other dialects to pad.pad ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "Pad/Import/ImportPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_IMPORTPADS
#include "Pad/Import/ImportPasses.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Every conversion. No two of them convert the same op.
static constexpr PadImporter kImporters[] = {
    convertTensorToPad, convertTosaToPad,   convertStablehloToPad,
    convertTorchToPad,  convertOnnxToPad,   convertOpenVINOToPad,
    convertNGraphToPad, convertTFLiteToPad, convertIdiomsToPad,
};

namespace {
struct ImportPads : pad::impl::ImportPadsBase<ImportPads> {
  using ImportPadsBase::ImportPadsBase;

  /// As that of `PadImportPass`.
  void getDependentDialects(DialectRegistry &registry) const override {
    ImportPadsBase::getDependentDialects(registry);
    registerAllInterfaceExternalModels(registry);
  }

  void runOnOperation() override {
    if (failed(importPads(getOperation(), kImporters, verify, remarks)))
      signalPassFailure();
  }
};
} // namespace
