//===- FusedLoopsPlan.h - How the loops of a consumer run -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_FUSEDLOOPSPLAN_H
#define PAD_TRANSFORMS_FUSEDLOOPSPLAN_H

#include "MergedRows.h"
#include "PadFusionPlan.h"

namespace mlir {
namespace pad {

/// How the loops of a consumer run that reads the sources of its pads.
struct FusedLoopsPlan : ConsumedPads {
  /// The parallel loops, from outer to inner. The last one runs along rows of
  /// the results.
  SmallVector<int64_t> parallelLoops;
  /// The reduction loops inside of them, in their own order.
  SmallVector<int64_t> reductionLoops;
  /// Elements of a row that are computed at a time, as one vector; 1 for
  /// scalars.
  int64_t lanes = 1;
  /// Vectors of a row that one iteration computes where no border is near.
  int64_t copies = 1;
  /// Rows that one iteration computes there, one for each of so many indices of
  /// `loopOfBlocks`. They share what windows of several rows read, and memory
  /// serves several rows at a time.
  int64_t rows = 1;
  /// Vectors of a row that one iteration computes of one row alone, where rows
  /// are left of blocks.
  int64_t copiesOfOne = 1;
  /// Whether the rows in borders are computed by such blocks, too.
  bool blocksBorders = false;
  /// The loop from row to row, from plane to plane, or between filters of which
  /// each reads the same vectors.
  int64_t loopOfBlocks = -1;
  /// Whether rows, which are no longer padded, lie one behind the other in all
  /// tensors, so that vectors run across them where no border is near: the
  /// channels of an image in NHWC. The tensors have the last two axes as one.
  bool mergesRows = false;
  /// Whether something is the same in all of these rows, so that vectors may
  /// not run from one row into the next one.
  bool repeatsRows = false;
  /// Elements of a vector of one such row.
  int64_t lanesOfRow = 1;
  /// Whether the iterations of the reduction loops, of static number, are
  /// written out.
  bool unrollsReductions = false;
  /// Elementwise ops behind the consumer, each the only user of the result of
  /// the one before: the division of an average pool, an activation. The loops
  /// compute them, too.
  SmallVector<linalg::LinalgOp> epilogue;

  int64_t getRowLoop() const { return parallelLoops.back(); }
  /// Vectors of a row that one iteration computes of so many rows.
  int64_t getCopies(int64_t rowsAtOnce, bool isBorder) const {
    if (isBorder && !blocksBorders)
      return 1;
    return rowsAtOnce == rows ? copies : copiesOfOne;
  }
  /// Whether `loop` runs along a padded axis, so that it has an interior and
  /// borders.
  bool isSplit(int64_t loop) const;
  /// The loop along which rows are merged.
  int64_t getMergedLoop() const {
    return mergesRows ? parallelLoops.end()[-2] : -1;
  }
  /// The loop from row to row, of merged ones if there are such; -1 if there is
  /// one row.
  int64_t getLoopOfRows() const {
    size_t inside = mergesRows ? 2 : 1;
    return parallelLoops.size() <= inside ? -1 : parallelLoops.rbegin()[inside];
  }
};

/// Which consumers are planned.
struct FusionChoice {
  /// Bits of a vector; 0 for scalars.
  int64_t vectorBits = 0;
  /// Whether those stay that are expected to be slower.
  bool whereFaster = false;
  /// Whether one that reads no pads stays. A tile whose rows are padded in its
  /// buffer does not.
  bool needsPads = true;
};

/// Why the consumer of `use`, a slice of `pad`, does not read the source
/// instead; empty if it does.
std::string explainSlice(OpOperand &use, PadOp pad, const FusionChoice &choice);

/// Plans the loops of `op`. The plan has no loops if `op` stays.
FusedLoopsPlan planFusedLoops(linalg::LinalgOp op, const FusionChoice &choice);

/// Bits of a lane of `type`: 0 if vectors of it are not used. Floating point of
/// less than 16 bits and odd integers are computed by code that LLVM writes for
/// each element.
int64_t getLaneBits(Type type);

/// Whether an op of `type` is one of f32 between conversions.
bool isComputedAsF32(Type type);

/// How many indices of loop `row` read no border, if that is known.
std::optional<int64_t> getInterior(linalg::LinalgOp op,
                                   const FusedLoopsPlan &plan, int64_t row);

/// Whether the rows of `op`, which `plan` merges and which have weights, are
/// rather computed several at a time, so that they share these
/// (FusedBlocks.cpp).
bool sharesWeightsUnmerged(linalg::LinalgOp op, const FusedLoopsPlan &plan);

/// Plans how many vectors and rows an iteration of `op` computes
/// (FusedBlocks.cpp). A vector of `vectorBits` bits takes `opsOfVector` ops;
/// `inside` elements of a row read no border, if that is known.
void planBlocks(linalg::LinalgOp op, FusedLoopsPlan &plan, int64_t opsOfVector,
                std::optional<int64_t> inside, int64_t vectorBits);

/// Loads or ops of an element of the result of `op`, the larger number, where
/// the reduction loops run `taps` times and `pads` are read (FusedCode.cpp).
int64_t countOpsOfElement(linalg::LinalgOp op, ArrayRef<FusedPad> pads,
                          int64_t taps);

/// What an op of the body of `op` counts as in code (FusedCode.cpp).
int64_t getCodeOfOp(linalg::LinalgOp op);

/// Makes the code of the loops smaller that `plan` describes, if it exceeds
/// what is worth compiling: with one vector of one row an iteration, and with
/// loops over the window. `plansBlocks` plans the vectors of an iteration anew
/// (FusedCode.cpp).
void limitCode(linalg::LinalgOp op, FusedLoopsPlan &plan,
               function_ref<void()> plansBlocks);

/// Why the code of the loops of `op` would be too large however they run, if it
/// reads the source of `fused`; empty if it would not (FusedCode.cpp).
std::string explainLargeCode(linalg::LinalgOp op, const FusedPad &fused);

/// Replaces `op` by loops as `plan` says. They compute each element of the
/// results by the operations of `op` in their order.
void emitFusedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                    const FusedLoopsPlan &plan);

/// Why `op`, with vectors of `vectorBits` bits, is expected to be slower if it
/// reads the source of `fused` than with the padded tensor; empty if it is not.
std::string explainSlower(linalg::LinalgOp op, const FusedPad &fused,
                          int64_t vectorBits);

/// The elementwise ops behind `op` that its loops compute, too.
SmallVector<linalg::LinalgOp> findEpilogue(linalg::LinalgOp op);

/// Elements of a vector of `vectorBits` bits of the widest type that `op`
/// computes with along loop `row`; 1 if it has to be scalars.
int64_t chooseLanes(linalg::LinalgOp op, int64_t row, int64_t vectorBits);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_FUSEDLOOPSPLAN_H
