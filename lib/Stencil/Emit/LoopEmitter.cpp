//===- LoopEmitter.cpp - A consumer as loops over the sources of its pads -===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/LoopEmitter.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace mlir::pad;

LoopEmitter::LoopEmitter(RewriterBase &rewriter, linalg::LinalgOp op,
                         const LoopPlan &plan, const PaddedOperands &padded)
    : rewriter(rewriter), op(op), plan(plan), m{rewriter, op.getLoc()} {
  domain =
      cast<TilingInterface>(op.getOperation()).getIterationDomain(rewriter);
  auto sizes = llvm::map_to_vector(
      plan.parallelLoops, [&](int64_t loop) { return domain[loop].size; });
  // Static extents decide how loops are emitted. They stay static unless there
  // are so many iterations that it takes seconds to run through empty ones.
  uint64_t iterations = 1;
  skipEmptyLoops(m, MutableArrayRef(sizes).drop_while([&](OpFoldResult size) {
    int64_t known = getConstantIntValue(size).value_or(INT64_MAX);
    iterations = llvm::SaturatingMultiply<uint64_t>(iterations, known);
    return iterations < uint64_t(1) << 32;
  }));
  for (auto [loop, size] : llvm::zip_equal(plan.parallelLoops, sizes))
    domain[loop].size = size;
  interiorLoops.emplace(rewriter, plan.pads, domain);
  reads.emplace(rewriter, op, plan, m.value(domain[plan.getRowLoop()].size),
                padded);
}

LoopEmitter::Results LoopEmitter::emitFor(const LoopPoint &point, int64_t loop,
                                          const Steps &steps,
                                          const Results &results, Body body) {
  std::optional<int64_t> first = getConstantIntValue(steps.begin),
                         last = getConstantIntValue(steps.end);
  if (first && last && *last <= *first)
    return results;
  if (first && last && *last - *first <= steps.step)
    return body(point.at(loop, steps.begin), results);
  MLIRContext *context = rewriter.getContext();
  auto made = scf::ForOp::create(rewriter, m.loc, steps.begin, steps.end,
                                 m.constant(steps.step), results);
  // Scalars are left to LLVM's own vectorizer.
  if (plan.lanes > 1)
    // Loops that carry vectors: a block of products is long enough as it is,
    // and maxima are computed by loops only if there is a NaN.
    made->setAttr(
        kLoopAnnotation,
        getLoopAnnotation(context,
                          /*isRolled=*/steps.isRolled ||
                              ((plan.blocksBorders || plan.isMaximum) &&
                               !isa<TensorType>(results[0].getType()))));
  UnitAttr yes = rewriter.getUnitAttr();
  if (steps.isOfBlocks) {
    PadDialect::FusedRowAttrHelper(context).setAttr(made, yes);
    if (plan.repeatsRows)
      PadDialect::FixedVectorsAttrHelper(context).setAttr(made, yes);
  }
  if (steps.isIndependent && !point.isNested)
    PadDialect::FusedNestAttrHelper(context).setAttr(made, yes);
  loops.push_back(made);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(made.getBody());
  LoopPoint inside = point.at(loop, m(made.getInductionVar()));
  inside.isNested = true;
  Results yielded =
      body(inside, llvm::to_vector_of<Value>(made.getRegionIterArgs()));
  scf::YieldOp::create(rewriter, m.loc, yielded);
  return llvm::to_vector_of<Value>(made.getResults());
}

LoopEmitter::Results LoopEmitter::emitBorders(const LoopPoint &point,
                                              int64_t loop, ArithValue begin,
                                              ArithValue end, const Steps &all,
                                              const Results &results,
                                              Body body) {
  return emitEachRow(point, plan.rollsEnds(), results,
                     [&](const LoopPoint &point, const Results &results) {
                       Steps steps = all;
                       steps.end = all.end - (end - begin);
                       return emitFor(
                           point, loop, steps, results,
                           [&](const LoopPoint &point, const Results &results) {
                             ArithValue index = point.indices[loop];
                             index = select(index < begin, index,
                                            index + (end - begin));
                             return body(point.at(loop, index), results);
                           });
                     });
}

