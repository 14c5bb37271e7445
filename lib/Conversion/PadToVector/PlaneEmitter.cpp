//===- PlaneEmitter.cpp - Planes of short rows ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaneEmitter.h"
#include "Pad/Analysis/CostModel.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

PlaneEmitter::PlaneEmitter(VectorMover &mover, PadMode mode,
                           const AxisValues &outer, const AxisValues &row,
                           int64_t chunk)
    : mover(mover), mode(mode), outer(outer), row(row) {
  IndexMath m = mover.math();
  rowElements = m.mul(row.resultExtent, m.constant(chunk));
  count = m.sub(row.end, row.begin);
  if (mode == PadMode::Constant)
    return;
  isWhole =
      m.cmp(CmpIPredicate::eq, m.sub(outer.end, outer.begin), outer.dilated);
  int64_t lanes = mover.getLanes();
  // One to so many.
  isShort = m.cmp(CmpIPredicate::ult, m.sub(count, m.constant(1)),
                  m.constant(cost::kMaxShortDataVectors * lanes));
  isShort = m.apply<arith::AndIOp>(
      isShort, m.cmp(CmpIPredicate::sle, row.resultExtent,
                     m.constant(cost::kMaxShortResultVectors * lanes)));
  isShort = m.apply<arith::AndIOp>(isShort, isWhole);
}

Value PlaneEmitter::emitMayBlend() {
  if (mode == PadMode::Constant)
    return arith::ConstantOp::create(mover.builder(), mover.location(),
                                     mover.builder().getBoolAttr(true));
  return isWhole;
}

Value PlaneEmitter::sourceAt(Value i, Value column) {
  IndexMath m = mover.math();
  Value index = m.sub(i, outer.low);
  return m.add(m.add(sourceOffset, m.mul(index, outer.sourceStride)), column);
}

Value PlaneEmitter::resultAt(Value i, Value column) {
  IndexMath m = mover.math();
  return m.add(m.add(resultOffset, m.mul(i, outer.resultStride)), column);
}

void PlaneEmitter::forRows(Value first, Value last, Value from, Value to,
                           function_ref<void(Value, Value)> body) {
  mover.forLoop(first, last, 1,
                [&](Value i) { body(sourceAt(i, from), resultAt(i, to)); });
}

void PlaneEmitter::moveColumns(Value first, Value last, Value from, Value to,
                               Value count, bool isReverse) {
  int64_t lanes = mover.getLanes();
  SmallVector<int64_t> order;
  for (int64_t lane = 0; lane < lanes; ++lane)
    order.push_back(isReverse ? lanes - 1 - lane : lane);
  auto moveVector = [&](Value k) {
    IndexMath m = mover.math();
    Value lowest = isReverse ? m.sub(m.sub(from, k), m.constant(lanes - 1))
                             : m.add(from, k);
    forRows(first, last, lowest, m.add(to, k), [&](Value source, Value target) {
      Value loaded = mover.load(this->source, source, lanes);
      mover.store(mover.shuffle(loaded, loaded, order), result, target);
    });
  };
  auto moveColumn = [&](Value k) {
    IndexMath m = mover.math();
    Value column = isReverse ? m.sub(from, k) : m.add(from, k);
    forRows(first, last, column, m.add(to, k), [&](Value source, Value target) {
      mover.storeElement(mover.loadElement(this->source, source), result,
                         target);
    });
  };
  mover.forElements(count, moveVector, moveColumn);
}

void PlaneEmitter::extendRows(Value first, Value last, bool isLeft) {
  IndexMath m = mover.math();
  Value begin = isLeft ? m.constant(0) : row.end;
  Value end = isLeft ? row.begin : row.resultExtent;
  Value count = m.sub(end, begin);
  if (row.extension.kind != PadExtension::Kind::Hold)
    return forRuns(mover, row, begin, end, isLeft,
                   [&](Value to, Value from, Value count, bool isReverse) {
                     moveColumns(first, last, from, to, count, isReverse);
                   });
  Value index = row.emitRunPosition(m, begin, isLeft);
  auto holdAt = [&](int64_t width) {
    return [&, width](Value k) {
      Value to = mover.math().add(begin, k);
      forRows(first, last, index, to, [&](Value source, Value target) {
        Value element = mover.loadElement(this->source, source);
        if (width == 1)
          return mover.storeElement(element, result, target);
        mover.store(mover.splat(element, width), result, target);
      });
    };
  };
  mover.forElements(count, holdAt(mover.getLanes()), holdAt(1));
}

void PlaneEmitter::repeatRows(bool isLeft,
                              function_ref<void(Value, Value)> copyRow) {
  IndexMath m = mover.math();
  // What lies one period further inside is there already.
  Value period = outer.positions.getPeriod();
  Value one = m.constant(1);
  Value count = isLeft ? outer.begin : m.sub(outer.resultExtent, outer.end);
  mover.forLoop(m.constant(0), count, 1, [&](Value k) {
    IndexMath m = mover.math();
    Value i = isLeft ? m.sub(m.sub(outer.begin, one), k) : m.add(outer.end, k);
    Value from = m.add(outer.emitRunPosition(m, i, isLeft), outer.low);
    if (period) {
      Value inside = isLeft ? m.add(i, period) : m.sub(i, period);
      Value isThere =
          isLeft ? m.cmp(CmpIPredicate::slt, inside, outer.resultExtent)
                 : m.cmp(CmpIPredicate::sge, inside, outer.begin);
      from = m.select(isThere, inside, from);
    }
    Value zero = m.constant(0);
    mover.trace(EmittedWay::Repeats);
    copyRow(resultAt(from, zero), resultAt(i, zero));
  });
}

