//===- AdjointRowParts.cpp - Parts of a row of a gradient -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the elements of a row are sums of, in its middle and at its ends.
//
//===----------------------------------------------------------------------===//

#include "AdjointRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pad;

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
