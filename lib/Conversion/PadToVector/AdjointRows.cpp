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
      extension(getAxisExtension(row)),
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
    return getReadOnce(getAxisExtension(axis), extents[axis], lows[axis],
                       paddeds[axis]);
  };
  if (row > 0) {
    ArithValue zero = m.constant(0);
    singleRows = hasInterior(row - 1) ? ElementRange<ArithValue>{zero, zero}
                                      : findReadOnce(row - 1);
  }
  middle = findReadOnce(row);
  // The guard sees to it that no element is outside of the middle.
  if (isPlain(row))
    middle = {m.constant(0), extents[row]};
  isReadTwice = m.condition(true);
  for (int64_t axis = 0; axis < row; ++axis) {
    ArithValue isTwice = emitIsReadTwice(axis);
    areReadTwice.push_back(getConstantIntValue(isTwice) != 0);
    if (areReadTwice.back())
      isReadTwice = isReadTwice & isTwice;
  }
  addTerms();
}

bool AdjointRows::hasInterior(int64_t axis) {
  ArrayRef<int64_t> interior = op.getStaticInterior();
  return !interior.empty() && interior[axis] != 0;
}

bool AdjointRows::isPlain(int64_t axis) {
  return op.getStaticLow()[axis] == 0 && op.getStaticHigh()[axis] == 0 &&
         !hasInterior(axis);
}

PadExtension AdjointRows::getAxisExtension(int64_t axis) {
  PadExtension own = getExtension(op.getMode(axis));
  auto isShort = [](int64_t pad) {
    return !ShapedType::isDynamic(pad) && pad <= 1;
  };
  if (own.kind == PadRunKind::Broadcast && isShort(op.getStaticLow()[axis]) &&
      isShort(op.getStaticHigh()[axis]))
    return getExtension(PadMode::Symmetric);
  return own;
}

ArithValue AdjointRows::emitIsReadTwice(int64_t axis) {
  PadExtension own = getAxisExtension(axis);
  if (isPlain(axis))
    return m.condition(true);
  if (hasInterior(axis) || own.kind == PadRunKind::Broadcast)
    return m.condition(false);
  ArithValue border = paddeds[axis] - extents[axis];
  ArithValue isTwice = (lows[axis] >= 0) & (lows[axis] <= border);
  // A mirror image leaves the axis of symmetry out.
  return own.isFilled() ? isTwice
                        : isTwice & (border <= extents[axis] - 2 * own.skipped);
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
  return guard;
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
  auto emitSums = [&](const Row &plane) {
    forOutside(first, last, 1, single, [&](ArithValue index) {
      ArithValue ignored = m.condition(true);
      emitRow(addIndex(plane, axis, index, ignored), /*isSingle=*/false);
    });
  };
  auto emitSumsOfOne = [&] {
    if (!isPlain(axis))
      emitSums(one);
  };
  if (row.axes.empty())
    return emitSumsOfOne();
  mover.ifElse(isSingle, emitSumsOfOne, [&] { emitSums(row); });
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
  if (isOfVectors)
    return emitVectorRow(row);
  if (!isPlain(rowAxis))
    emitElements(row);
  emitMiddle(row, isSingle);
}
