//===- FusedLoops.cpp - A consumer as loops over the sources of its pads --===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedLoopEmitter.h"
#include "Pad/Analysis/Loops.h"
#include "PadReshaping.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::pad;

FusedLoops::FusedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                       const FusedLoopsPlan &plan)
    : rewriter(rewriter), op(op), plan(plan), m{rewriter, op.getLoc()} {
  rewriter.setInsertionPoint(plan.epilogue.empty() ? op : plan.epilogue.back());
  domain =
      cast<TilingInterface>(op.getOperation()).getIterationDomain(rewriter);
  interiorLoops.emplace(rewriter, plan.pads, domain);
  reads.emplace(rewriter, op, plan, m.value(domain[plan.getRowLoop()].size));
  point.indices.resize(domain.size());
  point.interior.resize(domain.size());
}

FusedLoops::Results FusedLoops::emitFor(ArithValue begin, ArithValue end,
                                        int64_t step, const Results &results,
                                        Body body, Iterations iterations,
                                        ArrayRef<int64_t> overhang) {
  std::optional<int64_t> first = getConstantIntValue(begin),
                         last = getConstantIntValue(end);
  if (first && last && *last <= *first)
    return results;
  if (first && last && *last - *first <= step)
    return body(begin, results);
  auto loop = scf::ForOp::create(rewriter, m.loc, begin, end, m.constant(step),
                                 results);
  // Scalars are left to LLVM's own vectorizer.
  if (plan.lanes > 1)
    // A block of products is an iteration that is long enough.
    loop->setAttr(
        kLoopAnnotation,
        getLoopAnnotation(rewriter.getContext(),
                          /*isRolled=*/plan.blocksBorders &&
                              !isa<TensorType>(results.front().getType())));
  if (iterations == Iterations::Blocks)
    PadDialect::FusedRowAttrHelper(rewriter.getContext())
        .setAttr(loop, rewriter.getUnitAttr());
  if (iterations == Iterations::Blocks && plan.repeatsRows)
    PadDialect::FixedVectorsAttrHelper(rewriter.getContext())
        .setAttr(loop, rewriter.getUnitAttr());
  if (iterations == Iterations::Blocks && !overhang.empty())
    PadDialect::OverhangAttrHelper(rewriter.getContext())
        .setAttr(loop, rewriter.getDenseI64ArrayAttr(overhang));
  if (iterations == Iterations::Independent && !isNested)
    PadDialect::FusedNestAttrHelper(rewriter.getContext())
        .setAttr(loop, rewriter.getUnitAttr());
  loops.push_back(loop);
  llvm::SaveAndRestore nested(isNested, true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  Results made = body(m(loop.getInductionVar()),
                      llvm::to_vector_of<Value>(loop.getRegionIterArgs()));
  scf::YieldOp::create(rewriter, m.loc, made);
  return llvm::to_vector_of<Value>(loop.getResults());
}

FusedLoops::Results FusedLoops::emitBorders(ArithValue begin, ArithValue end,
                                            ArithValue count,
                                            const Results &results, Body body) {
  return emitFor(m.constant(0), count - (end - begin), 1, results,
                 [&](ArithValue index, const Results &results) {
                   return body(
                       select(index < begin, index, index + (end - begin)),
                       results);
                 });
}

FusedLoops::Results FusedLoops::emitParallel(size_t depth,
                                             const Results &results) {
  int64_t loop = plan.parallelLoops[depth];
  if (loop == plan.getRowLoop())
    return emitRow(results);
  if (loop == plan.getMergedLoop())
    return emitMergedRows(results);
  auto body = [&](ArithValue index, const Results &results) {
    point.indices[loop] = index;
    return emitParallel(depth + 1, results);
  };
  if (inBorder)
    return emitFor(m.constant(0), m.value(domain[loop].size), 1, results, body);
  ArithValue count = m.value(domain[loop].size);
  InteriorLoop range{m.constant(0), count, count};
  if (plan.isSplit(loop))
    range = interiorLoops->emit(rewriter, m.loc, loop);
  point.interior.set(loop);
  Results made = results;
  ArithValue next = range.begin;
  bool isBlocked = loop == plan.loopOfBlocks && plan.rows > 1;
  if (isBlocked) {
    llvm::SaveAndRestore several(rows, plan.rows);
    ArithValue blocks = udiv(range.end - next, rows);
    // Rows without such ends are computed one by one.
    if (RowEnds ends = emitRowEnds(); ends.holds)
      blocks = select(ends.holds, blocks, m.constant(0));
    next = next + blocks * rows;
    made =
        emitFor(range.begin, next, rows, made, body, Iterations::Independent);
  }
  made = emitFor(next, range.end, 1, made, body,
                 isBlocked ? Iterations::InOrder : Iterations::Independent);
  point.interior.reset(loop);
  inBorder = true;
  made = emitBorders(range.begin, range.end, count, made, body);
  inBorder = false;
  return made;
}

FusedLoops::Results FusedLoops::emitIfElse(ArithValue holds,
                                           function_ref<Results()> thenBody,
                                           function_ref<Results()> elseBody) {
  if (std::optional<int64_t> known = getConstantIntValue(holds))
    return *known ? thenBody() : elseBody();
  SmallVector<Type> types;
  for (OpOperand &init : op.getDpsInitsMutable())
    types.push_back(init.get().getType());
  if (!plan.epilogue.empty())
    types = {plan.epilogue.back()->getResult(0).getType()};
  auto branch = scf::IfOp::create(rewriter, m.loc, types, holds,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  for (auto [body, made] : {std::pair{branch.thenBlock(), thenBody},
                            std::pair{branch.elseBlock(), elseBody}}) {
    rewriter.setInsertionPointToStart(body);
    scf::YieldOp::create(rewriter, m.loc, made());
  }
  return llvm::to_vector_of<Value>(branch.getResults());
}

RowEnds FusedLoops::emitRowEnds() {
  if (plan.lanes == 1 || plan.mergesRows)
    return {};
  RowEnds ends = reads->emitRowEnds(m.value(domain[plan.getRowLoop()].size));
  return ends.holds && isZeroInteger(OpFoldResult(ends.holds)) ? RowEnds()
                                                               : ends;
}

FusedLoops::Results FusedLoops::emitRow(const Results &results) {
  int64_t loop = plan.getRowLoop(), lanes = plan.lanes;
  ArithValue count = m.value(domain[loop].size);
  RowEnds ends = emitRowEnds();
  RowSteps whole{lanes, plan.getCopies(rows, inBorder)};
  if (!ends.holds)
    return emitSplitRow(count, whole, results);

  auto emitWithEnds = [&] {
    auto emitEnd = [&](RowPart part, ArithValue index, ArithValue before,
                       const Results &results) {
      llvm::SaveAndRestore here(point.rowPart, part);
      llvm::SaveAndRestore some(computedBefore, before);
      point.indices[loop] = index;
      return emitElements(lanes, 1, results);
    };
    point.interior.set(loop);
    ArithValue last = count - lanes, computed;
    Results made = emitEnd(RowPart::First, m.constant(0), {}, results);
    made = emitRowVectors(m.constant(lanes), ends.border, last, whole, made,
                          &ends, &computed);
    made = emitEnd(RowPart::Last, last, computed - last, made);
    point.interior.reset(loop);
    return made;
  };
  if (rows > 1)
    return emitWithEnds();
  // Other rows are short, or parts of what is padded.
  return emitIfElse(ends.holds, emitWithEnds, [&] {
    RowSteps narrow{std::min(lanes, std::max<int64_t>(lanes / 8, 4)),
                    /*copies=*/1};
    return emitSplitRow(count, narrow, results);
  });
}

FusedLoops::Results FusedLoops::emitMergedRows(const Results &results) {
  int64_t loop = plan.getMergedLoop();
  ArithValue count = m.value(domain[loop].size),
             extent = m.value(domain[plan.getRowLoop()].size);
  InteriorLoop range{m.constant(0), count, count};
  if (plan.isSplit(loop))
    range = interiorLoops->emit(rewriter, m.loc, loop);
  // Those that have no vector are computed one by one, too.
  ArithValue end = select((range.end - range.begin) * extent >= plan.lanes,
                          range.end, range.begin);
  // The index of the row counts the elements of all rows before it.
  point.indices[loop] = m.constant(0);
  point.interior.set(loop);
  Results made =
      emitRowVectors(range.begin * extent, end * extent, end * extent,
                     {plan.lanes, plan.getCopies(rows, inBorder)}, results);
  point.interior.reset(loop);
  llvm::SaveAndRestore border(inBorder, true);
  return emitBorders(range.begin, end, count, made,
                     [&](ArithValue index, const Results &results) {
                       point.indices[loop] = index;
                       return emitSplitRow(extent, {plan.lanesOfRow, 1},
                                           results);
                     });
}

FusedLoops::Results FusedLoops::emitSplitRow(ArithValue count,
                                             const RowSteps &vectors,
                                             const Results &results) {
  int64_t loop = plan.getRowLoop();
  InteriorLoop range{m.constant(0), count, count};
  if (plan.isSplit(loop))
    range = interiorLoops->emit(rewriter, m.loc, loop);
  ArithValue size = range.end - range.begin, end = range.end;
  if (vectors.lanes > 1)
    end = select(size >= vectors.lanes, range.end, range.begin);
  point.interior.set(loop);
  Results made = emitRowVectors(range.begin, end, end, vectors, results);
  point.interior.reset(loop);
  return emitBorders(range.begin, end, count, made,
                     [&](ArithValue index, const Results &results) {
                       point.indices[loop] = index;
                       return emitElements(1, 1, results);
                     });
}

FusedLoops::Results
FusedLoops::emitRowVectors(ArithValue begin, ArithValue end, ArithValue last,
                           const RowSteps &vectors, const Results &results,
                           const RowEnds *ends, ArithValue *computed) {
  int64_t lanes = vectors.lanes, block = lanes * vectors.copies;
  auto emitVectors = [&](int64_t copies) {
    return [this, lanes, copies](ArithValue index, const Results &results) {
      point.indices[plan.getRowLoop()] = index;
      return emitElements(lanes, copies, results);
    };
  };
  Results made = results;
  ArithValue next = begin;
  if (lanes > 1 && rows * vectors.copies > 1 &&
      (!inBorder || plan.blocksBorders)) {
    bool isOfBlocks = isIdempotent();
    // The last vector, which is composed, writes nothing of lines that have
    // left for memory.
    ArithValue most = isOfBlocks ? last : end;
    next = begin + udiv(max(most - begin, 0), block) * block;
    made = emitFor(begin, next, block, made, emitVectors(vectors.copies),
                   isOfBlocks ? Iterations::Blocks : Iterations::InOrder,
                   ends ? ArrayRef(ends->inside) : ArrayRef<int64_t>());
  }
  if (computed) {
    ArithValue rest = ceilDiv(max(last - next, 0), m.constant(lanes)) * lanes;
    *computed = max(next, min(next + rest, end));
  }
  // All of them are in the interior, and the last one ends with it.
  return emitFor(next, last, lanes, made,
                 [&](ArithValue index, const Results &results) {
                   if (lanes == 1)
                     return emitVectors(1)(index, results);
                   ArithValue first = min(index, end - lanes);
                   llvm::SaveAndRestore some(computedBefore, index - first);
                   return emitVectors(1)(first, results);
                 });
}

/// Whether `op` reads a tensor, whose bounds nothing checks.
static bool readsTensor(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<tensor::ExtractOp, vector::TransferReadOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Moves what does not change in `loop` in front of it; of what reads a tensor,
/// only if the loop runs at all. Upstream takes tensor.extract for safe
/// everywhere.
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

bool FusedLoops::isRead(Value tensor) {
  auto isInput = [&](linalg::LinalgOp reader) {
    return llvm::is_contained(reader.getDpsInputs(), tensor);
  };
  return isInput(op) || llvm::any_of(plan.epilogue, isInput) ||
         llvm::any_of(plan.pads, [&](const FusedPad &fused) {
           return PadOp(fused.pad).getSource() == tensor;
         });
}

void FusedLoops::run() {
  Results results;
  for (Value init : op.getDpsInits()) {
    auto fill = init.getDefiningOp<linalg::FillOp>();
    // The extents of the loops may be those of the fill.
    bool isOurs =
        fill && llvm::all_of(fill->getUsers(), [&](Operation *user) {
          return user == op.getOperation() || isa<tensor::DimOp>(user);
        });
    fills.push_back(isOurs ? fill.getInputs()[0] : Value());
    results.push_back(isOurs ? fill.getOutputs()[0] : init);
    reads->mergeRows(results.back());
  }
  linalg::LinalgOp last = op;
  for (linalg::LinalgOp user : plan.epilogue) {
    // The destination of one that overwrites its operand is the one there is.
    OpOperand *init = user.getDpsInitOperand(0);
    if (init->get() != last->getResult(0))
      results = {init->get()}, isInPlace = false;
    last = user;
  }
  // Bufferization would copy what is read later, too, only for it to be
  // overwritten.
  for (auto [number, result] : llvm::enumerate(results))
    if (isRead(result) && !(isInPlace && readsInit(number)))
      result = tensor::EmptyOp::create(
          rewriter, m.loc, tensor::getMixedSizes(rewriter, m.loc, result),
          getElementTypeOrSelf(result));
  Results inits = results;
  for (Value &result : results)
    result = reads->mergeRows(result);
  Results made = emitParallel(0, results);
  for (scf::ForOp loop : loops)
    hoistInvariants(loop);
  if (plan.mergesRows)
    for (auto [result, init] : llvm::zip_equal(made, inits)) {
      auto type = cast<RankedTensorType>(init.getType());
      result =
          emitExpandShape(rewriter, m.loc, type, result, getMergedRows(type),
                          tensor::getMixedSizes(rewriter, m.loc, init));
    }
  rewriter.replaceOp(last, made);
  for (linalg::LinalgOp user : llvm::reverse(ArrayRef(plan.epilogue)))
    if (user != last)
      rewriter.eraseOp(user);
  if (op != last)
    rewriter.eraseOp(op);
}

void mlir::pad::emitFusedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                               const FusedLoopsPlan &plan) {
  FusedLoops(rewriter, op, plan).run();
}
