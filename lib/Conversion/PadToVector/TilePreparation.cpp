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
  /// Fills the table; whether tiles fit it.
  Value emitTable(const TileChoice &choice);
  /// Source elements of tile elements: those of a row, and those of all rows of
  /// `perTile` units from them.
  void fillColumns(Value elements);
  void fillUnits(Value elements, Value columns, const TileChoice &choice,
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

void Preparation::fillUnits(Value elements, Value columns,
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

Value Preparation::emit() {
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

Value Preparation::emitTable(const TileChoice &choice) {
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
           isBelow(choice.axis->sourceStride, kMaxTileExtent)));
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
