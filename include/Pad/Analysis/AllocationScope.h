//===- AllocationScope.h - Where stack memory belongs -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_ALLOCATIONSCOPE_H
#define PAD_ANALYSIS_ALLOCATIONSCOPE_H

namespace mlir {
class Block;
class Operation;

namespace pad {

/// The op around `block` in whose first block stack memory is allocated once:
/// it is no loop. Null if there is none.
Operation *getAllocationScope(Block *block);

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_ALLOCATIONSCOPE_H
