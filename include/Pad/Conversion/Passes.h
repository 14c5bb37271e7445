//===- Passes.h - Conversions out of the pad dialect ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PASSES_H
#define PAD_CONVERSION_PASSES_H

#include "Pad/Analysis/PadPlan.h"
#include "Pad/Rows/CostModel.h"
#include "Pad/Rows/HostTarget.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;

namespace pad {

#define GEN_PASS_DECL
#include "Pad/Conversion/Passes.h.inc"

/// Adds the patterns of `--convert-pad-to-linalg`: both pad ops, on tensors and
/// memrefs, become linalg, and `pad.adjoint` becomes `pad.adjoint_into`.
void populatePadToLinalgPatterns(RewritePatternSet &patterns);

/// Adds the other pattern of `--convert-pad-to-linalg`: `pad.adjoint_into` on
/// tensors and memrefs becomes a `linalg.generic` around loops of sums.
void populateAdjointToLinalgPatterns(RewritePatternSet &patterns);

/// Adds the pattern of `--convert-pad-to-scf`: `pad.pad_into` on memrefs
/// becomes a nest of `scf.for`.
void populatePadToSCFPatterns(RewritePatternSet &patterns);

/// Adds the other patterns of `--convert-pad-to-scf`: `pad.adjoint_into` and
/// `pad.adjoint_value` on memrefs become nests of loops around sums.
void populateAdjointToSCFPatterns(RewritePatternSet &patterns);

/// Adds the pattern of `--convert-pad-to-stablehlo`: `pad.pad` becomes ops of
/// StableHLO; a concatenation has at most `maxPieces` operands.
void populatePadToStablehloPatterns(RewritePatternSet &patterns,
                                    int64_t maxPieces);

/// Adds the patterns of `--convert-pad-to-tensor`: `pad.pad` becomes tensor
/// ops; an axis of at most `maxPieces` slices in a mode other than constant.
void populatePadToTensorPatterns(RewritePatternSet &patterns,
                                 int64_t maxPieces);

/// Adds the pattern of `--convert-pad-to-tosa`: `pad.pad` becomes ops of TOSA;
/// a concatenation has at most `maxPieces` operands.
void populatePadToTosaPatterns(RewritePatternSet &patterns, int64_t maxPieces);

/// Adds the pattern of `--convert-pad-to-onnx`: `pad.pad` becomes nodes of
/// ONNX.
void populatePadToOnnxPatterns(RewritePatternSet &patterns,
                               const ConvertPadToOnnxOptions &options);

/// How `pad.pad_into` becomes vectors.
struct PadToVectorOptions {
  VectorShape vectors;
  /// The smallest result, in bytes, that is written past the caches; INT64_MAX
  /// for none.
  int64_t nontemporalThreshold = INT64_MAX;
  /// Whether large results are shared out among the iterations of
  /// `scf.forall`.
  bool parallel = false;
  /// The smallest result, in bytes, that is shared out.
  int64_t parallelThreshold = cost::kParallelBytes;
  /// Whether each op says how it is moved.
  bool remarks = false;
  /// Whether the code reports the ways that it takes (EmittedWays.h).
  bool trace = false;
};

/// Adds the pattern of `--convert-pad-to-vector`: `pad.pad_into` on memrefs
/// becomes loops around vectors. `aliases`, which the pattern keeps a reference
/// to, says where the source may be part of the destination.
void populatePadToVectorPatterns(RewritePatternSet &patterns,
                                 const PadToVectorOptions &options,
                                 AliasAnalysis &aliases);

/// Adds the other pattern of `--convert-pad-to-vector`: `pad.adjoint_into` on
/// memrefs with dense rows becomes loops around vectors.
void populateAdjointToVectorPatterns(RewritePatternSet &patterns,
                                     const PadToVectorOptions &options);

#define GEN_PASS_REGISTRATION
#include "Pad/Conversion/Passes.h.inc"

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PASSES_H
