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
  Value either(Value lhs, Value rhs) {
    return math().apply<arith::OrIOp>(lhs, rhs);
  }
  Value isBelow(Value value, int64_t limit) {
    return math().cmp(CmpIPredicate::ult, value, math().constant(limit));
  }
  /// The source index that result index `i` of `axis` reads, -1 for none.
  Value emitRead(const AxisValues &axis, Value i);
  /// What tiles are made of: units, which are planes or rows.
  struct Choice {
    /// `i1`: whether tiles can and shall be moved so at all; whether units are
    /// planes; whether they are all of one axis; whether their sources are as
    /// far apart as their results, or in the table.
    Value isPossible, arePlanes, areOfOneAxis, areStrided, areIndexed;
    /// Elements of a row; rows and elements of a unit.
    Value width, rows, size;
    /// The axis along which units are.
    std::optional<AxisValues> axis;
  };
  /// Extents and strides below this have exact products.
  static constexpr int64_t kMaxExtent = 1 << 20;
  Choice emitChoice();
  /// Whether planes of `size` elements can and shall be units: there are many,
  /// and their rows of `width` elements do not fill vectors.
  Value emitArePlanes(Value width, Value size);
  /// Whether there is room in the table for a source of each index of `axis`.
  Value emitHasRoom(const AxisValues &axis);
  /// Whether all calls together have at least `least` of what each has `value`.
  Value emitAreMany(Value value, int64_t least);
  /// Fills the table; whether tiles fit it.
  Value emitTable(const Choice &choice);
  /// Source elements of tile elements: those of a row, and those of all rows of
  /// `perTile` units from them.
  void fillColumns(Value elements);
  void fillUnits(Value elements, Value columns, const Choice &choice,
                 Value perTile);
  /// How many of `count` units that have `size` elements are one tile.
  Value emitUnitsPerTile(Value count, Value size);
  /// Where the source of each index of `axis` begins.
  void fillSources(const AxisValues &axis);

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

