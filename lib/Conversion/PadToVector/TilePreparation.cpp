//===- TilePreparation.cpp - The table of permuted tiles ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
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
  /// Source elements of tile elements: those of a row, and those of a plane
  /// from them.
  void fillColumns(Value elements, Value width);
  void fillPlane(Value elements, Value columns, Value width);
  /// Where the source rows of the result rows begin.
  void fillRows();
  /// Parts `total` elements into pieces; whether the table holds them.
  Value emitPieces(Value elements, Value total);
  /// The piece that begins with element `column`; its count.
  Value emitPiece(Value elements, Value total, Value column, Value piece);

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

void Preparation::fillPlane(Value elements, Value columns, Value width) {
  auto number =
      cast<IntegerType>(cast<MemRefType>(elements.getType()).getElementType());
  int64_t lanes = mover.getLanes();
  auto vectorType = VectorType::get({lanes}, number);
  mover.forLoop(math().constant(0), kernel.outer.resultExtent, 1, [&](Value i) {
    IndexMath m = math();
    auto splat = [&](Value value) -> Value {
      return vector::BroadcastOp::create(m.b, m.loc, vectorType, value);
    };
    Value read = emitRead(kernel.outer, i);
    Value hasRow = m.cmp(CmpIPredicate::sge, read, m.constant(0));
    Value begin = arith::IndexCastOp::create(
        m.b, m.loc, number, m.mul(read, kernel.outer.sourceStride));
    Value none =
        arith::ConstantOp::create(m.b, m.loc, m.b.getIntegerAttr(number, -1));
    Value to = m.mul(i, width);
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

Value Preparation::emitPiece(Value elements, Value total, Value column,
                             Value piece) {
  IndexMath m = math();
  OpBuilder &b = m.b;
  Location loc = m.loc;
  int64_t width = mover.getLanes();
  auto number =
      cast<IntegerType>(cast<MemRefType>(elements.getType()).getElementType());
  auto vectorType = VectorType::get({width}, number);
  IntegerType bits = b.getIntegerType(width);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(number, value));
  };
  auto splat = [&](Value value) -> Value {
    return vector::BroadcastOp::create(b, loc, vectorType, value);
  };
  auto castTo = [&](Type type, Value value) {
    return b.createOrFold<arith::IndexCastOp>(loc, type, value);
  };
  auto both = [&](Value lhs, Value rhs) {
    return m.apply<arith::AndIOp>(lhs, rhs);
  };
  SmallVector<APInt> order;
  for (int64_t lane = 0; lane < width; ++lane)
    order.emplace_back(number.getWidth(), lane);
  Value lane = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(vectorType, ArrayRef<APInt>(order)));

  Value reads = vector::LoadOp::create(b, loc, vectorType, elements, column);
  Value limit = castTo(number, m.min(m.sub(total, column), m.constant(width)));
  Value isThere = m.cmp(CmpIPredicate::slt, lane, splat(limit));
  Value isData =
      both(isThere, m.cmp(CmpIPredicate::sge, reads, splat(constant(0))));
  // The window of the source begins with the first element that is read; if the
  // first lane does not see that one, it ends with its own.
  Value none = constant(INT32_MAX), all = constant(width);
  Value lowest = vector::ReductionOp::create(
      b, loc, vector::CombiningKind::MINSI,
      arith::SelectOp::create(b, loc, isData, reads, splat(none)));
  Value first = vector::ExtractOp::create(b, loc, reads, 0);
  Value isSeen = m.apply<arith::OrIOp>(
      m.cmp(CmpIPredicate::slt, first, constant(0)),
      m.cmp(CmpIPredicate::slt, m.sub(first, lowest), all));
  Value own = m.max(m.sub(first, constant(width - 1)), constant(0));
  Value base = m.select(isSeen, lowest, own);
  base = m.select(m.cmp(CmpIPredicate::eq, base, none), constant(0), base);
  // Up to the first lane that reads outside of it.
  Value places = m.sub(reads, splat(base));
  Value isOutside = both(isData, m.cmp(CmpIPredicate::uge, places, splat(all)));
  Value stops = m.apply<arith::OrIOp>(
      isOutside, m.cmp(CmpIPredicate::sge, lane, splat(limit)));
  Value stopBits = vector::ExtractOp::create(
      b, loc,
      vector::BitCastOp::create(b, loc, VectorType::get({1}, bits), stops), 0);
  Value count = LLVM::CountTrailingZerosOp::create(
      b, loc, bits, stopBits, /*is_zero_poison=*/b.getBoolAttr(false));
  count = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), count);
  Value isMoved = both(
      isData, m.cmp(CmpIPredicate::slt, lane, splat(castTo(number, count))));
  Value moved =
      arith::SelectOp::create(b, loc, isMoved, places, splat(constant(-1)));
  Value highest =
      vector::ReductionOp::create(b, loc, vector::CombiningKind::MAXSI, moved);
  Value span = castTo(b.getIndexType(), m.add(highest, constant(1)));

  VectorType laneType = mover.getVectorType(width);
  unsigned laneBits = mover.getElementType().getWidth();
  if (laneBits < number.getWidth())
    moved = arith::TruncIOp::create(b, loc, laneType, moved);
  else if (laneBits > number.getWidth())
    moved = arith::ExtSIOp::create(b, loc, laneType, moved);
  mover.store(moved, lanes, m.mul(piece, m.constant(width)));
  TileTable entries = table();
  entries.set(entries.entryOf(piece, Base), castTo(b.getIndexType(), base));
  entries.set(entries.entryOf(piece, Column), column);
  entries.set(entries.entryOf(piece, Span), span);
  entries.set(entries.entryOf(piece, Count), count);
  return count;
}

