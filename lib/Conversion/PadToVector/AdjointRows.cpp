//===- AdjointRows.cpp - Gradients of pads by rows ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointRows.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

/// `type` as arith adds it, of the bits that memory holds.
static Type getSummedType(Type type, IntegerType bits) {
  return isa<FloatType>(type) ? type : Type(bits);
}

AdjointRows::AdjointRows(VectorMover &mover, AdjointIntoOp op, int64_t row)
    : mover(mover), b(mover.builder()), loc(op.getLoc()), op(op), m{b, loc},
      gradient(b, loc, op.getGradient(), mover.getElementType()),
      result(b, loc, op.getInit(), mover.getElementType()),
      maps(emitReaderMaps(b, op)), rowAxis(row), block(m.constant(1)),
      extension(getExtension(op.getMode(row))),
      elementType(getSummedType(op.getGradientType().getElementType(),
                                mover.getElementType())),
      vectorSums(b, loc, elementType, mover.getLanes()),
      elementSums(b, loc, elementType) {
  for (OpFoldResult size : ArrayRef(result.sizes).drop_front(row + 1))
    block = block * m.value(size);
  for (int64_t axis = 0; axis <= row; ++axis) {
    extents.push_back(m.value(result.sizes[axis]));
    lows.push_back(m.value(op.getMixedLow()[axis]));
    paddeds.push_back(m.value(gradient.sizes[axis]));
  }
  auto findReadOnce = [&](int64_t axis) {
    return getReadOnce(getExtension(op.getMode(axis)), extents[axis],
                       lows[axis], paddeds[axis]);
  };
  if (row > 0) {
    ArrayRef<int64_t> interior = op.getStaticInterior();
    bool mayDilate = !interior.empty() && interior[row - 1] != 0;
    ArithValue zero = m.constant(0);
    singleRows = mayDilate ? ElementRange<ArithValue>{zero, zero}
                           : findReadOnce(row - 1);
  }
  middle = findReadOnce(row);
  foldsVectors = getConstantIntValue(block) == 1 && mover.hasMasks() &&
                 !isPlain(row) && extension.kind != PadRunKind::Broadcast;
  // The guard sees to it that no element is outside of the middle.
  if (isPlain(row))
    middle = {m.constant(0), extents[row]};
  if (!foldsVectors)
    return;
  // Vectors at both ends take elements of the middle along.
  int64_t lanes = mover.getLanes();
  ArithValue extent = extents[row];
  auto roundUp = [&](ArithValue count) {
    return ceilDiv(count, lanes) * lanes;
  };
  middle.begin = min(roundUp(middle.begin), extent);
  middle.end = max(extent - roundUp(extent - middle.end), middle.begin);
  addTerms();
  head = getFold(m.constant(0), middle.begin, terms);
  tail = getFold(max(extent - lanes, middle.end), extent, terms);
}

bool AdjointRows::isPlain(int64_t axis) {
  ArrayRef<int64_t> interior = op.getStaticInterior();
  return op.getStaticLow()[axis] == 0 && op.getStaticHigh()[axis] == 0 &&
         (interior.empty() || interior[axis] == 0);
}

ArithValue AdjointRows::emitGuard() {
  ArithValue guard = m.condition(true);
  for (int64_t axis = 0; axis <= rowAxis; ++axis)
    if (isPlain(axis))
      guard = guard & eq(extents[axis], paddeds[axis]);
  ArithValue size = m.constant(1);
  for (int64_t axis = op.getRank() - 1; axis >= rowAxis; --axis) {
    if (axis > rowAxis)
      guard = guard &
              eq(m.value(result.sizes[axis]), m.value(gradient.sizes[axis]));
    guard = guard & eq(m.value(result.strides[axis]), size) &
            eq(m.value(gradient.strides[axis]), size);
    size = size * m.value(result.sizes[axis]);
  }
  if (!foldsVectors || extension.isFilled())
    return guard;
  ArithValue extent = extents[rowAxis], start = getStart();
  ArithValue limit = extent - extension.skipped;
  return guard & (start <= limit) &
         (paddeds[rowAxis] - start - extent <= limit);
}

ArithValue AdjointRows::countRows() {
  ArithValue rows = m.constant(1);
  for (int64_t axis = 0; axis < rowAxis; ++axis)
    rows = rows * extents[axis];
  return rows;
}

ArithValue AdjointRows::countBytes() {
  return countRows() * extents[rowAxis] * block * mover.getElementBytes();
}