void Preparation::fillColumns(Value elements) {
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

void Preparation::fillUnits(Value elements, Value columns, const Choice &choice,
                            Value perTile) {
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

void Preparation::fillSources(const AxisValues &axis) {
  mover.forLoop(math().constant(0), axis.resultExtent, 1, [&](Value i) {
    IndexMath m = math();
    Value read = emitRead(axis, i);
    Value begin = m.mul(read, axis.sourceStride);
    Value isNone = m.cmp(CmpIPredicate::slt, read, m.constant(0));
    table().set(m.add(i, m.constant(kFirstRow)),
                m.select(isNone, m.constant(kNoSource), begin));
  });
}

Value Preparation::emitHasRoom(const AxisValues &axis) {
  return both(isBelow(axis.resultExtent, cost::kMaxTileRows),
              isBelow(axis.positions.getDilatedExtent(), kMaxExtent));
}

Value Preparation::emitAreMany(Value value, int64_t least) {
  IndexMath m = math();
  Value numCalls = kernel.others[4];
  return m.cmp(CmpIPredicate::sge, m.mul(value, numCalls), m.constant(least));
}

Value Preparation::emitArePlanes(Value width, Value size) {
  IndexMath m = math();
  AxisValues &outer = kernel.outer, &planes = kernel.planes;
  Value arePlanesWhole = kernel.others[2];
  int64_t vectorLanes = mover.getLanes();
  Value inVectors = m.mul(m.ceilDiv(width, m.constant(vectorLanes)),
                          m.constant(vectorLanes * cost::kMinFilledLanes));
  Value isUnfilled =
      m.cmp(CmpIPredicate::slt,
            m.mul(width, m.constant(cost::kMinFilledLanesOf)), inVectors);
  // Without masks, no tile is less than a vector.
  if (!mover.hasMasks())
    isUnfilled = either(isUnfilled, isBelow(width, vectorLanes));
  Value arePlanes = both(isUnfilled, arePlanesWhole);
  // The source of a plane is so small that offsets in it fit 32 bits.
  for (Value condition :
       {isBelow(outer.resultExtent, cost::kMaxTileRows),
        isBelow(outer.positions.getDilatedExtent(), cost::kMaxTileRows),
        isBelow(outer.sourceStride, kMaxExtent),
        isBelow(m.sub(size, m.constant(1)), cost::kMaxTileElements),
        outer.isResultDense,
        emitAreMany(planes.resultExtent, cost::kMinTilePlanes),
        either(planes.emitIsUnpadded(m), emitHasRoom(planes))})
    arePlanes = both(arePlanes, condition);
  return arePlanes;
}

Preparation::Choice Preparation::emitChoice() {
  IndexMath m = math();
  AxisValues &outer = kernel.outer, &row = kernel.row, &planes = kernel.planes;
  Value hasOtherWay = kernel.others[3];
  int64_t vectorLanes = mover.getLanes();
  Choice choice;
  Value one = m.constant(1);
  choice.width = m.mul(row.resultExtent, kernel.innerBlock);
  Value size = m.mul(choice.width, outer.resultExtent);
  Value arePlanes = emitArePlanes(choice.width, size);
  choice.arePlanes = arePlanes;
  // Or rows: of one axis if there is but one plane that reads the source.
  Value arePlanesUnpadded = planes.emitIsUnpadded(m);
  Value isOnePlane = both(arePlanesUnpadded,
                          m.cmp(CmpIPredicate::eq, planes.resultExtent, one));
  choice.areOfOneAxis = either(arePlanes, isOnePlane);
  Value isAxisUnpadded =
      m.select(arePlanes, arePlanesUnpadded, outer.emitIsUnpadded(m));
  Value isTrue = arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
  choice.areStrided = both(choice.areOfOneAxis, isAxisUnpadded);
  choice.areIndexed = m.apply<arith::XOrIOp>(choice.areStrided, isTrue);

  // Small enough that products are exact, and many.
  Value isSmall = both(isBelow(row.resultExtent, kMaxExtent),
                       isBelow(row.positions.getDilatedExtent(), kMaxExtent));
  isSmall =
      both(isSmall, isBelow(kernel.innerBlock, cost::kMaxInnerBlockBytes + 1));
  isSmall =
      both(isSmall, emitAreMany(m.mul(planes.resultExtent, outer.resultExtent),
                                cost::kMinTileRows));
  // Long rows are moved so only if there is no better way.
  auto vectorsOf = [&](int64_t vectors) {
    return m.constant(std::min(cost::kMaxTileElements, vectors * vectorLanes));
  };
  Value maxRow = m.select(hasOtherWay,
                          m.select(either(arePlanes, choice.areStrided),
                                   vectorsOf(cost::kMaxUnitRowVectors),
                                   vectorsOf(cost::kMaxTileRowVectors)),
                          vectorsOf(cost::kMaxOnlyTileRowVectors));
  isSmall = both(isSmall,
                 m.cmp(CmpIPredicate::ult, m.sub(choice.width, one), maxRow));
  if (!mover.hasMaskedLoads()) {
    Value elements = m.sub(kernel.load(PlaneNumber::SourceEnd),
                           kernel.load(PlaneNumber::SourceBegin));
    isSmall = both(
        isSmall, m.cmp(CmpIPredicate::sge, elements, m.constant(vectorLanes)));
  }
  choice.isPossible = both(isSmall, either(either(arePlanes, choice.areStrided),
                                           emitHasRoom(outer)));

  // The axis of the units.
  auto ofUnit = [&](Value ofPlane, Value ofRow) {
    return m.select(arePlanes, ofPlane, ofRow);
  };
  SymbolicPadAxis numbers = {
      ofUnit(kernel.load(PlaneNumber::PlanesExtent),
             kernel.load(PlaneNumber::OuterExtent)),
      ofUnit(planes.positions.getLow(), outer.positions.getLow()),
      m.b.getIndexAttr(0), m.b.getIndexAttr(0)};
  if (outer.step)
    numbers.interior = m.sub(ofUnit(planes.step, outer.step), one);
  choice.axis.emplace(m.b, m.loc, row.mode, numbers,
                      ofUnit(planes.resultExtent, outer.resultExtent));
  choice.axis->sourceStride = ofUnit(planes.sourceStride, outer.sourceStride);
  choice.axis->resultStride = ofUnit(planes.resultStride, outer.resultStride);
  choice.rows = ofUnit(outer.resultExtent, one);
  choice.size = ofUnit(size, choice.width);
  return choice;
}

Value Preparation::emit() {
  IndexMath m = math();
  Choice choice = emitChoice();
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

Value Preparation::emitTable(const Choice &choice) {
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
  auto toNumber = [&](Value flag) { return m.select(flag, one, zero); };
  table().set(RowsPerUnit, choice.rows);
  table().set(AreOfOneAxis, toNumber(choice.areOfOneAxis));
  table().set(AreIndexed, toNumber(choice.areIndexed));
  table().set(UnitSourceStride, choice.axis->sourceStride);
  table().set(UnitResultStride, choice.axis->resultStride);
  mover.ifElse(choice.areIndexed, [&] { fillSources(*choice.axis); }, [] {});
  Value canGroup = both(
      choice.areStrided,
      both(m.cmp(CmpIPredicate::eq, choice.axis->resultStride, choice.size),
           isBelow(choice.axis->sourceStride, kMaxExtent)));
  Value perTile = m.select(
      canGroup, emitUnitsPerTile(choice.axis->resultExtent, choice.size), one);
  // A group of units is worse than one if its vectors cannot be filled: then
  // the same again for one.
  auto attempt = scf::WhileOp::create(
      m.b, m.loc, TypeRange{m.b.getI1Type(), m.b.getIndexType()},
      ValueRange{perTile},
      [&](OpBuilder &, Location, ValueRange state) {
        Value perTile = state[0];
        fillUnits(elements, columns, choice, perTile);
        IndexMath m = math();
        Value fits = emitTilePieces(mover, table(), lanes, elements,
                                    m.mul(perTile, choice.size));
        Value alone =
            m.mul(perTile, m.ceilDiv(choice.size, m.constant(vectorLanes)));
        Value isGain = m.cmp(
            CmpIPredicate::sle,
            m.mul(table().get(NumPieces), m.constant(cost::kMinFilledLanesOf)),
            m.mul(alone, m.constant(cost::kMinFilledLanes)));
        Value isOne = m.cmp(CmpIPredicate::eq, perTile, one);
        Value isDone = m.apply<arith::OrIOp>(isOne, both(fits, isGain));
        Value isTrue =
            arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
        table().set(UnitsPerTile, perTile);
        scf::ConditionOp::create(m.b, m.loc,
                                 m.apply<arith::XOrIOp>(isDone, isTrue),
                                 ValueRange{fits, one});
      },
      [&](OpBuilder &, Location, ValueRange state) {
        scf::YieldOp::create(m.b, m.loc, state[1]);
      });
  return attempt.getResult(0);
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
