//===- TilePieces.cpp - The pieces of a permuted tile ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits the loop that parts a tile into pieces.
class TilePartition {
public:
  TilePartition(VectorMover &mover, TileTable table, Value lanes,
                Value elements, ArithValue total)
      : mover(mover), table(table), lanes(lanes), elements(elements),
        total(total), width(mover.getLanes()),
        number(cast<IntegerType>(
            cast<MemRefType>(elements.getType()).getElementType())),
        vectorType(VectorType::get({width}, number)) {}
  ArithValue emit(ArithValue set, ArithValue first);

private:
  ArithContext math() { return mover.math(); }
  ArithValue constant(int64_t value) {
    ArithContext m = math();
    return m(arith::ConstantOp::create(m.b, m.loc,
                                       m.b.getIntegerAttr(number, value)));
  }
  ArithValue splat(ArithValue value) {
    ArithContext m = math();
    return m(vector::BroadcastOp::create(m.b, m.loc, vectorType, value));
  }
  /// A mask of all lanes as an integer.
  ArithValue toBits(ArithValue mask) {
    ArithContext m = math();
    IntegerType bits = m.b.getIntegerType(width);
    Value cast =
        vector::BitCastOp::create(m.b, m.loc, VectorType::get({1}, bits), mask);
    return m(vector::ExtractOp::create(m.b, m.loc, cast, 0));
  }
  /// The source element that tile element `column` reads.
  ArithValue readOf(ArithValue column) {
    ArithContext m = math();
    return m(memref::LoadOp::create(m.b, m.loc, elements, column));
  }
  /// The piece number `piece` of the vector that begins with tile element
  /// `column`, where other pieces have the first `skippedLanes`; the element
  /// behind it.
  ArithValue emitPiece(ArithValue piece, ArithValue column,
                       ArithValue skippedLanes);
  /// Writes the lanes, with -1 for padding values.
  void setLanes(ArithValue piece, ArithValue reads);

  VectorMover &mover;
  TileTable table;
  Value lanes, elements;
  ArithValue total;
  int64_t width;
  IntegerType number;
  VectorType vectorType;
};
} // namespace

void TilePartition::setLanes(ArithValue piece, ArithValue reads) {
  ArithContext m = math();
  VectorType laneType = mover.getVectorType(width);
  unsigned laneBits = mover.getElementType().getWidth();
  if (laneBits < number.getWidth())
    reads = m(arith::TruncIOp::create(m.b, m.loc, laneType, reads));
  else if (laneBits > number.getWidth())
    reads = m(arith::ExtSIOp::create(m.b, m.loc, laneType, reads));
  mover.store(reads, lanes, piece * width);
}

ArithValue TilePartition::emitPiece(ArithValue piece, ArithValue column,
                                    ArithValue skippedLanes) {
  ArithContext m = math();
  ArithValue all = m.constant(width);
  ArithValue begin = column + skippedLanes;
  ArithValue skipped = skippedLanes.castTo(number);
  ArithValue limit = min(total - column, all).castTo(number);

  ArithValue lane = mover.emitLaneIndices(vectorType);
  ArithValue reads =
      m(vector::LoadOp::create(m.b, m.loc, vectorType, elements, column));
  ArithValue isThere = lane < splat(limit);
  ArithValue isNew = isThere & (lane >= splat(skipped));
  ArithValue isData = isNew & (reads >= splat(constant(0)));

  // The window of the source begins with the first element that is read. If
  // the first new lane does not see that one, the window begins or ends with
  // its own, as the next lane goes on.
  ArithValue none = constant(INT32_MAX);
  ArithValue lowest =
      m(vector::ReductionOp::create(m.b, m.loc, vector::CombiningKind::MINSI,
                                    select(isData, reads, splat(none))));
  ArithValue first = readOf(begin), next = readOf(min(begin + 1, total - 1));
  ArithValue isSeen =
      (first < constant(0)) | (first - lowest < constant(width));
  ArithValue own = select(next > first, first, first - constant(width - 1));
  ArithValue base = select(isSeen, lowest, own);
  base = select(eq(base, none), constant(0), base);

  // Up to the first lane that reads outside of it.
  ArithValue places = reads - splat(base);
  ArithValue isInside = ult(places, splat(constant(width)));
  ArithValue stops = m(isData & invert(isInside)) | invert(isThere);
  ArithValue end =
      m.castInteger(LLVM::CountTrailingZerosOp::create(
                        m.b, m.loc, m.b.getIntegerType(width), toBits(stops),
                        /*is_zero_poison=*/m.b.getBoolAttr(false)),
                    /*isUnsigned=*/true);
  ArithValue isBefore = lane < splat(end.castTo(number));
  isNew = isNew & isBefore;
  ArithValue isMoved = isData & isBefore;
  ArithValue moved = select(isMoved, places, splat(constant(-1)));
  ArithValue highest = m(vector::ReductionOp::create(
      m.b, m.loc, vector::CombiningKind::MAXSI, moved));

  setLanes(piece, moved);
  auto set = [&](PieceEntry entry, ArithValue value) {
    table.set(table.entryOf(piece, entry), value);
  };
  set(Base, base.castTo(m.b.getIndexType()));
  set(Column, column);
  set(Span, (highest + constant(1)).castTo(m.b.getIndexType()));
  set(FirstLane, skippedLanes);
  set(EndLane, end);
  return column + end;
}

