//===- Passes.h - Transformations of pad ops --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_PASSES_H
#define PAD_TRANSFORMS_PASSES_H

#include "Pad/IR/PadOps.h"
#include "Pad/Rows/CostModel.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
class RewriterBase;

namespace linalg {
class LinalgOp;
} // namespace linalg

namespace pad {

/// The side of a pad that reshapes move to.
enum class ReshapeDirection {
  /// To its source.
  Up,
  /// To its result.
  Down
};

#define GEN_PASS_DECL
#include "Pad/Transforms/Passes.h.inc"

/// Adds the pattern that reduces the source of a constant pad instead of the
/// pad, where its value is neutral.
void populatePadFoldIntoReductionsPatterns(RewritePatternSet &patterns);

/// Adds the pattern that collapses neighbouring axes that are not padded.
void populatePadCollapseAxesPatterns(RewritePatternSet &patterns);

/// Adds the pattern that replaces pads by concatenations of slices or splats.
/// In a mode other than constant, an axis has at most `maxPieces` slices.
void populatePadDecomposeBordersPatterns(RewritePatternSet &patterns,
                                         int64_t maxPieces);

/// Adds the pattern that inserts the source with strides into a fill where
/// there is interior padding.
void populatePadDecomposeInteriorPatterns(RewritePatternSet &patterns);

/// Adds the pattern that drops axes of extent 1 that are not padded.
void populatePadDropUnitAxesPatterns(RewritePatternSet &patterns);

/// Adds the pattern that computes pads of constants with at most `maxElements`
/// elements, and of splats with any number of elements.
void populatePadFoldConstantsPatterns(RewritePatternSet &patterns,
                                      int64_t maxElements);

/// Adds the patterns that move unary elementwise ops to the smaller side of a
/// pad.
void populatePadPropagateElementwisePatterns(RewritePatternSet &patterns);

/// Moves `op`, if it is unary and elementwise, to the source of the growing pad
/// that it alone reads: `f(pad(x, v))` becomes `pad(f(x), f(v))`.
LogicalResult moveElementwiseAbovePad(RewriterBase &rewriter, Operation *op);

/// Adds the patterns that move `tensor.expand_shape` and
/// `tensor.collapse_shape` through pads.
void populatePadPropagateReshapePatterns(RewritePatternSet &patterns,
                                         ReshapeDirection direction);

/// Adds the patterns that move `linalg.transpose` to the smaller side of a pad.
void populatePadPropagateTransposePatterns(RewritePatternSet &patterns);

/// Adds the pattern that makes slices of negative pads.
void populatePadSplitCropPatterns(RewritePatternSet &patterns);

/// Adds the pattern that makes a pad for each mode of a pad.
void populatePadSplitModesPatterns(RewritePatternSet &patterns);

/// Adds the pattern that lets the one producer of a padded tensor write into
/// the interior of the result, so that only the borders are padded.
void populatePadProducerIntoPaddedPatterns(RewritePatternSet &patterns);

/// Adds the patterns that make a linalg.pack a pad, an expansion and a
/// transposition, and a linalg.unpack a transposition, a collapse and a crop.
void populatePadLowerPacksPatterns(RewritePatternSet &patterns);

/// Adds the patterns that make constant pads the padding of linalg.pack, and
/// let linalg.unpack leave out what is cropped behind it.
void populatePadFoldIntoPacksPatterns(RewritePatternSet &patterns);

/// Adds the pattern that pads only the part of a source that is read.
void populatePadShrinkSourcePatterns(RewritePatternSet &patterns);

/// Adds the pattern that rewrites `pad.pad` as `pad.pad_into` of a
/// `tensor.empty`.
void populatePadToDestinationStylePatterns(RewritePatternSet &patterns);

/// Replaces `op` by a `pad.pad_into` of a `tensor.empty` of its result's shape;
/// fails if that shape cannot be computed.
FailureOr<PadIntoOp> rewriteAsPadInto(RewriterBase &rewriter, PadOp op);

/// Replaces the linalg op `op` by parts and tiles that compute the pads it
/// reads for themselves, as `--pad-tile-and-fuse` does. Fails, with a note of
/// the reason, where it reads no pad that can be fused.
LogicalResult tileAndFusePads(RewriterBase &rewriter, linalg::LinalgOp op,
                              const PadTileAndFuseOptions &options);

/// Replaces `op` by a concatenation of its borders and its source, as
/// `--pad-decompose-borders` does; returns it, or a cast of it. Fails, with a
/// note of the reason, where an axis has more than `maxPieces` slices of the
/// source.
FailureOr<Value> decomposeBorders(RewriterBase &rewriter, PadOp op,
                                  int64_t maxPieces);

/// Lets the producer of the source of `op` write into the interior of the
/// result, as `--pad-producer-into-padded` does; returns the `pad.pad_into`
/// that fills the borders. Fails, with a note of the reason, where it cannot.
FailureOr<PadIntoOp> produceIntoPadded(RewriterBase &rewriter, PadOp op);

#define GEN_PASS_REGISTRATION
#include "Pad/Transforms/Passes.h.inc"

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_PASSES_H
