//===- Chains.cpp - Two consumers by tiles of rows ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/TileFormulas.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Rows/Loops.h"
#include "Plan/ChainPlan.h"
#include "Slices.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits the tiles of a chain. A tile has a buffer of the rows of the first
/// result that it reads, including those of borders, so that the second
/// consumer reads no pad along this axis.
class ChainTiles {
public:
  ChainTiles(RewriterBase &rewriter, const FusedChain &chain)
      : rewriter(rewriter), chain(chain),
        m{rewriter, linalg::LinalgOp(chain.second.ops.back()).getLoc()},
        zero(rewriter.getIndexAttr(0)), one(rewriter.getIndexAttr(1)) {}

  SmallVector<linalg::LinalgOp> run();

private:
  /// The loops along the axes from number `axis` on, carrying the result.
  Value emitLoops(int64_t axis, Value result);
  /// Computes the tile that the loops are at.
  Value emitTile(Value result);
  /// The buffer with the rows that the tile reads.
  Value emitRows(const TileReads<ArithValue> &reads);
  /// Computes `box` of the result of `stage` into `destination`; `replaceRead`
  /// replaces the slices that are operands of its first op.
  Value emitStage(const FusedStage &stage, const TensorBox &box,
                  Value destination,
                  function_ref<void(linalg::LinalgOp)> replaceReads);
  /// The new destination of op `number` of `stage`: `destination` for the op
  /// that writes that of the stage. Null if the op keeps its own, whose
  /// elements it reads.
  Value emitInit(const FusedStage &stage, size_t number, const TensorBox &box,
                 Value destination);
  /// Makes `tile`, of the second consumer, read `buffer`.
  void replaceReads(linalg::LinalgOp tile, Value buffer);

  /// The box that is all of a tensor of `extents`.
  TensorBox getWhole(ArrayRef<OpFoldResult> extents) {
    return {SmallVector<OpFoldResult>(extents.size(), zero),
            llvm::to_vector(extents)};
  }
  bool isRead(Value tensor);

  RewriterBase &rewriter;
  const FusedChain &chain;
  ArithContext m;
  OpFoldResult zero, one;
  /// The extents of the first result and of the second one.
  SmallVector<OpFoldResult> between, extents;
  /// Where the tile is: the index of each loop, and how many rows it has.
  SmallVector<ArithValue> indices;
  OpFoldResult rows;
  SmallVector<linalg::LinalgOp> tiles;
};
} // namespace

Value ChainTiles::emitInit(const FusedStage &stage, size_t number,
                           const TensorBox &box, Value destination) {
  linalg::LinalgOp op = stage.ops[number];
  if (number != stage.own && !stage.overwritesDestination(number))
    return nullptr;
  if (number != stage.own)
    destination = tensor::EmptyOp::create(
        rewriter, m.loc, box.sizes, getElementTypeOrSelf(op->getResult(0)));
  if (linalg::FillOp fill = getFill(op))
    return linalg::FillOp::create(rewriter, m.loc, fill.getInputs(),
                                  ValueRange(destination))
        .getResult(0);
  return destination;
}

Value ChainTiles::emitStage(const FusedStage &stage, const TensorBox &box,
                            Value destination,
                            function_ref<void(linalg::LinalgOp)> replaceReads) {
  Value made, before;
  for (auto [number, constOp] : llvm::enumerate(stage.ops)) {
    linalg::LinalgOp op = constOp;
    Value init;
    if (op.getDpsInits()[0] != before)
      init = emitInit(stage, number, box, destination);
    auto tileable = cast<TilingInterface>(op.getOperation());
    TensorBox iterations;
    LogicalResult isKnown = tileable.getIterationDomainTileFromResultTile(
        rewriter, 0, box.offsets, box.sizes, iterations.offsets,
        iterations.sizes);
    FailureOr<TilingResult> tiled = tileable.getTiledImplementation(
        rewriter, iterations.offsets, iterations.sizes);
    assert(succeeded(isKnown) && succeeded(tiled) &&
           "linalg ops on tensors have tiles");
    (void)isKnown;
    auto tile = cast<linalg::LinalgOp>(tiled->tiledOps.front());
    if (init)
      rewriter.modifyOpInPlace(tile,
                               [&] { tile.getDpsInitOperand(0)->set(init); });
    for (OpOperand &operand : tile->getOpOperands())
      if (auto slice = operand.get().getDefiningOp<tensor::ExtractSliceOp>();
          slice && before && slice.getSource() == before)
        rewriter.modifyOpInPlace(tile, [&] { operand.set(made); });
    before = op->getResult(0);
    if (number == 0) {
      replaceReads(tile);
      tiles.push_back(tile);
    }
    rewriter.setInsertionPointAfter(tile);
    made = tile->getResult(0);
  }
  return made;
}

