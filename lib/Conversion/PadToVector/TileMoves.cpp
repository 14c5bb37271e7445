//===- TileMoves.cpp - Permuted tiles by their table ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/Loops.h"
#include "TileTable.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits the kernel that moves the tiles.
class Moves {
public:
  Moves(PlaneKernel &kernel, bool readsPadding)
      : kernel(kernel), mover(kernel.mover),
        memory(kernel.extraOperands[TableMemory]),
        lanes(kernel.extraOperands[LanesMemory]), readsPadding(readsPadding) {
    ArithContext m = math();
    lastWhole = kernel.load(PlaneNumber::SourceEnd) - mover.getLanes();
    for (auto [entry, value] :
         {std::pair(DataBegin, &dataBegin), std::pair(DataEnd, &dataEnd),
          std::pair(UnitSourceStride, &sourceStride),
          std::pair(UnitResultStride, &resultStride)})
      *value = table().get(entry);
    origin = table().get(UnitLow) * sourceStride;
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
    ArithValue base, column, lanes, numbers, isData, loaded, stored, kept;
  };
  ArithContext math() { return mover.math(); }
  TileTable table() { return {math(), memory}; }
  /// With `isLeading`, the first lane is known to be the piece's own, and those
  /// behind it of the tile.
  Piece loadPiece(ArithValue piece, bool isLeading);
  /// `body` for all pieces of `set` in their order, several at a time: what
  /// they need stays in registers while a loop of `body` goes through tiles.
  void forPieces(ArithValue set, function_ref<void(ArrayRef<Piece>)> body);
  /// Stores a vector of the piece.
  void store(const Piece &piece, ArithValue vector, ArithValue to);
  ArithValue emitVector(const Piece &piece, ArithValue from);
  /// What a whole vector at `from` has of the source, permuted; near the end of
  /// the source, an earlier one.
  ArithValue emitWhole(const Piece &piece, ArithValue from);
  /// These pieces of the tile whose source begins at `source`, and of the one
  /// whose source is in entry `entry`; without `hasSource`, which may be null,
  /// of padding values.
  void emitTile(ArrayRef<Piece> pieces, ArithValue source, ArithValue to);
  void emitIndexed(ArrayRef<Piece> pieces, ArithValue source, ArithValue entry,
                   ArithValue to, ArithValue hasSource);
  /// Units that are moved alike: those with data, or those before or behind
  /// them.
  struct Stretch {
    ArithValue first, last;
    /// `i1`: whether they are the ones with data.
    ArithValue areData;
    /// The pieces, how many units have them, and how many are moved at a time.
    ArithValue set, perTile, block;
    /// Entry of the source of unit 0, if they are not the ones with data.
    ArithValue firstEntry;
  };
  void emitStretch(const Stretch &stretch, ArithValue source, ArithValue result,
                   ArithValue hasSource);
  /// Units of a plane, or of the axis.
  void emitUnits(ArithValue source, ArithValue result, RowWindow units,
                 ArithValue hasSource);

  PlaneKernel &kernel;
  VectorMover &mover;
  Value memory, lanes;
  bool readsPadding;
  /// Where the last whole vector of the source begins.
  ArithValue lastWhole;
  /// Numbers of the table; `origin` is how far unit 0 would begin before the
  /// source.
  ArithValue dataBegin, dataEnd, origin, sourceStride, resultStride, perGroup,
      unitBlock, groupBlock;
};
} // namespace

