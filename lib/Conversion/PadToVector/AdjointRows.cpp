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

AdjointRows::AdjointRows(VectorMover &mover, AdjointIntoOp op, int64_t row,
                         int64_t block)
    : mover(mover), b(mover.builder()), loc(op.getLoc()), op(op), m{b, loc},
      gradient(b, loc, op.getGradient(), mover.getElementType()),
      result(b, loc, op.getInit(), mover.getElementType()),
      maps(emitReaderMaps(b, op)), rowAxis(row), block(block),
      extension(getExtension(op.getMode(row))),
      elementType(getSummedType(op.getGradientType().getElementType(),
                                mover.getElementType())),
      vectorSums(b, loc, elementType, mover.getLanes()),
      elementSums(b, loc, elementType) {
  for (OpFoldResult size : result.sizes)
    extents.push_back(m.value(size));
  low = m.value(op.getMixedLow()[row]);
  extent = extents[row];
  padded = m.value(gradient.sizes[row]);
  once = getReadOnce(extension, extent, low, padded);
  headEnd = once.begin;
  tailBegin = once.end;
  foldsVectors =
      block == 1 && mover.hasMasks() && extension.kind != PadRunKind::Broadcast;
  if (!foldsVectors)
    return;
  // Vectors at both ends take elements of the middle along.
  int64_t lanes = mover.getLanes();
  auto roundUp = [&](ArithValue count) {
    return ceilDiv(count, lanes) * lanes;
  };
  headEnd = min(roundUp(once.begin), extent);
  tailBegin = max(extent - roundUp(extent - once.end), headEnd);
  addTerms();
  head = getFold(m.constant(0), headEnd);
  tail = getFold(max(extent - lanes, tailBegin), extent);
}

ArithValue AdjointRows::countRows() {
  ArithValue rows = m.constant(1);
  for (int64_t axis = 0; axis < rowAxis; ++axis)
    rows = rows * extents[axis];
  return rows;
}

AdjointRows::Row AdjointRows::emitOuterIndex(Row row, int64_t axis,
                                             ArithValue index) {
  const Readers<ArithValue> &readers = row.readers[axis] =
      maps[axis].get(index);
  row.offset = row.offset + index * m.value(result.strides[axis]);
  row.gradient = row.gradient + readers.first * m.value(gradient.strides[axis]);
  ArithValue isOne = ult(readers.first, readers.end) &
                     invert(ult(readers.first + readers.step, readers.end));
  row.isSingle = row.isSingle ? row.isSingle & isOne : isOne;
  return row;
}

void AdjointRows::emit(ArithValue first, ArithValue last) {
  Row all{m.value(result.offset), m.value(gradient.offset), {}, {}};
  if (rowAxis == 0)
    return emitRow(all);
  all.readers.resize(rowAxis);
  ArithValue rows = extents[rowAxis - 1], divisor = max(rows, 1);
  mover.forLoop(
      udiv(first, divisor), ceilDiv(last, divisor), 1, [&](ArithValue plane) {
        // The innermost of the axes around planes varies first.
        Row outer = all;
        ArithValue rest = plane;
        for (int64_t axis = rowAxis - 2; axis >= 0; --axis) {
          outer = emitOuterIndex(outer, axis,
                                 axis == 0 ? rest : urem(rest, extents[axis]));
          if (axis > 0)
            rest = udiv(rest, extents[axis]);
        }
        ArithValue begin = plane * rows;
        mover.forLoop(max(first - begin, 0), min(last - begin, rows), 1,
                      [&](ArithValue index) {
                        Row row = emitOuterIndex(outer, rowAxis - 1, index);
                        mover.ifElse(
                            row.isSingle, [&] { emitRow(row); },
                            [&] {
                              row.gradient = {};
                              emitRow(row);
                            });
                      });
      });
}

void AdjointRows::forEnds(ArithValue first, ArithValue last, int64_t step,
                          function_ref<void(ArithValue)> body) {
  // Behind the low end comes the high one.
  auto skipMiddle = [&](ArithValue index) {
    return select((index >= headEnd) & (index < tailBegin), tailBegin, index);
  };
  ArithValue begin = skipMiddle(first);
  if (getConstantIntValue(begin) && getConstantIntValue(last) &&
      *getConstantIntValue(begin) >= *getConstantIntValue(last))
    return;
  auto loop = scf::WhileOp::create(
      b, loc, TypeRange(begin.getType()), ValueRange(begin),
      [&](OpBuilder &builder, Location, ValueRange state) {
        scf::ConditionOp::create(builder, loc, m(state[0]) < last, state);
      },
      [&](OpBuilder &builder, Location, ValueRange state) {
        body(m(state[0]));
        scf::YieldOp::create(builder, loc,
                             ValueRange(skipMiddle(m(state[0]) + step)));
      });
  (void)loop;
}

void AdjointRows::emitRow(const Row &row) {
  int64_t lanes = mover.getLanes();
  if (!foldsVectors) {
    emitElements(row);
  } else if (row.gradient) {
    // What the first and the last vector need is known before the loops.
    if (getConstantIntValue(headEnd) != 0)
      emitFold(row, head);
    forEnds(min(headEnd, lanes), tail.column, lanes, [&](ArithValue column) {
      emitFold(row, getFold(column, tail.column));
    });
    ArithValue tailSize = extent - tailBegin;
    if (getConstantIntValue(tailSize) != 0)
      emitFold(row, tail);
  } else {
    forEnds(m.constant(0), extent, lanes,
            [&](ArithValue column) { emitFold(row, getFold(column, extent)); });
  }
  emitMiddle(row);
}

