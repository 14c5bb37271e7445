//===- FusedLoopsPlan.cpp - How the loops of a consumer run ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedLoopsPlan.h"
#include "Pad/Analysis/CostModel.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::pad;

/// Iterations of reduction loops that are written out: the window of a 7x7
/// stencil, not the channels of a convolution; and the ops of all copies that
/// the code has of them.
static constexpr int64_t kMaxUnrolledReductions = 64, kMaxUnrolledOps = 640;

/// The greatest stride along rows of which vectors are loaded: as many vectors
/// as the stride says, which are shuffled.
static constexpr int64_t kMaxStride = 4;

/// Elements of a vector of a row of unknown length, which has to be as long to
/// be computed by vectors at all: one of an image, and one of channels, whose
/// vectors are no shorter than 128 bits all the same.
static constexpr int64_t kMaxLanesOfAnyRow = 32, kMaxLanesOfChannels = 8;

/// Why the body of `op` cannot be computed as vectors, some elements twice, and
/// behind other ops; empty if it can.
static std::string explainBody(linalg::LinalgOp op) {
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (inner.getNumRegions() != 0)
      return "the body of its consumer has control flow";
    if (!isMemoryEffectFree(&inner))
      return "the body of its consumer has effects";
  }
  return "";
}

/// Why no loops are made of `op`; empty if they can be.
static std::string explainLoops(linalg::LinalgOp op) {
  SmallVector<unsigned> parallel;
  op.getParallelDims(parallel);
  if (parallel.empty())
    return "its consumer has no parallel loop";
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!map.isProjectedPermutation() ||
        map.getNumResults() != parallel.size() ||
        !llvm::all_of(parallel,
                      [&](unsigned loop) { return map.isFunctionOfDim(loop); }))
      return "a result of its consumer does not run along all parallel loops";
  }
  return explainBody(op);
}

/// Why the source of `pad` cannot be read instead of it; empty if it can.
static std::string explainPad(PadOp pad) {
  if (llvm::any_of(pad.getStaticInterior(),
                   [](int64_t interior) { return interior != 0; }))
    return "it has interior padding, whose rows are not those of the source";
  if (mayReadPaddingValue(pad) && !pad.getValue() &&
      !hasDefaultPaddingValue(pad.getSourceType().getElementType()))
    return "it has no padding value";
  return "";
}

/// Why `op` does not read the source of `fused`; empty if it does.
static std::string explainFusion(linalg::LinalgOp op, const FusedPad &fused,
                                 const FusionChoice &choice) {
  std::string reason = explainLoops(op);
  if (reason.empty())
    reason = explainPad(fused.pad);
  if (reason.empty() && choice.whereFaster)
    reason = explainSlower(op, fused, choice.vectorBits);
  if (reason.empty() && choice.whereFaster)
    reason = explainLargeCode(op, fused);
  return reason;
}

std::string mlir::pad::explainSlice(OpOperand &use, PadOp pad,
                                    const FusionChoice &choice) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op)
    return "a user that is not fused needs it";
  std::string reason = explainPadOf(op, use, pad);
  return reason.empty() ? explainFusion(op, describePad(op, use, pad), choice)
                        : reason;
}

int64_t mlir::pad::getLaneBits(Type type) {
  if (type.isIndex())
    return 64;
  if (isa<BFloat16Type, Float16Type, Float32Type, Float64Type>(type))
    return type.getIntOrFloatBitWidth();
  if (auto integer = dyn_cast<IntegerType>(type);
      integer && integer.isSignless() &&
      llvm::is_contained({8, 16, 32, 64}, integer.getWidth()))
    return integer.getWidth();
  return 0;
}

bool mlir::pad::isComputedAsF32(Type type) {
  return isa<BFloat16Type, Float16Type>(type);
}

/// Whether `op` has a result of bf16 that `--compute-bf16-as-f32` does not
/// round, and LLVM rounds by a call.
static bool roundsByCalls(Operation &op) {
  auto truncation = dyn_cast<arith::TruncFOp>(op);
  return truncation && truncation.getType().isBF16() &&
         (!truncation.getIn().getType().isF32() ||
          truncation.getRoundingmodeAttr());
}

