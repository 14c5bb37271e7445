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

  /// Emits at the insertion point of `rewriter`. `padded` has tensors that are
  /// read in place of operands.
  LoopEmitter(RewriterBase &rewriter, linalg::LinalgOp op, const LoopPlan &plan,
              const PaddedOperands &padded = PaddedOperands());

  /// What the loops make of tensors that they write.
  Results run(const Results &inits);

private:
  using Body = function_ref<Results(const LoopPoint &, const Results &)>;

  /// What a loop over `[begin, end)` is.
  struct Steps {
    ArithValue begin, end;
    int64_t step = 1;
    /// Whether it is one over blocks of a row, which may run twice.
    bool isOfBlocks = false;
    /// Whether threads can share its iterations, and whether LLVM must not
    /// unroll it.
    bool isIndependent = false, isRolled = false;
  };
  /// A loop along `loop` at `point`, carrying the results.
  Results emitFor(const LoopPoint &point, int64_t loop, const Steps &steps,
                  const Results &results, Body body);
  /// Loops over `all` but `[begin, end)`, in whole steps, for each row.
  Results emitBorders(const LoopPoint &point, int64_t loop, ArithValue begin,
                      ArithValue end, const Steps &all, const Results &results,
                      Body body);
  /// Emits the indices of `loop` in the nest that computes the joined borders.
  /// `hasInner` says whether a loop of this nest is inside of it.
  Results emitJoinedBorders(const LoopPoint &point, int64_t loop, bool hasInner,
                            const Results &results, Body body);
  /// The indices of `loop` that read no border.
  InteriorLoop emitInterior(int64_t loop);

  /// The rows at `point`; with `rolls`, each of them by itself.
  Results emitEachRow(const LoopPoint &point, bool rolls,
                      const Results &results, Body body);

  /// Blocks of rows, of which the first and the last one have those in borders
  /// among them.
  Results emitSpanningBlocks(const LoopPoint &point, const Results &results,
                             Body body);

  /// `LoopPoint::isLong`.
  ArithValue emitIsLong();

  /// Whether the ends of rows are composed, or there are no rows.
  ArithValue emitHasEnds();
  /// `run`, before what does not change in loops is in front of them; and the
  /// same without padded rows.
  Results emit(const Results &inits);
  Results emitInPlace(const Results &inits);

  /// The loop over stretches of rows with packed weights.
  Results emitStretches(const LoopPoint &point, const Results &results);

  /// The parallel loops from number `depth` on.
  Results emitParallel(const LoopPoint &point, size_t depth,
                       const Results &results);
  /// Several rows have composed ends.
  Results emitRow(const LoopPoint &point, const Results &results);
  /// How the vectors inside of a row are computed.
  struct RowSteps {
    int64_t lanes, copies;
  };
  /// A row of a padded copy: the widest vectors that it has elements for.
  Results emitPaddedRow(const LoopPoint &point, const RowSteps &vectors,
                        const Results &results);
  /// A row whose ends are composed.
  Results emitWithEnds(const LoopPoint &point, const RowEnds &ends,
                       const RowSteps &vectors, const Results &results);
  /// All rows of the loop from row to row at once: vectors across those inside
  /// of its borders, and the others one by one.
  Results emitMergedRows(const LoopPoint &point, const Results &results);
  /// A row: vectors inside of its borders, and scalars.
  Results emitSplitRow(const LoopPoint &point, const RowSteps &vectors,
                       const Results &results);
  /// The same, for the row at `point` whose interior `range` is, and is
  /// computed at `inside`.
  Results emitRowPart(const LoopPoint &point, const LoopPoint &inside,
                      const InteriorLoop &range, const RowSteps &vectors,
                      const Results &results);
  /// The vectors of a row that begin in `[begin, last)`. They are elements of
  /// `[begin, end)`, and all before `computed` are computed then; it is null if
  /// no ends are composed.
  Results emitRowVectors(const LoopPoint &point, ArithValue begin,
                         ArithValue end, ArithValue last,
                         const RowSteps &vectors, const Results &results,
                         ArithValue *computed = nullptr);
  /// `copies` neighbours of `lanes` elements in each of the rows, from `point`
  /// on.
  Results emitElements(const LoopPoint &point, int64_t lanes, int64_t copies,
                       const Results &results);
  /// Calls `body` at each of these neighbours.
  void visitCopies(const LoopPoint &point, int64_t lanes, int64_t copies,
                   function_ref<void(const LoopPoint &)> body);
  /// Computes one term of a reduction at a point from what is there before.
  using Term = function_ref<Results(const LoopPoint &, ArrayRef<Value>)>;
  /// Reduces `sums` by `term` over the reduction loops from number `depth` on,
  /// of which so many outer ones are loops.
  Results emitReductions(const LoopPoint &point, size_t depth, size_t rolled,
                         Results sums, Term term);
  /// The body of the consumer, for each copy.
  Results emitTerm(const LoopPoint &point, int64_t lanes, int64_t copies,
                   ArrayRef<Value> sums);
  /// The maximum, or minimum, of two vectors without NaN, of the op of the
  /// consumer.
  Value emitGreater(Value lhs, Value rhs);
  /// The maxima of windows. Those of floating point are found by comparisons
  /// where no element is NaN and no maximum is -0, whose order comparisons do
  /// not know; else by `maximumf`.
  Results emitMaxima(const LoopPoint &point, int64_t lanes, int64_t copies,
                     const Results &before);

  /// Computes elementwise op `neighbour` of `sum`, which is what `computed` has
  /// at `position`, and of what else it reads.
  Value emitNeighbour(linalg::LinalgOp neighbour, const LoopPoint &point,
                      ArrayRef<ArithValue> position, Value computed, Value sum,
                      int64_t lanes);

  /// Computes the elementwise ops of `sum`.
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
  /// Those that were emitted, from inner to outer.
  SmallVector<scf::ForOp> loops;
};

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_LOOPEMITTER_H
