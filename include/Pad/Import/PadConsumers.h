//===- PadConsumers.h - Ops that read the results of pads -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An op can take a pad over if it computes the same result from the source with
// larger numbers in its own padding attributes. `--pad-fold-into-consumers`
// folds such pads in IR, `--rewrite-onnx` in models, and `--report` names them.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_PADCONSUMERS_H
#define PAD_IMPORT_PADCONSUMERS_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// An op that reads a pad, and what it reads: the pad's result or a cast of it.
using PadReader = std::pair<Operation *, Value>;

/// Attributes of an op and their new values; null for one that is removed. An
/// op of torch has `padding` as an operand, a list.
using AttributeChanges = SmallVector<std::pair<StringRef, Attribute>>;

/// Adds the ops that read `value` or a cast of it.
void addReaders(Value value, SmallVectorImpl<PadReader> &readers);

/// Whether `reader` reads windows of the padded tensor, as a convolution does,
/// and has padding of its own.
bool readsWindows(PadReader reader);

/// The attributes with which `reader` computes the same result, bit for bit,
/// from the source of `pad`. For ops of OpenVINO and nGraph, which nothing
/// rewrites, the list is empty. Nullopt if there are none; `reason` is then a
/// clause that says why.
std::optional<AttributeChanges> takePadOver(PadReader reader, PadOp pad,
                                            std::string &reason);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_PADCONSUMERS_H
