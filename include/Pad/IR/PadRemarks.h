//===- PadRemarks.h - What became of each pad, as remarks -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remarks of MLIR's remark engine (mlir/IR/Remarks.h): a tool that sets none up
// pays for none. Their category is "pad", so that `mlir-opt
// --remarks-filter=pad` prints them and `pad-opt --pad-report=FILE` writes them
// as JSON. The location of a remark is that of its op.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADREMARKS_H
#define PAD_IR_PADREMARKS_H

#include "Pad/IR/PadTraffic.h"
#include "mlir/IR/Remarks.h"

namespace mlir {
namespace pad {

/// The category of all remarks of Pad.
inline constexpr llvm::StringLiteral kRemarkCategory = "pad";

/// Says that `name` ("import", "lowering", "fusion") was applied to `pad`: its
/// modes, and the bytes that it reads and writes where they are known. The
/// caller adds what was done. False where nobody listens.
remark::detail::InFlightRemark remarkPassed(PadOpInterface pad, StringRef name,
                                            const PadTraffic &traffic);

/// Says that `name` was not applied to `op`, a pad of this or another dialect,
/// and why.
void remarkMissed(Operation *op, StringRef name, StringRef reason);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADREMARKS_H