void PlaneEmitter::repeatRows(function_ref<void(Value, Value)> copyRow) {
  for (bool isLeft : {false, true})
    repeatRows(isLeft, copyRow);
}

void PlaneEmitter::emit(FlatBuffer source, Value sourceOffset,
                        FlatBuffer result, Value resultOffset) {
  this->source = source;
  this->sourceOffset = sourceOffset;
  this->result = result;
  this->resultOffset = resultOffset;
  mover.trace(EmittedWay::Columns);
  IndexMath m = mover.math();
  Value block = m.constant(cost::kBlockRows);
  mover.forLoop(outer.begin, outer.end, cost::kBlockRows, [&](Value first) {
    IndexMath m = mover.math();
    Value last = m.min(m.add(first, block), outer.end);
    moveColumns(first, last, m.sub(row.begin, row.low), row.begin, count,
                /*isReverse=*/false);
    extendRows(first, last, /*isLeft=*/true);
    extendRows(first, last, /*isLeft=*/false);
  });
  repeatRows([&](Value from, Value to) {
    mover.copyCompact(result, from, result, to, rowElements,
                      /*isReverse=*/false);
  });
}

void PlaneEmitter::emitRepeated(FlatBuffer result, Value sourceOffset,
                                Value resultOffset,
                                function_ref<void(Value, Value)> emitRow) {
  this->sourceOffset = sourceOffset;
  this->result = result;
  this->resultOffset = resultOffset;
  mover.forLoop(outer.begin, outer.end, 1, [&](Value i) {
    Value zero = mover.math().constant(0);
    emitRow(sourceAt(i, zero), resultAt(i, zero));
  });
  repeatRows([&](Value from, Value to) {
    mover.copy(result, from, result, to, rowElements);
  });
}

void PlaneEmitter::emitBlended(BlendedRows &rows, Value sourceBegin,
                               Value sourceSize, FlatBuffer source,
                               Value sourceOffset, FlatBuffer result,
                               Value resultOffset) {
  this->source = source;
  this->sourceOffset = sourceOffset;
  this->result = result;
  this->resultOffset = resultOffset;
  IndexMath m = mover.math();
  Value zero = m.constant(0);
  auto fillRows = [&](Value first, Value last) {
    mover.forLoop(first, last, 1,
                  [&](Value i) { rows.fill(result, resultAt(i, zero)); });
  };
  bool isConstant = mode == PadMode::Constant;
  if (isConstant)
    fillRows(zero, outer.begin);

  // Rows next to an end of the source have no neighbours to read there.
  Value before = m.sub(sourceOffset, sourceBegin);
  Value size = m.mul(outer.dilated, outer.sourceStride);
  Value behind = m.sub(m.sub(sourceSize, before), size);
  Value hasNeighbours = m.apply<arith::AndIOp>(
      m.cmp(CmpIPredicate::sge, before, rows.getReadBefore()),
      m.cmp(CmpIPredicate::sge, behind, rows.getReadBehind()));
  auto window = scf::IfOp::create(
      m.b, m.loc, hasNeighbours,
      [&](OpBuilder &nested, Location loc) {
        scf::YieldOp::create(nested, loc, {outer.begin, outer.end});
      },
      [&](OpBuilder &nested, Location loc) {
        IndexMath m{nested, loc};
        auto rowsOf = [&](Value read, Value there) {
          Value missing = m.max(m.sub(read, there), zero);
          return m.ceilDiv(missing, row.dilated);
        };
        Value lead = rowsOf(rows.getReadBefore(), before),
              trail = rowsOf(rows.getReadBehind(), behind);
        Value first = m.clamp(m.add(outer.low, lead), outer.begin, outer.end);
        Value last = m.sub(m.add(outer.low, outer.dilated), trail);
        last = m.clamp(last, first, outer.end);
        scf::YieldOp::create(nested, loc, {first, last});
      });
  Value first = window.getResult(0), last = window.getResult(1);
  mover.forLoop(first, last, 1, [&](Value i) {
    rows.emit(source, sourceAt(i, zero), result, resultAt(i, zero));
  });
  mover.ifElse(
      hasNeighbours, [] {},
      [&] {
        // Those before, then those behind.
        mover.forLoop(zero, m.constant(2), m.constant(1), [&](Value part) {
          IndexMath m = mover.math();
          Value isBefore = m.cmp(CmpIPredicate::eq, part, zero);
          mover.forLoop(m.select(isBefore, outer.begin, last),
                        m.select(isBefore, first, outer.end), 1, [&](Value i) {
                          rows.emitAlone(source, sourceAt(i, zero), result,
                                         resultAt(i, zero));
                        });
        });
      });

  if (isConstant)
    return fillRows(outer.end, outer.resultExtent);
  repeatRows([&](Value from, Value to) { rows.repeat(result, from, to); });
}