ArithValue TilePartition::emit(ArithValue set, ArithValue first) {
  ArithContext m = math();
  Type index = m.b.getIndexType(), boolean = m.b.getI1Type();
  ArithValue zero = m.constant(0);
  ArithValue isFalse = m.condition(false);
  // Where a whole vector is flush with the end of the tile.
  ArithValue flush = max(total - width, 0);
  // The first element that no piece has yet, the end of the pieces, and of
  // those before the first one without its first lane; and whether the next one
  // is to be without the lanes that others have. As a rule it can have them.
  auto loop = scf::WhileOp::create(
      m.b, m.loc, TypeRange{index, index, index, boolean},
      ValueRange{zero, first, first, isFalse},
      [&](OpBuilder &, Location, ValueRange state) {
        ArithContext m = math();
        ArithValue goesOn =
            (state[0] < total) & (m(state[1]) < cost::kMaxTilePieces);
        scf::ConditionOp::create(m.b, m.loc, goesOn, state);
      },
      [&](OpBuilder &, Location, ValueRange state) {
        ArithContext m = math();
        ArithValue begin = m(state[0]), pieces = m(state[1]),
                   isPartial = m(state[3]);
        ArithValue column = min(begin, flush);
        ArithValue skipped = select(isPartial, begin - column, zero);
        ArithValue end = emitPiece(pieces, column, skipped);
        ArithValue isPiece = isPartial | eq(begin, column) | (end >= total);
        auto ifPiece = [&](ArithValue then, ArithValue otherwise) {
          return select(isPiece, then, otherwise);
        };
        ArithValue next = ifPiece(pieces + 1, pieces);
        ArithValue isTrue = m.condition(true);
        ArithValue isLeading = (isPartial ^ isTrue) & eq(state[2], pieces);
        scf::YieldOp::create(m.b, m.loc,
                             {ifPiece(end, begin), next,
                              select(isLeading, next, state[2]),
                              isPiece ^ isTrue});
      });
  table.set(table.entryOf(set, FirstPiece), first);
  table.set(table.entryOf(set, EndPiece), m(loop.getResult(1)));
  table.set(table.entryOf(set, EndLeadingPiece), m(loop.getResult(2)));
  ArithValue fits = loop.getResult(0) >= total;
  if (mover.hasMasks())
    return fits;
  // Pieces are stored as whole vectors.
  return fits & (total >= width);
}

ArithValue mlir::pad::emitTilePieces(VectorMover &mover, TileTable table,
                                     Value lanes, Value elements,
                                     ArithValue total, ArithValue set,
                                     ArithValue first) {
  return TilePartition(mover, table, lanes, elements, total).emit(set, first);
}
