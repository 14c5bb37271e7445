//===- InitAll.cpp - One registration entry -------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/InitAll.h"
#include "Pad/Conversion/Passes.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Interfaces/AllInterfaces.h"
#include "Pad/Pipelines/Pipelines.h"
#include "Pad/Target/Passes.h"
#include "Pad/TransformOps/PadTransformOps.h"
#include "Pad/Transforms/Passes.h"
#include "Pad/Upstream/Passes.h"

void mlir::pad::registerAllDialects(DialectRegistry &registry) {
  registry.insert<PadDialect>();
  registerAllInterfaceExternalModels(registry);
  registerTransformOps(registry);
}

void mlir::pad::registerAllPasses() {
  registerPadConversionPasses();
  registerPadImportPasses();
  registerPadTargetPasses();
  registerPadTransformsPasses();
  registerPadUpstreamPasses();
  registerPadPipelines();
}
