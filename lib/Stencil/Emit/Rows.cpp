//===- Rows.cpp - The rows of a fused consumer ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/LoopEmitter.h"
#include "Pad/Rows/Loops.h"

using namespace mlir;
using namespace mlir::pad;

ArithValue LoopEmitter::emitHasEnds() {
  // If there are no rows, the loops around them do not run. A single row has no
  // such loop.
  int64_t outermost = plan.parallelLoops.front();
  ArithValue holds = m.condition(false);
  if (outermost != plan.getRowLoop())
    holds = m.value(domain[outermost].size) <= 0;
  for (int64_t lanes : {plan.lanes, plan.lanesOfShortRow})
    if (RowEnds ends = reads->emitRowEnds(lanes); ends.holds)
      holds = holds | ends.holds;
  return holds;
}

LoopEmitter::Results LoopEmitter::emit(const Results &inits) {
  if (!plan.ofPaddedRows)
    return emitInPlace(inits);
  return emitEither(
      m, emitHasEnds(), [&] { return emitInPlace(inits); },
      [&] {
        LoopEmitter padded(rewriter, op, *plan.ofPaddedRows,
                           emitPaddedOperands(rewriter, plan.pads));
        Results made = padded.emit(inits);
        llvm::append_range(loops, padded.loops);
        return made;
      });
}

LoopEmitter::Results LoopEmitter::emitRow(const LoopPoint &point,
                                          const Results &results) {
  int64_t loop = plan.getRowLoop(), lanes = plan.lanes;
  if (llvm::SmallBitVector moving = plan.getBorderLoops(point.interior);
      moving.any()) {
    LoopPoint inside = point;
    inside.interior |= moving;
    return emitRowPart(
        point, inside,
        interiorLoops->emit(rewriter, m.loc, loop, moving, point.indices),
        {lanes, 1}, results);
  }
  if (plan.packedWeights >= 0)
    return emitElements(point, lanes, plan.copies, results);
  if (plan.isRowOneVector) {
    LoopPoint row = point.at(loop, m.constant(0)).inInterior(loop);
    row.rowPart = RowPart::Whole;
    return emitElements(row, lanes, 1, results);
  }
  RowEnds ends = reads->emitRowEnds(lanes);
  RowSteps whole{lanes, plan.getCopies(point.rows, point.inBorder)},
      narrow{plan.lanesOfShortRow, /*copies=*/1};
  bool isPadded = plan.rowPads.empty() && narrow.lanes > 1;
  if (!ends.holds)
    return isPadded ? emitPaddedRow(point, whole, results)
                    : emitSplitRow(point, whole, results);
  auto emitWhole = [&] { return emitWithEnds(point, ends, whole, results); };
  RowEnds ofNarrow;
  if (narrow.lanes < lanes)
    ofNarrow = reads->emitRowEnds(narrow.lanes);
  if (!ofNarrow.holds)
    return emitWhole();
  // Rows that are shorter yet are padded.
  return emitEither(m, ends.holds, emitWhole, [&] {
    return emitEachRow(point, plan.rollsEnds(), results,
                       [&](const LoopPoint &point, const Results &results) {
                         return emitWithEnds(point, ofNarrow, narrow, results);
                       });
  });
}

LoopEmitter::Results LoopEmitter::emitPaddedRow(const LoopPoint &point,
                                                const RowSteps &vectors,
                                                const Results &results) {
  ArithValue count = m.value(domain[plan.getRowLoop()].size);
  if (vectors.lanes <= plan.lanesOfShortRow)
    return emitSplitRow(point, vectors, results);
  return emitEither(
      m, count >= vectors.lanes,
      [&] {
        return emitRowVectors(point.inInterior(plan.getRowLoop()),
                              m.constant(0), count, count, vectors, results);
      },
      [&] {
        return emitEachRow(point, plan.rollsEnds(), results,
                           [&](const LoopPoint &point, const Results &results) {
                             return emitPaddedRow(point, {vectors.lanes / 2, 1},
                                                  results);
                           });
      });
}

LoopEmitter::Results LoopEmitter::emitWithEnds(const LoopPoint &point,
                                               const RowEnds &ends,
                                               const RowSteps &vectors,
                                               const Results &results) {
  int64_t loop = plan.getRowLoop(), lanes = vectors.lanes;
  ArithValue count = m.value(domain[loop].size);
  LoopPoint inside = point.inInterior(loop);
  auto emitEnd = [&](RowPart part, ArithValue index, ArithValue before,
                     int64_t copies, const Results &results) {
    LoopPoint end = inside.at(loop, index);
    end.rowPart = part;
    end.computedBefore = before;
    return emitEachRow(end, plan.rollsEnds(), results,
                       [&](const LoopPoint &point, const Results &results) {
                         return emitElements(point, lanes, copies, results);
                       });
  };
  ArithValue last = count - lanes, computed;
  bool isPair = plan.pairsEnds(vectors.copies);
  Results made = results;
  if (!isPair)
    made = emitEnd(RowPart::First, m.constant(0), {}, 1, made);
  made = emitRowVectors(inside, m.constant(lanes), ends.border, last, vectors,
                        made, &computed);
  // Both ends of a pair are computed from what the destination held before
  // them, also the elements that they have in common.
  if (isPair)
    return emitEnd(RowPart::Ends, m.constant(0), computed - max(last, lanes), 2,
                   made);
  return emitEnd(RowPart::Last, last, computed - last, 1, made);
}

