//===- PlaneEmitter.cpp - Planes of short rows ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaneEmitter.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

/// Vectors of data, and of the result, up to which a row is short.
static constexpr int64_t kMaxDataVectors = 4, kMaxResultVectors = 8;
/// Rows that are moved while all of them stay in the first-level cache.
static constexpr int64_t kBlockRows = 64;

PlaneEmitter::PlaneEmitter(VectorMover &mover, PadMode mode,
                           const AxisValues &outer, const AxisValues &row,
                           int64_t chunk)
    : mover(mover), mode(mode), outer(outer), row(row) {
  IndexMath m = mover.math();
  rowElements = m.mul(row.resultExtent, m.constant(chunk));
  int64_t lanes = mover.getLanes();
  count = m.sub(row.end, row.begin);
  // One to so many.
  isShort = m.cmp(CmpIPredicate::ult, m.sub(count, m.constant(1)),
                  m.constant(kMaxDataVectors * lanes));
  if (mode == PadMode::Constant)
    return;
  Value isNarrow = m.cmp(CmpIPredicate::sle, row.resultExtent,
                         m.constant(kMaxResultVectors * lanes));
  Value isWhole =
      m.cmp(CmpIPredicate::eq, m.sub(outer.end, outer.begin), outer.dilated);
  isShort = m.apply<arith::AndIOp>(m.apply<arith::AndIOp>(isShort, isNarrow),
                                   isWhole);
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

void PlaneEmitter::copyRows(Value first, Value last, Moves moves) {
  mover.forLoop(first, last, 1, [&](Value i) {
    IndexMath m = mover.math();
    Value from = sourceAt(i, m.sub(row.begin, row.low));
    Value to = resultAt(i, row.begin);
    if (moves.width == 1)
      return mover.storeElement(mover.loadElement(source, from), result, to);
    SmallVector<Value> offsets;
    for (int64_t k = 0; k < moves.vectors; ++k)
      offsets.push_back(m.constant(k * moves.width));
    for (int64_t k = moves.vectors; k > 0; --k)
      offsets.push_back(m.sub(count, m.constant(k * moves.width)));
    SmallVector<Value> vectors;
    for (Value offset : offsets)
      vectors.push_back(mover.load(source, m.add(from, offset), moves.width));
    for (auto [vector, offset] : llvm::zip_equal(vectors, offsets))
      mover.store(vector, result, m.add(to, offset));
  });
}

void PlaneEmitter::copyRows(Value first, Value last) {
  // From long data to short: what fits neither is narrower.
  SmallVector<Moves> moves;
  for (int64_t vectors = kMaxDataVectors / 2; vectors > 0; vectors /= 2)
    moves.push_back({mover.getLanes(), vectors});
  for (int64_t width = mover.getLanes() / 2; width > 0; width /= 2)
    moves.push_back({width, 1});
  auto copyFrom = [&](auto &self, ArrayRef<Moves> left) -> void {
    if (left.size() == 1)
      return copyRows(first, last, left.front());
    IndexMath m = mover.math();
    auto [width, vectors] = left.front();
    Value fits = m.cmp(CmpIPredicate::sge, count, m.constant(width * vectors));
    mover.ifElse(
        fits, [&] { copyRows(first, last, left.front()); },
        [&] { self(self, left.drop_front()); });
  };
  copyFrom(copyFrom, moves);
}

void PlaneEmitter::extendRows(Value first, Value last, bool isLeft) {
  Value begin = isLeft ? mover.math().constant(0) : row.end;
  Value end = isLeft ? row.begin : row.resultExtent;
  mover.forLoop(begin, end, 1, [&](Value column) {
    Value from = row.emitBorderIndex(mover, column, isLeft);
    mover.forLoop(first, last, 1, [&](Value i) {
      Value element = mover.loadElement(source, sourceAt(i, from));
      mover.storeElement(element, result, resultAt(i, column));
    });
  });
}

void PlaneEmitter::repeatRows(bool isLeft) {
  Value begin = isLeft ? mover.math().constant(0) : outer.end;
  Value end = isLeft ? outer.begin : outer.resultExtent;
  mover.forLoop(begin, end, 1, [&](Value i) {
    IndexMath m = mover.math();
    Value from = m.add(outer.emitBorderIndex(mover, i, isLeft), outer.low);
    Value zero = m.constant(0);
    mover.copy(result, resultAt(from, zero), result, resultAt(i, zero),
               rowElements);
  });
}

void PlaneEmitter::emit(FlatBuffer source, Value sourceOffset,
                        FlatBuffer result, Value resultOffset) {
  this->source = source;
  this->sourceOffset = sourceOffset;
  this->result = result;
  this->resultOffset = resultOffset;
  IndexMath m = mover.math();
  Value block = m.constant(kBlockRows);
  if (mode == PadMode::Constant)
    return mover.forLoop(
        m.constant(0), outer.resultExtent, kBlockRows, [&](Value first) {
          IndexMath m = mover.math();
          Value last = m.min(m.add(first, block), outer.resultExtent);
          mover.fillPadding(result, resultAt(first, m.constant(0)),
                            m.mul(m.sub(last, first), outer.resultStride));
          copyRows(m.max(first, outer.begin), m.min(last, outer.end));
        });
  mover.forLoop(outer.begin, outer.end, kBlockRows, [&](Value first) {
    IndexMath m = mover.math();
    Value last = m.min(m.add(first, block), outer.end);
    copyRows(first, last);
    extendRows(first, last, /*isLeft=*/true);
    extendRows(first, last, /*isLeft=*/false);
  });
  repeatRows(/*isLeft=*/true);
  repeatRows(/*isLeft=*/false);
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
  repeatRows(/*isLeft=*/true);
  repeatRows(/*isLeft=*/false);
}
