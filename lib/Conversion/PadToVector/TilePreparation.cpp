//===- TilePreparation.cpp - The table of permuted tiles ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/Loops.h"
#include "TileTable.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits the kernel that fills the table.
class TileTableBuilder {
public:
  TileTableBuilder(PlaneKernel &kernel)
      : kernel(kernel), mover(kernel.mover),
        memory(kernel.extraOperands[TableMemory]),
        lanes(kernel.extraOperands[LanesMemory]) {}
  /// Whether permuted tiles are legal and profitable.
  ArithValue emit();

private:
  ArithContext math() { return mover.math(); }
  TileTable table() { return {math(), memory}; }
  /// The source index that result index `i` of `axis` reads, -1 for none.
  ArithValue emitRead(const AxisValues &axis, ArithValue i);
  /// Fills the table; whether tiles fit it.
  ArithValue emitTable(const TileChoice &choice);
  /// Source elements of tile elements: those of a row, and those of all rows of
  /// `perTile` units from them.
  void fillColumns(Value elements);
  void fillUnits(Value elements, Value columns, const TileChoice &choice,
                 ArithValue perTile);
  /// Where the source of each index of `axis` begins that is not in
  /// `[dataBegin, dataEnd)`.
  void fillSources(const TileChoice &choice, ArithValue dataBegin,
                   ArithValue dataEnd);
  /// What unit `i` reads, and -1 without a source.
  ArithValue emitUnitRead(const TileChoice &choice, ArithValue i);

  PlaneKernel &kernel;
  VectorMover &mover;
  Value memory, lanes;
};
} // namespace

ArithValue TileTableBuilder::emitRead(const AxisValues &axis, ArithValue i) {
  SourceRead<ArithValue> read = axis.emitRead(i);
  return read.hasSource ? select(*read.hasSource, read.index, -1) : read.index;
}

void TileTableBuilder::fillColumns(Value elements) {
  Type number = cast<MemRefType>(elements.getType()).getElementType();
  mover.forLoop(
      math().constant(0), kernel.row.resultExtent, 1, [&](ArithValue i) {
        ArithValue read = emitRead(kernel.row, i);
        ArithValue innerBlock = kernel.innerBlock;
        mover.forLoop(math().constant(0), innerBlock, 1, [&](ArithValue k) {
          ArithContext m = math();
          ArithValue element = read * innerBlock + k;
          ArithValue isNone = read < 0;
          element = select(isNone, read, element);
          memref::StoreOp::create(
              m.b, m.loc,
              arith::IndexCastOp::create(m.b, m.loc, number, element), elements,
              i * innerBlock + k);
        });
      });
}

void TileTableBuilder::fillUnits(Value elements, Value columns,
                                 const TileChoice &choice, ArithValue perTile) {
  auto number =
      cast<IntegerType>(cast<MemRefType>(elements.getType()).getElementType());
  int64_t vectorLanes = mover.getLanes();
  auto vectorType = VectorType::get({vectorLanes}, number);
  auto fillRow = [&](ArithValue unit, ArithValue row) {
    ArithContext m = math();
    auto splat = [&](ArithValue value) -> ArithValue {
      return m(vector::BroadcastOp::create(m.b, m.loc, vectorType, value));
    };
    ArithValue read = select(choice.arePlanes, emitRead(kernel.outer, row), 0);
    ArithValue hasRow = read >= 0;
    ArithValue begin =
        read * kernel.outer.sourceStride + unit * (choice.axis->sourceStride);
    begin = begin.castTo(number);
    ArithValue none = begin.constant(-1);
    ArithValue to = (unit * choice.rows + row) * choice.width;
    // Vectors run into the next row, which is written afterwards.
    mover.forLoop(m.constant(0), choice.width, vectorLanes, [&](ArithValue k) {
      ArithContext m = math();
      ArithValue column =
          m(vector::LoadOp::create(m.b, m.loc, vectorType, columns, k));
      ArithValue isData = column > splat(none);
      ArithValue element = select(isData, splat(begin) + column, splat(none));
      element = select(hasRow, element, splat(none));
      vector::StoreOp::create(m.b, m.loc, element, elements, to + k);
    });
  };
  mover.forLoop(math().constant(0), perTile, 1, [&](ArithValue unit) {
    auto body = [&](ArithValue row) { fillRow(unit, row); };
    mover.forLoop(math().constant(0), choice.rows, 1, body);
  });
}

ArithValue TileTableBuilder::emitUnitRead(const TileChoice &choice,
                                          ArithValue i) {
  const AxisValues &outer = kernel.outer, &planes = kernel.planes;
  // Of one mode, one formula reads the numbers of either.
  if (outer.extension == planes.extension)
    return emitRead(*choice.axis, i);
  return select(choice.arePlanes, math()(emitRead(planes, i)),
                emitRead(outer, i));
}