Value Preparation::emitPieces(Value elements, Value total) {
  IndexMath m = math();
  Type index = m.b.getIndexType();
  Value zero = m.constant(0), width = m.constant(mover.getLanes());
  // Where a whole vector is flush with the end of the tile.
  Value flush = m.select(m.cmp(CmpIPredicate::sge, total, width),
                         m.sub(total, width), total);
  // The first element that no piece has yet, where the next piece begins, and
  // the number of pieces. A piece that begins earlier, to be whole, may see too
  // little of the source to get further: then the same again from its own
  // begin.
  // Without masks that cost nothing, all pieces have to be whole.
  bool hasMasks = mover.hasMasks();
  auto loop = scf::WhileOp::create(
      m.b, m.loc, TypeRange{index, index, index}, ValueRange{zero, zero, zero},
      [&](OpBuilder &b, Location loc, ValueRange state) {
        IndexMath m{b, loc};
        Value goesOn =
            m.apply<arith::AndIOp>(m.cmp(CmpIPredicate::slt, state[0], total),
                                   m.cmp(CmpIPredicate::slt, state[2],
                                         m.constant(cost::kMaxTilePieces)));
        scf::ConditionOp::create(b, loc, goesOn, state);
      },
      [&](OpBuilder &, Location loc, ValueRange state) {
        Value begin = state[1],
              count = emitPiece(elements, total, begin, state[2]);
        IndexMath m = math();
        Value end = m.add(begin, count), one = m.constant(1);
        Value getsFurther = m.cmp(CmpIPredicate::sgt, end, state[0]);
        Value next = m.select(getsFurther, end, state[0]);
        Value pieces = m.add(state[2], one);
        if (!hasMasks)
          pieces = m.select(m.cmp(CmpIPredicate::eq, count, width), pieces,
                            m.constant(cost::kMaxTilePieces + 1));
        scf::YieldOp::create(
            m.b, loc,
            ValueRange{next, m.select(getsFurther, m.min(next, flush), next),
                       m.select(getsFurther, pieces, state[2])});
      });
  Value pieces = loop.getResult(2);
  table().set(NumPieces, pieces);
  return both(
      m.cmp(CmpIPredicate::sge, loop.getResult(0), total),
      m.cmp(CmpIPredicate::sle, pieces, m.constant(cost::kMaxTilePieces)));
}

