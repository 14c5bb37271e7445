//===- PadCanonicalization.h - Rewrites that are on by default --*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The canonicalization patterns by family. All but the last function's are
// `-canonicalize`'s; docs/Rationale.md says why others are opt-in.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADCANONICALIZATION_H
#define PAD_IR_PADCANONICALIZATION_H

#include "Pad/IR/PadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// Constant operands become attributes, casts of operands and results are
/// absorbed, types state what is known, and what has no effect is dropped.
void populatePadOperandPatterns(RewritePatternSet &patterns);

/// A pad of a pad becomes one pad, by the laws of docs/Semantics.md.
void populatePadOfPadPatterns(RewritePatternSet &patterns);

/// A slice of a pad becomes a slice of the source, a fill, or the pad of the
/// slice.
void populateSliceOfPadPatterns(RewritePatternSet &patterns);

/// A pad all of whose elements are one value becomes a fill.
void populatePadToFillPatterns(RewritePatternSet &patterns);

/// A pad of a slice becomes a pad of what was sliced, where no element that the
/// slice hides comes back. Opt-in: the reverse of shrinking the source, and a
/// slice is a view that costs nothing.
void populatePadOfSlicePatterns(RewritePatternSet &patterns);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADCANONICALIZATION_H
