//===- ConsumedPads.cpp - How pads go into their consumer -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/ConsumedPads.h"
#include "Pad/IR/PadRemarks.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

std::optional<SmallVector<WindowAxis>> mlir::pad::getWindow(AffineMap map) {
  SmallVector<WindowAxis> window;
  for (AffineExpr expr : map.getResults()) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
      SmallVector<int64_t> coefficients(map.getNumDims(), 0);
      coefficients[loop.getPosition()] = 1;
      window.push_back({std::move(coefficients)});
      continue;
    }
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(expr, map.getNumDims(),
                                      map.getNumSymbols(), &flat)))
      return std::nullopt;
    // There are more numbers if there are symbols, or quotients of floordiv and
    // mod.
    if (flat.size() != map.getNumDims() + 1 ||
        llvm::any_of(flat, [](int64_t number) { return number < 0; }))
      return std::nullopt;
    WindowAxis axis;
    axis.constant = flat.pop_back_val();
    axis.coefficients = std::move(flat);
    window.push_back(std::move(axis));
  }
  return window;
}

SmallVector<int64_t> mlir::pad::getResultLoops(linalg::LinalgOp op) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return llvm::map_to_vector(map.getResults(), [](AffineExpr loop) {
    return static_cast<int64_t>(cast<AffineDimExpr>(loop).getPosition());
  });
}

std::string mlir::pad::explainFusedConsumer(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return "its consumer does not work on tensors alone";
  // Upstream's verifier refuses slices of empty axes.
  if (llvm::is_contained(op.getStaticLoopRanges(), 0))
    return "its consumer has no iteration";
  // The operands of a stencil all have the same map, which is checked once.
  llvm::SmallDenseSet<AffineMap> maps;
  for (AffineMap map : op.getIndexingMapsArray())
    if (maps.insert(map).second && !getWindow(map))
      return "its consumer reads by a map that is not a sum of multiples of "
             "loop indices";
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isProjectedPermutation())
      return "its consumer's result is not indexed by loops alone";
  return "";
}

/// The parallel loop along which `axis` is split: the one with the most
/// iterations. -1 if there is none.
static int64_t findLoopAlong(linalg::LinalgOp op, const WindowAxis &axis) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto count = [&](int64_t loop) {
    return ShapedType::isDynamic(ranges[loop]) ? INT64_MAX : ranges[loop];
  };
  int64_t found = -1;
  for (auto [loop, coefficient] : llvm::enumerate(axis.coefficients))
    if (coefficient > 0 && iterators[loop] == utils::IteratorType::parallel &&
        (found < 0 || count(loop) > count(found)))
      found = loop;
  return found;
}

std::string mlir::pad::describePad(linalg::LinalgOp op, OpOperand &use,
                                   PadOp pad, FusedPad &fused) {
  if (std::string reason = explainFusedConsumer(op); !reason.empty())
    return reason;
  if (op.isDpsInit(&use))
    return "it is the destination of its consumer";
  fused = {pad, use.getOperandNumber(),
           *getWindow(op.getMatchingIndexingMap(&use))};
  for (auto [axis, window] : llvm::enumerate(fused.window))
    fused.splitLoops.push_back(
        isUnpaddedAxis(pad, axis) ? -1 : findLoopAlong(op, window));
  if (llvm::all_of(fused.splitLoops, [](int64_t loop) { return loop < 0; }))
    return "no parallel loop of its consumer runs along a padded axis";
  return "";
}

ConsumedPads
mlir::pad::describePads(linalg::LinalgOp op,
                        function_ref<std::string(const FusedPad &)> explain) {
  ConsumedPads found;
  for (OpOperand &use : op->getOpOperands()) {
    auto pad = use.get().getDefiningOp<PadOp>();
    if (!pad)
      continue;
    FusedPad fused;
    std::string reason = describePad(op, use, pad, fused);
    if (reason.empty())
      reason = explain(fused);
    if (reason.empty())
      found.pads.push_back(std::move(fused));
    else
      found.left.emplace_back(pad, reason);
  }
  return found;
}

void mlir::pad::remarkLeftPad(PadOp pad, StringRef reason, bool prints) {
  remarkMissed(pad, "fusion", reason);
  if (prints)
    pad.emitRemark() << "not fused: " << reason;
}

void mlir::pad::remarkFusedPad(PadOp pad, linalg::LinalgOp op, StringRef how,
                               bool prints) {
  Type elementType = pad.getSourceType().getElementType();
  remarkPassed(pad, "fusion", getTraffic(pad, getElementBytes(elementType)))
      << remark::metric("Consumer", op->getName().getStringRef().str())
      << remark::metric("How", how.str());
  if (prints)
    pad.emitRemark() << "fused into '" << op->getName() << "', which is "
                     << how;
}