int64_t mlir::pad::chooseLanes(linalg::LinalgOp op, int64_t row,
                               int64_t vectorBits) {
  int64_t bits = 8;
  auto addType = [&](Type type) {
    int64_t laneBits = getLaneBits(type);
    bits = std::max<int64_t>(bits, isComputedAsF32(type) ? 32 : laneBits);
    // x86 converts f16 by calls before AVX2.
    return laneBits != 0 && !(isa<Float16Type>(type) && vectorBits < 256);
  };
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = getElementTypeOrSelf(operand.get());
    if (!addType(type))
      return 1;
    // A row is contiguous along the last axis, and a splat along no axis.
    SmallVector<WindowAxis> window =
        *getWindow(op.getMatchingIndexingMap(&operand));
    for (auto [axis, sum] : llvm::enumerate(window))
      if (int64_t coefficient = sum.coefficients[row];
          coefficient > kMaxStride ||
          (coefficient > 0 && axis + 1 != window.size()))
        return 1;
  }
  for (Operation &inner : op.getBlock()->without_terminator()) {
    // LLVM has powers of a vector by one exponent only.
    if (isa<math::FPowIOp>(inner) ||
        (!isa<linalg::IndexOp, arith::ConstantOp>(inner) &&
         !OpTrait::hasElementwiseMappableTraits(&inner)) ||
        roundsByCalls(inner))
      return 1;
    for (Type type : inner.getResultTypes())
      if (!type.isInteger(1) && !addType(type))
        return 1;
  }
  return std::max<int64_t>(vectorBits / bits, 1);
}

std::optional<int64_t> mlir::pad::getInterior(linalg::LinalgOp op,
                                              const FusedLoopsPlan &plan,
                                              int64_t row) {
  int64_t inside = op.getStaticLoopRanges()[row];
  if (ShapedType::isDynamic(inside))
    return std::nullopt;
  int64_t before = 0, behind = 0;
  for (const FusedPad &fused : plan.pads)
    for (auto [axis, loop] : llvm::enumerate(fused.splitLoops)) {
      if (loop != row)
        continue;
      PadAxis numbers = getKnownNumbers(PadOp(fused.pad), axis);
      int64_t stride = fused.window[axis].coefficients[row];
      auto count = [&](int64_t pad) {
        return ShapedType::isStatic(pad) ? countWindows(pad, stride) : 0;
      };
      before = std::max(before, count(numbers.low));
      behind = std::max(behind, count(numbers.high));
    }
  inside -= std::min(before, inside);
  inside -= std::min(behind, inside);
  return inside;
}

/// The only user of the one result of `op`, if it computes each element of its
/// own result of the same element of this one, and reads no pad.
static linalg::LinalgOp findElementwiseUser(linalg::LinalgOp op) {
  if (op->getNumResults() != 1 || !op->hasOneUse())
    return nullptr;
  OpOperand &use = *op->use_begin();
  auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!user || user->getBlock() != op->getBlock() ||
      user->getNumResults() != 1 || !user.hasPureTensorSemantics() ||
      user.getNumParallelLoops() != user.getNumLoops() ||
      !user.getMatchingIndexingMap(&use).isIdentity())
    return nullptr;
  OpOperand *init = user.getDpsInitOperand(0);
  if (!user.getMatchingIndexingMap(init).isIdentity() ||
      (init != &use && user.payloadUsesValueFromOperand(init)))
    return nullptr;
  for (OpOperand &operand : user->getOpOperands())
    if (operand.get().getDefiningOp<PadOp>() ||
        !user.getMatchingIndexingMap(&operand).isProjectedPermutation())
      return nullptr;
  return explainBody(user).empty() ? user : nullptr;
}

SmallVector<linalg::LinalgOp> mlir::pad::findEpilogue(linalg::LinalgOp op) {
  SmallVector<linalg::LinalgOp> epilogue;
  for (linalg::LinalgOp user = findElementwiseUser(op); user;
       user = findElementwiseUser(user))
    epilogue.push_back(user);
  return epilogue;
}

bool FusedLoopsPlan::isSplit(int64_t loop) const {
  return llvm::any_of(pads, [&](const FusedPad &fused) {
    return llvm::is_contained(fused.splitLoops, loop);
  });
}

/// How vectors run across the rows of `op` where no border is near.
static MergedRows planRows(linalg::LinalgOp op, const FusedLoopsPlan &plan) {
  if (plan.isSplit(plan.getRowLoop()) || plan.parallelLoops.size() < 2)
    return {};
  for (const FusedPad &fused : plan.pads) {
    PadOp pad = fused.pad;
    if (int64_t axis = pad.getRank() - 2;
        fused.window.back().coefficients[plan.getRowLoop()] != 0 &&
        !isUnpaddedAxis(pad, axis) &&
        fused.splitLoops[axis] != plan.parallelLoops.end()[-2])
      return {};
  }
  return planMergedRows(op, plan.epilogue, plan.lanes);
}

