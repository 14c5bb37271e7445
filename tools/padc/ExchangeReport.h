//===- ExchangeReport.h - Messages of a pad as text -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_PADC_EXCHANGEREPORT_H
#define PAD_TOOLS_PADC_EXCHANGEREPORT_H

#include "Pad/IR/PadOps.h"
#include "Pad/Ranks/ExchangeKernel.h"
#include <string>

namespace mlir {
namespace pad {

/// Describes what the ranks of `spec` send and receive for `pad`. An error
/// names the option that has no such plan.
llvm::Expected<std::string> reportExchange(PadOp pad, const ExchangeSpec &spec);

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_PADC_EXCHANGEREPORT_H
