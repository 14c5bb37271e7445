//===- InitAll.h - One registration entry -----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_INITALL_H
#define PAD_INITALL_H

namespace mlir {
class DialectRegistry;

namespace pad {

/// Registers the dialect with every external model of its ops, and the ops of
/// the transform dialect that work on them.
void registerAllDialects(DialectRegistry &registry);

/// Registers every pass and pipeline. Call it once a process.
void registerAllPasses();

} // namespace pad
} // namespace mlir

#endif // PAD_INITALL_H
