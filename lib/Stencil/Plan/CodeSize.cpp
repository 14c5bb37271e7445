//===- CodeSize.cpp - How much code fused loops are -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Loops that read the sources of pads have a copy of their body for the inside
// of the rows, for each of their ends, and for the borders of each axis. The
// window of the consumer is written out in each of them. This counts the copies
// as LoopEmitter emits them.
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/StencilCostModel.h"
#include "Plan/LoopPlan.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

int64_t mlir::pad::countOpsOfElement(linalg::LinalgOp op,
                                     ArrayRef<FusedPad> pads, int64_t taps) {
  int64_t row = getResultLoops(op).back();
  // A vector of elements that are a stride apart takes as many loads.
  int64_t stride = 1;
  for (const FusedPad &fused : pads)
    stride = std::max(stride, fused.window.back().coefficients[row]);
  int64_t ops = std::max<int64_t>(op.getNumDpsInputs(),
                                  llvm::range_size(*op.getBlock()) - 1);
  return llvm::SaturatingMultiply<uint64_t>(taps, ops + stride - 1);
}

int64_t mlir::pad::getCodeOfOp(linalg::LinalgOp op) {
  return isComputedAsF32(getResultType(op).getElementType())
             ? stencil::kOpsOfHalf
             : 1;
}

/// Copies of the body for a row of `op`, of which `rows` are computed at once.
static int64_t countBodiesOfRow(linalg::LinalgOp op, const LoopPlan &plan,
                                int64_t rows, bool isBorder) {
  int64_t loop = plan.getRowLoop();
  bool isSplit = plan.isSplit(loop);
  if (plan.lanes == 1)
    return rows * (isSplit ? 2 : 1);
  // Several rows share about half of what they read.
  auto countShared = [&](int64_t bodies) {
    return llvm::divideCeil(bodies * (rows + 1), 2);
  };
  if (plan.isRowOneVector)
    return countShared(1);
  int64_t copies = plan.getCopies(rows, isBorder);
  int64_t blocks = plan.hasBlocks(rows, copies, isBorder) ? copies : 0;
  // The vectors of the inside, and of both ends.
  int64_t ends = isSplit ? 3 : 1;
  // Rows that may be shorter than a vector.
  if (ShapedType::isDynamic(op.getStaticLoopRanges()[loop]))
    ends += isSplit ? 2 : 1;
  return plan.rollsEnds() ? countShared(blocks) + ends
                          : countShared(blocks + ends);
}

/// Copies of the body in the code of the parallel loops from number `depth` on.
static int64_t countBodies(linalg::LinalgOp op, const LoopPlan &plan,
                           size_t depth = 0, int64_t rows = 1,
                           bool isBorder = false, bool leavesBorders = false) {
  int64_t loop = plan.parallelLoops[depth];
  if (loop == plan.getRowLoop())
    return countBodiesOfRow(op, plan, rows, isBorder);
  bool leaves = leavesBorders || plan.joinsBorders(loop);
  int64_t bodies = countBodies(op, plan, depth + 1, rows, isBorder, leaves);
  if (loop == plan.loopOfWindow)
    return bodies * op.getStaticLoopRanges()[loop];
  if (isBorder && !plan.movesRows(loop))
    return bodies;
  if (loop == plan.loopOfBlocks && plan.spansBorders)
    return bodies + countBodies(op, plan, depth + 1, rows * plan.rows) *
                        stencil::kSpanningBlocks;
  if (loop == plan.loopOfPlanes && plan.planes > 1)
    bodies += countBodies(op, plan, depth + 1, plan.planes, isBorder, leaves);
  if (loop == plan.loopOfBlocks && plan.rows > 1)
    bodies = countBodies(op, plan, depth + 1, plan.rows, isBorder, leaves) +
             (plan.rollsEnds() ? 0 : bodies);
  if (plan.isSplit(loop) && !leavesBorders)
    bodies += countBodies(op, plan, depth + 1, rows, /*isBorder=*/true) *
              (plan.keepsOrder() ? 2 : 1);
  return bodies;
}

/// Loads and ops in the code of the loops of `op`.
static int64_t countOps(linalg::LinalgOp op, const LoopPlan &plan) {
  int64_t taps = 1;
  for (int64_t loop :
       ArrayRef(plan.reductionLoops).drop_front(plan.rolledReductions))
    taps *= op.getStaticLoopRanges()[loop];
  return llvm::SaturatingMultiply<uint64_t>(
      countOpsOfElement(op, plan.pads, taps),
      countBodies(op, plan) * getCodeOfOp(op));
}

/// Whether `op` is in a loop that carries tensors.
static bool isInLoopOfTensors(Operation *op) {
  for (auto loop = op->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>())
    if (llvm::any_of(loop->getResultTypes(), llvm::IsaPred<TensorType>))
      return true;
  return false;
}

/// The bytes of the code of a load or op.
static int64_t getBytesOfOp(linalg::LinalgOp op) {
  return op.hasDynamicShape() ? stencil::kBytesOfOp : stencil::kBytesOfStaticOp;
}

/// The most loads and ops that the code of the loops of `op` has.
static int64_t getMostOps(linalg::LinalgOp op, const LoopPlan &plan) {
  int64_t most = stencil::kMaxCodeBytes / getBytesOfOp(op);
  if (!isInLoopOfTensors(op))
    return most;
  int64_t inLoop = stencil::kMaxOpsInLoop;
  for (int64_t axes =
           llvm::count_if(plan.parallelLoops,
                          [&](int64_t loop) { return plan.isSplit(loop); });
       axes > 2; --axes)
    inLoop /= stencil::kGrowthInLoop;
  return std::min(most, inLoop);
}

void mlir::pad::limitCode(linalg::LinalgOp op, LoopPlan &plan,
                          function_ref<void()> plansBlocks) {
  int64_t most = getMostOps(op, plan);
  if (countOps(op, plan) > most)
    plan.dropBlocks();
  if (plan.rolledReductions == plan.reductionLoops.size() ||
      countOps(op, plan) <= most)
    return;
  plan.rolledReductions = plan.reductionLoops.size();
  plansBlocks();
  if (countOps(op, plan) > most)
    plan.dropBlocks();
}

std::string mlir::pad::explainLargeCode(linalg::LinalgOp op,
                                        const FusedPad &fused) {
  // The least code: loops over the window, and one vector of a row at a time.
  LoopPlan plan;
  plan.pads = {fused};
  plan.lanes = 2;
  plan.parallelLoops = getResultLoops(op);
  int64_t ops = countOps(op, plan);
  if (ops > stencil::kMaxCodeBytes / getBytesOfOp(op))
    return "its consumer would be about " +
           std::to_string(llvm::divideCeil(ops * getBytesOfOp(op), 1024)) +
           " KB of code, more than " +
           std::to_string(stencil::kMaxCodeBytes >> 10);
  if (ops > getMostOps(op, plan))
    return "its consumer is in a loop that carries tensors, where loops with "
           "borders along so many axes take too long to compile";
  return "";
}
