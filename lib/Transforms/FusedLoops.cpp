//===- FusedLoops.cpp - A consumer as loops over the sources of its pads --===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedLoops.h"
#include "FusedBody.h"
#include "FusedReads.h"
#include "Pad/Analysis/LoopAnnotation.h"
#include "PadInteriorLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
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
  /// Loops over `[begin, end)`, carrying the results.
  Results emitFor(ArithValue begin, ArithValue end, int64_t step,
                  const Results &results, Body body,
                  Iterations iterations = Iterations::InOrder);
  /// Loops over `[0, begin)` and `[end, count)` at once.
  Results emitBorders(ArithValue begin, ArithValue end, ArithValue count,
                      const Results &results, Body body);

  /// The parallel loops from number `depth` on.
  Results emitParallel(size_t depth, const Results &results);
  Results emitRow(const Results &results);
  /// How the vectors inside of a row are computed.
  struct RowVectors {
    int64_t lanes, copies;
    /// Whether some elements may be computed twice.
    bool overlaps;
  };
  Results emitIfElse(ArithValue holds, function_ref<Results()> thenBody,
                     function_ref<Results()> elseBody);
  /// A row of `count` elements: vectors inside of its borders, and scalars.
  Results emitSplitRow(ArithValue count, const RowVectors &vectors,
                       const Results &results);
  /// The vectors of a row that begin in `[begin, last)`. They are elements of
  /// `[begin, end)`.
  Results emitRowVectors(ArithValue begin, ArithValue end, ArithValue last,
                         const RowVectors &vectors, const Results &results);
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
} // namespace

FusedLoops::FusedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                       const FusedLoopsPlan &plan)
    : rewriter(rewriter), op(op), plan(plan), m{rewriter, op.getLoc()} {
  rewriter.setInsertionPoint(plan.epilogue.empty() ? op : plan.epilogue.back());
  domain =
      cast<TilingInterface>(op.getOperation()).getIterationDomain(rewriter);
  interiorLoops.emplace(rewriter, plan.pads, domain);
  reads.emplace(rewriter, op, plan);
  point.indices.resize(domain.size());
  point.interior.resize(domain.size());
}

bool FusedLoops::readsInit(unsigned number) {
  if (fills[number])
    return false;
  if (op.payloadUsesValueFromOperand(op.getDpsInitOperand(number)))
    return true;
  // What a reduction without terms leaves.
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return llvm::any_of(plan.reductionLoops, [&](int64_t loop) {
    return ShapedType::isDynamic(ranges[loop]);
  });
}

