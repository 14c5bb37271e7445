//===- AdjointRowVectors.cpp - Gradients by rows of whole vectors ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Rows of at least a vector. A row of the result is that of the gradient which
// the data are read by, and at its ends the terms of the borders are added to
// it: by masks, or by shuffles where the lanes are known.
//
//===----------------------------------------------------------------------===//

#include "AdjointRows.h"
#include "Pad/Rows/ComposedVector.h"
#include "Pad/Rows/CostModel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pad;

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
  dataTerm = terms.size();
  addForward(start);
  if (extension.kind == PadRunKind::Reverse)
    addReverse(start + extent * 2 - (1 + skipped), m.constant(0),
               extent - skipped);
  else if (extension.kind == PadRunKind::Forward)
    addForward(start + extent);
}

ElementRange<ArithValue> AdjointRows::getDataOnly() {
  return terms.size() > 1 ? middle
                          : ElementRange<ArithValue>{terms[dataTerm].begin,
                                                     terms[dataTerm].end};
}

bool AdjointRows::hasKnownEnds() {
  ElementRange<ArithValue> data = getDataOnly();
  std::optional<int64_t> extent = getConstantIntValue(extents[rowAxis]),
                         padded = getConstantIntValue(paddeds[rowAxis]),
                         start = getConstantIntValue(getStart()),
                         begin = getConstantIntValue(data.begin),
                         end = getConstantIntValue(data.end);
  int64_t lanes = mover.getLanes();
  if (!extent || !padded || !start || !begin || !end || *extent < lanes ||
      *padded < lanes)
    return false;
  // Sums of some of them do not overflow.
  auto isFar = [](int64_t number) {
    return number < INT64_MIN / 4 || number > INT64_MAX / 4;
  };
  if (llvm::any_of(ArrayRef{*extent, *padded, *start, *begin, *end}, isFar))
    return false;
  // Each border reads an element once at most.
  int64_t limit = *extent - extension.skipped;
  if (terms.size() > 1 &&
      (*start > limit || *padded - *start - *extent > limit))
    return false;
  int64_t bordered = *extent - std::max<int64_t>(*end - *begin, 0);
  return bordered <= cost::kMaxKnownEnds * lanes;
}

bool AdjointRows::foldsEnds() {
  return mover.hasMaskedLoads() && extension.kind != PadRunKind::Broadcast;
}

ElementRange<ArithValue> AdjointRows::getDataVectors(Ends ends) {
  int64_t lanes = mover.getLanes();
  ArithValue extent = extents[rowAxis];
  if (ends != Ends::Vectors)
    return {m.constant(lanes), extent - lanes};
  auto roundUp = [&](ArithValue count) {
    return max(ceilDiv(count, lanes) * lanes, lanes);
  };
  return {roundUp(middle.begin), extent - roundUp(extent - middle.end)};
}

ArithValue AdjointRows::emitFit(Ends ends) {
  // Where vectors overlap, what is in memory would be added to twice.
  if (isPlain(rowAxis) || op.getAccumulate() || getConstantIntValue(block) != 1)
    return m.condition(false);
  // One version has all rows of known ends, and one those of any readers.
  if (hasKnownEnds())
    return ends == Ends::OneVector ? isReadTwice
                                   : m.condition(ends == Ends::Anywhere);
  int64_t lanes = mover.getLanes();
  ArithValue extent = extents[rowAxis], border = paddeds[rowAxis] - extent;
  if (ends == Ends::Anywhere) {
    // Each border reads an element once at most.
    ArithValue start = getStart(), limit = extent - extension.skipped;
    ArithValue isOnce = (start <= limit) & (border - start <= limit);
    return m.condition(foldsEnds()) & (extent >= lanes) & isOnce;
  }
  ArithValue fits = isReadTwice & (extent >= lanes) & (lows[rowAxis] >= 0) &
                    (lows[rowAxis] <= border);
  if (ends == Ends::Elements)
    return foldsEnds() ? m.condition(false) : fits;
  if (!foldsEnds())
    return m.condition(false);
  if (!extension.isFilled())
    fits = fits & (border <= extent - 2 * extension.skipped);
  ElementRange<ArithValue> data = getDataVectors(ends);
  if (ends == Ends::OneVector)
    return fits & (middle.begin <= min(lanes, data.end)) &
           (middle.end >= data.end);
  return fits & (data.begin <= extent) & (middle.begin <= data.end) &
         (data.end >= 0);
}

