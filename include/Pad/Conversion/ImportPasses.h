//===- ImportPasses.h - Conversions into the pad dialect --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_IMPORTPASSES_H
#define PAD_CONVERSION_IMPORTPASSES_H

#include "Pad/Conversion/PadImport.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace pad {

#define GEN_PASS_DECL
#include "Pad/Conversion/ImportPasses.h.inc"

// What each conversion does to one op (see PadImporter). The pass of the same
// name applies it to all, `--import-pads` all of them.

#define GEN_PASS_REGISTRATION
#include "Pad/Conversion/ImportPasses.h.inc"

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_IMPORTPASSES_H
