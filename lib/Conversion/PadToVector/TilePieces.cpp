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
using arith::CmpIPredicate;

namespace {
/// Emits the loop that parts a tile into pieces.
class TilePartition {
public:
  TilePartition(VectorMover &mover, TileTable table, Value lanes,
                Value elements, Value total)
      : mover(mover), table(table), lanes(lanes), elements(elements),
        total(total), width(mover.getLanes()),
        number(cast<IntegerType>(
            cast<MemRefType>(elements.getType()).getElementType())),
        vectorType(VectorType::get({width}, number)) {}
  Value emit(Value set, Value first);

private:
  IndexMath math() { return mover.math(); }
  Value constant(int64_t value) {
    IndexMath m = math();
    return arith::ConstantOp::create(m.b, m.loc,
                                     m.b.getIntegerAttr(number, value));
  }
  Value splat(Value value) {
    IndexMath m = math();
    return vector::BroadcastOp::create(m.b, m.loc, vectorType, value);
  }
  Value castTo(Type type, Value value) {
    IndexMath m = math();
    return m.b.createOrFold<arith::IndexCastOp>(m.loc, type, value);
  }
  Value both(Value lhs, Value rhs) { return math().both(lhs, rhs); }
  /// A mask of all lanes as an integer.
  Value toBits(Value mask) {
    IndexMath m = math();
    IntegerType bits = m.b.getIntegerType(width);
    Value cast =
        vector::BitCastOp::create(m.b, m.loc, VectorType::get({1}, bits), mask);
    return vector::ExtractOp::create(m.b, m.loc, cast, 0);
  }
  /// The source element that tile element `column` reads.
  Value readOf(Value column) {
    IndexMath m = math();
    return memref::LoadOp::create(m.b, m.loc, elements, column);
  }
  /// The piece number `piece` of the vector that begins with tile element
  /// `column`, where other pieces have the first `skippedLanes`; the element
  /// behind it.
  Value emitPiece(Value piece, Value column, Value skippedLanes);
  /// Writes the lanes, with -1 for padding values.
  void setLanes(Value piece, Value reads);

  VectorMover &mover;
  TileTable table;
  Value lanes, elements, total;
  int64_t width;
  IntegerType number;
  VectorType vectorType;
};
} // namespace

void TilePartition::setLanes(Value piece, Value reads) {
  IndexMath m = math();
  VectorType laneType = mover.getVectorType(width);
  unsigned laneBits = mover.getElementType().getWidth();
  if (laneBits < number.getWidth())
    reads = arith::TruncIOp::create(m.b, m.loc, laneType, reads);
  else if (laneBits > number.getWidth())
    reads = arith::ExtSIOp::create(m.b, m.loc, laneType, reads);
  mover.store(reads, lanes, m.mul(piece, m.constant(width)));
}

Value TilePartition::emitPiece(Value piece, Value column, Value skippedLanes) {
  IndexMath m = math();
  Value one = m.constant(1), all = m.constant(width);
  Value begin = m.add(column, skippedLanes);
  Value skipped = castTo(number, skippedLanes);
  Value limit = castTo(number, m.min(m.sub(total, column), all));

  Value lane = emitStepVector(m.b, m.loc, vectorType);
  Value reads =
      vector::LoadOp::create(m.b, m.loc, vectorType, elements, column);
  Value isThere = m.cmp(CmpIPredicate::slt, lane, splat(limit));
  Value isNew = both(isThere, m.cmp(CmpIPredicate::sge, lane, splat(skipped)));
  Value isData =
      both(isNew, m.cmp(CmpIPredicate::sge, reads, splat(constant(0))));

  // The window of the source begins with the first element that is read. If
  // the first new lane does not see that one, the window begins or ends with
  // its own, as the next lane goes on.
  Value none = constant(INT32_MAX);
  Value lowest = vector::ReductionOp::create(
      m.b, m.loc, vector::CombiningKind::MINSI,
      arith::SelectOp::create(m.b, m.loc, isData, reads, splat(none)));
  Value first = readOf(begin),
        next = readOf(m.min(m.add(begin, one), m.sub(total, one)));
  Value isSeen = m.either(
      m.cmp(CmpIPredicate::slt, first, constant(0)),
      m.cmp(CmpIPredicate::slt, m.sub(first, lowest), constant(width)));
  Value own = m.select(m.cmp(CmpIPredicate::sgt, next, first), first,
                       m.sub(first, constant(width - 1)));
  Value base = m.select(isSeen, lowest, own);
  base = m.select(m.cmp(CmpIPredicate::eq, base, none), constant(0), base);

  // Up to the first lane that reads outside of it.
  Value places = m.sub(reads, splat(base));
  Value isInside = m.cmp(CmpIPredicate::ult, places, splat(constant(width)));
  Value isTrue = arith::ConstantOp::create(
      m.b, m.loc, m.b.getOneAttr(VectorType::get({width}, m.b.getI1Type())));
  auto invert = [&](Value mask) {
    return m.apply<arith::XOrIOp>(mask, isTrue);
  };
  Value stops = m.either(both(isData, invert(isInside)), invert(isThere));
  Value end = LLVM::CountTrailingZerosOp::create(
      m.b, m.loc, m.b.getIntegerType(width), toBits(stops),
      /*is_zero_poison=*/m.b.getBoolAttr(false));
  end = arith::IndexCastUIOp::create(m.b, m.loc, m.b.getIndexType(), end);
  Value isBefore = m.cmp(CmpIPredicate::slt, lane, splat(castTo(number, end)));
  isNew = both(isNew, isBefore);
  Value isMoved = both(isData, isBefore);
  Value moved =
      arith::SelectOp::create(m.b, m.loc, isMoved, places, splat(constant(-1)));
  Value highest = vector::ReductionOp::create(
      m.b, m.loc, vector::CombiningKind::MAXSI, moved);

  setLanes(piece, moved);
  auto set = [&](PieceEntry entry, Value value) {
    table.set(table.entryOf(piece, entry), value);
  };
  set(Base, castTo(m.b.getIndexType(), base));
  set(Column, column);
  set(Span, castTo(m.b.getIndexType(), m.add(highest, constant(1))));
  set(FirstLane, skippedLanes);
  set(EndLane, end);
  return m.add(column, end);
}