void AdjointRows::setEnds(Ends chosen) {
  isOfVectors = true;
  ends = chosen;
  if (ends == Ends::Anywhere)
    return areReadTwice.assign(rowAxis, false);
  // A mirror image is read at the end next to it, and the data that follow at
  // the other one.
  if (foldsEnds() && !extension.isFilled()) {
    below = &terms.front();
    above = &terms.back();
    if (extension.kind == PadRunKind::Forward)
      std::swap(below, above);
  }
  if (hasKnownEnds())
    return;
  head = getFold(m.constant(0), below);
  tail = getFold(extents[rowAxis] - mover.getLanes(), above);
}

AdjointWay AdjointRows::getWay() {
  if (!isOfVectors)
    return AdjointWay::Elements;
  if (hasKnownEnds())
    return AdjointWay::KnownEnds;
  switch (ends) {
  case Ends::OneVector:
    return AdjointWay::OneVectorEnds;
  case Ends::Vectors:
    return AdjointWay::VectorEnds;
  case Ends::Elements:
    return AdjointWay::ElementEnds;
  case Ends::Anywhere:
    return AdjointWay::MaskedTerms;
  }
  llvm_unreachable("unknown ends");
}

AdjointRows::Fold AdjointRows::getFold(ArithValue column, const Term *border) {
  Fold fold{column, {Read{&terms[dataTerm]}}, {}};
  if (!border)
    return fold;
  // Terms are added in the order of what they read.
  fold.reads.insert(border < &terms[dataTerm] ? fold.reads.begin()
                                              : fold.reads.end(),
                    getMaskedRead(column, *border));
  return fold;
}

AdjointRows::Read AdjointRows::getMaskedRead(ArithValue column,
                                             const Term &term) {
  int64_t lanes = mover.getLanes();
  ArithValue first = term.begin - column, last = term.end - column;
  return {&term, term.direction < 0
                     ? mover.emitLanes(lanes - last, lanes - first)
                     : mover.emitLanes(first, last)};
}

AdjointRows::Fold AdjointRows::getMaskedFold(ArithValue column) {
  Fold fold{column, {}, {}};
  for (const Term &term : terms) {
    fold.reads.push_back(getMaskedRead(column, term));
    // A sum without terms is 0, which is neutral among integers.
    if (!isa<FloatType>(elementType))
      continue;
    ArithValue own = mover.emitLanes(term.begin - column, term.end - column);
    fold.any = fold.any ? fold.any | own : own;
  }
  return fold;
}

AdjointRows::Fold AdjointRows::getKnownFold(int64_t column) {
  int64_t lanes = mover.getLanes();
  SmallVector<bool> isRead(lanes, false);
  Fold fold{m.constant(column), {}, {}};
  for (const Term &term : terms) {
    int64_t begin = *getConstantIntValue(term.begin) - column,
            end = *getConstantIntValue(term.end) - column;
    begin = std::clamp<int64_t>(begin, 0, lanes);
    end = std::clamp<int64_t>(end, 0, lanes);
    if (begin >= end)
      continue;
    Read read{&term};
    read.elements.resize(lanes);
    for (int64_t lane = begin; lane < end; ++lane) {
      read.elements[lane] =
          *getConstantIntValue(term.origin) + term.direction * (column + lane);
      isRead[lane] = true;
    }
    fold.reads.push_back(read);
  }
  // A sum without terms is 0, which is neutral among integers.
  if (isa<FloatType>(elementType) && llvm::is_contained(isRead, false))
    fold.any =
        m(arith::ConstantOp::create(b, loc, b.getBoolVectorAttr(isRead)));
  return fold;
}

ArithValue AdjointRows::load(const Read &read, ArithValue offset,
                             ArithValue column) {
  int64_t lanes = mover.getLanes();
  if (!read.elements.empty())
    return m(emitComposedVector(
        b, loc, read.elements, *getConstantIntValue(paddeds[rowAxis]),
        [&](int64_t first) {
          return mover.load(gradient.buffer, offset + first, lanes);
        },
        [&] { return getNeutral(); }));
  int64_t direction = read.term->direction;
  offset = offset + (read.term->origin + column * direction);
  if (direction < 0)
    offset = offset - (lanes - 1);
  ArithValue vector = read.mask ? mover.loadMasked(gradient.buffer, offset,
                                                   read.mask, getNeutral())
                                : mover.load(gradient.buffer, offset, lanes);
  return direction < 0 ? mover.reverse(vector) : vector;
}