/// Makes `tile` read sources of pads.
static void replacePads(RewriterBase &rewriter, linalg::LinalgOp tile) {
  for (Value operand : tile->getOperands())
    if (auto slice = operand.getDefiningOp<tensor::ExtractSliceOp>())
      if (auto pad = slice.getSource().getDefiningOp<PadOp>())
        replacePadSlice(rewriter, slice, pad, /*inBounds=*/{});
}

void ChainTiles::replaceReads(linalg::LinalgOp tile, Value buffer) {
  OpBuilder::InsertionGuard guard(rewriter);
  for (const ChainRead &read : chain.reads) {
    OpOperand &operand = tile->getOpOperand(read.operand);
    auto slice = operand.get().getDefiningOp<tensor::ExtractSliceOp>();
    rewriter.setInsertionPoint(slice);
    TensorBox box = getWhole(between),
              ofPad{slice.getMixedOffsets(), slice.getMixedSizes()};
    for (int64_t axis = 0; axis <= chain.axis; ++axis) {
      box.sizes[axis] = ofPad.sizes[axis];
      ofPad.offsets[axis] = zero;
    }
    box.offsets[chain.axis] = rewriter.getIndexAttr(chain.before - read.low);
    Value source = emitSlice(rewriter, m.loc, buffer, box.offsets, box.sizes);
    if (PadOp pad = read.pad) {
      PadAmounts amounts(pad);
      for (int64_t axis = 0; axis <= chain.axis; ++axis)
        amounts.low[axis] = amounts.high[axis] = zero;
      source = PadOp::create(rewriter, pad.getLoc(), source, amounts.modes,
                             amounts.low, amounts.high, /*interior=*/{},
                             pad.getValue());
    }
    tensor::ExtractSliceOp part =
        emitSlice(rewriter, m.loc, source, ofPad.offsets, ofPad.sizes);
    rewriter.modifyOpInPlace(tile, [&] { operand.set(part); });
    if (auto pad = source.getDefiningOp<PadOp>())
      replacePadSlice(rewriter, part, pad, /*inBounds=*/{});
  }
  replacePads(rewriter, tile);
}

Value ChainTiles::emitRows(const TileReads<ArithValue> &reads) {
  TensorBox all = getWhole(between);
  for (int64_t axis = 0; axis < chain.axis; ++axis)
    all.sizes[axis] = one;
  ArithValue extent = m.value(between[chain.axis]);
  all.sizes[chain.axis] =
      rewriter.getIndexAttr(chain.stride * (chain.rows - 1) + chain.more + 1);
  Type elementType = getElementTypeOrSelf(chain.first.getResult());
  Value buffer =
      tensor::EmptyOp::create(rewriter, m.loc, all.sizes, elementType);

  TileSteps<ArithValue> steps(reads, extent);
  PadOp pad = chain.getPadOfRows();
  std::optional<SourceIndexMap<ArithValue>> map;
  Value paddingValue;
  if (pad) {
    map = emitSourceIndexMap(rewriter, m.loc,
                             {between[chain.axis],
                              getAsOpFoldResult(0 - reads.begin), zero, zero,
                              pad.getMode(chain.axis)});
    if (mayReadPaddingValue(pad))
      paddingValue = emitPaddingValue(rewriter, m.loc, pad);
  }
  auto loop = scf::ForOp::create(rewriter, m.loc, steps.begin, steps.end,
                                 m.constant(1), buffer);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  buffer = loop.getRegionIterArg(0);
  auto [row, size] = steps.get(m(loop.getInductionVar()));
  ArithValue position = reads.begin + row, hasSource = m.condition(true);
  if (map) {
    SourceRead<ArithValue> read = map->read(row);
    position = read.index;
    if (read.hasSource && paddingValue)
      hasSource = *read.hasSource;
  }
  TensorBox source = all, target = all;
  for (int64_t axis = 0; axis < chain.axis; ++axis)
    source.offsets[axis] = getAsOpFoldResult(indices[axis]);
  source.offsets[chain.axis] = getAsOpFoldResult(position);
  target.offsets[chain.axis] = getAsOpFoldResult(row);
  source.sizes[chain.axis] = target.sizes[chain.axis] = getAsOpFoldResult(size);
  Value slice =
      emitSlice(rewriter, m.loc, buffer, target.offsets, target.sizes);
  Value made = emitEither(
      m, hasSource,
      [&] {
        return emitStage(
            chain.first, source, slice,
            [&](linalg::LinalgOp tile) { replacePads(rewriter, tile); });
      },
      [&] {
        return linalg::FillOp::create(rewriter, m.loc, paddingValue, slice)
            .getResult(0);
      });
  scf::YieldOp::create(rewriter, m.loc,
                       emitInsert(rewriter, m.loc, made, buffer, target));
  return loop.getResult(0);
}

