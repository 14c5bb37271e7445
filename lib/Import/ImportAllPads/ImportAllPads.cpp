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
#include "llvm/ADT/StringSwitch.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTTENSORTOPAD
#define GEN_PASS_DEF_CONVERTTOSATOPAD
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOPAD
#define GEN_PASS_DEF_CONVERTTORCHTOPAD
#define GEN_PASS_DEF_CONVERTONNXTOPAD
#define GEN_PASS_DEF_CONVERTOPENVINOTOPAD
#define GEN_PASS_DEF_CONVERTNGRAPHTOPAD
#define GEN_PASS_DEF_CONVERTTFLITETOPAD
#define GEN_PASS_DEF_CONVERTIDIOMSTOPAD
#define GEN_PASS_DEF_IMPORTPADS
#include "Pad/Import/ImportPasses.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The pads of dialects from which others are made that are imported: they are
/// not passed over, and the reason says which way leads here.
static ImportResult refuseOtherDialects(Operation *op, RewriterBase &) {
  auto way =
      llvm::StringSwitch<StringRef>(op->getName().getStringRef())
          .Cases({"mhlo.pad", "mhlo.dynamic_pad"},
                 "MHLO is not imported; make it StableHLO first "
                 "(mlir-hlo-opt --hlo-legalize-to-stablehlo)")
          .Cases({"vhlo.pad_v1", "vhlo.dynamic_pad_v1"},
                 "VHLO is not imported; make it StableHLO first "
                 "(stablehlo-translate --deserialize)")
          .Cases({"tf.Pad", "tf.PadV2", "tf.MirrorPad"},
                 "MLIR of TensorFlow is not imported; legalize it to "
                 "StableHLO or TOSA first")
          .Cases({"tfl.pad", "tfl.padv2", "tfl.mirror_pad", "tfl.dilate"},
                 "MLIR of TFLite's converter is not imported; write the "
                 ".tflite file, and read it with pad-translate "
                 "--import-tflite")
          .Default("");
  return way.empty() ? ImportResult::notAPad() : ImportResult::refused(way);
}

/// Every conversion. No two of them convert the same op.
static constexpr PadImporter kImporters[] = {
    convertTensorToPad,  convertTosaToPad,   convertStablehloToPad,
    convertTorchToPad,   convertOnnxToPad,   convertOpenVINOToPad,
    convertNGraphToPad,  convertTFLiteToPad, convertIdiomsToPad,
    refuseOtherDialects,
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

template struct pad::PadImportPass<pad::impl::ConvertTensorToPadBase,
                                   convertTensorToPad>;
template struct pad::PadImportPass<pad::impl::ConvertTosaToPadBase,
                                   convertTosaToPad>;
template struct pad::PadImportPass<pad::impl::ConvertStablehloToPadBase,
                                   convertStablehloToPad>;
template struct pad::PadImportPass<pad::impl::ConvertTorchToPadBase,
                                   convertTorchToPad>;
template struct pad::PadImportPass<pad::impl::ConvertOnnxToPadBase,
                                   convertOnnxToPad>;
template struct pad::PadImportPass<pad::impl::ConvertOpenVINOToPadBase,
                                   convertOpenVINOToPad>;
template struct pad::PadImportPass<pad::impl::ConvertNGraphToPadBase,
                                   convertNGraphToPad>;
template struct pad::PadImportPass<pad::impl::ConvertTFLiteToPadBase,
                                   convertTFLiteToPad>;
template struct pad::PadImportPass<pad::impl::ConvertIdiomsToPadBase,
                                   convertIdiomsToPad>;
