//===- TileMoves.cpp - Permuted tiles by their table ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

namespace {
/// Emits the kernel that moves the tiles.
class Moves {
public:
  Moves(PlaneKernel &kernel, bool readsPadding)
      : kernel(kernel), mover(kernel.mover), memory(kernel.others[0]),
        lanes(kernel.others[1]), readsPadding(readsPadding) {
    lastWhole = math().sub(kernel.load(PlaneNumber::SourceEnd),
                           math().constant(mover.getLanes()));
  }
  void emit();

private:
  /// A piece, the same in all tiles.
  struct Piece {
    Value base, column, lanes, numbers, isData, loaded, stored, kept;
  };
  IndexMath math() { return mover.math(); }
  TileTable table() { return {math(), memory}; }
  /// With `isLeading`, the first lane is known to be the piece's own.
  Piece loadPiece(Value piece, bool isLeading);
  /// `body` for all pieces in their order, several at a time: what they need
  /// stays in registers while a loop of `body` goes through tiles.
  void forPieces(function_ref<void(ArrayRef<Piece>)> body);
  /// Stores a vector of the piece.
  void store(const Piece &piece, Value vector, Value to);
  Value emitVector(const Piece &piece, Value from);
  /// What a whole vector at `from` has of the source, permuted; near the end of
  /// the source, an earlier one.
  Value emitWhole(const Piece &piece, Value from);
  /// These pieces of the tile whose source begins at `source`, and of the one
  /// whose source the table has; without `hasSource`, which may be null, of
  /// padding values.
  void emitTile(ArrayRef<Piece> pieces, Value source, Value to);
  void emitIndexed(ArrayRef<Piece> pieces, Value source, Value unit, Value to,
                   Value hasSource);

  PlaneKernel &kernel;
  VectorMover &mover;
  Value memory, lanes;
  bool readsPadding;
  /// Where the last whole vector of the source begins.
  Value lastWhole;
};
} // namespace

Moves::Piece Moves::loadPiece(Value number, bool isLeading) {
  IndexMath m = math();
  TileTable entries = table();
  auto get = [&](PieceEntry which) {
    return entries.get(entries.entryOf(number, which));
  };
  int64_t width = mover.getLanes();
  Piece piece;
  piece.base = get(Base);
  piece.column = get(Column);
  piece.lanes = mover.load(lanes, m.mul(number, m.constant(width)), width);
  piece.isData = m.cmp(CmpIPredicate::sge, piece.lanes,
                       mover.splat(mover.emitElement(0), width));
  Value zero = m.constant(0);
  if (!isLeading)
    piece.kept = mover.emitLanes(zero, get(FirstLane));
  if (mover.hasMasks()) {
    piece.stored = mover.emitLanesBelow(get(EndLane));
    if (piece.kept)
      piece.stored = m.apply<arith::XOrIOp>(piece.stored, piece.kept);
  }
  if (mover.hasMaskedLoads()) {
    piece.numbers = mover.emitLaneNumbers(piece.lanes);
    piece.loaded = mover.emitLanes(zero, get(Span));
  }
  return piece;
}

Value Moves::emitVector(const Piece &piece, Value from) {
  from = math().add(from, piece.base);
  Value permuted;
  if (mover.hasMaskedLoads()) {
    Value loaded = mover.loadMasked(kernel.operands.source, from, piece.loaded);
    permuted = mover.emitPermuted(loaded, piece.numbers);
  } else {
    permuted = emitWhole(piece, from);
  }
  if (!readsPadding)
    return permuted;
  IndexMath m = math();
  return arith::SelectOp::create(m.b, m.loc, piece.isData, permuted,
                                 mover.getPadding(mover.getLanes()));
}

Value Moves::emitWhole(const Piece &piece, Value from) {
  IndexMath m = math();
  int64_t width = mover.getLanes();
  FlatBuffer source = kernel.operands.source;
  auto permute = [&](Value at, Value lanes) {
    return mover.emitPermuted(mover.load(source, at, width),
                              mover.emitLaneNumbers(lanes));
  };
  auto result = scf::IfOp::create(
      m.b, m.loc, m.cmp(CmpIPredicate::sle, from, lastWhole),
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(m.b, m.loc, permute(from, piece.lanes));
      },
      [&](OpBuilder &, Location) {
        // The last vector of the source; lanes count from further behind.
        Value behind = m.b.createOrFold<arith::IndexCastOp>(
            m.loc, mover.getElementType(), m.sub(from, lastWhole));
        Value lanes = arith::SelectOp::create(
            m.b, m.loc, piece.isData,
            m.add(piece.lanes, mover.splat(behind, width)), piece.lanes);
        scf::YieldOp::create(m.b, m.loc, permute(lastWhole, lanes));
      });
  return result.getResult(0);
}