Moves::Piece Moves::loadPiece(ArithValue number, bool isLeading) {
  ArithContext m = math();
  TileTable entries = table();
  auto get = [&](PieceEntry which) {
    return entries.get(entries.entryOf(number, which));
  };
  int64_t width = mover.getLanes();
  Piece piece;
  piece.base = get(Base);
  piece.column = get(Column);
  piece.lanes = mover.load(lanes, number * width, width);
  piece.isData = piece.lanes >= mover.splat(mover.emitElement(0), width);
  ArithValue zero = m.constant(0);
  if (!isLeading)
    piece.kept = mover.emitLanes(zero, get(FirstLane));
  if (mover.hasMasks() && !isLeading)
    piece.stored = mover.emitLanesBelow(get(EndLane)) ^ piece.kept;
  if (mover.hasMaskedLoads()) {
    piece.numbers = mover.emitLaneNumbers(piece.lanes);
    piece.loaded = mover.emitLanes(zero, get(Span));
  }
  return piece;
}

ArithValue Moves::emitVector(const Piece &piece, ArithValue from) {
  from = from + piece.base;
  ArithValue permuted;
  if (mover.hasMaskedLoads()) {
    ArithValue loaded =
        mover.loadMasked(kernel.operands.source, from, piece.loaded);
    permuted = mover.emitPermuted(loaded, piece.numbers);
  } else {
    permuted = emitWhole(piece, from);
  }
  if (!readsPadding)
    return permuted;
  return select(piece.isData, permuted, mover.getPadding(mover.getLanes()));
}

ArithValue Moves::emitWhole(const Piece &piece, ArithValue from) {
  ArithContext m = math();
  int64_t width = mover.getLanes();
  FlatBuffer source = kernel.operands.source;
  auto permute = [&](ArithValue at, ArithValue lanes) {
    return mover.emitPermuted(mover.load(source, at, width),
                              mover.emitLaneNumbers(lanes));
  };
  return emitEither(
      m, from <= lastWhole, [&] { return permute(from, piece.lanes); },
      [&] {
        // The last vector of the source; lanes count from further behind.
        ArithValue behind = (from - lastWhole).castTo(mover.getElementType());
        ArithValue lanes =
            select(piece.isData, piece.lanes + mover.splat(behind, width),
                   piece.lanes);
        return permute(lastWhole, lanes);
      });
}

void Moves::store(const Piece &piece, ArithValue vector, ArithValue to) {
  FlatBuffer result = kernel.operands.result;
  to = to + piece.column;
  if (piece.stored)
    return mover.storeMasked(vector, result, to, piece.stored);
  // Later pieces overwrite what a whole vector stores behind this one. A masked
  // store of AVX2 takes up to ten times as long as a plain one, so what earlier
  // pieces have stored in front of it is loaded and stored again.
  if (piece.kept) {
    ArithValue others = mover.load(result, to, mover.getLanes());
    vector = select(piece.kept, others, vector);
  }
  mover.store(vector, result, to);
}

