//===- PermutedTiles.cpp - Small tiles by permutations --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/Loops.h"
#include "PlaneStrategy.h"
#include "TileTable.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Moves small tiles, planes or rows of any pads, by permutations of lanes
/// which are computed once: a piece of a tile is up to a vector of the result
/// that reads at most a vector of the source, so all tiles are one load, one
/// permutation and one store a piece.
class PermutedTiles : public PlaneStrategy {
public:
  /// Memory for what is computed once, in the function around the insertion
  /// point. It is written by `emitFits` only.
  explicit PermutedTiles(const PlaneContext &context);

  /// Computes the permutations.
  ArithValue emitFits(const PlaneOperands &operands,
                      const PlaneUse &use) override;
  void emit(const PlaneOperands &operands, const PlaneTarget &) override;

private:
  /// Numbers, and for each piece the lanes that it reads.
  Value table, lanes;
};
} // namespace

PermutedTiles::PermutedTiles(const PlaneContext &context)
    : PlaneStrategy(context) {
  int64_t bits = traits.elementType.getWidth();
  traits.vectors.bits = traits.vectors.getPermutedBits(bits);
  int64_t width = traits.vectors.bits / bits;
  lanes = context.mover.allocate(cost::kMaxTilePieces * width,
                                 traits.elementType, cost::kLineBytes);
  table = context.mover.allocate(
      kTableSize, context.mover.builder().getIndexType(), cost::kLineBytes);
}

ArithValue PermutedTiles::emitFits(const PlaneOperands &operands,
                                   const PlaneUse &use) {
  ArithContext m = context.mover.math();
  // In the order of `TileOperand`.
  Value extraOperands[] = {table, lanes, use.arePlanesWhole, use.fitsLater,
                           use.numCalls};
  KernelTraits forSize = traits;
  forSize.isForSize = true;
  func::FuncOp kernel = getPlaneKernel(
      m.b, "prepare_tiles", forSize, operands, extraOperands, m.b.getI1Type(),
      [&](PlaneKernel &kernel) -> SmallVector<Value> {
        return {emitTilePreparation(kernel)};
      });
  // A call for what is too little takes as long as some rows.
  ArithValue areMany = operands.rows.last * use.numCalls >= cost::kMinTileRows;
  return emitEither(
      m, areMany,
      [&] {
        return callPlaneKernel(m.b, m.loc, kernel, operands, extraOperands)[0];
      },
      [&] { return m.condition(false); });
}

void PermutedTiles::emit(const PlaneOperands &operands, const PlaneTarget &) {
  Value extraOperands[] = {table, lanes};
  callKernel("move_tiles", operands, extraOperands, [&](PlaneKernel &kernel) {
    emitTileMoves(kernel, traits.readsPadding());
  });
}

std::unique_ptr<PlaneStrategy>
mlir::pad::createPermutedTiles(const PlaneContext &context,
                               const RowStrategy &) {
  return std::make_unique<PermutedTiles>(context);
}
