//===- ExtractsToSlices.cpp - Pads read by tensor.extract -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The index of a loop plus a constant.
struct LoopIndex {
  int64_t loop = 0, offset = 0;
};
} // namespace

static std::optional<LoopIndex> describeIndex(Value value) {
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return LoopIndex{static_cast<int64_t>(index.getDim()), 0};
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return std::nullopt;
  for (auto [operand, other] : {std::pair{sum.getLhs(), sum.getRhs()},
                                std::pair{sum.getRhs(), sum.getLhs()}})
    if (std::optional<int64_t> more = getConstantIntValue(other))
      if (std::optional<LoopIndex> index = describeIndex(operand)) {
        if (llvm::AddOverflow(index->offset, *more, index->offset))
          return std::nullopt;
        return index;
      }
  return std::nullopt;
}

std::string mlir::pad::explainExtract(tensor::ExtractOp extract) {
  auto op = dyn_cast<linalg::GenericOp>(extract->getParentOp());
  if (!op || !op.hasPureTensorSemantics())
    return "tensor.extract reads it outside of the block of a linalg.generic "
           "on tensors";
  Operation *pad = extract.getTensor().getDefiningOp();
  if (op->isAncestor(pad))
    return "its consumer computes it for each element";
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  ArrayRef<int64_t> padded = extract.getTensor().getType().getShape();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  llvm::SmallDenseSet<int64_t> loops;
  for (auto [axis, value] : llvm::enumerate(extract.getIndices())) {
    std::optional<LoopIndex> index = describeIndex(value);
    if (!index || index->offset < 0)
      return "tensor.extract reads it at an index that is not that of a loop "
             "plus a constant of at least 0";
    if (!loops.insert(index->loop).second ||
        !map.getResultPosition(
            getAffineDimExpr(index->loop, extract.getContext())))
      return "tensor.extract reads it along a loop that does not run along one "
             "axis of it and of the result";
    // Upstream's verifier refuses such a slice, even if nothing ever reads it.
    int64_t end;
    if (ShapedType::isStatic(padded[axis]) &&
        ShapedType::isStatic(ranges[index->loop]) &&
        (llvm::AddOverflow(index->offset, ranges[index->loop], end) ||
         end > padded[axis]))
      return "tensor.extract reads behind it";
  }
  return "";
}

void mlir::pad::replaceExtracts(RewriterBase &rewriter, linalg::GenericOp op) {
  SmallVector<tensor::ExtractOp> extracts;
  for (auto extract : op.getBody()->getOps<tensor::ExtractOp>())
    if (extract.getTensor().getDefiningOp<PadOp>() &&
        explainExtract(extract).empty())
      extracts.push_back(extract);
  if (extracts.empty())
    return;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(rewriter, loc, op.getDpsInits()[0]);
  SmallVector<Value> inputs = op.getInputs();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (tensor::ExtractOp extract : extracts) {
    // The offset is in the slice, not in the map: a map `i -> i` of the pad
    // would say that the loop has the extent of the pad.
    SmallVector<OpFoldResult> offsets, sizes;
    SmallVector<AffineExpr> axes;
    for (Value value : extract.getIndices()) {
      LoopIndex index = *describeIndex(value);
      AffineExpr loop = rewriter.getAffineDimExpr(index.loop);
      axes.push_back(loop);
      offsets.push_back(rewriter.getIndexAttr(index.offset));
      sizes.push_back(extents[*result.getResultPosition(loop)]);
    }
    maps.insert(maps.begin() + inputs.size(),
                AffineMap::get(op.getNumLoops(), 0, axes, op.getContext()));
    inputs.push_back(emitSlice(rewriter, extract.getLoc(), extract.getTensor(),
                               offsets, sizes));
  }
  auto made = linalg::GenericOp::create(rewriter, loc, op.getResultTypes(),
                                        inputs, op.getOutputs(), maps,
                                        op.getIteratorTypesArray());
  unsigned next = op.getNumDpsInputs();
  for (tensor::ExtractOp extract : extracts)
    rewriter.replaceOp(extract,
                       op.getBody()->insertArgument(next++, extract.getType(),
                                                    extract.getLoc()));
  // Indices that nothing uses any more are erased, because an op with indices
  // has no vectors across rows.
  (void)runRegionDCE(rewriter, op->getRegions());
  rewriter.inlineRegionBefore(op.getRegion(), made.getRegion(),
                              made.getRegion().begin());
  rewriter.replaceOp(op, made.getResults());
}
