//===- TilePreparation.cpp - The table of permuted tiles ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileChoice.h"
#include "TileTable.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

namespace {
/// Emits the kernel that fills the table.
class TileTableBuilder {
public:
  TileTableBuilder(PlaneKernel &kernel)
      : kernel(kernel), mover(kernel.mover), memory(kernel.extraOperands[0]),
        lanes(kernel.extraOperands[1]) {}
  /// Whether permuted tiles are legal and profitable.
  Value emit();

private:
  IndexMath math() { return mover.math(); }
  TileTable table() { return {math(), memory}; }
  Value both(Value lhs, Value rhs) { return math().both(lhs, rhs); }
  /// The source index that result index `i` of `axis` reads, -1 for none.
  Value emitRead(const AxisValues &axis, Value i);
  /// Fills the table; whether tiles fit it.
  Value emitTable(const TileChoice &choice);
  /// Source elements of tile elements: those of a row, and those of all rows of
  /// `perTile` units from them.
  void fillColumns(Value elements);
  void fillUnits(Value elements, Value columns, const TileChoice &choice,
                 Value perTile);
  /// Where the source of each index of `axis` begins that is not in
  /// `[dataBegin, dataEnd)`.
  void fillSources(const TileChoice &choice, Value dataBegin, Value dataEnd);
  /// What unit `i` reads, and -1 without a source.
  Value emitUnitRead(const TileChoice &choice, Value i);

  PlaneKernel &kernel;
  VectorMover &mover;
  Value memory, lanes;
};
} // namespace

Value TileTableBuilder::emitRead(const AxisValues &axis, Value i) {
  IndexMath m = math();
  SymbolicRead read = axis.emitRead(m.b, m.loc, i);
  return read.hasSource ? m.select(read.hasSource, read.index, m.constant(-1))
                        : read.index;
}

void TileTableBuilder::fillColumns(Value elements) {
  Type number = cast<MemRefType>(elements.getType()).getElementType();
  mover.forLoop(math().constant(0), kernel.row.resultExtent, 1, [&](Value i) {
    Value read = emitRead(kernel.row, i);
    Value innerBlock = kernel.innerBlock;
    mover.forLoop(math().constant(0), innerBlock, 1, [&](Value k) {
      IndexMath m = math();
      Value element = m.add(m.mul(read, innerBlock), k);
      Value isNone = m.cmp(CmpIPredicate::slt, read, m.constant(0));
      element = m.select(isNone, read, element);
      memref::StoreOp::create(
          m.b, m.loc, arith::IndexCastOp::create(m.b, m.loc, number, element),
          elements, m.add(m.mul(i, innerBlock), k));
    });
  });
}

void TileTableBuilder::fillUnits(Value elements, Value columns,
                                 const TileChoice &choice, Value perTile) {
  auto number =
      cast<IntegerType>(cast<MemRefType>(elements.getType()).getElementType());
  int64_t vectorLanes = mover.getLanes();
  auto vectorType = VectorType::get({vectorLanes}, number);
  auto fillRow = [&](Value unit, Value row) {
    IndexMath m = math();
    auto splat = [&](Value value) -> Value {
      return vector::BroadcastOp::create(m.b, m.loc, vectorType, value);
    };
    Value read =
        m.select(choice.arePlanes, emitRead(kernel.outer, row), m.constant(0));
    Value hasRow = m.cmp(CmpIPredicate::sge, read, m.constant(0));
    Value begin = m.add(m.mul(read, kernel.outer.sourceStride),
                        m.mul(unit, choice.axis->sourceStride));
    begin = arith::IndexCastOp::create(m.b, m.loc, number, begin);
    Value none =
        arith::ConstantOp::create(m.b, m.loc, m.b.getIntegerAttr(number, -1));
    Value to = m.mul(m.add(m.mul(unit, choice.rows), row), choice.width);
    // Vectors run into the next row, which is written afterwards.
    mover.forLoop(m.constant(0), choice.width, vectorLanes, [&](Value k) {
      IndexMath m = math();
      Value column = vector::LoadOp::create(m.b, m.loc, vectorType, columns, k);
      Value isData = m.cmp(CmpIPredicate::sgt, column, splat(none));
      Value element = arith::SelectOp::create(
          m.b, m.loc, isData, m.add(splat(begin), column), splat(none));
      element = m.select(hasRow, element, splat(none));
      vector::StoreOp::create(m.b, m.loc, element, elements, m.add(to, k));
    });
  };
  mover.forLoop(math().constant(0), perTile, 1, [&](Value unit) {
    auto body = [&](Value row) { fillRow(unit, row); };
    mover.forLoop(math().constant(0), choice.rows, 1, body);
  });
}

Value TileTableBuilder::emitUnitRead(const TileChoice &choice, Value i) {
  const AxisValues &outer = kernel.outer, &planes = kernel.planes;
  // Of one mode, one formula reads the numbers of either.
  if (outer.mode == planes.mode)
    return emitRead(*choice.axis, i);
  return math().select(choice.arePlanes, emitRead(planes, i),
                       emitRead(outer, i));
}