AdjointRows::Row AdjointRows::addIndex(Row row, int64_t axis, ArithValue index,
                                       ArithValue &isSingle) {
  row.result = row.result + index * m.value(result.strides[axis]);
  if (isPlain(axis)) {
    row.gradient = row.gradient + index * m.value(gradient.strides[axis]);
    return row;
  }
  Readers<ArithValue> readers = maps[axis].get(index);
  isSingle = isSingle & ult(readers.first, readers.end) &
             invert(ult(readers.first + readers.step, readers.end));
  // A2 adds the outer axes first.
  auto *place = llvm::lower_bound(row.axes, axis);
  row.readers.insert(row.readers.begin() + (place - row.axes.begin()), readers);
  row.axes.insert(place, axis);
  return row;
}

void AdjointRows::emit(ArithValue first, ArithValue last) {
  Row all{m.value(result.offset), m.value(gradient.offset), {}, {}};
  if (rowAxis == 0)
    return emitRow(all, /*isSingle=*/true);
  ArithValue rows = extents[rowAxis - 1], divisor = max(rows, 1);
  mover.forLoop(udiv(first, divisor), ceilDiv(last, divisor), 1,
                [&](ArithValue plane) {
                  // The innermost of the axes around planes varies first.
                  Row row = all;
                  ArithValue isSingle = m.condition(true), rest = plane;
                  for (int64_t axis = rowAxis - 2; axis >= 0; --axis) {
                    row = addIndex(row, axis,
                                   axis == 0 ? rest : urem(rest, extents[axis]),
                                   isSingle);
                    if (axis > 0)
                      rest = udiv(rest, extents[axis]);
                  }
                  ArithValue begin = plane * rows;
                  emitPlane(row, isSingle, max(first - begin, 0),
                            min(last - begin, rows));
                });
}

void AdjointRows::emitPlane(Row row, ArithValue isSingle, ArithValue first,
                            ArithValue last) {
  int64_t axis = rowAxis - 1;
  // The rows of the middle are those of one row each, if the plane is.
  ElementRange<ArithValue> single;
  single.begin = select(isSingle, clamp(singleRows.begin, first, last), last);
  single.end = clamp(singleRows.end, single.begin, last);
  Row one = row;
  for (auto [outer, readers] : llvm::zip_equal(row.axes, row.readers))
    one.gradient =
        one.gradient + readers.first * m.value(gradient.strides[outer]);
  one.axes.clear();
  one.readers.clear();
  mover.forLoop(single.begin, single.end, 1, [&](ArithValue index) {
    Row own = one;
    own.result = own.result + index * m.value(result.strides[axis]);
    own.gradient =
        own.gradient + (lows[axis] + index) * m.value(gradient.strides[axis]);
    emitRow(own, /*isSingle=*/true);
  });
  if (isPlain(axis) && row.axes.empty())
    return;
  forOutside(first, last, 1, single, [&](ArithValue index) {
    ArithValue ignored = m.condition(true);
    emitRow(addIndex(row, axis, index, ignored), /*isSingle=*/false);
  });
}

void AdjointRows::forOutside(ArithValue first, ArithValue last, int64_t step,
                             const ElementRange<ArithValue> &skipped,
                             function_ref<void(ArithValue)> body) {
  auto skip = [&](ArithValue index) {
    return select((index >= skipped.begin) & (index < skipped.end), skipped.end,
                  index);
  };
  ArithValue begin = skip(first);
  std::optional<int64_t> from = getConstantIntValue(begin),
                         to = getConstantIntValue(last);
  if (from && to && *from >= *to)
    return;
  scf::WhileOp::create(
      b, loc, TypeRange(begin.getType()), ValueRange(begin),
      [&](OpBuilder &builder, Location, ValueRange state) {
        scf::ConditionOp::create(builder, loc, m(state[0]) < last, state);
      },
      [&](OpBuilder &builder, Location, ValueRange state) {
        body(m(state[0]));
        scf::YieldOp::create(builder, loc,
                             ValueRange(skip(m(state[0]) + step)));
      });
}

void AdjointRows::emitRow(const Row &row, bool isSingle) {
  int64_t lanes = mover.getLanes();
  ArithValue extent = extents[rowAxis];
  if (!foldsVectors) {
    if (!isPlain(rowAxis))
      emitElements(row);
    return emitMiddle(row, isSingle);
  }
  if (!isSingle && !isNear) {
    forOutside(m.constant(0), extent, lanes, middle, [&](ArithValue column) {
      emitFold(row, getFold(column, extent, terms));
    });
    return emitMiddle(row, isSingle);
  }
  // What the first and the last vector need is known before the loops.
  if (getConstantIntValue(middle.begin) != 0)
    emitFold(row, head);
  emitMiddle(row, isSingle);
  if (!isNear)
    forOutside(min(middle.begin, lanes), tail.column, lanes, middle,
               [&](ArithValue column) {
                 emitFold(row, getFold(column, tail.column, terms));
               });
  if (getConstantIntValue(extent - middle.end) != 0)
    emitFold(row, tail);
}