void TileTableBuilder::fillSources(const TileChoice &choice,
                                   ArithValue dataBegin, ArithValue dataEnd) {
  const AxisValues &axis = *choice.axis;
  ArithContext m = math();
  ArithValue numData = dataEnd - dataBegin;
  ArithValue numOthers = axis.resultExtent - numData;
  mover.forLoop(m.constant(0), numOthers, 1, [&](ArithValue k) {
    ArithValue isBefore = k < dataBegin;
    ArithValue i = select(isBefore, k, k + numData);
    ArithValue read = emitUnitRead(choice, i);
    ArithValue begin = read * axis.sourceStride;
    ArithValue isNone = read < 0;
    table().set(k + kFirstUnitEntry, select(isNone, kNoSource, begin));
  });
}

ArithValue TileTableBuilder::emit() {
  ArithContext m = math();
  TileChoice choice = emitTileChoice(kernel);
  return emitEither(
      m, choice.isPossible, [&] { return emitTable(choice); },
      [&] { return m.condition(false); });
}

ArithValue TileTableBuilder::emitTable(const TileChoice &choice) {
  ArithContext m = math();
  int64_t vectorLanes = mover.getLanes();
  auto memrefType =
      MemRefType::get({cost::kMaxTileElements + vectorLanes}, m.b.getI32Type());
  auto allocate = [&] {
    return memref::AllocaOp::create(m.b, m.loc, memrefType,
                                    m.b.getI64IntegerAttr(cost::kLineBytes));
  };
  Value columns = allocate(), elements = allocate();
  fillColumns(columns);
  ArithValue zero = m.constant(0), one = m.constant(1);
  ArithValue isFalse = m.condition(false);
  // The pieces of a unit, and of a group: whether the first are all there, and
  // whether the second are, and better.
  ArithValue perGroup = choice.perGroup;
  ArithValue numSets = select(perGroup > 1, NumTileSets, one);
  auto sets = scf::ForOp::create(
      m.b, m.loc, zero, numSets, one, ValueRange{isFalse, isFalse},
      [&](OpBuilder &, Location, Value number, ValueRange state) {
        ArithContext m = math();
        ArithValue set = m(number);
        ArithValue isOne = eq(set, 0);
        ArithValue perTile = select(isOne, one, perGroup);
        fillUnits(elements, columns, choice, perTile);
        ArithValue numAlone = table().get(table().entryOf(zero, EndPiece));
        ArithValue first = select(isOne, zero, numAlone);
        ArithValue fits = emitTilePieces(mover, table(), lanes, elements,
                                         perTile * choice.size, set, first);
        ArithValue pieces = table().get(table().entryOf(set, EndPiece)) - first;
        ArithValue isGain = pieces * cost::kMinFilledLanesOf <=
                            perTile * numAlone * cost::kMinFilledLanes;
        scf::YieldOp::create(m.b, m.loc,
                             {select(isOne, fits, state[0]),
                              select(isOne, isFalse, fits & isGain)});
      });
  ArithValue fitsOne = m(sets.getResult(0)), areGrouped = m(sets.getResult(1));
  const AxisValues &axis = *choice.axis;
  auto setUnits = [&](TileSet set, ArithValue perTile) {
    ArithValue bytes =
        max(axis.resultStride * perTile, 1) * mover.getElementBytes();
    ArithValue tiles = ceilDiv(m.constant(cost::kTileBlockBytes), bytes);
    table().set(table().entryOf(m.constant(set), UnitsPerTile), perTile);
    table().set(table().entryOf(m.constant(set), UnitsPerBlock),
                tiles * perTile);
  };
  setUnits(OneUnit, one);
  setUnits(UnitGroup, select(areGrouped, perGroup, one));
  ArithValue isUnpadded = axis.emitIsUnpadded();
  // Where the table has the sources of all units, that is as good as a stride.
  ArithValue areStrided = choice.areStrided & (isUnpadded | areGrouped |
                                               eq(choice.hasRoom, isFalse));
  ArithValue dataBegin = select(areStrided, axis.begin, axis.resultExtent);
  ArithValue dataEnd = dataBegin + select(areStrided, choice.numData, zero);
  fillSources(choice, dataBegin, dataEnd);
  table().set(RowsPerUnit, choice.rows);
  table().set(AreOfOneAxis, select(choice.areOfOneAxis, one, zero));
  table().set(DataBegin, dataBegin);
  table().set(DataEnd, dataEnd);
  table().set(UnitLow, axis.low);
  table().set(UnitSourceStride, axis.sourceStride);
  table().set(UnitResultStride, axis.resultStride);
  // A part of a group needs the pieces of a unit. Of one axis without borders,
  // there are none: each task has a group at least.
  return fitsOne | (areGrouped & (isUnpadded & choice.areOfOneAxis));
}

ArithValue mlir::pad::emitTilePreparation(PlaneKernel &kernel) {
  return TileTableBuilder(kernel).emit();
}