void Moves::store(const Piece &piece, Value vector, Value to) {
  FlatBuffer result = kernel.operands.result;
  to = math().add(to, piece.column);
  if (mover.hasMasks())
    return mover.storeMasked(vector, result, to, piece.stored);
  // A masked store of AVX2 takes up to ten times as long as a plain one: the
  // pieces behind this one write what it has too much, and what the others have
  // before it is stored again.
  if (piece.kept) {
    IndexMath m = math();
    Value others = mover.load(result, to, mover.getLanes());
    vector = arith::SelectOp::create(m.b, m.loc, piece.kept, others, vector);
  }
  mover.store(vector, result, to);
}

void Moves::forPieces(function_ref<void(ArrayRef<Piece>)> body) {
  auto emit = [&](Value first, Value last, int64_t count, bool areLeading) {
    mover.forLoop(first, last, count, [&](Value number) {
      SmallVector<Piece> group;
      for (int64_t k = 0; k < count; ++k)
        group.push_back(
            loadPiece(math().add(number, math().constant(k)), areLeading));
      body(group);
    });
  };
  IndexMath m = math();
  Value group = m.constant(cost::kPiecesAtOnce), zero = m.constant(0);
  Value leading = table().get(NumLeadingPieces), all = table().get(NumPieces);
  Value grouped = m.mul(m.apply<arith::DivUIOp>(leading, group), group);
  emit(zero, grouped, cost::kPiecesAtOnce, /*areLeading=*/true);
  // With masks, one loop for all of the others.
  if (!mover.hasMasks()) {
    emit(grouped, leading, 1, /*areLeading=*/true);
    grouped = leading;
  }
  emit(grouped, all, 1, /*areLeading=*/false);
}

void Moves::emitTile(ArrayRef<Piece> pieces, Value source, Value to) {
  for (const Piece &piece : pieces)
    store(piece, emitVector(piece, source), to);
}

void Moves::emitIndexed(ArrayRef<Piece> pieces, Value source, Value unit,
                        Value to, Value hasSource) {
  IndexMath m = math();
  Value from = table().get(m.add(unit, m.constant(kFirstRow)));
  if (hasSource)
    from = m.select(hasSource, from, m.constant(kNoSource));
  auto emitData = [&] { emitTile(pieces, math().add(source, from), to); };
  if (!readsPadding)
    return emitData();
  mover.ifElse(m.cmp(CmpIPredicate::ne, from, m.constant(kNoSource)), emitData,
               [&] {
                 for (const Piece &piece : pieces)
                   store(piece, mover.getPadding(mover.getLanes()), to);
               });
}

void Moves::emit() {
  mover.trace(EmittedWay::Permuted);
  IndexMath m = math();
  auto isSet = [&](TileEntry entry) {
    return m.cmp(CmpIPredicate::ne, table().get(entry), m.constant(0));
  };
  Value areOfOneAxis = isSet(AreOfOneAxis), areIndexed = isSet(AreIndexed);
  Value perUnit = table().get(RowsPerUnit), perTile = table().get(UnitsPerTile);
  Value sourceStride = table().get(UnitSourceStride),
        resultStride = table().get(UnitResultStride);
  // As many tiles at a time as stay in the first-level cache. The last tile
  // ends with the last unit: some units are then moved twice.
  Value bytes = m.mul(m.max(m.mul(resultStride, perTile), m.constant(1)),
                      m.constant(mover.getElementBytes()));
  Value block =
      m.mul(m.ceilDiv(m.constant(cost::kTileBlockBytes), bytes), perTile);
  auto emitTiles = [&](Value source, Value result, RowWindow units,
                       Value hasSource) {
    Value lastTile = math().sub(units.last, perTile);
    mover.forLoop(units.first, units.last, block, [&](Value first) {
      IndexMath m = math();
      Value last = m.min(m.add(first, block), units.last);
      forPieces([&](ArrayRef<Piece> pieces) {
        auto at = [&](Value unit) {
          IndexMath m = math();
          return m.add(result, m.mul(unit, resultStride));
        };
        mover.ifElse(
            areIndexed,
            [&] {
              mover.forLoop(first, last, 1, [&](Value unit) {
                emitIndexed(pieces, source, unit, at(unit), hasSource);
              });
            },
            [&] {
              mover.forLoop(first, last, perTile, [&](Value unit) {
                IndexMath m = math();
                Value i = m.min(unit, lastTile);
                emitTile(pieces, m.add(source, m.mul(i, sourceStride)), at(i));
              });
            });
      });
    });
  };
  RowWindow units{m.apply<arith::DivUIOp>(kernel.operands.rows.first, perUnit),
                  m.apply<arith::DivUIOp>(kernel.operands.rows.last, perUnit)};
  kernel.forPlanes(units, areOfOneAxis, emitTiles);
}

void mlir::pad::emitTileMoves(PlaneKernel &kernel, bool readsPadding) {
  Moves(kernel, readsPadding).emit();
}