Value ChainTiles::emitTile(Value result) {
  Value buffer = emitRows(TileReads<ArithValue>(
      indices.back(), m.value(rows), chain.stride, chain.before, chain.more));
  TensorBox box = getWhole(extents);
  for (auto [axis, loop] :
       llvm::enumerate(getResultLoops(chain.second.ops.front()))) {
    const int64_t *found = llvm::find(chain.loops, loop);
    if (found == chain.loops.end())
      continue;
    size_t number = found - chain.loops.begin();
    box.offsets[axis] = getAsOpFoldResult(indices[number]);
    box.sizes[axis] = number + 1 == chain.loops.size() ? rows : one;
  }
  Value made =
      emitStage(chain.second, box,
                emitSlice(rewriter, m.loc, result, box.offsets, box.sizes),
                [&](linalg::LinalgOp tile) { replaceReads(tile, buffer); });
  return emitInsert(rewriter, m.loc, made, result, box);
}

Value ChainTiles::emitLoops(int64_t axis, Value result) {
  bool isRow = axis == chain.axis;
  SmallVector<int64_t> loops = getResultLoops(chain.second.ops.front());
  const int64_t *ofAxis = llvm::find(loops, chain.loops[axis]);
  ArithValue count = m.value(extents[ofAxis - loops.begin()]);
  int64_t step = isRow ? chain.rows : 1;
  auto loop = scf::ForOp::create(rewriter, m.loc, m.constant(0), count,
                                 m.constant(step), result);
  if (axis == 0)
    PadDialect::FusedNestAttrHelper(rewriter.getContext())
        .setAttr(loop, rewriter.getUnitAttr());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  ArithValue index = m(loop.getInductionVar());
  indices.push_back(index);
  std::optional<int64_t> known = getConstantIntValue(count);
  rows = known && *known % step == 0
             ? OpFoldResult(rewriter.getIndexAttr(step))
             : getAsOpFoldResult(getTileRows(count, index, step));
  result = loop.getRegionIterArg(0);
  result = isRow ? emitTile(result) : emitLoops(axis + 1, result);
  scf::YieldOp::create(rewriter, m.loc, result);
  return loop.getResult(0);
}

bool ChainTiles::isRead(Value tensor) {
  for (const FusedStage *stage : {&chain.first, &chain.second})
    for (linalg::LinalgOp op : stage->ops)
      for (Value input : op.getDpsInputs()) {
        auto pad = input.getDefiningOp<PadOp>();
        if (input == tensor || (pad && pad.getSource() == tensor))
          return true;
      }
  return false;
}

SmallVector<linalg::LinalgOp> ChainTiles::run() {
  linalg::LinalgOp last = chain.second.ops.back();
  // Upstream computes extents of windows in front of the op that it tiles.
  rewriter.setInsertionPointAfter(last);
  between = tensor::getMixedSizes(rewriter, m.loc, chain.first.destination);
  Value result = chain.second.destination;
  extents = tensor::getMixedSizes(rewriter, m.loc, result);
  // Bufferization would copy a destination that is also read, although all of
  // it is overwritten.
  if (isRead(result) && chain.second.overwritesDestination(chain.second.own))
    result = tensor::EmptyOp::create(rewriter, m.loc, extents,
                                     getElementTypeOrSelf(result));
  rewriter.replaceOp(last, emitLoops(0, result));
  return tiles;
}

SmallVector<linalg::LinalgOp>
mlir::pad::emitFusedChain(RewriterBase &rewriter, const FusedChain &chain) {
  return ChainTiles(rewriter, chain).run();
}