LoopEmitter::Results LoopEmitter::emitJoinedBorders(const LoopPoint &point,
                                                    int64_t loop, bool hasInner,
                                                    const Results &results,
                                                    Body body) {
  InteriorLoop range = emitInterior(loop);
  if (!hasInner) {
    LoopPoint border = point;
    border.isInside = {};
    ArithValue end = select(point.isInside, range.end, range.begin);
    return emitBorders(border, loop, range.begin, end,
                       {m.constant(0), range.count}, results, body);
  }
  Steps all{m.constant(0), range.count};
  all.isIndependent = true;
  return emitFor(point, loop, all, results,
                 [&](const LoopPoint &point, const Results &results) {
                   ArithValue index = point.indices[loop];
                   LoopPoint border = point;
                   border.isInside = point.isInside & (index >= range.begin) &
                                     (index < range.end);
                   return body(border, results);
                 });
}

InteriorLoop LoopEmitter::emitInterior(int64_t loop) {
  if (plan.isSplit(loop))
    return interiorLoops->emit(rewriter, m.loc, loop);
  ArithValue count = m.value(domain[loop].size);
  return InteriorLoop(count);
}

LoopEmitter::Results LoopEmitter::emitEachRow(const LoopPoint &point,
                                              bool rolls,
                                              const Results &results,
                                              Body body) {
  if (point.rows == 1 || !rolls)
    return body(point, results);
  LoopPoint one = point;
  one.rows = 1;
  ArithValue first = point.indices[plan.loopOfBlocks],
             count = point.count ? point.count : m.constant(point.rows);
  Steps steps{first, first + count};
  steps.isRolled = true;
  return emitFor(one, plan.loopOfBlocks, steps, results, body);
}

LoopEmitter::Results LoopEmitter::emitSpanningBlocks(const LoopPoint &point,
                                                     const Results &results,
                                                     Body body) {
  int64_t loop = plan.loopOfBlocks, rows = plan.rows;
  InteriorLoop range = emitInterior(loop);
  // The last block ends with the loop, as the last vector ends with the row.
  bool overlaps = plan.overlapsBlocks && plan.isIdempotent() && point.isNested;
  ArithValue end = overlaps ? range.count : udiv(range.count, rows) * rows;
  ArithValue last = end - rows;
  LoopPoint inside = point.inInterior(loop), first = point, final = point;
  inside.rows = first.rows = final.rows = rows;
  RowBorders borders = getBorders(plan, loop);
  // There may be one block only.
  first.insideRows = final.insideRows = {borders.before, rows - borders.behind};
  std::optional<int64_t> known = getConstantIntValue(last),
                         begin = getConstantIntValue(range.begin),
                         behind = getConstantIntValue(range.end);
  if (known && begin && behind) {
    first.insideRows = {*begin, *behind};
    final.insideRows = {*begin - *known, *behind - *known};
  }
  Results made = body(first.at(loop, m.constant(0)), results);
  Steps between{m.constant(rows), last, rows};
  between.isIndependent = !overlaps || (known && *known % rows == 0);
  made = emitFor(inside, loop, between, made,
                 [&](const LoopPoint &point, const Results &results) {
                   ArithValue index =
                       getBlockBetween(point.indices[loop], last, range.begin,
                                       m.constant(rows));
                   return body(point.at(loop, index), results);
                 });
  Steps ofFinal{last, known ? last + 1 : select(last > 0, last + 1, last)};
  if (known != 0)
    made = emitFor(final, loop, ofFinal, made, body);
  return overlaps ? made : emitFor(point, loop, {end, range.count}, made, body);
}

ArithValue LoopEmitter::emitIsLong() {
  int64_t loop = plan.loopOfBlocks;
  InteriorLoop range = emitInterior(loop);
  ArithValue fits = m.condition(true);
  if (!getConstantIntValue(range.count) || !getConstantIntValue(range.begin) ||
      !getConstantIntValue(range.end)) {
    RowBorders borders = getBorders(plan, loop);
    fits =
        pad::canSpanBorders(range.count, m.constant(borders.before),
                            m.constant(borders.behind), m.constant(plan.rows)) &
        (range.begin <= borders.before) &
        (range.end >= range.count - borders.behind);
  }
  for (const FusedPad &fused : plan.pads)
    fits = fits & reads->emitIsLong(fused);
  return fits;
}