Value TilePartition::emit(Value set, Value first) {
  IndexMath m = math();
  Type index = m.b.getIndexType(), boolean = m.b.getI1Type();
  Value zero = m.constant(0);
  Value isFalse = arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(false));
  // Where a whole vector is flush with the end of the tile.
  Value flush = m.max(m.sub(total, m.constant(width)), zero);
  // The first element that no piece has yet, the end of the pieces, and of
  // those before the first one without its first lane; and whether the next one
  // is to be without the lanes that others have. As a rule it can have them.
  auto loop = scf::WhileOp::create(
      m.b, m.loc, TypeRange{index, index, index, boolean},
      ValueRange{zero, first, first, isFalse},
      [&](OpBuilder &, Location, ValueRange state) {
        IndexMath m = math();
        Value goesOn = both(m.cmp(CmpIPredicate::slt, state[0], total),
                            m.cmp(CmpIPredicate::slt, state[1],
                                  m.constant(cost::kMaxTilePieces)));
        scf::ConditionOp::create(m.b, m.loc, goesOn, state);
      },
      [&](OpBuilder &, Location, ValueRange state) {
        IndexMath m = math();
        auto either = [&](Value lhs, Value rhs) { return m.either(lhs, rhs); };
        Value begin = state[0], pieces = state[1], isPartial = state[3];
        Value column = m.min(begin, flush);
        Value skipped = m.select(isPartial, m.sub(begin, column), zero);
        Value end = emitPiece(pieces, column, skipped);
        Value isPiece =
            either(either(isPartial, m.cmp(CmpIPredicate::eq, begin, column)),
                   m.cmp(CmpIPredicate::sge, end, total));
        auto ifPiece = [&](Value then, Value otherwise) {
          return m.select(isPiece, then, otherwise);
        };
        Value next = ifPiece(m.add(pieces, m.constant(1)), pieces);
        Value isTrue =
            arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
        Value isLeading = both(m.apply<arith::XOrIOp>(isPartial, isTrue),
                               m.cmp(CmpIPredicate::eq, state[2], pieces));
        scf::YieldOp::create(m.b, m.loc,
                             {ifPiece(end, begin), next,
                              m.select(isLeading, next, state[2]),
                              m.apply<arith::XOrIOp>(isPiece, isTrue)});
      });
  table.set(table.entryOf(set, FirstPiece), first);
  table.set(table.entryOf(set, EndPiece), loop.getResult(1));
  table.set(table.entryOf(set, EndLeadingPiece), loop.getResult(2));
  Value fits = m.cmp(CmpIPredicate::sge, loop.getResult(0), total);
  if (mover.hasMasks())
    return fits;
  // Pieces are stored as whole vectors.
  return both(fits, m.cmp(CmpIPredicate::sge, total, m.constant(width)));
}

Value mlir::pad::emitTilePieces(VectorMover &mover, TileTable table,
                                Value lanes, Value elements, Value total,
                                Value set, Value first) {
  return TilePartition(mover, table, lanes, elements, total).emit(set, first);
}
