//===- Passes.h - Conversions out of the pad dialect ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PASSES_H
#define PAD_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;

namespace pad {

#define GEN_PASS_DECL
#include "Pad/Conversion/Passes.h.inc"

/// Adds the patterns of `--convert-pad-to-linalg`: both pad ops, on tensors and
/// memrefs, become linalg.
void populatePadToLinalgPatterns(RewritePatternSet &patterns);

/// Adds the pattern of `--convert-pad-to-scf`: `pad.pad_into` on memrefs
/// becomes a nest of `scf.for`.
void populatePadToSCFPatterns(RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "Pad/Conversion/Passes.h.inc"

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PASSES_H
