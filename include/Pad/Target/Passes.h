//===- Passes.h - Passes that make machine code -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TARGET_PASSES_H
#define PAD_TARGET_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace pad {

#define GEN_PASS_DECL
#include "Pad/Target/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pad/Target/Passes.h.inc"

} // namespace pad
} // namespace mlir

#endif // PAD_TARGET_PASSES_H
