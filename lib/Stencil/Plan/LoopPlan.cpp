//===- LoopPlan.cpp - How the loops of a consumer run ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/LoopPlan.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Plan/Neighbours.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pad;

RowBorders mlir::pad::getBorders(const LoopPlan &plan, int64_t loop) {
  RowBorders borders;
  for (const FusedPad &fused : plan.pads)
    for (auto [axis, split] : llvm::enumerate(fused.splitLoops)) {
      if (split != loop)
        continue;
      PadAxis numbers = getKnownNumbers(PadOp(fused.pad), axis);
      int64_t stride = fused.window[axis].coefficients[loop];
      auto count = [&](int64_t pad) {
        return ShapedType::isStatic(pad) ? countWindows(pad, stride) : 0;
      };
      borders.before = std::max(borders.before, count(numbers.low));
      borders.behind = std::max(borders.behind, count(numbers.high));
    }
  return borders;
}

std::optional<int64_t> mlir::pad::getInterior(linalg::LinalgOp op,
                                              const LoopPlan &plan, int64_t row,
                                              bool hasOneEnd) {
  int64_t inside = op.getStaticLoopRanges()[row];
  if (ShapedType::isDynamic(inside))
    return std::nullopt;
  auto [before, behind] = getBorders(plan, row);
  if (hasOneEnd)
    return inside - std::min(std::max(before, behind), inside);
  inside -= std::min(before, inside);
  inside -= std::min(behind, inside);
  return inside;
}

bool LoopPlan::movesRows(int64_t loop) const {
  int64_t row = getRowLoop(), merged = getMergedLoop();
  return loop != row && loop != merged &&
         llvm::any_of(pads, [&](const FusedPad &fused) {
           return llvm::any_of(
               llvm::zip_equal(fused.window, fused.splitLoops), [&](auto axis) {
                 auto &[window, split] = axis;
                 return split == loop &&
                        (window.coefficients[row] != 0 ||
                         (merged >= 0 && window.coefficients[merged] != 0));
               });
         });
}

int64_t LoopPlan::getInnermostSplitLoop() const {
  int64_t innermost = -1;
  unsigned split = 0;
  for (int64_t loop : ArrayRef(parallelLoops).drop_back(mergesRows ? 2 : 1)) {
    if (movesRows(loop))
      return -1;
    if (!isSplit(loop) || (spansBorders && loop == loopOfBlocks))
      continue;
    innermost = loop;
    ++split;
  }
  return split > 1 && unrollsReductions() ? innermost : -1;
}

llvm::SmallBitVector
LoopPlan::getBorderLoops(const llvm::SmallBitVector &interior) const {
  llvm::SmallBitVector loops(interior.size());
  for (int64_t loop : parallelLoops)
    if (!interior.test(loop) && movesRows(loop))
      loops.set(loop);
  return loops;
}

/// How vectors run across the rows of `op` in the interior.
static MergedRows planRows(linalg::LinalgOp op, const LoopPlan &plan) {
  if (plan.isSplit(plan.getRowLoop()) || plan.parallelLoops.size() < 2)
    return {};
  for (const FusedPad &fused : plan.pads) {
    PadOp pad = fused.pad;
    if (int64_t axis = pad.getRank() - 2;
        axis >= 0 && fused.window.back().coefficients[plan.getRowLoop()] != 0 &&
        !isUnpaddedAxis(pad, axis) && fused.splitLoops[axis] < 0)
      return {};
  }
  return planMergedRows(op, findNeighbours(op), plan.lanes);
}

/// Whether rows that are copied have vectors in their borders.
static bool hasVectorsOutside(linalg::LinalgOp op, const LoopPlan &plan) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return plan.lanes > 1 && !plan.mergesRows && plan.reductionLoops.empty() &&
         llvm::all_of(
             plan.pads,
             [&](const FusedPad &fused) {
               return fused.window.back().coefficients[plan.getRowLoop()] == 1;
             }) &&
         llvm::any_of(plan.parallelLoops, [&](int64_t loop) {
           std::optional<int64_t> inside = getInterior(op, plan, loop);
           return plan.movesRows(loop) &&
                  (!inside || ranges[loop] - *inside >= stencil::kMinMovedRows);
         });
}

/// Whether a loop reads `tensor` as an operand, or as the source of a pad.
static bool isRead(linalg::LinalgOp op, const LoopPlan &plan, Value tensor) {
  auto isInput = [&](linalg::LinalgOp reader) {
    return llvm::is_contained(reader.getDpsInputs(), tensor);
  };
  return isInput(op) || llvm::any_of(findNeighbours(op), isInput) ||
         llvm::any_of(plan.pads, [&](const FusedPad &fused) {
           return PadOp(fused.pad).getSource() == tensor;
         });
}

/// Whether the loops read what destination `init`, which nothing fills, holds.
static bool isAddedTo(linalg::LinalgOp op, const LoopPlan &plan,
                      OpOperand &init) {
  if (op.payloadUsesValueFromOperand(&init))
    return true;
  // A reduction without terms leaves what the destination holds.
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return llvm::any_of(plan.reductionLoops, [&](int64_t loop) {
    return ShapedType::isDynamic(ranges[loop]);
  });
}