FusedLoops::Results FusedLoops::emitFor(ArithValue begin, ArithValue end,
                                        int64_t step, const Results &results,
                                        Body body, Iterations iterations) {
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
    loop->setAttr(kLoopAnnotation, getLoopAnnotation(rewriter.getContext()));
  if (iterations == Iterations::Blocks)
    PadDialect::FusedRowAttrHelper(rewriter.getContext())
        .setAttr(loop, rewriter.getUnitAttr());
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
  if (loop == plan.getLoopOfRows() && plan.rows > 1) {
    llvm::SaveAndRestore several(rows, plan.rows);
    next = next + udiv(range.end - next, rows) * rows;
    made = emitFor(range.begin, next, rows, made, body);
  }
  made = emitFor(next, range.end, 1, made, body, Iterations::Independent);
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

FusedLoops::Results FusedLoops::emitRow(const Results &results) {
  int64_t loop = plan.getRowLoop(), lanes = plan.lanes;
  ArithValue count = m.value(domain[loop].size);
  // A sum that is there before may not be added to twice.
  bool overlaps =
      llvm::none_of(llvm::seq<unsigned>(fills.size()),
                    [&](unsigned number) { return readsInit(number); });
  RowEnds ends;
  if (lanes > 1 && overlaps)
    ends = reads->emitRowEnds(count);
  RowVectors whole{lanes, plan.copies, overlaps};
  if (!ends.holds || isZeroInteger(OpFoldResult(ends.holds)))
    return emitSplitRow(count, whole, results);

  auto emitWithEnds = [&] {
    auto emitEnd = [&](RowPart part, ArithValue index, const Results &results) {
      point.rowPart = part;
      point.indices[loop] = index;
      Results made = emitElements(lanes, 1, results);
      point.rowPart = RowPart::Inside;
      return made;
    };
    point.interior.set(loop);
    Results made = emitEnd(RowPart::First, m.constant(0), results);
    made = emitRowVectors(m.constant(lanes), ends.border, count - lanes, whole,
                          made);
    made = emitEnd(RowPart::Last, count - lanes, made);
    point.interior.reset(loop);
    return made;
  };
  // Other rows are short, or parts of what is padded.
  return emitIfElse(ends.holds, emitWithEnds, [&] {
    RowVectors narrow{std::min(lanes, std::max<int64_t>(lanes / 8, 4)),
                      /*copies=*/1, overlaps};
    return emitSplitRow(count, narrow, results);
  });
}

FusedLoops::Results FusedLoops::emitSplitRow(ArithValue count,
                                             const RowVectors &vectors,
                                             const Results &results) {
  int64_t loop = plan.getRowLoop(), lanes = vectors.lanes;
  InteriorLoop range{m.constant(0), count, count};
  if (plan.isSplit(loop))
    range = interiorLoops->emit(rewriter, m.loc, loop);
  ArithValue size = range.end - range.begin, end = range.end;
  if (lanes > 1)
    end = vectors.overlaps ? select(size >= lanes, range.end, range.begin)
                           : range.begin + udiv(size, lanes) * lanes;
  point.interior.set(loop);
  Results made = emitRowVectors(range.begin, end, end, vectors, results);
  point.interior.reset(loop);
  return emitBorders(range.begin, end, count, made,
                     [&](ArithValue index, const Results &results) {
                       point.indices[loop] = index;
                       return emitElements(1, 1, results);
                     });
}

FusedLoops::Results FusedLoops::emitRowVectors(ArithValue begin, ArithValue end,
                                               ArithValue last,
                                               const RowVectors &vectors,
                                               const Results &results) {
  int64_t lanes = vectors.lanes, block = lanes * vectors.copies;
  auto emitVectors = [&](int64_t copies) {
    return [this, lanes, copies](ArithValue index, const Results &results) {
      point.indices[plan.getRowLoop()] = index;
      return emitElements(lanes, copies, results);
    };
  };
  Results made = results;
  ArithValue next = begin;
  if (vectors.copies > 1 && !inBorder) {
    next = begin + udiv(max(end - begin, 0), block) * block;
    made = emitFor(begin, next, block, made, emitVectors(vectors.copies),
                   vectors.overlaps ? Iterations::Blocks : Iterations::InOrder);
  }
  // All of them are in the interior, and the last one ends with it.
  return emitFor(next, last, lanes, made,
                 [&](ArithValue index, const Results &results) {
                   if (vectors.overlaps && lanes > 1)
                     index = min(index, end - lanes);
                   return emitVectors(1)(index, results);
                 });
}

void FusedLoops::visitCopies(int64_t lanes, int64_t copies,
                             function_ref<void()> body) {
  ArithValue &column = point.indices[plan.getRowLoop()];
  ArithValue *row = rows > 1 ? &point.indices[plan.getLoopOfRows()] : nullptr;
  ArithValue firstColumn = column, firstRow = row ? *row : ArithValue();
  for (int64_t copy = 0; copy < rows * copies; ++copy) {
    column = firstColumn + copy % copies * lanes;
    if (row)
      *row = firstRow + copy / copies;
    body();
  }
  column = firstColumn;
  if (row)
    *row = firstRow;
}

FusedLoops::Results FusedLoops::emitElements(int64_t lanes, int64_t copies,
                                             const Results &results) {
  Results sums;
  visitCopies(lanes, copies, [&] {
    for (unsigned number = 0, e = results.size(); number < e; ++number)
      sums.push_back(emitInit(number, lanes, results));
  });
  sums = emitReductions(0, lanes, std::move(sums), copies);
  Results made = results;
  const Value *next = sums.begin();
  visitCopies(lanes, copies, [&] {
    for (auto [number, result] : llvm::enumerate(made)) {
      Value sum = emitEpilogue(*next++, lanes);
      SmallVector<Value> position =
          llvm::to_vector_of<Value>(reads->getPosition(
              op.getMatchingIndexingMap(op.getDpsInitOperand(number)),
              point.indices));
      if (lanes == 1)
        result =
            tensor::InsertOp::create(rewriter, m.loc, sum, result, position);
      else
        result = vector::TransferWriteOp::create(rewriter, m.loc, sum, result,
                                                 position, ArrayRef<bool>{true})
                     .getResult();
    }
  });
  return made;
}

FusedLoops::Results FusedLoops::emitReductions(size_t depth, int64_t lanes,
                                               Results sums, int64_t copies) {
  if (depth < plan.reductionLoops.size()) {
    int64_t loop = plan.reductionLoops[depth];
    auto emitTerm = [&](ArithValue index, const Results &sums) {
      point.indices[loop] = index;
      return emitReductions(depth + 1, lanes, sums, copies);
    };
    // Elements of borders are few; their loops stay small.
    if (!plan.unrollsReductions || lanes == 1)
      return emitFor(m.constant(0), m.value(domain[loop].size), 1, sums,
                     emitTerm);
    for (int64_t index = 0, e = *getConstantIntValue(domain[loop].size);
         index < e; ++index)
      sums = emitTerm(m.constant(index), sums);
    return sums;
  }
  Results made;
  const Value *next = sums.begin();
  visitCopies(lanes, copies, [&] {
    SmallVector<Value> arguments;
    for (OpOperand *operand : op.getDpsInputOperands())
      arguments.push_back(op.payloadUsesValueFromOperand(operand)
                              ? reads->emit(*operand, point, lanes)
                              : Value());
    for (int64_t number = 0, e = op.getNumDpsInits(); number < e; ++number)
      arguments.push_back(*next++);
    llvm::append_range(made,
                       emitFusedBody(rewriter, op, arguments, point.indices,
                                     plan.getRowLoop(), lanes));
  });
  return made;
}

Value FusedLoops::emitEpilogue(Value sum, int64_t lanes) {
  SmallVector<ArithValue> position = reads->getPosition(
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)), point.indices);
  Value result = op->getResult(0);
  for (linalg::LinalgOp user : plan.epilogue) {
    int64_t row = user.getNumLoops() - 1;
    SmallVector<Value> arguments;
    for (OpOperand &operand : user->getOpOperands()) {
      AffineMap map = user.getMatchingIndexingMap(&operand);
      if (operand.get() == result)
        arguments.push_back(sum);
      else if (!user.payloadUsesValueFromOperand(&operand))
        arguments.push_back(Value());
      else if (!isa<RankedTensorType>(operand.get().getType()))
        arguments.push_back(operand.get());
      else
        arguments.push_back(
            reads->emitLoad(operand.get(), reads->getPosition(map, position),
                            map.isFunctionOfDim(row) ? lanes : 1));
    }
    sum = emitFusedBody(rewriter, user, arguments, position, row, lanes)[0];
    result = user->getResult(0);
  }
  return sum;
}

Value FusedLoops::emitInit(unsigned number, int64_t lanes,
                           const Results &results) {
  OpOperand *init = op.getDpsInitOperand(number);
  if (fills[number])
    return emitLanes(rewriter, m.loc, fills[number], lanes);
  AffineMap map = op.getMatchingIndexingMap(init);
  if (readsInit(number))
    return reads->emitLoad(isInPlace ? results[number] : init->get(),
                           reads->getPosition(map, point.indices), lanes);
  // A loop may carry it, though nothing reads it.
  if (plan.reductionLoops.empty())
    return Value();
  Type type = getElementTypeOrSelf(init->get());
  return emitLanes(rewriter, m.loc, ub::PoisonOp::create(rewriter, m.loc, type),
                   lanes);
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
  }
  linalg::LinalgOp last = op;
  for (linalg::LinalgOp user : plan.epilogue) {
    // The destination of one that overwrites its operand is the one there is.
    OpOperand *init = user.getDpsInitOperand(0);
    if (init->get() != last->getResult(0))
      results = {init->get()}, isInPlace = false;
    last = user;
  }
  Results made = emitParallel(0, results);
  for (scf::ForOp loop : loops)
    hoistInvariants(loop);
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
