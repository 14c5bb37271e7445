//===- ExchangeOptions.h - A pad on ranks, from options ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_PADC_EXCHANGEOPTIONS_H
#define PAD_TOOLS_PADC_EXCHANGEOPTIONS_H

#include "Options.h"
#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// The pad `pad`, which `buildPadKernel` made, on the ranks of the grid that
/// `options` have. An error names the option that does not go with it.
llvm::Expected<ExchangeSpec> makeExchangeSpec(PadOp pad,
                                              const PadcOptions &options);

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_PADC_EXCHANGEOPTIONS_H