void Moves::forPieces(ArithValue set,
                      function_ref<void(ArrayRef<Piece>)> body) {
  auto emit = [&](ArithValue first, ArithValue last, int64_t count,
                  bool areLeading) {
    mover.forLoop(first, last, count, [&](ArithValue number) {
      SmallVector<Piece> group;
      for (int64_t k = 0; k < count; ++k)
        group.push_back(loadPiece(number + k, areLeading));
      body(group);
    });
  };
  ArithContext m = math();
  auto get = [&](SetEntry which) {
    return table().get(table().entryOf(set, which));
  };
  ArithValue group = m.constant(cost::kPiecesAtOnce);
  ArithValue first = get(FirstPiece), leading = get(EndLeadingPiece),
             all = get(EndPiece);
  ArithValue numGroups = udiv(leading - first, group);
  ArithValue grouped = first + numGroups * group;
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

void Moves::emitTile(ArrayRef<Piece> pieces, ArithValue source, ArithValue to) {
  for (const Piece &piece : pieces)
    store(piece, emitVector(piece, source), to);
}

void Moves::emitIndexed(ArrayRef<Piece> pieces, ArithValue source,
                        ArithValue entry, ArithValue to, ArithValue hasSource) {
  ArithValue from = table().get(entry);
  if (hasSource)
    from = select(hasSource, from, kNoSource);
  auto emitData = [&] { emitTile(pieces, source + from, to); };
  if (!readsPadding)
    return emitData();
  mover.ifElse(ne(from, kNoSource), emitData, [&] {
    for (const Piece &piece : pieces)
      store(piece, mover.getPadding(mover.getLanes()), to);
  });
}

void Moves::emitStretch(const Stretch &stretch, ArithValue source,
                        ArithValue result, ArithValue hasSource) {
  ArithValue begin = source - origin, perTile = stretch.perTile;
  // The last tile ends with the last unit: some units are then moved twice.
  ArithValue lastTile = stretch.last - perTile;
  auto at = [&](ArithValue unit) { return result + unit * resultStride; };
  mover.forLoop(stretch.first, stretch.last, stretch.block,
                [&](ArithValue first) {
                  ArithValue last = min(first + stretch.block, stretch.last);
                  forPieces(stretch.set, [&](ArrayRef<Piece> pieces) {
                    auto emitOthers = [&] {
                      mover.forLoop(first, last, 1, [&](ArithValue unit) {
                        ArithValue entry = stretch.firstEntry + unit;
                        emitIndexed(pieces, source, entry, at(unit), hasSource);
                      });
                    };
                    auto emitData = [&] {
                      mover.forLoop(first, last, perTile, [&](ArithValue unit) {
                        ArithValue i = min(unit, lastTile);
                        emitTile(pieces, begin + i * sourceStride, at(i));
                      });
                    };
                    mover.ifElse(stretch.areData, emitData, emitOthers);
                  });
                });
}

void Moves::emitUnits(ArithValue source, ArithValue result, RowWindow units,
                      ArithValue hasSource) {
  ArithContext m = math();
  ArithValue begin = clamp(dataBegin, units.first, units.last);
  ArithValue end = max(min(dataEnd, units.last), begin);
  // Fewer units than a group are moved one by one.
  ArithValue group = m.constant(UnitGroup), zero = m.constant(0);
  ArithValue isGroup = (perGroup > 1) & (end - begin >= perGroup);
  // Before the data, the data, and behind it.
  ArithValue isAll = eq(begin, units.last);
  ArithValue count = select(isAll, m.constant(1), 3);
  mover.forLoop(zero, count, 1, [&](ArithValue k) {
    ArithValue isFirst = eq(k, 0);
    Stretch stretch;
    stretch.areData = eq(k, 1);
    auto choose = [&](ArithValue before, ArithValue data, ArithValue behind) {
      return select(isFirst, before, select(stretch.areData, data, behind));
    };
    stretch.first = choose(units.first, begin, end);
    stretch.last = choose(begin, end, units.last);
    ArithValue isGrouped = stretch.areData & isGroup;
    stretch.set = select(isGrouped, group, OneUnit);
    stretch.perTile = select(isGrouped, perGroup, 1);
    stretch.block = select(isGrouped, groupBlock, unitBlock);
    // The table has no entries of those with data.
    ArithValue skipped = select(isFirst, zero, dataEnd - dataBegin);
    stretch.firstEntry = kFirstUnitEntry - skipped;
    emitStretch(stretch, source, result, hasSource);
  });
}

void Moves::emit() {
  mover.trace(EmittedWay::Permuted);
  ArithContext m = math();
  ArithValue areOfOneAxis = ne(m(table().get(AreOfOneAxis)), 0);
  ArithValue perUnit = table().get(RowsPerUnit);
  RowWindow units{udiv(kernel.operands.rows.first, perUnit),
                  udiv(kernel.operands.rows.last, perUnit)};
  kernel.forPlanes(units, areOfOneAxis,
                   [&](ArithValue source, ArithValue result, RowWindow window,
                       ArithValue hasSource) {
                     emitUnits(source, result, window, hasSource);
                   });
}

void mlir::pad::emitTileMoves(PlaneKernel &kernel, bool readsPadding) {
  Moves(kernel, readsPadding).emit();
}