ElementSums::Parts
AdjointRows::emitSum(ElementSums &sums, const Row &row,
                     ArrayRef<Readers<ArithValue>> inner,
                     function_ref<ElementSums::Parts(ArithValue)> load) {
  SmallVector<Readers<ArithValue>> readers;
  if (!row.gradient)
    readers.append(row.readers);
  int64_t firstAxis = rowAxis - readers.size();
  llvm::append_range(readers, inner);
  if (readers.empty())
    return load(row.gradient);
  return emitReaderSum(b, loc, sums, readers, [&](ValueRange indices) {
    ArithValue offset = row.gradient ? row.gradient : m.value(gradient.offset);
    for (auto [k, index] : llvm::enumerate(indices))
      offset = offset + m(index) * m.value(gradient.strides[firstAxis + k]);
    return load(offset);
  });
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

void AdjointRows::store(const Access &access, ElementSums::Parts sum,
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

void AdjointRows::emitMiddle(const Row &row) {
  ArithValue begin = headEnd * block, count = (tailBegin - headEnd) * block;
  ArithValue shift = (low + headEnd) * block;
  if (row.gradient && !op.getAccumulate())
    return mover.copy(gradient.buffer, row.gradient + shift, result.buffer,
                      row.offset + begin, count);
  auto emit = [&](const Access &access, ArithValue column) {
    store(access,
          emitSum(access.sums, row, /*inner=*/{},
                  [&](ArithValue offset) {
                    return load(access, gradient.buffer,
                                offset + shift + column);
                  }),
          row.offset + begin + column);
  };
  int64_t lanes = mover.getLanes();
  ArithValue whole = udiv(count, lanes) * lanes;
  mover.forLoop(m.constant(0), whole, lanes, [&](ArithValue column) {
    emit({vectorSums, {}, /*isVector=*/true}, column);
  });
  if (!mover.hasMasks())
    return mover.forLoop(whole, count, 1, [&](ArithValue column) {
      emit({elementSums, {}, /*isVector=*/false}, column);
    });
  mover.ifElse(
      count > whole,
      [&] {
        emit({vectorSums, mover.emitLanesBelow(count - whole),
              /*isVector=*/true},
             whole);
      },
      [] {});
}

void AdjointRows::emitElements(const Row &row) {
  forEnds(m.constant(0), extent, 1, [&](ArithValue index) {
    Readers<ArithValue> readers = maps[rowAxis].get(index);
    auto emit = [&](const Access &access, ArithValue column) {
      store(access,
            emitSum(access.sums, row, readers,
                    [&](ArithValue offset) {
                      return load(access, gradient.buffer, offset + column);
                    }),
            row.offset + index * block + column);
    };
    int64_t lanes = mover.getLanes();
    ArithValue count = m.constant(block),
               whole = m.constant(block / lanes * lanes);
    mover.forLoop(m.constant(0), whole, lanes, [&](ArithValue column) {
      emit({vectorSums, {}, /*isVector=*/true}, column);
    });
    if (block % lanes == 0)
      return;
    if (mover.hasMasks() && block != 1)
      return emit({vectorSums, mover.emitLanesBelow(count - whole),
                   /*isVector=*/true},
                  whole);
    mover.forLoop(whole, count, 1, [&](ArithValue column) {
      emit({elementSums, {}, /*isVector=*/false}, column);
    });
  });
}

ArithValue AdjointRows::emitReadsOnce() {
  if (!foldsVectors || extension.isFilled())
    return m.condition(true);
  ArithValue limit = extent - extension.skipped, start = getStart();
  return (start <= limit) & (padded - start - extent <= limit);
}

ArithValue AdjointRows::getStart() {
  // Beyond these, borders do not read each element once, or there are none.
  return clamp(low, 0 - extent * 2, padded + extent);
}

void AdjointRows::addTerms() {
  ArithValue start = getStart();
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

AdjointRows::Fold AdjointRows::getFold(ArithValue column, ArithValue end) {
  int64_t lanes = mover.getLanes();
  Fold fold;
  fold.column = column;
  fold.written = mover.emitLanes(m.constant(0), end - column);
  for (const Term &term : terms) {
    ArithValue first = term.begin - column, last = term.end - column;
    bool isReverse = term.direction < 0;
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
  ElementSums::Parts sum;
  for (auto [term, read] : llvm::zip_equal(terms, fold.read)) {
    Access access{vectorSums, read, /*isVector=*/true};
    ArithValue origin = term.origin + fold.column * term.direction;
    int64_t direction = term.direction;
    ElementSums::Parts loaded =
        emitSum(vectorSums, row, /*inner=*/{}, [&](ArithValue offset) {
          return load(access, gradient.buffer, offset + origin, direction);
        });
    sum = sum.empty() ? loaded : vectorSums.add(sum, loaded);
  }
  if (fold.any)
    sum = vectorSums.select(fold.any, sum, vectorSums.getZero());
  store({vectorSums, fold.written, /*isVector=*/true}, sum,
        row.offset + fold.column);
}
