//===- TilePreparation.cpp - The table of permuted tiles ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

namespace {
/// Emits the kernel that fills the table.
class Preparation {
public:
  Preparation(PlaneKernel &kernel)
      : kernel(kernel), mover(kernel.mover), memory(kernel.others[0]),
        lanes(kernel.others[1]) {}
  /// Whether tiles can and shall be moved so.
  Value emit();

private:
  IndexMath math() { return mover.math(); }
  TileTable table() { return {math(), memory}; }
  Value both(Value lhs, Value rhs) {
    return math().apply<arith::AndIOp>(lhs, rhs);
  }
  Value isBelow(Value value, int64_t limit) {
    return math().cmp(CmpIPredicate::ult, value, math().constant(limit));
  }
  /// The source index that result index `i` of `axis` reads, -1 for none.
  Value emitRead(const AxisValues &axis, Value i);
  /// What a tile is made of: so many rows or planes, which have so many rows
  /// and begin so far apart in the source.
  struct Units {
    Value arePlanes, rows, perTile, sourceStride;
  };
  /// Source elements of tile elements: those of a row, and those of all rows of
  /// a tile from them.
  void fillColumns(Value elements, Value width);
  void fillUnits(Value elements, Value columns, Value width,
                 const Units &units);
  /// How many of `count` units that have `size` elements are one tile.
  Value emitUnitsPerTile(Value count, Value size);
  /// Where the source rows of the result rows begin.
  void fillRows();

  PlaneKernel &kernel;
  VectorMover &mover;
  Value memory, lanes;
};
} // namespace

Value Preparation::emitRead(const AxisValues &axis, Value i) {
  IndexMath m = math();
  SymbolicRead read = axis.emitRead(m.b, m.loc, i);
  return read.hasSource ? m.select(read.hasSource, read.index, m.constant(-1))
                        : read.index;
}

