//===- ForeignSyntax.h - Input that only another tool can read --*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_PADOPT_FOREIGNSYNTAX_H
#define PAD_TOOLS_PADOPT_FOREIGNSYNTAX_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>

namespace mlir {
namespace pad {

/// How to make `input` readable if it does not parse because a dialect that is
/// not linked in is printed in its own syntax, or as VHLO bytecode. Empty if it
/// fails for another reason, or if it parses.
std::string explainForeignSyntax(llvm::MemoryBufferRef input,
                                 const DialectRegistry &registry);

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_PADOPT_FOREIGNSYNTAX_H