LoopEmitter::Results LoopEmitter::emitParallel(const LoopPoint &point,
                                               size_t depth,
                                               const Results &results) {
  int64_t loop = plan.parallelLoops[depth];
  if (loop == plan.getRowLoop())
    return emitRow(point, results);
  if (loop == plan.getMergedLoop())
    return emitMergedRows(point, results);
  auto body = [&](const LoopPoint &point, const Results &results) {
    return emitParallel(point, depth + 1, results);
  };
  if (loop == plan.loopOfWindow) {
    Results made = results;
    for (int64_t index = 0, e = op.getStaticLoopRanges()[loop]; index < e;
         ++index)
      made = body(point.at(loop, m.constant(index)), made);
    return made;
  }
  if (loop == plan.loopOfBlocks && plan.spansBorders && point.isLong)
    return emitSpanningBlocks(point, results, body);
  ArithValue count = m.value(domain[loop].size);
  bool joins = plan.joinsBorders(loop);
  if (point.inBorder && !plan.movesRows(loop)) {
    if (point.isInside && plan.isSplit(loop))
      return emitJoinedBorders(point, loop, joins, results, body);
    Steps all{m.constant(0), count};
    all.isIndependent = plan.spansBorders && !point.isLong;
    return emitFor(point, loop, all, results, body);
  }
  InteriorLoop range = emitInterior(loop);
  LoopPoint inside = point.inInterior(loop);
  inside.leavesBorders |= joins;
  LoopPoint border = point;
  border.inBorder = true;
  Results made = results;
  bool isInOrder = plan.keepsOrder() && !joins && !point.leavesBorders;
  if (isInOrder)
    made = emitFor(border, loop, {m.constant(0), range.begin}, made, body);
  Steps rest{range.begin, range.end};
  rest.isIndependent = true;
  bool restIsDone = false;
  bool isOfPlanes = loop == plan.loopOfPlanes,
       rolls = plan.rollsEnds() && !isOfPlanes;
  int64_t rows = isOfPlanes                  ? plan.planes
                 : loop == plan.loopOfBlocks ? plan.rows
                                             : 1;
  if (rows > 1 && !point.inBorder) {
    LoopPoint several = inside;
    (isOfPlanes ? several.planes : several.rows) = rows;
    ArithValue size = range.end - range.begin, blocks = udiv(size, rows);
    std::optional<int64_t> known = getConstantIntValue(size);
    bool isWhole = known && *known % rows == 0;
    // The last block ends with the loop, as the last vector ends with the row.
    bool overlaps = plan.overlapsBlocks && plan.isIdempotent() &&
                    point.isNested && !isWhole;
    // If ends are loops over the rows of a block, a block may have fewer rows.
    bool mayBePart =
        rolls && !isWhole && !(overlaps && known.value_or(0) >= rows);
    ArithValue last = range.end - rows;
    if (overlaps)
      blocks = select(blocks > 0, ceilDiv(size, m.constant(rows)), blocks);
    if (rolls)
      blocks = ceilDiv(size, m.constant(rows));
    rest.begin = range.begin + blocks * rows;
    Steps steps{range.begin, rest.begin, rows};
    steps.isIndependent = true;
    made = emitFor(several, loop, steps, made,
                   [&](const LoopPoint &point, const Results &results) {
                     ArithValue index = point.indices[loop];
                     if (overlaps)
                       index = min(index, last);
                     if (overlaps && mayBePart)
                       index = max(index, range.begin);
                     LoopPoint block = point.at(loop, index);
                     if (mayBePart)
                       block.count = min(range.end - index, rows);
                     return body(block, results);
                   });
    rest.isIndependent = false;
    restIsDone = rolls;
  }
  if (!restIsDone)
    made = emitFor(inside, loop, rest, made, body);
  if (point.leavesBorders)
    return made;
  if (isInOrder)
    return emitFor(border, loop, {range.end, count}, made, body);
  if (joins) {
    border.isInside = m.condition(true);
    return emitParallel(border, depth, made);
  }
  return emitBorders(border, loop, range.begin, range.end,
                     {m.constant(0), count}, made, body);
}

