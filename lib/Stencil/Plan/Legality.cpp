//===- Legality.cpp - Which consumers become loops ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PaddingValue.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Plan/LoopPlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::pad;

/// Why the body of `op` cannot be computed by vectors, twice for some elements,
/// and later than other ops; empty if it can.
static std::string explainBody(linalg::LinalgOp op) {
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (inner.getNumRegions() != 0)
      return "the body of its consumer has control flow";
    if (!isMemoryEffectFree(&inner))
      return "the body of its consumer has effects";
  }
  return "";
}

std::string mlir::pad::explainLoops(linalg::LinalgOp op) {
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

std::string mlir::pad::explainFusion(linalg::LinalgOp op, const FusedPad &fused,
                                     const FusionChoice &choice) {
  std::string reason = choice.left ? choice.left->lookup(fused.pad) : "";
  if (reason.empty())
    reason = explainLoops(op);
  if (reason.empty())
    reason = explainPad(fused.pad);
  if (reason.empty() && choice.whereFaster)
    reason = explainSlower(op, fused, choice.vectorBits);
  if (reason.empty() && choice.whereFaster)
    reason = explainLargeCode(op, fused);
  return reason;
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

/// Whether `op` rounds to bf16 in a mode of its own, which
/// `--pad-compute-bf16-as-f32` leaves to LLVM, and LLVM to calls.
static bool roundsByCalls(Operation &op) {
  auto truncation = dyn_cast<arith::TruncFOp>(op);
  return truncation && truncation.getType().isBF16() &&
         truncation.getRoundingmodeAttr();
}

int64_t mlir::pad::getSplitLoop(linalg::LinalgOp op, const FusedPad &fused,
                                int64_t axis, int64_t row) {
  int64_t split = fused.splitLoops[axis];
  ArrayRef<int64_t> steps = fused.window[axis].coefficients;
  if (split < 0 || steps[row] == 0)
    return split;
  // Of two loops of one step, the one of more iterations has the longer
  // interior.
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto isBefore = [&](int64_t loop, int64_t other) {
    return steps[loop] > steps[other] || (steps[loop] == steps[other] &&
                                          ShapedType::isStatic(ranges[other]) &&
                                          ranges[loop] > ranges[other]);
  };
  int64_t found = row;
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::parallel && isBefore(loop, found))
      found = loop;
  return found;
}

int64_t mlir::pad::chooseLanes(linalg::LinalgOp op,
                               ArrayRef<linalg::LinalgOp> neighbours,
                               int64_t vectorBits) {
  int64_t bits = 8, row = getResultLoops(op).back();
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
    // Rows are contiguous along the last axis. An operand that does not depend
    // on the loop is the same in all lanes.
    SmallVector<WindowAxis> window =
        *getWindow(op.getMatchingIndexingMap(&operand));
    for (auto [axis, sum] : llvm::enumerate(window))
      if (int64_t coefficient = sum.coefficients[row];
          coefficient > stencil::kMaxStride ||
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
  int64_t lanes = std::max<int64_t>(vectorBits / bits, 1);
  for (linalg::LinalgOp neighbour : neighbours)
    lanes = std::min(lanes, chooseLanes(neighbour, {}, vectorBits));
  return lanes;
}