Value Preparation::emit() {
  IndexMath m = math();
  AxisValues &outer = kernel.outer, &row = kernel.row, &planes = kernel.planes;
  auto isEqual = [&](Value lhs, Value rhs) {
    return m.cmp(CmpIPredicate::eq, lhs, rhs);
  };
  // Small enough that the products below are exact.
  int64_t maxRow = std::min(cost::kMaxTileElements,
                            cost::kMaxTileRowVectors * mover.getLanes());
  constexpr int64_t kMaxExtent = 1 << 20;
  Value isSmall = both(isBelow(row.resultExtent, maxRow + 1),
                       isBelow(row.positions.getDilatedExtent(), kMaxExtent));
  isSmall =
      both(isSmall, isBelow(kernel.innerBlock, cost::kMaxInnerBlockBytes + 1));
  Value width = m.mul(row.resultExtent, kernel.innerBlock);
  isSmall = both(isSmall, isBelow(m.sub(width, m.constant(1)), maxRow));
  // Rows that follow each other are tiles themselves.
  Value one = m.constant(1);
  Value isUnpadded =
      both(isEqual(outer.positions.getLow(), m.constant(0)),
           isEqual(outer.positions.getDilatedExtent(), outer.resultExtent));
  if (outer.step)
    isUnpadded = both(isUnpadded, isEqual(outer.step, one));
  auto isMany = [&](Value value, int64_t least) {
    return m.cmp(CmpIPredicate::sge, value, m.constant(least));
  };
  isSmall = both(isSmall, isMany(m.mul(planes.resultExtent, outer.resultExtent),
                                 cost::kMinTileRows));
  Value areRowsTiles = both(isUnpadded, isEqual(planes.resultExtent, one));
  Value isPlaneSmall =
      both(isBelow(outer.resultExtent, cost::kMaxTileRows),
           isBelow(outer.positions.getDilatedExtent(), cost::kMaxTileRows));
  isPlaneSmall = both(isPlaneSmall, isBelow(outer.sourceStride, kMaxExtent));
  Value size = m.mul(width, outer.resultExtent);
  Value arePlanesTiles =
      both(isPlaneSmall, both(isBelow(m.sub(size, one), cost::kMaxTileElements),
                              outer.isResultDense));
  arePlanesTiles = both(arePlanesTiles, kernel.others[2]);
  // Where rows do not fill vectors, and the table is for many planes.
  arePlanesTiles =
      both(arePlanesTiles, isMany(planes.resultExtent, cost::kMinTilePlanes));
  arePlanesTiles = both(arePlanesTiles, isBelow(width, mover.getLanes()));
  // Otherwise the rows of each plane, by a table of those.
  Value hasRows = isBelow(outer.resultExtent, cost::kMaxTileRows + 1);
  Value isPossible =
      both(isSmall,
           m.apply<arith::OrIOp>(
               areRowsTiles, m.apply<arith::OrIOp>(arePlanesTiles, hasRows)));

  auto result = scf::IfOp::create(m.b, m.loc, m.b.getI1Type(), isPossible,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(m.b);
  m.b.setInsertionPointToStart(result.elseBlock());
  scf::YieldOp::create(m.b, m.loc,
                       ValueRange(arith::ConstantOp::create(
                           m.b, m.loc, m.b.getBoolAttr(false))));
  m.b.setInsertionPointToStart(result.thenBlock());
  auto memrefType = MemRefType::get({cost::kMaxTileElements + mover.getLanes()},
                                    m.b.getI32Type());
  auto allocate = [&] {
    return memref::AllocaOp::create(m.b, m.loc, memrefType,
                                    m.b.getI64IntegerAttr(cost::kLineBytes));
  };
  Value columns = allocate(), elements = allocate();
  fillColumns(columns, width);
  auto choose = [&](Value rows, Value sourceStride, Value resultStride) {
    table().set(RowsPerTile, rows);
    table().set(TileSourceStride, sourceStride);
    table().set(TileResultStride, resultStride);
  };
  auto kind =
      scf::IfOp::create(m.b, m.loc, TypeRange{memrefType, m.b.getIndexType()},
                        arePlanesTiles, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(m.b);
    m.b.setInsertionPointToStart(kind.thenBlock());
    fillPlane(elements, columns, width);
    choose(outer.resultExtent, planes.sourceStride, planes.resultStride);
    scf::YieldOp::create(m.b, m.loc, ValueRange{elements, size});
    m.b.setInsertionPointToStart(kind.elseBlock());
    mover.ifElse(
        areRowsTiles,
        [&] { choose(one, outer.sourceStride, outer.resultStride); },
        [&] {
          Value none = math().constant(0);
          choose(none, none, none);
          fillRows();
        });
    m.b.setInsertionPointToEnd(kind.elseBlock());
    scf::YieldOp::create(m.b, m.loc, ValueRange{columns, width});
  }
  Value fits = emitPieces(kind.getResult(0), kind.getResult(1));
  scf::YieldOp::create(m.b, m.loc, fits);
  return result.getResult(0);
}

Value mlir::pad::emitTilePreparation(PlaneKernel &kernel) {
  return Preparation(kernel).emit();
}
