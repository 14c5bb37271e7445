//===- FusedLoopEmitter.h - Emits the loops of a consumer -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_FUSEDLOOPEMITTER_H
#define PAD_TRANSFORMS_FUSEDLOOPEMITTER_H

#include "FusedReads.h"
#include "PadInteriorLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir {
namespace pad {

/// Emits the loops of one consumer. Each loop along a padded axis runs twice:
/// over its interior, where the source is read in place, and over both of its
/// borders, where the position that a mode reads is computed. Inside of a
/// border, outer loops run once, over all of their indices.
class FusedLoops {
public:
  FusedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
             const FusedLoopsPlan &plan);

  void run();

private:
  using Results = SmallVector<Value>;
  using Body = function_ref<Results(ArithValue, const Results &)>;

  /// What the iterations of a loop are for the passes behind bufferization.
  enum class Iterations {
    InOrder,
    /// Blocks of a row that may run twice.
    Blocks,
    /// Those that threads can share, if no loop around them is shared.
    Independent
  };
  /// Loops over `[begin, end)`, carrying the results. Vectors of blocks may
  /// begin and end `overhang` elements before and behind.
  Results emitFor(ArithValue begin, ArithValue end, int64_t step,
                  const Results &results, Body body,
                  Iterations iterations = Iterations::InOrder,
                  ArrayRef<int64_t> overhang = {});
  /// Loops over `[0, begin)` and `[end, count)` at once.
  Results emitBorders(ArithValue begin, ArithValue end, ArithValue count,
                      const Results &results, Body body);

  /// The parallel loops from number `depth` on.
  Results emitParallel(size_t depth, const Results &results);
  /// How the ends of rows are computed; `holds` is null if they are never
  /// composed as vectors.
  RowEnds emitRowEnds();
  /// Several rows have such ends.
  Results emitRow(const Results &results);
  /// How the vectors inside of a row are computed.
  struct RowSteps {
    int64_t lanes, copies;
  };
  Results emitIfElse(ArithValue holds, function_ref<Results()> thenBody,
                     function_ref<Results()> elseBody);
  /// All rows of the loop from row to row at once: vectors across those inside
  /// of its borders, and the others one by one.
  Results emitMergedRows(const Results &results);
  /// A row of `count` elements: vectors inside of its borders, and scalars.
  Results emitSplitRow(ArithValue count, const RowSteps &vectors,
                       const Results &results);
  /// The vectors of a row that begin in `[begin, last)`. They are elements of
  /// `[begin, end)`, and all before `computed` are computed then. `ends` are
  /// those that are composed, null if there are none.
  Results emitRowVectors(ArithValue begin, ArithValue end, ArithValue last,
                         const RowSteps &vectors, const Results &results,
                         const RowEnds *ends = nullptr,
                         ArithValue *computed = nullptr);
  /// `copies` neighbours of `lanes` elements in each of the rows, from the
  /// indices of the loops on.
  Results emitElements(int64_t lanes, int64_t copies, const Results &results);
  /// Calls `body` at each of these neighbours.
  void visitCopies(int64_t lanes, int64_t copies, function_ref<void()> body);
  /// Reduces `sums`, one for each copy and result, over the reduction loops
  /// from number `depth` on.
  Results emitReductions(size_t depth, int64_t lanes, Results sums,
                         int64_t copies);

  /// Computes the elementwise ops of `sum`.
  Value emitEpilogue(Value sum, int64_t lanes);

  /// Whether a loop reads `tensor` as an operand, or as the source of a pad.
  bool isRead(Value tensor);

  /// Whether elements may be computed twice, and are the same.
  bool isIdempotent();
  /// What the destination `results[number]` holds before the first term.
  Value emitInit(unsigned number, int64_t lanes, const Results &results);
  bool readsInit(unsigned number);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  const FusedLoopsPlan &plan;
  ArithContext m;
  SmallVector<Range> domain;
  std::optional<InteriorLoops> interiorLoops;
  std::optional<FusedReads> reads;
  LoopPoint point;
  /// Rows that are computed at once.
  int64_t rows = 1;
  /// How many of the first lanes of a vector were computed before; null for
  /// none.
  ArithValue computedBefore;
  /// The value that fills a destination; null where none does.
  SmallVector<Value> fills;
  /// Whether a loop around it is in its borders.
  bool inBorder = false;
  /// Whether a loop is around it.
  bool isNested = false;
  /// Whether the destinations are those of the consumer, not of what is behind
  /// it.
  bool isInPlace = true;
  SmallVector<scf::ForOp> loops;
};

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_FUSEDLOOPEMITTER_H
