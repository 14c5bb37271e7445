//===- PadPlugin.cpp - The dialect in a stock mlir-opt --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/InitAll.h"
#include "Pad/Version.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

/// Whether this library has registered its dialect, and its passes.
static bool hasDialect = false, hasPasses = false;

/// Says that the tool has Pad without this library: by another copy of it, or
/// because it is linked in. A second one would end the process.
static void sayThatItIsThere(llvm::StringRef what) {
  llvm::errs() << "libPadPlugin: left out, because the tool already has the "
               << what << " of Pad\n";
}

/// What `--load-dialect-plugin` calls: the dialect and its external models.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Pad", PAD_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            bool isThere =
                (!hasDialect && registry->getDialectAllocator("pad")) ||
                (!hasPasses && mlir::PassInfo::lookup("pad-import"));
            if (isThere)
              return sayThatItIsThere("dialect");
            mlir::pad::registerAllDialects(*registry);
            hasDialect = true;
          }};
}

/// What `--load-pass-plugin` calls: the passes and pipelines. A tool that is
/// given both options, or one of them twice, calls it as often; a pass may be
/// registered only once.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Pad", PAD_VERSION_STRING, [] {
            if (hasPasses)
              return;
            if (mlir::PassInfo::lookup("pad-import"))
              return sayThatItIsThere("passes");
            mlir::pad::registerAllPasses();
            hasPasses = true;
          }};
}
