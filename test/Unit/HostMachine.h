//===- HostMachine.h - Machine code of this host ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_HOSTMACHINE_H
#define PAD_TEST_UNIT_HOSTMACHINE_H

#include "llvm/Support/CodeGen.h"
#include <memory>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir {
namespace pad {

/// A machine for this host that generates code at `level`, for
/// `ExecutionEngine::create`. The engine of MLIR 22 makes its own machine at
/// the default level, whatever `jitCodeGenOptLevel` says, and most of the time
/// of a test is that. Null, with a message, if there is none.
std::unique_ptr<llvm::TargetMachine>
createHostMachine(llvm::CodeGenOptLevel level);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_HOSTMACHINE_H
