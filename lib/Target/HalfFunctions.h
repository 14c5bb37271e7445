//===- HalfFunctions.h - Conversions of f16 and bf16 ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_TARGET_HALFFUNCTIONS_H
#define PAD_LIB_TARGET_HALFFUNCTIONS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir {
namespace pad {

/// Defines the functions of libgcc that LLVM calls where `machine` has no
/// instruction for a conversion of f16 or bf16 in `module`, for the module
/// alone. Of those, libgcc lacks some, and a kernel is not linked with it.
void defineHalfFunctions(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_TARGET_HALFFUNCTIONS_H
