//===- AdjointToSCF.cpp - Gradients of pads to scalar loops ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/AdjointSums.h"
#include "Pad/Conversion/Passes.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::pad;

/// `pad.adjoint_into` on memrefs becomes one `scf.for` for each axis of the
/// destination, around the sum of what reads an element.
static LogicalResult lowerAdjointInto(AdjointIntoOp op,
                                      PatternRewriter &rewriter) {
  if (!op.hasPureBufferSemantics())
    return rewriter.notifyMatchFailure(op, "not bufferized");
  Type elementType = op.getGradientType().getElementType();
  if (!hasNativeSum(elementType))
    return rewriter.notifyMatchFailure(op, "no sums of the element type");
  Location loc = op.getLoc();
  ArithContext m{rewriter, loc};
  ElementSums sums(rewriter, loc, elementType);
  SmallVector<ReaderMap<ArithValue>, 0> maps = emitReaderMaps(rewriter, op);
  SmallVector<OpFoldResult> extents = op.getMixedSourceShape(rewriter);
  skipEmptyLoops(m, extents);
  Value zero = m.constant(0), one = m.constant(1);

  SmallVector<Value> indices;
  SmallVector<Readers<ArithValue>> readers;
  for (auto [extent, map] : llvm::zip_equal(extents, maps)) {
    auto loop = scf::ForOp::create(rewriter, loc, zero, m.value(extent), one);
    rewriter.setInsertionPointToStart(loop.getBody());
    indices.push_back(loop.getInductionVar());
    readers.push_back(map.get(m(indices.back())));
  }
  auto load = [&](Value memref, ValueRange at) -> Value {
    return memref::LoadOp::create(rewriter, loc, memref, at);
  };
  Value element = sums.close(
      emitReaderSum(rewriter, loc, sums, readers, [&](ValueRange at) {
        return sums.open(load(op.getGradient(), at));
      }));
  // A5
  if (op.getAccumulate())
    element = sums.close(
        sums.add(sums.open(load(op.getInit(), indices)), sums.open(element)));
  memref::StoreOp::create(rewriter, loc, element, op.getInit(), indices);
  rewriter.eraseOp(op);
  return success();
}

namespace {
/// A sum, and whether it has a term.
struct ValueSum {
  ElementSums::Parts sum;
  Value hasTerm;

  SmallVector<Value> getAll() const {
    SmallVector<Value> all(sum.begin(), sum.end());
    all.push_back(hasTerm);
    return all;
  }
  static ValueSum get(ValueRange all) {
    return {ElementSums::Parts(all.drop_back()), all.back()};
  }
};
} // namespace

/// The sum over the axes of `order`; `readsSource`, null if it always holds,
/// says whether the positions of the other axes do.
static ValueSum emitAxes(OpBuilder &b, AdjointValueOp op, ElementSums &sums,
                         ArrayRef<SourceIndexMap<ArithValue>> maps,
                         ArrayRef<OpFoldResult> shape, ArrayRef<int64_t> order,
                         SmallVectorImpl<Value> &indices,
                         ArithValue readsSource, const ValueSum &init) {
  Location loc = op.getLoc();
  ArithContext m{b, loc};
  if (order.empty()) {
    if (!readsSource)
      return {sums.getNeutral(), m.condition(false)};
    ElementSums::Parts element =
        sums.open(memref::LoadOp::create(b, loc, op.getGradient(), indices));
    ArithValue isPadding = invert(readsSource);
    return {sums.select(isPadding, element, sums.getNeutral()), isPadding};
  }
  int64_t axis = order.front();
  auto loop = scf::ForOp::create(b, loc, m.constant(0), m.value(shape[axis]),
                                 m.constant(1), init.getAll());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  indices[axis] = loop.getInductionVar();
  if (std::optional<ArithValue> reads =
          maps[axis].read(m(indices[axis])).hasSource)
    readsSource = readsSource ? readsSource & *reads : *reads;
  ValueSum before = ValueSum::get(loop.getRegionIterArgs());
  ValueSum term =
      emitAxes(b, op, sums, maps, shape, order.drop_front(), indices,
               readsSource, {sums.getNeutral(), m.condition(false)});
  ValueSum after{sums.add(before.sum, term.sum),
                 m(before.hasTerm) | term.hasTerm};
  scf::YieldOp::create(b, loc, after.getAll());
  return ValueSum::get(loop.getResults());
}

/// `pad.adjoint_value` on a memref becomes one `scf.for` for each axis of the
/// gradient, around the elements whose positions give the padding value: a row
/// of the last axis, in loops of which that of the first axis is the innermost
/// one (A4).
static LogicalResult lowerAdjointValue(AdjointValueOp op,
                                       PatternRewriter &rewriter) {
  Value gradient = op.getGradient();
  if (!isa<MemRefType>(gradient.getType()))
    return rewriter.notifyMatchFailure(op, "not bufferized");
  Type elementType = op.getGradientType().getElementType();
  if (!hasNativeSum(elementType))
    return rewriter.notifyMatchFailure(op, "no sums of the element type");
  Location loc = op.getLoc();
  ElementSums sums(rewriter, loc, elementType);
  SmallVector<SourceIndexMap<ArithValue>, 0> maps;
  for (const SymbolicPadAxis &axis : getSymbolicAxes(rewriter, op))
    maps.push_back(emitSourceIndexMap(rewriter, loc, axis));
  SmallVector<OpFoldResult> shape =
      memref::getMixedSizes(rewriter, loc, gradient);

  // The order of loops, outermost first: the last axis but one, ..., the
  // first axis, and the last axis, whose elements are a row.
  SmallVector<int64_t> order;
  for (int64_t axis = op.getRank() - 2; axis >= 0; --axis)
    order.push_back(axis);
  if (op.getRank() > 0)
    order.push_back(op.getRank() - 1);
  ArithContext m{rewriter, loc};
  auto extents =
      llvm::map_to_vector(order, [&](int64_t axis) { return shape[axis]; });
  skipEmptyLoops(m, extents);
  for (auto [axis, extent] : llvm::zip_equal(order, extents))
    shape[axis] = extent;
  ValueSum state{sums.getNeutral(), m.condition(false)};
  SmallVector<Value> indices(op.getRank());
  state = emitAxes(rewriter, op, sums, maps, shape, order, indices,
                   ArithValue(), state);
  rewriter.replaceOp(
      op, sums.close(sums.select(state.hasTerm, state.sum, sums.getZero())));
  return success();
}

void mlir::pad::populateAdjointToSCFPatterns(RewritePatternSet &patterns) {
  addPatterns<lowerAdjointInto, lowerAdjointValue>(patterns);
}
