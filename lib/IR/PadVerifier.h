//===- PadVerifier.h - Checks that ops with pads share ------------ -*- C++
//-*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IR_PADVERIFIER_H
#define PAD_LIB_IR_PADVERIFIER_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// C1: the list `name` of `op` has one entry for each of `rank` axes, and an
/// operand for each dynamic entry.
LogicalResult verifyPadList(Operation *op, int64_t rank, StringRef name,
                            ArrayRef<int64_t> list, OperandRange operands);

/// C1: `op` has a low, a high and an interior pad for each of `rank` axes, and
/// one mode for all of them or one for each.
LogicalResult verifyPadNumbers(PadNumbersInterface op, int64_t rank);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IR_PADVERIFIER_H
