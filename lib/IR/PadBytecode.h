//===- PadBytecode.h - Versions of the dialect in bytecode ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IR_PADBYTECODE_H
#define PAD_LIB_IR_PADBYTECODE_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// Lets bytecode say which version of `dialect` wrote it. Older versions are
/// upgraded as they are read.
void addBytecodeInterface(PadDialect &dialect);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IR_PADBYTECODE_H
