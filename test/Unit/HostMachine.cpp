//===- HostMachine.cpp - Machine code of this host ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMachine.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

std::unique_ptr<llvm::TargetMachine>
mlir::pad::createHostMachine(llvm::CodeGenOptLevel level) {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    llvm::errs() << toString(builder.takeError()) << "\n";
    return nullptr;
  }
  builder->setCodeGenOptLevel(level);
  auto machine = builder->createTargetMachine();
  if (!machine) {
    llvm::errs() << toString(machine.takeError()) << "\n";
    return nullptr;
  }
  return std::move(*machine);
}