/// Plans what the loops write.
static void planDestinations(linalg::LinalgOp op, LoopPlan &plan) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Destination made;
    auto fill = init.get().getDefiningOp<linalg::FillOp>();
    // The loops may write to what is filled if that is a new tensor, or if only
    // its extents, which may be those of the loops, are used besides.
    bool isOurs =
        fill && (fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>() ||
                 llvm::all_of(fill->getUsers(), [&](Operation *user) {
                   return user == op.getOperation() || isa<tensor::DimOp>(user);
                 }));
    made.fill = isOurs ? fill.getInputs()[0] : Value();
    made.bias = findBias(init);
    made.before = made.tensor = isOurs      ? fill.getOutputs()[0]
                                : made.bias ? made.bias.getDpsInits()[0]
                                            : init.get();
    made.isAddedTo = !isOurs && !made.bias && isAddedTo(op, plan, init);
    plan.destinations.push_back(made);
  }
  linalg::LinalgOp last = op;
  for (linalg::LinalgOp user : plan.epilogue) {
    // An op that overwrites its operand has no destination of its own.
    Value init = user.getDpsInits()[0];
    if (init != last->getResult(0)) {
      plan.destinations.front().tensor = init;
      plan.isInPlace = false;
    }
    last = user;
  }
  // Bufferization would copy a destination that the loops also read, although
  // they overwrite all of it.
  for (Destination &made : plan.destinations)
    made.isNew =
        isRead(op, plan, made.tensor) && !(plan.isInPlace && made.isAddedTo);
}

bool mlir::pad::isMaximumOfWindow(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  Operation &maximum = body->front();
  Value before = body->getArguments().back();
  Type type = before.getType();
  bool isKnown =
      isa<arith::MaximumFOp>(maximum)
          ? type.isF32() || type.isF64()
          : isa<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(
                maximum);
  return isKnown && op->getNumResults() == 1 &&
         body->getTerminator()->getOperand(0) == maximum.getResult(0) &&
         llvm::is_contained(maximum.getOperands(), before) &&
         llvm::all_of(maximum.getOperands(), [&](Value operand) {
           auto argument = dyn_cast<BlockArgument>(operand);
           return argument && argument.getOwner() == body;
         });
}

/// Plans the vectors and rows that an iteration of `op` computes. A vector of a
/// padded row has at most `longest` elements, if that is known.
static void planVectors(linalg::LinalgOp op, LoopPlan &plan, int64_t vectorBits,
                        std::optional<int64_t> longest) {
  int64_t row = plan.getRowLoop();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t ops = countOpsOfElement(op, plan.pads, /*taps=*/1);
  // Rows in the borders of each axis, and short rows, have a copy of the code.
  int64_t numBodies = ShapedType::isDynamic(ranges[row]) ? 2 : 1;
  numBodies *= 1 + llvm::count_if(plan.parallelLoops, [&](int64_t loop) {
                 return loop != row && plan.isSplit(loop);
               });
  int64_t numOps = ops * numBodies * getCodeOfOp(op);
  int64_t most = std::min(stencil::kMaxUnrolledReductions,
                          stencil::kMaxUnrolledOps / numOps);
  int64_t taps = 1;
  for (int64_t loop : plan.reductionLoops) {
    if (ShapedType::isDynamic(ranges[loop]) || ranges[loop] > most / taps) {
      taps = 0;
      break;
    }
    taps *= ranges[loop];
  }
  plan.rolledReductions = taps != 0 ? 0 : plan.reductionLoops.size();
  plan.lanes = chooseLanes(op, findNeighbours(op), vectorBits);
  int64_t laneBits = std::max<int64_t>(vectorBits / plan.lanes, 1);
  auto limit = [&](std::optional<int64_t> inside, int64_t most) {
    int64_t lanes = plan.lanes;
    // The inside of a short row is at least one vector.
    while (lanes > 1 && lanes > inside.value_or(most))
      lanes /= 2;
    return lanes;
  };
  std::optional<int64_t> inside = getInterior(op, plan, row);
  plan.lanesOfRow =
      limit(longest, plan.isSplit(row) ? stencil::kMaxLanesOfAnyRow
                                       : std::max(stencil::kMaxLanesOfChannels,
                                                  128 / laneBits));
  MergedRows merged = planRows(op, plan);
  plan.mergesRows = merged.lanes > 1 && merged.lanes >= plan.lanesOfRow;
  if (plan.mergesRows && ((merged.repeats && sharesWeightsUnmerged(op, plan)) ||
                          prefersColumns(op, plan, merged.repeats)))
    plan.mergesRows = false;
  if (plan.mergesRows) {
    plan.lanes = merged.lanes;
    plan.repeatsRows = merged.repeats;
    std::optional<int64_t> rows = getInterior(op, plan, plan.getMergedLoop());
    inside = inside && rows ? multiplyExtents({*inside, *rows}) : std::nullopt;
    plan.lanes = limit(inside, stencil::kMaxLanesOfAnyRow);
  } else {
    plan.lanes = plan.lanesOfRow;
  }
  auto plansBlocks = [&] {
    if (plan.lanes > 1)
      planBlocks(op, plan, (plan.unrollsReductions() ? taps : 1) * ops, inside);
  };
  plan.isMaximum = isMaximumOfWindow(op) && plan.unrollsReductions() &&
                   !plan.reductionLoops.empty();
  plansBlocks();
  limitCode(op, plan, plansBlocks);
  plan.isMaximum &= plan.unrollsReductions();
}