LoopEmitter::Results LoopEmitter::emitMergedRows(const LoopPoint &point,
                                                 const Results &results) {
  int64_t loop = plan.getMergedLoop();
  ArithValue count = m.value(domain[loop].size),
             extent = m.value(domain[plan.getRowLoop()].size);
  InteriorLoop range = emitInterior(loop);
  if (plan.getBorderLoops(point.interior).any())
    range.end = range.begin;
  // Rows of the interior that are too few for a vector are computed one by one.
  ArithValue end = select((range.end - range.begin) * extent >= plan.lanes,
                          range.end, range.begin);
  // The index along rows counts the elements of all rows before, too.
  Results made = emitRowVectors(
      point.at(loop, m.constant(0)).inInterior(loop), range.begin * extent,
      end * extent, end * extent,
      {plan.lanes, plan.getCopies(point.rows, point.inBorder)}, results);
  LoopPoint border = point;
  border.inBorder = true;
  return emitBorders(border, loop, range.begin, end, {m.constant(0), count},
                     made, [&](const LoopPoint &point, const Results &results) {
                       return emitSplitRow(point, {plan.lanesOfRow, 1},
                                           results);
                     });
}

LoopEmitter::Results LoopEmitter::emitSplitRow(const LoopPoint &point,
                                               const RowSteps &vectors,
                                               const Results &results) {
  int64_t loop = plan.getRowLoop();
  return emitRowPart(point, point.inInterior(loop), emitInterior(loop), vectors,
                     results);
}

LoopEmitter::Results LoopEmitter::emitRowPart(const LoopPoint &point,
                                              const LoopPoint &inside,
                                              const InteriorLoop &range,
                                              const RowSteps &vectors,
                                              const Results &results) {
  ArithValue size = range.end - range.begin, end = range.end;
  if (vectors.lanes > 1)
    end = select(size >= vectors.lanes, range.end, range.begin);
  Results made =
      emitRowVectors(inside, range.begin, end, end, vectors, results);
  int64_t row = plan.getRowLoop(), lanes = vectors.lanes;
  auto emitElement = [&](const LoopPoint &point, const Results &results) {
    return emitElements(point, 1, 1, results);
  };
  Steps rest{m.constant(0), range.count};
  if (lanes > 1 && plan.hasVectorsOutside &&
      plan.getBorderLoops(point.interior).any()) {
    Steps all{rest.begin, rest.end, lanes};
    rest = {udiv(range.begin, lanes) * lanes,
            range.count - udiv(range.count - end, lanes) * lanes};
    made =
        emitBorders(point, row, rest.begin, rest.end, all, made,
                    [&](const LoopPoint &point, const Results &results) {
                      ArithValue first = point.indices[row];
                      return emitEither(
                          m, reads->emitIsOutside(point, lanes),
                          [&] {
                            LoopPoint vector = point;
                            vector.rowPart = RowPart::Outside;
                            return emitElements(vector, lanes, 1, results);
                          },
                          [&] {
                            return emitFor(point, row, {first, first + lanes},
                                           results, emitElement);
                          });
                    });
  }
  return emitBorders(point, row, range.begin, end, rest, made, emitElement);
}

LoopEmitter::Results LoopEmitter::emitRowVectors(
    const LoopPoint &point, ArithValue begin, ArithValue end, ArithValue last,
    const RowSteps &vectors, const Results &results, ArithValue *computed) {
  int64_t lanes = vectors.lanes, block = lanes * vectors.copies,
          loop = plan.getRowLoop();
  Results made = results;
  ArithValue next = begin;
  if (lanes > 1 && plan.hasBlocks(point.rows, vectors.copies, point.inBorder)) {
    Steps steps{begin, next, block};
    // The last block may end with the row, as the last vector does.
    bool overlaps = plan.overlapsVectors && plan.isIdempotent() && !computed &&
                    point.rows > 1;
    steps.isOfBlocks = plan.isIdempotent() && !overlaps;
    // Blocks that may be streamed end before the last vector, which is
    // composed: it must not write to lines that have left for memory.
    ArithValue most = steps.isOfBlocks ? last : end;
    next = overlaps ? select(end - begin >= block, end, begin)
                    : begin + udiv(max(most - begin, 0), block) * block;
    if (point.count)
      next = select(point.count >= point.rows, next, begin);
    steps.end = next;
    made =
        emitFor(point, loop, steps, made,
                [&](const LoopPoint &point, const Results &results) {
                  LoopPoint at = point;
                  if (overlaps)
                    at = point.at(loop, min(point.indices[loop], end - block));
                  return emitElements(at, lanes, vectors.copies, results);
                });
  }
  if (computed) {
    ArithValue rest = ceilDiv(max(last - next, 0), m.constant(lanes)) * lanes;
    *computed = max(next, min(next + rest, end));
  }
  // Vectors that blocks leave. The last one ends with the interior.
  std::optional<int64_t> rest = getConstantIntValue(end - next);
  bool isWhole = rest && *rest % lanes == 0;
  return emitEachRow(
      point, plan.rollsEnds(), made,
      [&](const LoopPoint &point, const Results &results) {
        return emitFor(point, loop, {next, last, lanes}, results,
                       [&](const LoopPoint &point, const Results &results) {
                         if (lanes == 1)
                           return emitElements(point, lanes, 1, results);
                         ArithValue index = point.indices[loop],
                                    first = isWhole ? index
                                                    : min(index, end - lanes);
                         LoopPoint moved = point.at(loop, first);
                         moved.computedBefore = index - first;
                         return emitElements(moved, lanes, 1, results);
                       });
      });
}
