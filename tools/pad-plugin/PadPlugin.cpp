//===- PadPlugin.cpp - The dialect in a stock mlir-opt --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/InitAll.h"
#include "Pad/Version.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include <utility>

/// What `--load-dialect-plugin` calls: the dialect and its external models.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Pad", PAD_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::pad::registerAllDialects(*registry);
          }};
}

/// What `--load-pass-plugin` calls: the passes and pipelines. A tool that is
/// given both options, or one of them twice, calls it as often; a pass may be
/// registered only once.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Pad", PAD_VERSION_STRING, [] {
            static bool isFirst = true;
            if (std::exchange(isFirst, false))
              mlir::pad::registerAllPasses();
          }};
}