void TileTableBuilder::fillSources(const TileChoice &choice, Value dataBegin,
                                   Value dataEnd) {
  const AxisValues &axis = *choice.axis;
  IndexMath m = math();
  Value numData = m.sub(dataEnd, dataBegin);
  Value numOthers = m.sub(axis.resultExtent, numData);
  mover.forLoop(m.constant(0), numOthers, 1, [&](Value k) {
    IndexMath m = math();
    Value isBefore = m.cmp(CmpIPredicate::slt, k, dataBegin);
    Value i = m.select(isBefore, k, m.add(k, numData));
    Value read = emitUnitRead(choice, i);
    Value begin = m.mul(read, axis.sourceStride);
    Value isNone = m.cmp(CmpIPredicate::slt, read, m.constant(0));
    table().set(m.add(k, m.constant(kFirstUnitEntry)),
                m.select(isNone, m.constant(kNoSource), begin));
  });
}

Value TileTableBuilder::emit() {
  IndexMath m = math();
  TileChoice choice = emitTileChoice(kernel);
  auto result =
      scf::IfOp::create(m.b, m.loc, m.b.getI1Type(), choice.isPossible,
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(m.b);
  m.b.setInsertionPointToStart(result.elseBlock());
  scf::YieldOp::create(m.b, m.loc,
                       ValueRange(arith::ConstantOp::create(
                           m.b, m.loc, m.b.getBoolAttr(false))));
  m.b.setInsertionPointToStart(result.thenBlock());
  scf::YieldOp::create(m.b, m.loc, emitTable(choice));
  return result.getResult(0);
}

Value TileTableBuilder::emitTable(const TileChoice &choice) {
  IndexMath m = math();
  int64_t vectorLanes = mover.getLanes();
  auto memrefType =
      MemRefType::get({cost::kMaxTileElements + vectorLanes}, m.b.getI32Type());
  auto allocate = [&] {
    return memref::AllocaOp::create(m.b, m.loc, memrefType,
                                    m.b.getI64IntegerAttr(cost::kLineBytes));
  };
  Value columns = allocate(), elements = allocate();
  fillColumns(columns);
  Value zero = m.constant(0), one = m.constant(1);
  Value isFalse = arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(false));
  // The pieces of a unit, and of a group: whether the first are all there, and
  // whether the second are, and better.
  Value perGroup = choice.perGroup;
  Value numSets = m.select(m.cmp(CmpIPredicate::sgt, perGroup, one),
                           m.constant(NumTileSets), one);
  auto sets = scf::ForOp::create(
      m.b, m.loc, zero, numSets, one, ValueRange{isFalse, isFalse},
      [&](OpBuilder &, Location, Value set, ValueRange state) {
        IndexMath m = math();
        Value isOne = m.cmp(CmpIPredicate::eq, set, zero);
        Value perTile = m.select(isOne, one, perGroup);
        fillUnits(elements, columns, choice, perTile);
        Value numAlone = table().get(table().entryOf(zero, EndPiece));
        Value first = m.select(isOne, zero, numAlone);
        Value fits = emitTilePieces(mover, table(), lanes, elements,
                                    m.mul(perTile, choice.size), set, first);
        Value pieces =
            m.sub(table().get(table().entryOf(set, EndPiece)), first);
        Value isGain = m.cmp(
            CmpIPredicate::sle,
            m.mul(pieces, m.constant(cost::kMinFilledLanesOf)),
            m.mul(m.mul(perTile, numAlone), m.constant(cost::kMinFilledLanes)));
        scf::YieldOp::create(m.b, m.loc,
                             {m.select(isOne, fits, state[0]),
                              m.select(isOne, isFalse, both(fits, isGain))});
      });
  Value fitsOne = sets.getResult(0), areGrouped = sets.getResult(1);
  const AxisValues &axis = *choice.axis;
  auto setUnits = [&](TileSet set, Value perTile) {
    Value bytes = m.mul(m.max(m.mul(axis.resultStride, perTile), one),
                        m.constant(mover.getElementBytes()));
    Value tiles = m.ceilDiv(m.constant(cost::kTileBlockBytes), bytes);
    table().set(table().entryOf(m.constant(set), UnitsPerTile), perTile);
    table().set(table().entryOf(m.constant(set), UnitsPerBlock),
                m.mul(tiles, perTile));
  };
  setUnits(OneUnit, one);
  setUnits(UnitGroup, m.select(areGrouped, perGroup, one));
  Value isUnpadded = axis.emitIsUnpadded(m);
  // Where the table has the sources of all units, that is as good as a stride.
  Value areStrided =
      both(choice.areStrided,
           m.either(m.either(isUnpadded, areGrouped),
                    m.cmp(CmpIPredicate::eq, choice.hasRoom, isFalse)));
  Value dataBegin = m.select(areStrided, axis.begin, axis.resultExtent);
  Value dataEnd = m.add(dataBegin, m.select(areStrided, choice.numData, zero));
  fillSources(choice, dataBegin, dataEnd);
  table().set(RowsPerUnit, choice.rows);
  table().set(AreOfOneAxis, m.select(choice.areOfOneAxis, one, zero));
  table().set(DataBegin, dataBegin);
  table().set(DataEnd, dataEnd);
  table().set(UnitLow, axis.low);
  table().set(UnitSourceStride, axis.sourceStride);
  table().set(UnitResultStride, axis.resultStride);
  // A part of a group needs the pieces of a unit. Of one axis without borders,
  // there are none: each task has a group at least.
  return m.either(fitsOne,
                  both(areGrouped, both(isUnpadded, choice.areOfOneAxis)));
}

Value mlir::pad::emitTilePreparation(PlaneKernel &kernel) {
  return TileTableBuilder(kernel).emit();
}