/// Splits reduction loops that alone run along a padded axis, as that of a
/// matrix product does: the terms of the interior then need no condition.
static void splitReductions(LoopPlan &plan) {
  for (FusedPad &fused : plan.pads)
    for (auto [axis, window, split] :
         llvm::enumerate(fused.window, fused.splitLoops)) {
      ArrayRef<int64_t> loops = window.coefficients;
      if (isUnpaddedAxis(PadOp(fused.pad), axis) ||
          llvm::count(loops, 0) + 1 != static_cast<int64_t>(loops.size()))
        continue;
      for (int64_t loop :
           ArrayRef(plan.reductionLoops).take_front(plan.rolledReductions))
        if (loops[loop] > 0)
          split = loop;
    }
}

/// Plans the loops of `op` over padded copies of the sources that `plan` reads
/// in place, from `described`, a plan without vectors. Null if the ends of all
/// rows are known to be composed, or none are.
static std::shared_ptr<const LoopPlan> planPaddedRows(linalg::LinalgOp op,
                                                      const LoopPlan &described,
                                                      const LoopPlan &plan,
                                                      int64_t vectorBits) {
  bool isKnown =
      ShapedType::isStatic(op.getStaticLoopRanges()[plan.getRowLoop()]) &&
      llvm::all_of(plan.rowPads, [](auto &row) {
        return !row || ShapedType::isStatic(row->extent);
      });
  if (plan.rowPads.empty() || isKnown)
    return nullptr;
  auto padded = std::make_shared<LoopPlan>(described);
  padded->pads.clear();
  planVectors(op, *padded, vectorBits, plan.lanesOfShortRow);
  if (!padded->blocksBorders && !padded->isMaximum)
    padded->dropBlocks();
  padded->lanesOfShortRow =
      std::min(padded->lanes, stencil::kMinLanesOfPaddedRow);
  planDestinations(op, *padded);
  return padded;
}

LoopPlan mlir::pad::planFusedLoops(linalg::LinalgOp op,
                                   const FusionChoice &choice) {
  LoopPlan plan;
  static_cast<ConsumedPads &>(plan) =
      describePads(op, [&](const FusedPad &fused) {
        return explainFusion(op, fused, choice);
      });
  if (plan.pads.empty() &&
      (choice.needsPads || !explainFusedConsumer(op).empty() ||
       !explainLoops(op).empty()))
    return plan;

  plan.parallelLoops = getResultLoops(op);
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  plan.reductionLoops.assign(reductions.begin(), reductions.end());

  int64_t row = plan.getRowLoop();
  for (FusedPad &fused : plan.pads)
    for (auto [axis, loop] : llvm::enumerate(fused.splitLoops))
      loop = getSplitLoop(op, fused, axis, row);
  if (!plan.pads.empty()) {
    plan.loopOfWindow = findLoopOfWindow(op, plan.pads.front(), row);
    for (const FusedPad &fused : plan.pads)
      if (findLoopOfWindow(op, fused, row) != plan.loopOfWindow)
        plan.loopOfWindow = -1;
  }
  plan.epilogue = findEpilogue(op);
  plan.hasAvx512 = choice.vectorBits >= 512;
  const LoopPlan described = plan;
  // In this order: a row that is one vector; vectors with composed ends, none
  // of which need lie in the interior; and vectors in the interior alone.
  int64_t range = op.getStaticLoopRanges()[row];
  if (plan.isSplit(row) && range > 0 && llvm::isPowerOf2_64(range)) {
    planVectors(op, plan, choice.vectorBits, range);
    planRowEnds(op, plan);
  }
  if (!plan.isRowOneVector) {
    plan = described;
    planVectors(op, plan, choice.vectorBits,
                getInterior(op, plan, row, /*hasOneEnd=*/true));
    planRowEnds(op, plan);
  }
  if (plan.rowPads.empty()) {
    plan = described;
    // Without composed ends, there is no reason to write out the columns.
    plan.loopOfWindow = -1;
    planVectors(op, plan, choice.vectorBits, getInterior(op, plan, row));
  }
  plan.hasVectorsOutside = hasVectorsOutside(op, plan);
  splitReductions(plan);
  plan.ofPaddedRows = planPaddedRows(op, described, plan, choice.vectorBits);
  planDestinations(op, plan);
  return plan;
}
