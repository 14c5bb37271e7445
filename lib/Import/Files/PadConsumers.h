//===- PadConsumers.h - Ops that read the results of pads -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_FILES_PADCONSUMERS_H
#define PAD_LIB_IMPORT_FILES_PADCONSUMERS_H

#include "Pad/Import/PadReport.h"

namespace mlir {
namespace pad {

/// What `op`, a node of a model, could do with `pad`. Its operand `padded` is
/// the result of the pad or a cast of it.
PadConsumer::Kind classifyConsumer(Operation *op, Value padded, PadOp pad);

/// Why `op` cannot take `pad` over, as a clause; empty if it can.
StringRef explainNotTaken(Operation *op, Value padded, PadOp pad);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_FILES_PADCONSUMERS_H