LoopEmitter::Results LoopEmitter::emitStretches(const LoopPoint &point,
                                                const Results &results) {
  int64_t row = plan.getRowLoop();
  Steps stretches{m.constant(0), m.value(domain[row].size),
                  plan.lanes * plan.copies};
  return emitFor(point, row, stretches, results,
                 [&](const LoopPoint &point, const Results &results) {
                   LoopPoint stretch = point;
                   stretch.stretch = point.indices[row];
                   stretch.weights = reads->emitPackedWeights(stretch.stretch);
                   // Threads share the loops inside, all of which read one
                   // copy.
                   stretch.isNested = false;
                   return emitParallel(stretch, 0, results);
                 });
}

/// Whether `op` reads elements of a tensor, without a check of its bounds.
static bool readsTensor(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<tensor::ExtractOp, vector::TransferReadOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Moves invariant ops out of `loop`. Those that read a tensor are moved only
/// if the loop is known to run; upstream would move a tensor.extract in any
/// case.
static void hoistInvariants(scf::ForOp loop) {
  std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound()),
                         end = getConstantIntValue(loop.getUpperBound());
  bool runs = begin && end && *begin < *end;
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [&](Operation *op, Region *) {
        return isMemoryEffectFree(op) && isSpeculatable(op) &&
               (runs || !readsTensor(op));
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

LoopEmitter::Results LoopEmitter::emitInPlace(const Results &inits) {
  for (const Destination &destination : plan.destinations)
    reads->mergeRows(destination.before);
  Results results;
  for (Value init : inits)
    results.push_back(reads->mergeRows(init));
  LoopPoint begin;
  begin.indices.resize(domain.size());
  begin.interior.resize(domain.size());
  auto emitNest = [&](const LoopPoint &point) {
    return plan.packedWeights < 0 ? emitParallel(point, 0, results)
                                  : emitStretches(point, results);
  };
  Results made;
  if (plan.spansBorders) {
    LoopPoint large = begin, small = begin;
    large.isLong = small.inBorder = true;
    made = emitEither(
        m, emitIsLong(), [&] { return emitNest(large); },
        [&] { return emitNest(small); });
  } else {
    made = emitNest(begin);
  }
  if (plan.mergesRows)
    for (auto [result, init] : llvm::zip_equal(made, inits)) {
      auto type = cast<RankedTensorType>(init.getType());
      result = tensor::ExpandShapeOp::create(
          rewriter, m.loc, type, result, getMergedRows(type),
          tensor::getMixedSizes(rewriter, m.loc, init));
    }
  return made;
}

LoopEmitter::Results LoopEmitter::run(const Results &inits) {
  Results made = emit(inits);
  for (scf::ForOp loop : loops)
    hoistInvariants(loop);
  return made;
}

void mlir::pad::emitFusedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                               const LoopPlan &plan) {
  linalg::LinalgOp last = plan.epilogue.empty() ? op : plan.epilogue.back();
  rewriter.setInsertionPoint(last);
  LoopEmitter emitter(rewriter, op, plan);
  SmallVector<Value> inits;
  for (const Destination &destination : plan.destinations) {
    Value tensor = destination.tensor;
    if (destination.isNew)
      tensor = tensor::EmptyOp::create(
          rewriter, op.getLoc(),
          tensor::getMixedSizes(rewriter, op.getLoc(), tensor),
          getElementTypeOrSelf(tensor));
    inits.push_back(tensor);
  }
  rewriter.replaceOp(last, emitter.run(inits));
  for (linalg::LinalgOp user : llvm::reverse(plan.epilogue))
    if (user != last)
      rewriter.eraseOp(user);
  if (op != last)
    rewriter.eraseOp(op);
}
