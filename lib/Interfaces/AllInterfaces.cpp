//===- AllInterfaces.cpp - External models of the dialect -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Interfaces/AllInterfaces.h"

void mlir::pad::registerAllInterfaceExternalModels(DialectRegistry &registry) {
  registerBufferizableOpInterfaceExternalModels(registry);
  registerPointerElementInterfaceExternalModels(registry);
  registerRuntimeVerifiableOpInterfaceExternalModels(registry);
  registerShardingInterfaceExternalModels(registry);
  registerTilingInterfaceExternalModels(registry);
  registerValueBoundsOpInterfaceExternalModels(registry);
}
