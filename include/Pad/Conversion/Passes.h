//===- Passes.h - Conversions out of the pad dialect ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PASSES_H
#define PAD_CONVERSION_PASSES_H

#include "mlir/Analysis/AliasAnalysis.h"
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

/// Bits of this host's vectors: 128, 256 or 512.
int64_t getHostVectorBits();

/// Adds the pattern of `--convert-pad-to-vector`: `pad.pad_into` on memrefs
/// becomes loops around vectors of `vectorBits` (128, 256 or 512). `aliases`,
/// which the pattern keeps a reference to, says where the source may be part of
/// the destination. With `remarks`, each op says how it is moved.
void populatePadToVectorPatterns(RewritePatternSet &patterns,
                                 int64_t vectorBits, AliasAnalysis &aliases,
                                 bool remarks = false);

#define GEN_PASS_REGISTRATION
#include "Pad/Conversion/Passes.h.inc"

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PASSES_H
