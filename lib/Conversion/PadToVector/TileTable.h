//===- TileTable.h - What permuted tiles compute once -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_TILETABLE_H
#define PAD_CONVERSION_PADTOVECTOR_TILETABLE_H

#include "Pad/Rows/CostModel.h"
#include "PlaneKernel.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir {
namespace pad {

/// The numbers of the operands that two kernels have beyond those of every
/// kernel. The one that fills the table
/// has all of them; the one that moves tiles has the memory of the table and
/// that of the lanes. The others are the numbers of `PlaneUse`.
enum TileOperand : int64_t {
  TableMemory,
  LanesMemory,
  ArePlanesWhole,
  HasOtherWay,
  NumCalls
};

/// The table: numbers of all tiles, of two sets of pieces, of each piece, and
/// of the units whose source no stride tells. Units are rows or planes; a tile
/// is one of them, or a group of those that have a source and follow each
/// other.
enum TileEntry : int64_t {
  /// Rows of a unit.
  RowsPerUnit,
  /// 1 if units are rows or planes that follow each other along one axis, 0 if
  /// they are the rows of each of several planes.
  AreOfOneAxis,
  /// Units `[DataBegin, DataEnd)` have sources that are `UnitSourceStride`
  /// apart, as if that of unit `UnitLow` began the source; where those of the
  /// others begin is in the table.
  DataBegin,
  DataEnd,
  UnitLow,
  /// How far apart units begin.
  UnitSourceStride,
  UnitResultStride,
  FirstSet
};
/// The pieces of one unit, and those of a group, if there are groups.
enum TileSet : int64_t { OneUnit, UnitGroup, NumTileSets };
/// A set: its pieces `[FirstPiece, EndPiece)`, of which those up to
/// `EndLeadingPiece` have their first lane, all but some at the end of the
/// tile; the units of its tiles, and those that are moved piece by piece, so
/// that they stay in the first-level cache.
enum SetEntry : int64_t {
  FirstPiece,
  EndLeadingPiece,
  EndPiece,
  UnitsPerTile,
  UnitsPerBlock,
  SetSize
};
/// A piece: the first source element that it reads, and how many there are from
/// that one to the last; the result element of its first lane; and the lanes
/// `[FirstLane, EndLane)` that it has. The others hold what other pieces have.
enum PieceEntry : int64_t { Base, Span, Column, FirstLane, EndLane, PieceSize };

constexpr int64_t kFirstPieceEntry = FirstSet + SetSize * NumTileSets;
constexpr int64_t kFirstUnitEntry =
    kFirstPieceEntry + PieceSize * cost::kMaxTilePieces;
constexpr int64_t kTableSize = kFirstUnitEntry + cost::kMaxTileRows;
/// The entry of a unit that reads no source.
constexpr int64_t kNoSource = INT64_MIN;

/// What both kernels do with the table.
struct TileTable {
  ArithContext m;
  Value memory;

  ArithValue get(ArithValue entry) {
    return m(memref::LoadOp::create(m.b, m.loc, memory, entry));
  }
  ArithValue get(int64_t entry) { return get(m.constant(entry)); }
  void set(ArithValue entry, ArithValue value) {
    memref::StoreOp::create(m.b, m.loc, value, memory, entry);
  }
  void set(int64_t entry, ArithValue value) { set(m.constant(entry), value); }
  ArithValue entryOf(ArithValue set, SetEntry which) {
    return set * SetSize + (FirstSet + which);
  }
  ArithValue entryOf(ArithValue piece, PieceEntry which) {
    return piece * PieceSize + (kFirstPieceEntry + which);
  }
};

/// The units of permuted tiles, as run time chooses them: planes or rows.
struct TileChoice {
  /// `i1`: whether permuted tiles are legal and profitable; whether units are
  /// planes; whether they are all of one axis; whether the sources of those
  /// with data follow each other; and whether the table has room for those of
  /// all.
  ArithValue isPossible, arePlanes, areOfOneAxis, areStrided, hasRoom;
  /// Elements of a row; rows and elements of a unit.
  ArithValue width, rows, size;
  /// The axis along which units are, and how many of them have data.
  std::optional<AxisValues> axis;
  ArithValue numData;
  /// Units of a group of those, 1 for none.
  ArithValue perGroup;
};

/// Emits the choice in the kernel that fills the table.
TileChoice emitTileChoice(PlaneKernel &kernel);

/// Emits the body of the kernel that fills the table and the lanes. Returns
/// whether permuted tiles are legal and profitable.
ArithValue emitTilePreparation(PlaneKernel &kernel);

/// Emits code that parts a tile of `total` elements into pieces, each of which
/// reads at most a vector of the source: element `i` of `elements` is what
/// element `i` of the tile reads, -1 for the padding value. They are the pieces
/// of `set` from number `first` on. Returns whether the table holds all of
/// them, and vectors can be stored so.
ArithValue emitTilePieces(VectorMover &mover, TileTable table, Value lanes,
                          Value elements, ArithValue total, ArithValue set,
                          ArithValue first);

/// Emits the body of the kernel that moves tiles by the table and the lanes.
void emitTileMoves(PlaneKernel &kernel, bool readsPadding);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_TILETABLE_H
