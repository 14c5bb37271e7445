//===- ExchangeReport.h - Messages of a pad as text -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_PADC_EXCHANGEREPORT_H
#define PAD_TOOLS_PADC_EXCHANGEREPORT_H

#include "Pad/Ranks/ExchangePlan.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir {
namespace pad {

/// Describes what the ranks of a grid of extents `grid` send and receive for
/// the pad of `module`, which `buildPadKernel` made. An error names the option
/// that has no such plan.
llvm::Expected<std::string>
reportExchange(ModuleOp module, ArrayRef<int64_t> grid, ResultPieces results);

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_PADC_EXCHANGEREPORT_H
