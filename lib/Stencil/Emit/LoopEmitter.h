//===- LoopEmitter.h - Emits the loops of a consumer ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_LOOPEMITTER_H
#define PAD_STENCIL_LOOPEMITTER_H

#include "Emit/InteriorLoops.h"
#include "Emit/Reads.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir {
namespace pad {

/// Replaces `op` by loops as `plan` says. They compute each element of the
/// results by the operations of `op` in their order.
void emitFusedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                    const LoopPlan &plan);

/// Emits the loops of one consumer. Each loop along a padded axis runs twice:
/// over its interior, where the source is read in place, and over both of its
/// borders, where the position that a mode reads is computed. Inside of a
/// border, outer loops run once, over all of their indices. Each function is
/// told where it is by a `LoopPoint`.
class LoopEmitter {
public:
  using Results = SmallVector<Value>;

  /// Emits at the insertion point of `rewriter`. `padded` has padded tensors
  /// that are read instead of operands.
  LoopEmitter(RewriterBase &rewriter, linalg::LinalgOp op, const LoopPlan &plan,
              const PaddedOperands &padded = PaddedOperands());

  /// Emits the loops, which write the tensors `inits`. Returns what these are
  /// then.
  Results run(const Results &inits);

private:
  using Body = function_ref<Results(const LoopPoint &, const Results &)>;

  /// A loop over `[begin, end)`.
  struct Steps {
    ArithValue begin, end;
    int64_t step = 1;
    /// Whether its iterations are blocks of a row, which may run twice.
    bool isOfBlocks = false;
    /// Whether threads can share its iterations, and whether LLVM must not
    /// unroll it.
    bool isIndependent = false, isRolled = false;
  };
  /// A loop along `loop` at `point`, carrying the results.
  Results emitFor(const LoopPoint &point, int64_t loop, const Steps &steps,
                  const Results &results, Body body);
  /// Loops over `all` without `[begin, end)`, in whole steps, for each row.
  Results emitBorders(const LoopPoint &point, int64_t loop, ArithValue begin,
                      ArithValue end, const Steps &all, const Results &results,
                      Body body);
  /// Emits the indices of `loop` in the nest that computes the joined borders.
  /// `hasInner` says whether a loop of this nest is inside of it.
  Results emitJoinedBorders(const LoopPoint &point, int64_t loop, bool hasInner,
                            const Results &results, Body body);
  /// The indices of `loop` that read no border.
  InteriorLoop emitInterior(int64_t loop);

  /// Emits `body` for the rows at `point`: for all at once, or, with `rolls`,
  /// in a loop over single rows.
  Results emitEachRow(const LoopPoint &point, bool rolls,
                      const Results &results, Body body);

  /// Blocks of rows, the first and the last of which include those in borders.
  Results emitSpanningBlocks(const LoopPoint &point, const Results &results,
                             Body body);

  /// `LoopPoint::isLong`.
  ArithValue emitIsLong();

  /// Whether the ends of rows can be composed, or there are no rows.
  ArithValue emitHasEnds();
  /// `run` without moving invariant code out of loops; and the same for rows
  /// that read the sources in place.
  Results emit(const Results &inits);
  Results emitInPlace(const Results &inits);

  /// The loop over stretches of rows with packed weights.
  Results emitStretches(const LoopPoint &point, const Results &results);

  /// The parallel loops from number `depth` on.
  Results emitParallel(const LoopPoint &point, size_t depth,
                       const Results &results);
  /// The row at `point`, or all rows that are computed at once there.
  Results emitRow(const LoopPoint &point, const Results &results);
  /// How the vectors inside of a row are computed.
  struct RowSteps {
    int64_t lanes, copies;
  };
  /// A row that reads padded copies: the widest vectors that it has elements
  /// for.
  Results emitPaddedRow(const LoopPoint &point, const RowSteps &vectors,
                        const Results &results);
  /// A row whose ends are composed.
  Results emitWithEnds(const LoopPoint &point, const RowEnds &ends,
                       const RowSteps &vectors, const Results &results);
  /// All rows of the loop from row to row at once: vectors across those inside
  /// of its borders, and the others one by one.
  Results emitMergedRows(const LoopPoint &point, const Results &results);
  /// A row: vectors in its interior, and its borders element by element.
  Results emitSplitRow(const LoopPoint &point, const RowSteps &vectors,
                       const Results &results);
  /// The same, for the row at `point` with the interior `range`, which is
  /// computed as at point `inside`.
  Results emitRowPart(const LoopPoint &point, const LoopPoint &inside,
                      const InteriorLoop &range, const RowSteps &vectors,
                      const Results &results);
  /// The vectors of a row that begin in `[begin, last)`, which have elements of
  /// `[begin, end)` only. Sets `computed`, which is null if no ends are
  /// composed, to the first element that is not computed then.
  Results emitRowVectors(const LoopPoint &point, ArithValue begin,
                         ArithValue end, ArithValue last,
                         const RowSteps &vectors, const Results &results,
                         ArithValue *computed = nullptr);
  /// A block: `copies` vectors of `lanes` elements in each of the rows, from
  /// `point` on.
  Results emitElements(const LoopPoint &point, int64_t lanes, int64_t copies,
                       const Results &results);
  /// Calls `body` at each vector of such a block.
  void visitCopies(const LoopPoint &point, int64_t lanes, int64_t copies,
                   function_ref<void(const LoopPoint &)> body);
  /// Adds one term of a reduction, at a point, to sums.
  using Term = function_ref<Results(const LoopPoint &, ArrayRef<Value>)>;
  /// Reduces `sums` by `term` over the reduction loops from number `depth` on.
  /// The first `rolled` reduction loops are loops, and the others written out.
  Results emitReductions(const LoopPoint &point, size_t depth, size_t rolled,
                         Results sums, Term term);
  /// The body of the consumer, for each vector of a block.
  Results emitTerm(const LoopPoint &point, int64_t lanes, int64_t copies,
                   ArrayRef<Value> sums);
  /// What the op of the consumer, a maximum or minimum, makes of two vectors
  /// without NaN.
  Value emitGreater(Value lhs, Value rhs);
  /// The maxima of windows. Those of floating point are found by comparisons,
  /// and again by `maximumf` if an element is NaN or a maximum is -0, which
  /// comparisons do not tell from 0.
  Results emitMaxima(const LoopPoint &point, int64_t lanes, int64_t copies,
                     const Results &before);

  /// Computes elementwise op `neighbour` at `position`, where its operand
  /// `computed` has the element or vector `sum`.
  Value emitNeighbour(linalg::LinalgOp neighbour, const LoopPoint &point,
                      ArrayRef<ArithValue> position, Value computed, Value sum,
                      int64_t lanes);

  /// Applies the epilogue to `sum`.
  Value emitEpilogue(const LoopPoint &point, Value sum, int64_t lanes);

  /// What the destination `results[number]` holds before the first term.
  Value emitInit(const LoopPoint &point, unsigned number, int64_t lanes,
                 const Results &results);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  const LoopPlan &plan;
  ArithContext m;
  SmallVector<Range> domain;
  std::optional<InteriorLoops> interiorLoops;
  std::optional<ReadEmitter> reads;
  /// The loops that were emitted, from inner to outer.
  SmallVector<scf::ForOp> loops;
};

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_LOOPEMITTER_H
