//===- Certificate.h - What the positions of pads rest on -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_PADC_CERTIFICATE_H
#define PAD_TOOLS_PADC_CERTIFICATE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir {
namespace pad {

/// Writes SMT-LIB that a solver checks: the formulas by which the pads of
/// `module` are compiled, with the numbers that are known, and what
/// docs/Proof.md says of them. Fails, and says why, if there is a pad that has
/// none.
LogicalResult writeCertificate(ModuleOp module, raw_ostream &os);

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_PADC_CERTIFICATE_H
