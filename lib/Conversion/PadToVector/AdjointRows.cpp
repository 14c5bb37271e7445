//===- AdjointRows.cpp - Gradients of pads by rows ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

ArithValue AdjointRows::emitIsNear() {
  if (!foldsVectors)
    return m.condition(false);
  int64_t lanes = mover.getLanes();
  ArithValue isNear =
      (middle.begin <= lanes) & (extents[rowAxis] - middle.end <= lanes);
  if (extension.isFilled())
    return isNear;
  // A mirror image is read at the end next to it, and the data that follow at
  // the other one.
  bool isReverse = extension.kind == PadRunKind::Reverse;
  const Term &atTail = isReverse ? terms.back() : terms.front();
  const Term &atHead = isReverse ? terms.front() : terms.back();
  return isNear & (atTail.begin >= lanes) & (atHead.end <= middle.end);
}

void AdjointRows::readNearEnds() {
  isNear = true;
  ArrayRef<Term> all = terms;
  bool isReverse = extension.kind == PadRunKind::Reverse;
  int64_t last = terms.size() - 1;
  auto without = [&](bool isFirst) {
    return extension.isFilled() ? all
           : isFirst            ? all.drop_front()
                                : all.take_front(last);
  };
  head = getFold(m.constant(0), middle.begin, without(!isReverse));
  tail = getFold(middle.end, extents[rowAxis], without(isReverse));
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

ElementSums::Parts AdjointRows::emitSum(
    ElementSums &sums, const Row &row, ArrayRef<Readers<ArithValue>> inner,
    function_ref<ElementSums::Parts(ArithValue)> load, int64_t count) {
  SmallVector<Readers<ArithValue>> readers(row.readers);
  SmallVector<int64_t> axes(row.axes);
  if (!inner.empty()) {
    llvm::append_range(readers, inner);
    axes.push_back(rowAxis);
  }
  if (readers.empty())
    return load(row.gradient);
  return emitReaderSum(
      b, loc, sums, readers,
      [&](ValueRange indices) {
        ArithValue offset = row.gradient;
        for (auto [axis, index] : llvm::zip_equal(axes, indices))
          offset = offset + m(index) * m.value(gradient.strides[axis]);
        return load(offset);
      },
      count);
}

ElementSums::Parts AdjointRows::load(const Access &access, FlatBuffer buffer,
                                     ArithValue offset, int64_t direction) {
  int64_t lanes = mover.getLanes();
  ArithValue bits;
  if (!access.isVector) {
    bits = mover.loadElement(buffer, offset);
  } else if (!access.mask) {
    bits = mover.loadRun(buffer, offset, lanes, direction);
  } else {
    // The other lanes are neutral: -0.0, of which only the sign is set.
    int64_t neutral = isa<FloatType>(elementType)
                          ? int64_t(1) << (mover.getElementBytes() * 8 - 1)
                          : 0;
    if (direction < 0)
      offset = offset - (lanes - 1);
    bits = mover.loadMasked(buffer, offset, access.mask,
                            mover.splat(mover.emitElement(neutral), lanes));
    if (direction < 0)
      bits = mover.reverse(bits);
  }
  if (!isa<FloatType>(elementType))
    return access.sums.open(bits);
  Type type =
      access.isVector ? Type(VectorType::get(lanes, elementType)) : elementType;
  return access.sums.open(arith::BitcastOp::create(b, loc, type, bits));
}

void AdjointRows::store(const Access &access, const ElementSums::Parts &sum,
                        ArithValue offset) {
  Value element = access.sums.close(sum);
  // A5
  if (op.getAccumulate())
    element = access.sums.close(access.sums.add(
        load(access, result.buffer, offset), access.sums.open(element)));
  ArithValue bits = m(element);
  if (isa<FloatType>(elementType)) {
    Type type = access.isVector ? Type(mover.getVectorType(mover.getLanes()))
                                : Type(mover.getElementType());
    bits = m(arith::BitcastOp::create(b, loc, type, element));
  }
  if (!access.isVector)
    return mover.storeElement(bits, result.buffer, offset);
  if (access.mask)
    return mover.storeMasked(bits, result.buffer, offset, access.mask);
  mover.store(bits, result.buffer, offset);
}

void AdjointRows::emitMiddle(const Row &row, bool isSingle) {
  ArithValue begin = middle.begin * block;
  ArithValue count = (middle.end - middle.begin) * block;
  ArithValue shift = (lows[rowAxis] + middle.begin) * block;
  if (isSingle && !op.getAccumulate())
    return mover.copy(gradient.buffer, row.gradient + shift, result.buffer,
                      row.result + begin, count);
  auto emit = [&](const Access &access, ArithValue column) {
    store(access,
          emitSum(access.sums, row, /*inner=*/{},
                  [&](ArithValue offset) {
                    return load(access, gradient.buffer,
                                offset + shift + column);
                  }),
          row.result + begin + column);
  };
  int64_t lanes = mover.getLanes();
  ArithValue whole = udiv(count, lanes) * lanes;
  mover.forLoop(m.constant(0), whole, lanes, [&](ArithValue column) {
    emit({vectorSums, /*isVector=*/true}, column);
  });
  if (!mover.hasMasks())
    return mover.forLoop(whole, count, 1, [&](ArithValue column) {
      emit({elementSums, /*isVector=*/false}, column);
    });
  mover.ifElse(
      count > whole,
      [&] {
        emit({vectorSums, /*isVector=*/true,
              mover.emitLanesBelow(count - whole)},
             whole);
      },
      [] {});
}

void AdjointRows::emitElements(const Row &row) {
  forOutside(m.constant(0), extents[rowAxis], 1, middle, [&](ArithValue index) {
    Readers<ArithValue> readers = maps[rowAxis].get(index);
    auto emit = [&](const Access &access, ArithValue column) {
      store(access,
            emitSum(access.sums, row, readers,
                    [&](ArithValue offset) {
                      return load(access, gradient.buffer, offset + column);
                    }),
            row.result + index * block + column);
    };
    int64_t lanes = mover.getLanes();
    ArithValue whole = udiv(block, lanes) * lanes;
    mover.forLoop(m.constant(0), whole, lanes, [&](ArithValue column) {
      emit({vectorSums, /*isVector=*/true}, column);
    });
    std::optional<int64_t> size = getConstantIntValue(block);
    if (size && *size % lanes == 0)
      return;
    if (!mover.hasMasks() || size == 1)
      return mover.forLoop(whole, block, 1, [&](ArithValue column) {
        emit({elementSums, /*isVector=*/false}, column);
      });
    mover.ifElse(
        block > whole,
        [&] {
          emit({vectorSums, /*isVector=*/true,
                mover.emitLanesBelow(block - whole)},
               whole);
        },
        [] {});
  });
}

ArithValue AdjointRows::getStart() {
  // Beyond these, borders do not read each element once, or there are none.
  return clamp(lows[rowAxis], 0 - extents[rowAxis] * 2,
               paddeds[rowAxis] + extents[rowAxis]);
}

void AdjointRows::addTerms() {
  ArithValue start = getStart(), extent = extents[rowAxis],
             padded = paddeds[rowAxis];
  auto addForward = [&](ArithValue origin) {
    terms.push_back({max(0 - origin, 0), min(extent, padded - origin), origin,
                     /*direction=*/1});
  };
  auto addReverse = [&](ArithValue origin, ArithValue begin, ArithValue end) {
    terms.push_back({max(begin, origin + 1 - padded), min(end, origin + 1),
                     origin, /*direction=*/-1});
  };
  int64_t skipped = extension.skipped;
  if (extension.kind == PadRunKind::Reverse)
    addReverse(start - (1 - skipped), m.constant(skipped), extent);
  else if (extension.kind == PadRunKind::Forward)
    addForward(start - extent);
  addForward(start);
  if (extension.kind == PadRunKind::Reverse)
    addReverse(start + extent * 2 - (1 + skipped), m.constant(0),
               extent - skipped);
  else if (extension.kind == PadRunKind::Forward)
    addForward(start + extent);
}

AdjointRows::Fold AdjointRows::getFold(ArithValue column, ArithValue end,
                                       ArrayRef<Term> terms) {
  int64_t lanes = mover.getLanes();
  Fold fold;
  fold.column = column;
  fold.written = mover.emitLanes(m.constant(0), end - column);
  for (const Term &term : terms) {
    ArithValue first = term.begin - column, last = term.end - column;
    // Most ends are known to be beyond one of the borders.
    std::optional<int64_t> begin = getConstantIntValue(first),
                           end = getConstantIntValue(last);
    if ((begin && *begin >= lanes) || (end && *end <= 0) ||
        (begin && end && *begin >= *end))
      continue;
    bool isReverse = term.direction < 0;
    fold.terms.push_back(&term);
    fold.read.push_back(isReverse ? mover.emitLanes(lanes - last, lanes - first)
                                  : mover.emitLanes(first, last));
    // A sum without terms is 0, which is neutral among integers.
    if (!isa<FloatType>(elementType))
      continue;
    ArithValue own =
        isReverse ? mover.emitLanes(first, last) : fold.read.back();
    fold.any = fold.any ? fold.any | own : own;
  }
  return fold;
}

void AdjointRows::emitFold(const Row &row, const Fold &fold) {
  ElementSums::Parts sum = vectorSums.getZero();
  if (!fold.terms.empty()) {
    // The sums of all terms in one walk over the rows.
    ElementSums::Parts parts = emitSum(
        vectorSums, row, /*inner=*/{},
        [&](ArithValue offset) {
          ElementSums::Parts loaded;
          for (auto [term, read] : llvm::zip_equal(fold.terms, fold.read)) {
            ArithValue origin = term->origin + fold.column * term->direction;
            llvm::append_range(loaded,
                               load({vectorSums, /*isVector=*/true, read},
                                    gradient.buffer, offset + origin,
                                    term->direction));
          }
          return loaded;
        },
        fold.terms.size());
    sum = {parts.front()};
    for (Value part : ArrayRef<Value>(parts).drop_front())
      sum = vectorSums.add(sum, {part});
    if (fold.any)
      sum = vectorSums.select(fold.any, sum, vectorSums.getZero());
  }
  store({vectorSums, /*isVector=*/true, fold.written}, sum,
        row.result + fold.column);
}
