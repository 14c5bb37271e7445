//===- AllTargets.cpp - Every target of LLVM ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of its own, so that a program that only makes code for its host is not
// linked with the others.
//
//===----------------------------------------------------------------------===//

#include "Pad/Target/NativeCode.h"
#include "llvm/Support/TargetSelect.h"

void mlir::pad::registerNativeTargets() {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();
}