void Preparation::fillColumns(Value elements, Value width) {
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

void Preparation::fillUnits(Value elements, Value columns, Value width,
                            const Units &units) {
  auto number =
      cast<IntegerType>(cast<MemRefType>(elements.getType()).getElementType());
  int64_t lanes = mover.getLanes();
  auto vectorType = VectorType::get({lanes}, number);
  auto fillRow = [&](Value unit, Value row) {
    IndexMath m = math();
    auto splat = [&](Value value) -> Value {
      return vector::BroadcastOp::create(m.b, m.loc, vectorType, value);
    };
    Value read =
        m.select(units.arePlanes, emitRead(kernel.outer, row), m.constant(0));
    Value hasRow = m.cmp(CmpIPredicate::sge, read, m.constant(0));
    Value begin = m.add(m.mul(read, kernel.outer.sourceStride),
                        m.mul(unit, units.sourceStride));
    begin = arith::IndexCastOp::create(m.b, m.loc, number, begin);
    Value none =
        arith::ConstantOp::create(m.b, m.loc, m.b.getIntegerAttr(number, -1));
    Value to = m.mul(m.add(m.mul(unit, units.rows), row), width);
    // Vectors run into the next row, which is written afterwards.
    mover.forLoop(m.constant(0), width, lanes, [&](Value k) {
      IndexMath m = math();
      Value column = vector::LoadOp::create(m.b, m.loc, vectorType, columns, k);
      Value isData = m.cmp(CmpIPredicate::sgt, column, splat(none));
      Value element = arith::SelectOp::create(
          m.b, m.loc, isData, m.add(splat(begin), column), splat(none));
      element = m.select(hasRow, element, splat(none));
      vector::StoreOp::create(m.b, m.loc, element, elements, m.add(to, k));
    });
  };
  mover.forLoop(math().constant(0), units.perTile, 1, [&](Value unit) {
    mover.forLoop(math().constant(0), units.rows, 1,
                  [&](Value row) { fillRow(unit, row); });
  });
}

void Preparation::fillRows() {
  mover.forLoop(math().constant(0), kernel.outer.resultExtent, 1, [&](Value i) {
    IndexMath m = math();
    Value read = emitRead(kernel.outer, i);
    Value begin = m.mul(read, kernel.outer.sourceStride);
    Value isNone = m.cmp(CmpIPredicate::slt, read, m.constant(0));
    table().set(m.add(i, m.constant(kFirstRow)),
                m.select(isNone, m.constant(kNoSource), begin));
  });
}

Value Preparation::emit() {
  IndexMath m = math();
  AxisValues &outer = kernel.outer, &row = kernel.row, &planes = kernel.planes;
  auto isEqual = [&](Value lhs, Value rhs) {
    return m.cmp(CmpIPredicate::eq, lhs, rhs);
  };
  auto isMany = [&](Value value, int64_t least) {
    return m.cmp(CmpIPredicate::sge, value, m.constant(least));
  };
  // Small enough that the products below are exact.
  Value arePlanesWhole = kernel.others[2], hasOtherWay = kernel.others[3];
  int64_t vectorLanes = mover.getLanes();
  constexpr int64_t kMaxExtent = 1 << 20;
  Value isSmall = both(isBelow(row.resultExtent, kMaxExtent),
                       isBelow(row.positions.getDilatedExtent(), kMaxExtent));
  isSmall =
      both(isSmall, isBelow(kernel.innerBlock, cost::kMaxInnerBlockBytes + 1));
  isSmall = both(isSmall, isMany(m.mul(planes.resultExtent, outer.resultExtent),
                                 cost::kMinTileRows));
  // Units are planes, where there are many and their rows do not fill vectors;
  // or rows that follow each other.
  Value one = m.constant(1);
  Value width = m.mul(row.resultExtent, kernel.innerBlock);
  Value size = m.mul(width, outer.resultExtent);
  Value arePlanes =
      both(isBelow(outer.resultExtent, cost::kMaxTileRows),
           isBelow(outer.positions.getDilatedExtent(), cost::kMaxTileRows));
  arePlanes = both(arePlanes, isBelow(outer.sourceStride, kMaxExtent));
  arePlanes =
      both(arePlanes, both(isBelow(m.sub(size, one), cost::kMaxTileElements),
                           outer.isResultDense));
  arePlanes = both(arePlanes, arePlanesWhole);
  arePlanes =
      both(arePlanes, isMany(planes.resultExtent, cost::kMinTilePlanes));
  Value inVectors = m.mul(m.ceilDiv(width, m.constant(vectorLanes)),
                          m.constant(vectorLanes * cost::kMinFilledLanes));
  Value isUnfilled =
      m.cmp(CmpIPredicate::slt,
            m.mul(width, m.constant(cost::kMinFilledLanesOf)), inVectors);
  // Without masks, no tile is less than a vector.
  if (!mover.hasMasks())
    isUnfilled = m.apply<arith::OrIOp>(isUnfilled, isBelow(width, vectorLanes));
  arePlanes = both(arePlanes, isUnfilled);
  Value isUnpadded =
      both(isEqual(outer.positions.getLow(), m.constant(0)),
           isEqual(outer.positions.getDilatedExtent(), outer.resultExtent));
  if (outer.step)
    isUnpadded = both(isUnpadded, isEqual(outer.step, one));
  Value areUnits = m.apply<arith::OrIOp>(
      arePlanes, both(isUnpadded, isEqual(planes.resultExtent, one)));
  // Long rows are moved so only if there is no better way.
  auto vectorsOf = [&](int64_t vectors) {
    return m.constant(std::min(cost::kMaxTileElements, vectors * vectorLanes));
  };
  Value maxRow =
      m.select(hasOtherWay,
               m.select(areUnits, vectorsOf(cost::kMaxUnitRowVectors),
                        vectorsOf(cost::kMaxTileRowVectors)),
               vectorsOf(cost::kMaxOnlyTileRowVectors));
  isSmall = both(isSmall, m.cmp(CmpIPredicate::ult, m.sub(width, one), maxRow));
  if (!mover.hasMaskedLoads()) {
    Value elements = m.sub(kernel.load(PlaneNumber::SourceEnd),
                           kernel.load(PlaneNumber::SourceBegin));
    isSmall = both(isSmall, isMany(elements, vectorLanes));
  }
  // Otherwise the rows of each plane, by a table of those.
  Value hasRows = isBelow(outer.resultExtent, cost::kMaxTileRows + 1);
  Value isPossible = both(isSmall, m.apply<arith::OrIOp>(areUnits, hasRows));

  auto result = scf::IfOp::create(m.b, m.loc, m.b.getI1Type(), isPossible,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(m.b);
  m.b.setInsertionPointToStart(result.elseBlock());
  scf::YieldOp::create(m.b, m.loc,
                       ValueRange(arith::ConstantOp::create(
                           m.b, m.loc, m.b.getBoolAttr(false))));
  m.b.setInsertionPointToStart(result.thenBlock());
  auto memrefType =
      MemRefType::get({cost::kMaxTileElements + vectorLanes}, m.b.getI32Type());
  auto allocate = [&] {
    return memref::AllocaOp::create(m.b, m.loc, memrefType,
                                    m.b.getI64IntegerAttr(cost::kLineBytes));
  };
  Value columns = allocate(), elements = allocate();
  fillColumns(columns, width);
  auto ofUnit = [&](Value ofPlane, Value ofRow) {
    return m.select(arePlanes, ofPlane, ofRow);
  };
  Units units{arePlanes, ofUnit(outer.resultExtent, one), one,
              ofUnit(planes.sourceStride, outer.sourceStride)};
  Value resultStride = ofUnit(planes.resultStride, outer.resultStride);
  size = ofUnit(size, width);
  Value canGroup =
      both(areUnits, both(isEqual(resultStride, size),
                          isBelow(units.sourceStride, kMaxExtent)));
  table().set(RowsPerUnit, m.select(areUnits, units.rows, m.constant(0)));
  table().set(UnitSourceStride, units.sourceStride);
  table().set(UnitResultStride, resultStride);
  mover.ifElse(areUnits, [] {}, [&] { fillRows(); });
  Value perTile = m.select(
      canGroup,
      emitUnitsPerTile(ofUnit(planes.resultExtent, outer.resultExtent), size),
      one);
  // A group of units is worse than one if its vectors cannot be filled: then
  // the same again for one.
  auto attempt = scf::WhileOp::create(
      m.b, m.loc, TypeRange{m.b.getI1Type(), m.b.getIndexType()},
      ValueRange{perTile},
      [&](OpBuilder &, Location, ValueRange state) {
        units.perTile = state[0];
        fillUnits(elements, columns, width, units);
        IndexMath m = math();
        Value fits = emitTilePieces(mover, table(), lanes, elements,
                                    m.mul(units.perTile, size));
        Value alone =
            m.mul(units.perTile, m.ceilDiv(size, m.constant(vectorLanes)));
        Value isGain = m.cmp(
            CmpIPredicate::sle,
            m.mul(table().get(NumPieces), m.constant(cost::kMinFilledLanesOf)),
            m.mul(alone, m.constant(cost::kMinFilledLanes)));
        Value isOne = isEqual(units.perTile, one);
        Value isDone = m.apply<arith::OrIOp>(isOne, both(fits, isGain));
        Value isTrue =
            arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
        table().set(UnitsPerTile, units.perTile);
        scf::ConditionOp::create(m.b, m.loc,
                                 m.apply<arith::XOrIOp>(isDone, isTrue),
                                 ValueRange{fits, one});
      },
      [&](OpBuilder &, Location, ValueRange state) {
        scf::YieldOp::create(m.b, m.loc, state[1]);
      });
  scf::YieldOp::create(m.b, m.loc, attempt.getResult(0));
  return result.getResult(0);
}

Value Preparation::emitUnitsPerTile(Value count, Value size) {
  IndexMath m = math();
  auto divide = [&](Value value, Value by) {
    return m.apply<arith::DivUIOp>(value, by);
  };
  Value one = m.constant(1), lanes = m.constant(mover.getLanes());
  Value limit = m.min(
      divide(m.constant(cost::kGroupedTileBytes / mover.getElementBytes()),
             size),
      divide(count, m.constant(cost::kMinGroupedTiles)));
  limit = m.max(limit, one);
  // So many that they fill vectors, if that are not too many.
  Value lowestBit = m.apply<arith::AndIOp>(size, m.sub(m.constant(0), size));
  Value filling = divide(lanes, m.min(lowestBit, lanes));
  Value multiple = m.mul(divide(limit, filling), filling);
  return m.select(m.cmp(CmpIPredicate::sgt, multiple, m.constant(0)), multiple,
                  limit);
}

Value mlir::pad::emitTilePreparation(PlaneKernel &kernel) {
  return Preparation(kernel).emit();
}
