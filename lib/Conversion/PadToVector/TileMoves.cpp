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
      : kernel(kernel), mover(kernel.mover), memory(kernel.extraOperands[0]),
        lanes(kernel.extraOperands[1]), readsPadding(readsPadding) {
    IndexMath m = math();
    lastWhole = m.sub(kernel.load(PlaneNumber::SourceEnd),
                      m.constant(mover.getLanes()));
    for (auto [entry, value] :
         {std::pair(DataBegin, &dataBegin), std::pair(DataEnd, &dataEnd),
          std::pair(UnitSourceStride, &sourceStride),
          std::pair(UnitResultStride, &resultStride)})
      *value = table().get(entry);
    origin = m.mul(table().get(UnitLow), sourceStride);
    auto getOf = [&](TileSet set, SetEntry entry) {
      return table().get(table().entryOf(m.constant(set), entry));
    };
    perGroup = getOf(UnitGroup, UnitsPerTile);
    unitBlock = getOf(OneUnit, UnitsPerBlock);
    groupBlock = getOf(UnitGroup, UnitsPerBlock);
  }
  void emit();

private:
  /// A piece, the same in all tiles.
  struct Piece {
    Value base, column, lanes, numbers, isData, loaded, stored, kept;
  };
  IndexMath math() { return mover.math(); }
  TileTable table() { return {math(), memory}; }
  /// With `isLeading`, the first lane is known to be the piece's own, and those
  /// behind it of the tile.
  Piece loadPiece(Value piece, bool isLeading);
  /// `body` for all pieces of `set` in their order, several at a time: what
  /// they need stays in registers while a loop of `body` goes through tiles.
  void forPieces(Value set, function_ref<void(ArrayRef<Piece>)> body);
  /// Stores a vector of the piece.
  void store(const Piece &piece, Value vector, Value to);
  Value emitVector(const Piece &piece, Value from);
  /// What a whole vector at `from` has of the source, permuted; near the end of
  /// the source, an earlier one.
  Value emitWhole(const Piece &piece, Value from);
  /// These pieces of the tile whose source begins at `source`, and of the one
  /// whose source is in entry `entry`; without `hasSource`, which may be null,
  /// of padding values.
  void emitTile(ArrayRef<Piece> pieces, Value source, Value to);
  void emitIndexed(ArrayRef<Piece> pieces, Value source, Value entry, Value to,
                   Value hasSource);
  /// Units that are moved alike: those with data, or those before or behind
  /// them.
  struct Stretch {
    Value first, last;
    /// `i1`: whether they are the ones with data.
    Value areData;
    /// The pieces, how many units have them, and how many are moved at a time.
    Value set, perTile, block;
    /// Entry of the source of unit 0, if they are not the ones with data.
    Value firstEntry;
  };
  void emitStretch(const Stretch &stretch, Value source, Value result,
                   Value hasSource);
  /// Units of a plane, or of the axis.
  void emitUnits(Value source, Value result, RowWindow units, Value hasSource);

  PlaneKernel &kernel;
  VectorMover &mover;
  Value memory, lanes;
  bool readsPadding;
  /// Where the last whole vector of the source begins.
  Value lastWhole;
  /// Numbers of the table; `origin` is how far unit 0 would begin before the
  /// source.
  Value dataBegin, dataEnd, origin, sourceStride, resultStride, perGroup,
      unitBlock, groupBlock;
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
  if (mover.hasMasks() && !isLeading)
    piece.stored =
        m.apply<arith::XOrIOp>(mover.emitLanesBelow(get(EndLane)), piece.kept);
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
  if (piece.stored)
    return mover.storeMasked(vector, result, to, piece.stored);
  // The pieces behind this one write what it has too much. A masked store of
  // AVX2 takes up to ten times as long as a plain one: what the others have
  // before it is stored again.
  if (piece.kept) {
    IndexMath m = math();
    Value others = mover.load(result, to, mover.getLanes());
    vector = arith::SelectOp::create(m.b, m.loc, piece.kept, others, vector);
  }
  mover.store(vector, result, to);
}

