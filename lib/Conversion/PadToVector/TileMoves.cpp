//===- TileMoves.cpp - Permuted tiles by their table ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

namespace {
/// Emits the kernel that moves the tiles.
class Moves {
public:
  Moves(PlaneKernel &kernel, bool readsPadding)
      : kernel(kernel), mover(kernel.mover), memory(kernel.others[0]),
        lanes(kernel.others[1]), readsPadding(readsPadding) {}
  void emit();

private:
  /// A piece, the same in all tiles.
  struct Piece {
    Value base, column, numbers, isData, loaded, stored;
  };
  IndexMath math() { return mover.math(); }
  TileTable table() { return {math(), memory}; }
  Piece loadPiece(Value piece);
  /// Stores a vector of the piece.
  void store(const Piece &piece, Value vector, Value to);
  Value emitVector(const Piece &piece, Value from);
  void emitTiles();
  void emitRows();

  PlaneKernel &kernel;
  VectorMover &mover;
  Value memory, lanes;
  bool readsPadding;
};
} // namespace

Moves::Piece Moves::loadPiece(Value number) {
  IndexMath m = math();
  TileTable entries = table();
  auto get = [&](PieceEntry which) {
    return entries.get(entries.entryOf(number, which));
  };
  int64_t width = mover.getLanes();
  Value span = get(Span), count = get(Count);
  Piece piece;
  piece.base = get(Base);
  piece.column = get(Column);
  Value read = mover.load(lanes, m.mul(number, m.constant(width)), width);
  piece.numbers = mover.emitLaneNumbers(read);
  piece.isData =
      m.cmp(CmpIPredicate::sge, read, mover.splat(mover.emitElement(0), width));
  Value none = arith::ConstantOp::create(
      m.b, m.loc, m.b.getZeroAttr(VectorType::get({width}, m.b.getI1Type())));
  Value zero = m.constant(0), one = m.constant(1);
  piece.loaded = m.select(m.cmp(CmpIPredicate::sgt, span, zero),
                          mover.emitLanesBelow(m.max(span, one)), none);
  if (mover.hasMasks())
    piece.stored = mover.emitLanesBelow(count);
  return piece;
}

Value Moves::emitVector(const Piece &piece, Value from) {
  Value loaded = mover.loadMasked(kernel.operands.source, from, piece.loaded);
  Value permuted = mover.emitPermuted(loaded, piece.numbers);
  if (!readsPadding)
    return permuted;
  IndexMath m = math();
  return arith::SelectOp::create(m.b, m.loc, piece.isData, permuted,
                                 mover.getPadding(mover.getLanes()));
}

void Moves::store(const Piece &piece, Value vector, Value to) {
  FlatBuffer result = kernel.operands.result;
  if (mover.hasMasks())
    return mover.storeMasked(vector, result, to, piece.stored);
  // All pieces are whole: a masked store of AVX2 takes up to ten times as long.
  mover.store(vector, result, to);
}

void Moves::emitTiles() {
  IndexMath m = math();
  // Tiles are planes or, where there is one of those, its rows.
  Value perTile = table().get(RowsPerTile);
  Value begin = m.apply<arith::DivUIOp>(kernel.operands.rows.first, perTile),
        end = m.apply<arith::DivUIOp>(kernel.operands.rows.last, perTile);
  Value pieces = table().get(NumPieces),
        sourceStride = table().get(TileSourceStride),
        resultStride = table().get(TileResultStride);
  // As many tiles at a time as stay in the first-level cache.
  Value bytes = m.mul(m.max(resultStride, m.constant(1)),
                      m.constant(mover.getElementBytes()));
  Value block = m.ceilDiv(m.constant(cost::kTileBlockBytes), bytes);
  mover.forLoop(begin, end, block, [&](Value first) {
    IndexMath m = math();
    Value last = m.min(m.add(first, block), end);
    mover.forLoop(m.constant(0), pieces, 1, [&](Value number) {
      IndexMath m = math();
      Piece piece = loadPiece(number);
      Value from = m.add(kernel.operands.sourceOffset, piece.base);
      Value to = m.add(kernel.operands.resultOffset, piece.column);
      mover.forLoop(first, last, 1, [&](Value i) {
        IndexMath m = math();
        store(piece, emitVector(piece, m.add(from, m.mul(i, sourceStride))),
              m.add(to, m.mul(i, resultStride)));
      });
    });
  });
}

void Moves::emitRows() {
  IndexMath m = math();
  Value pieces = table().get(NumPieces);
  Value bytes = m.mul(m.max(kernel.outer.resultStride, m.constant(1)),
                      m.constant(mover.getElementBytes()));
  Value block = m.ceilDiv(m.constant(cost::kTileBlockBytes), bytes);
  kernel.forPlanes([&](Value source, Value result, RowWindow rows) {
    mover.forLoop(rows.first, rows.last, block, [&](Value first) {
      IndexMath m = math();
      Value last = m.min(m.add(first, block), rows.last);
      mover.forLoop(m.constant(0), pieces, 1, [&](Value number) {
        IndexMath m = math();
        Piece piece = loadPiece(number);
        Value from = m.add(source, piece.base);
        Value to = m.add(result, piece.column);
        mover.forLoop(first, last, 1, [&](Value i) {
          IndexMath m = math();
          Value row = table().get(m.add(i, m.constant(kFirstRow)));
          Value at = m.add(to, m.mul(i, kernel.outer.resultStride));
          auto emitRow = [&] {
            store(piece, emitVector(piece, math().add(from, row)), at);
          };
          if (!readsPadding)
            return emitRow();
          mover.ifElse(
              m.cmp(CmpIPredicate::ne, row, m.constant(kNoSource)), emitRow,
              [&] { store(piece, mover.getPadding(mover.getLanes()), at); });
        });
      });
    });
  });
}

void Moves::emit() {
  mover.trace(EmittedWay::Permuted);
  IndexMath m = math();
  mover.ifElse(
      m.cmp(CmpIPredicate::ne, table().get(RowsPerTile), m.constant(0)),
      [&] { emitTiles(); }, [&] { emitRows(); });
}

void mlir::pad::emitTileMoves(PlaneKernel &kernel, bool readsPadding) {
  Moves(kernel, readsPadding).emit();
}