/// Whether splitting the loops along every padded axis gives an interior that
/// needs no pad, without slowing down the loops inside.
static bool canSplit(linalg::LinalgOp op, const FusedPad &fused) {
  PadOp pad = fused.pad;
  int64_t innermost = op.getNumLoops() - 1;
  for (auto [axis, loop] : llvm::enumerate(fused.splitLoops)) {
    if (isUnpaddedAxis(pad, axis))
      continue;
    ArrayRef<int64_t> interior = pad.getStaticInterior();
    if (loop < 0 || (!interior.empty() && interior[axis] != 0))
      return false;
    // Otherwise every step of a reduction around the loop would run the few
    // iterations of each border, without vectors.
    if (loop == innermost && op.getNumReductionLoops() > 0)
      return false;
  }
  return true;
}

ConsumedPads mlir::pad::planPadFusion(linalg::LinalgOp op,
                                      const PadTileAndFuseOptions &options) {
  ConsumedPads plan = describePads(op, [&](const FusedPad &fused) {
    PadOp pad = fused.pad;
    bool isOnlyUser = llvm::all_of(pad->getUsers(), [&](Operation *user) {
      return user == op.getOperation();
    });
    return std::string(
        isOnlyUser ? "" : "it has several users, and each would pad again");
  });
  if (llvm::all_of(plan.pads,
                   [&](FusedPad &fused) { return canSplit(op, fused); }))
    return plan;
  // Every tile pads by itself, so there must be more than one tile.
  for (FusedPad &fused : plan.pads)
    llvm::fill(fused.splitLoops, -1);
  if (llvm::all_of(chooseTileSizes(op, plan.pads.front(), options),
                   [](int64_t size) { return size == 0; })) {
    for (FusedPad &fused : plan.pads)
      plan.left.emplace_back(fused.pad,
                             "all of it is one tile; give smaller tile-sizes");
    plan.pads.clear();
  }
  return plan;
}

/// The bytes that a tile reads: INT64_MAX if they do not fit.
static int64_t countBytes(ArrayRef<WindowAxis> window, ArrayRef<int64_t> tile,
                          int64_t elementBytes) {
  int64_t bytes = elementBytes;
  for (const WindowAxis &axis : window) {
    int64_t extent = axis.constant + 1;
    for (auto [coefficient, size] : llvm::zip_equal(axis.coefficients, tile))
      extent = llvm::SaturatingMultiplyAdd<uint64_t>(
          coefficient, std::max<int64_t>(size - 1, 0), extent);
    if (extent < 0 || llvm::MulOverflow(bytes, extent, bytes))
      return INT64_MAX;
  }
  return bytes;
}

int64_t mlir::pad::getEvenTile(int64_t size, int64_t extent) {
  if (ShapedType::isStatic(extent))
    for (int64_t even = size; 2 * even > size; --even)
      if (extent % even == 0)
        return even;
  return size;
}

/// The sizes of a tile that reads at most `bytes`; 0 for loops that do not run
/// along the operand.
static SmallVector<int64_t> fitTile(linalg::LinalgOp op,
                                    ArrayRef<WindowAxis> window,
                                    Type elementType, int64_t bytes) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<int64_t> whole = llvm::map_to_vector(ranges, [](int64_t range) {
    return ShapedType::isDynamic(range) ? stencil::kDynamicExtent : range;
  });
  // The parallel loops along the operand, from the outermost axis inwards.
  SmallVector<int64_t> loops, tile = whole;
  for (const WindowAxis &axis : window)
    for (auto [loop, coefficient] : llvm::enumerate(axis.coefficients))
      if (coefficient > 0 && iterators[loop] == utils::IteratorType::parallel &&
          !llvm::is_contained(loops, loop)) {
        loops.push_back(loop);
        tile[loop] = 1;
      }
  // Tiles grow from the innermost axis outwards while they fit.
  int64_t elementBytes = getElementBytes(elementType).value_or(1);
  for (int64_t loop : llvm::reverse(loops)) {
    auto fits = [&](int64_t size) {
      tile[loop] = size;
      return countBytes(window, tile, elementBytes) <= bytes;
    };
    if (fits(whole[loop]))
      continue;
    int64_t largest =
        *llvm::partition_point(llvm::seq<int64_t>(1, whole[loop]), fits) - 1;
    tile[loop] = getEvenTile(std::max<int64_t>(largest, 1), ranges[loop]);
    break;
  }
  SmallVector<int64_t> sizes(ranges.size(), 0);
  for (int64_t loop : loops)
    sizes[loop] = tile[loop];
  return sizes;
}

SmallVector<int64_t>
mlir::pad::chooseTileSizes(linalg::LinalgOp op, const FusedPad &fused,
                           const PadTileAndFuseOptions &options) {
  SmallVector<int64_t> sizes = llvm::to_vector(options.tileSizes);
  if (sizes.empty())
    sizes =
        fitTile(op, fused.window, PadOp(fused.pad).getType().getElementType(),
                options.localBytes);
  sizes.resize(op.getNumLoops(), 0);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [size, range, iterator] :
       llvm::zip_equal(sizes, ranges, op.getIteratorTypesArray()))
    if (iterator != utils::IteratorType::parallel ||
        (ShapedType::isStatic(range) && size >= range))
      size = 0;
  return sizes;
}