FusedLoopsPlan mlir::pad::planFusedLoops(linalg::LinalgOp op,
                                         const FusionChoice &choice) {
  FusedLoopsPlan plan;
  static_cast<ConsumedPads &>(plan) =
      describePads(op, [&](const FusedPad &fused) {
        return explainFusion(op, fused, choice);
      });
  if (plan.pads.empty() &&
      (choice.needsPads || !explainFusedConsumer(op).empty() ||
       !explainLoops(op).empty()))
    return plan;

  AffineMap rows = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr loop : rows.getResults())
    plan.parallelLoops.push_back(cast<AffineDimExpr>(loop).getPosition());
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  plan.reductionLoops.assign(reductions.begin(), reductions.end());

  int64_t row = plan.getRowLoop();
  for (FusedPad &fused : plan.pads)
    for (auto [window, loop] : llvm::zip_equal(fused.window, fused.splitLoops))
      if (loop >= 0 && window.coefficients[row] != 0)
        loop = row;

  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t ops = countOpsOfElement(op, plan.pads, /*taps=*/1);
  // The rows of the borders of each axis, and short rows, are code of their
  // own.
  int64_t numBodies = ShapedType::isDynamic(ranges[row]) ? 2 : 1;
  numBodies *= 1 + llvm::count_if(plan.parallelLoops, [&](int64_t loop) {
                 return loop != row && plan.isSplit(loop);
               });
  int64_t numOps = ops * numBodies * getCodeOfOp(op);
  int64_t most = std::min(kMaxUnrolledReductions, kMaxUnrolledOps / numOps);
  int64_t taps = 1;
  for (int64_t loop : plan.reductionLoops) {
    if (ShapedType::isDynamic(ranges[loop]) || ranges[loop] > most / taps) {
      taps = 0;
      break;
    }
    taps *= ranges[loop];
  }
  plan.unrollsReductions = taps != 0;
  plan.lanes = chooseLanes(op, row, choice.vectorBits);
  plan.epilogue = findEpilogue(op);
  for (linalg::LinalgOp user : plan.epilogue) {
    int64_t lanes =
        chooseLanes(user, user.getNumLoops() - 1, choice.vectorBits);
    plan.lanes = std::min(plan.lanes, lanes);
  }
  if (plan.lanes == 1) {
    limitCode(op, plan, [] {});
    return plan;
  }
  int64_t laneBits = choice.vectorBits / plan.lanes;
  auto limit = [&](std::optional<int64_t> inside, int64_t most) {
    int64_t lanes = plan.lanes;
    // The inside of a short row is at least one vector.
    while (lanes > 1 && lanes > inside.value_or(most))
      lanes /= 2;
    return lanes;
  };
  std::optional<int64_t> inside = getInterior(op, plan, row);
  plan.lanesOfRow =
      limit(inside, plan.isSplit(row)
                        ? kMaxLanesOfAnyRow
                        : std::max(kMaxLanesOfChannels, 128 / laneBits));
  MergedRows merged = planRows(op, plan);
  plan.mergesRows = merged.lanes > 1 && merged.lanes >= plan.lanesOfRow;
  if (plan.mergesRows && merged.repeats && sharesWeightsUnmerged(op, plan))
    plan.mergesRows = false;
  if (plan.mergesRows) {
    plan.lanes = merged.lanes;
    plan.repeatsRows = merged.repeats;
    std::optional<int64_t> rows = getInterior(op, plan, plan.getMergedLoop());
    inside = inside && rows ? multiplyExtents({*inside, *rows}) : std::nullopt;
    plan.lanes = limit(inside, kMaxLanesOfAnyRow);
  } else {
    plan.lanes = plan.lanesOfRow;
  }
  if (plan.lanes == 1) {
    limitCode(op, plan, [] {});
    return plan;
  }
  auto plansBlocks = [&] {
    planBlocks(op, plan, (plan.unrollsReductions ? taps : 1) * ops, inside,
               choice.vectorBits);
  };
  plansBlocks();
  limitCode(op, plan, plansBlocks);
  return plan;
}
