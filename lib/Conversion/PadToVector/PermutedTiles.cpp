//===- PermutedTiles.cpp - Small tiles by permutations --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PermutedTiles.h"
#include "Pad/Analysis/PadPlan.h"
#include "TileTable.h"

using namespace mlir;
using namespace mlir::pad;

bool PermutedTiles::areSupported(const KernelTraits &traits) {
  return traits.vectors.canPermute(traits.elementType.getWidth());
}

PermutedTiles::PermutedTiles(OpBuilder &b, Location loc,
                             const KernelTraits &traits)
    : b(b), loc(loc), traits(traits) {
  int64_t bits = traits.elementType.getWidth();
  this->traits.vectors.bits = traits.vectors.getPermutedBits(bits);
  OpBuilder::InsertionGuard guard(b);
  Operation *scope = getAllocationScope(b.getInsertionBlock());
  b.setInsertionPointToStart(&scope->getRegion(0).front());
  auto allocate = [&](int64_t size, Type type) {
    return memref::AllocaOp::create(b, loc, MemRefType::get({size}, type),
                                    b.getI64IntegerAttr(cost::kLineBytes));
  };
  int64_t width = this->traits.vectors.bits / bits;
  table = allocate(kTableSize, b.getIndexType());
  lanes = allocate(cost::kMaxTilePieces * width, traits.elementType);
}

Value PermutedTiles::emitPreparation(const PlaneOperands &operands,
                                     Value arePlanesWhole, Value hasOtherWay) {
  Value others[] = {table, lanes, arePlanesWhole, hasOtherWay};
  func::FuncOp kernel = getPlaneKernel(
      b, "prepare_tiles", traits, operands, others, b.getI1Type(),
      [&](PlaneKernel &kernel) -> SmallVector<Value> {
        return {emitTilePreparation(kernel)};
      });
  return callPlaneKernel(b, loc, kernel, operands, others)[0];
}

void PermutedTiles::emit(const PlaneOperands &operands) {
  Value others[] = {table, lanes};
  func::FuncOp kernel =
      getPlaneKernel(b, "move_tiles", traits, operands, others, {},
                     [&](PlaneKernel &kernel) -> SmallVector<Value> {
                       emitTileMoves(kernel, traits.readsPadding());
                       return {};
                     });
  callPlaneKernel(b, loc, kernel, operands, others);
}
