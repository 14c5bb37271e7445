//===- AxisModes.h - The syntax of modes ------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IR_AXISMODES_H
#define PAD_LIB_IR_AXISMODES_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// Parses the text of a mode: `reflect`.
ParseResult parsePadMode(AsmParser &parser, PadMode &mode);

/// Prints what `parsePadMode` reads.
void printPadMode(AsmPrinter &printer, PadMode mode);

/// Parses one mode for all axes, `reflect periodic`, or one an axis,
/// `[edge, constant, reflect periodic]`.
ParseResult parseAxisModes(AsmParser &parser, SmallVectorImpl<AxisMode> &modes);

/// Prints what `parseAxisModes` reads.
void printAxisModes(AsmPrinter &printer, ArrayRef<AxisMode> modes);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IR_AXISMODES_H