void AdjointRows::emitFold(const Row &row, const Fold &fold) {
  // What is read once is moved.
  if (fold.reads.size() == 1 && row.readers.empty() && !fold.any)
    return mover.store(load(fold.reads.front(), row.gradient, fold.column),
                       result.buffer, row.result + fold.column);
  ElementSums::Parts sum = vectorSums.getZero();
  if (!fold.reads.empty()) {
    // The sums of all terms in one walk over the rows.
    ElementSums::Parts parts = emitSum(
        vectorSums, row, /*inner=*/{},
        [&](ArithValue offset) {
          ElementSums::Parts loaded;
          for (const Read &read : fold.reads)
            llvm::append_range(loaded, open({vectorSums, /*isVector=*/true},
                                            load(read, offset, fold.column)));
          return loaded;
        },
        fold.reads.size());
    sum = {parts.front()};
    for (Value part : ArrayRef<Value>(parts).drop_front())
      sum = vectorSums.add(sum, {part});
    if (fold.any)
      sum = vectorSums.select(fold.any, sum, vectorSums.getZero());
  }
  store({vectorSums, /*isVector=*/true}, sum, row.result + fold.column);
}

void AdjointRows::emitVectorRow(const Row &row) {
  if (hasKnownEnds())
    emitKnownRow(row);
  else if (ends == Ends::Anywhere)
    emitMaskedRow(row);
  else
    emitNearRow(row);
  if (extension.kind == PadRunKind::Broadcast) {
    // All positions beyond either end read the element there.
    ArithValue border = paddeds[rowAxis] - extents[rowAxis];
    ArithValue isWhole = (lows[rowAxis] >= 0) & (lows[rowAxis] <= border);
    if (row.readers.empty() &&
        (!hasKnownEnds() || getConstantIntValue(isWhole) != 0))
      return emitBothEnds(row);
    emitElement(row, m.constant(0));
    emitElement(row, extents[rowAxis] - 1);
  } else if (!hasKnownEnds() && ends == Ends::Elements) {
    emitElements(row);
  }
}

void AdjointRows::emitNearRow(const Row &row) {
  int64_t lanes = mover.getLanes();
  ElementRange<ArithValue> data = getDataVectors(ends);
  auto emitAt = [&](const Term *border) {
    return [&row, border, this](ArithValue column) {
      emitFold(row, getFold(column, border));
    };
  };
  // What the first and the last vector need is known before the loops. The last
  // ones write over elements of those before them.
  emitFold(row, head);
  if (ends == Ends::Vectors)
    mover.forLoop(m.constant(lanes), data.begin, lanes, emitAt(below));
  mover.ifElse(
      data.begin < data.end,
      [&] { mover.forVectorPairs(data.begin, data.end, emitAt(nullptr)); },
      [] {});
  if (ends == Ends::Vectors)
    mover.forLoop(data.end, tail.column, lanes, emitAt(above));
  emitFold(row, tail);
}

void AdjointRows::emitMaskedRow(const Row &row) {
  ArithValue last = extents[rowAxis] - mover.getLanes();
  auto emitAt = [&](ArithValue column) {
    emitFold(row, getMaskedFold(column));
  };
  mover.forLoop(m.constant(0), last, mover.getLanes(), emitAt);
  emitAt(last);
}

void AdjointRows::emitKnownRow(const Row &row) {
  int64_t lanes = mover.getLanes();
  int64_t extent = *getConstantIntValue(extents[rowAxis]);
  ElementRange<ArithValue> data = getDataOnly();
  int64_t begin = *getConstantIntValue(data.begin),
          end = *getConstantIntValue(data.end);
  // Whole vectors that no border reads are between the others.
  int64_t firstData =
      std::min<int64_t>(llvm::alignTo(begin, lanes), extent / lanes * lanes);
  int64_t lastData = std::max(firstData, end / lanes * lanes);
  for (int64_t column = 0; column < firstData; column += lanes)
    emitFold(row, getKnownFold(column));
  if (lastData > firstData)
    mover.forVectorPairs(
        m.constant(firstData), m.constant(lastData),
        [&](ArithValue column) { emitFold(row, getFold(column)); });
  for (int64_t column = lastData; column < extent; column += lanes)
    emitFold(row, getKnownFold(std::min(column, extent - lanes)));
}