void Moves::forPieces(Value set, function_ref<void(ArrayRef<Piece>)> body) {
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
  auto get = [&](SetEntry which) {
    return table().get(table().entryOf(set, which));
  };
  Value group = m.constant(cost::kPiecesAtOnce);
  Value first = get(FirstPiece), leading = get(EndLeadingPiece),
        all = get(EndPiece);
  Value numGroups = m.apply<arith::DivUIOp>(m.sub(leading, first), group);
  Value grouped = m.add(first, m.mul(numGroups, group));
  // Of a tile of less than a vector, only the first piece is a leading one.
  static_assert(cost::kPiecesAtOnce > 1, "stored as whole vectors");
  emit(first, grouped, cost::kPiecesAtOnce, /*areLeading=*/true);
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

void Moves::emitIndexed(ArrayRef<Piece> pieces, Value source, Value entry,
                        Value to, Value hasSource) {
  IndexMath m = math();
  Value from = table().get(entry);
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

void Moves::emitStretch(const Stretch &stretch, Value source, Value result,
                        Value hasSource) {
  IndexMath m = math();
  Value begin = m.sub(source, origin), perTile = stretch.perTile;
  // The last tile ends with the last unit: some units are then moved twice.
  Value lastTile = m.sub(stretch.last, perTile);
  auto at = [&](Value unit) {
    IndexMath m = math();
    return m.add(result, m.mul(unit, resultStride));
  };
  mover.forLoop(stretch.first, stretch.last, stretch.block, [&](Value first) {
    IndexMath m = math();
    Value last = m.min(m.add(first, stretch.block), stretch.last);
    forPieces(stretch.set, [&](ArrayRef<Piece> pieces) {
      auto emitOthers = [&] {
        mover.forLoop(first, last, 1, [&](Value unit) {
          Value entry = math().add(stretch.firstEntry, unit);
          emitIndexed(pieces, source, entry, at(unit), hasSource);
        });
      };
      auto emitData = [&] {
        mover.forLoop(first, last, perTile, [&](Value unit) {
          IndexMath m = math();
          Value i = m.min(unit, lastTile);
          emitTile(pieces, m.add(begin, m.mul(i, sourceStride)), at(i));
        });
      };
      mover.ifElse(stretch.areData, emitData, emitOthers);
    });
  });
}

void Moves::emitUnits(Value source, Value result, RowWindow units,
                      Value hasSource) {
  IndexMath m = math();
  Value begin = m.clamp(dataBegin, units.first, units.last);
  Value end = m.max(m.min(dataEnd, units.last), begin);
  // Fewer units than a group are moved one by one.
  Value group = m.constant(UnitGroup), zero = m.constant(0);
  Value isGroup =
      m.both(m.cmp(CmpIPredicate::sgt, perGroup, m.constant(1)),
             m.cmp(CmpIPredicate::sge, m.sub(end, begin), perGroup));
  // Before the data, the data, and behind it.
  Value isAll = m.cmp(CmpIPredicate::eq, begin, units.last);
  Value count = m.select(isAll, m.constant(1), m.constant(3));
  mover.forLoop(zero, count, 1, [&](Value k) {
    IndexMath m = math();
    Value isFirst = m.cmp(CmpIPredicate::eq, k, zero);
    Stretch stretch;
    stretch.areData = m.cmp(CmpIPredicate::eq, k, m.constant(1));
    auto choose = [&](Value before, Value data, Value behind) {
      return m.select(isFirst, before, m.select(stretch.areData, data, behind));
    };
    stretch.first = choose(units.first, begin, end);
    stretch.last = choose(begin, end, units.last);
    Value isGrouped = m.both(stretch.areData, isGroup);
    stretch.set = m.select(isGrouped, group, m.constant(OneUnit));
    stretch.perTile = m.select(isGrouped, perGroup, m.constant(1));
    stretch.block = m.select(isGrouped, groupBlock, unitBlock);
    // The table has no entries of those with data.
    Value skipped = m.select(isFirst, zero, m.sub(dataEnd, dataBegin));
    stretch.firstEntry = m.sub(m.constant(kFirstUnitEntry), skipped);
    emitStretch(stretch, source, result, hasSource);
  });
}

void Moves::emit() {
  mover.trace(EmittedWay::Permuted);
  IndexMath m = math();
  Value areOfOneAxis =
      m.cmp(CmpIPredicate::ne, table().get(AreOfOneAxis), m.constant(0));
  Value perUnit = table().get(RowsPerUnit);
  RowWindow units{m.apply<arith::DivUIOp>(kernel.operands.rows.first, perUnit),
                  m.apply<arith::DivUIOp>(kernel.operands.rows.last, perUnit)};
  kernel.forPlanes(
      units, areOfOneAxis,
      [&](Value source, Value result, RowWindow window, Value hasSource) {
        emitUnits(source, result, window, hasSource);
      });
}

void mlir::pad::emitTileMoves(PlaneKernel &kernel, bool readsPadding) {
  Moves(kernel, readsPadding).emit();
}
