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
#include "mlir/Dialect/SCF/IR/SCF.h"

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
  if (isOfVectors)
    return emitPairSum(sums, axes, readers, row.gradient, load, count);
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

ElementSums::Parts AdjointRows::emitPairSum(
    ElementSums &sums, ArrayRef<int64_t> axes,
    ArrayRef<Readers<ArithValue>> readers, ArithValue offset,
    function_ref<ElementSums::Parts(ArithValue)> load, int64_t count) {
  if (axes.empty())
    return load(offset);
  // The first axis is the innermost sum.
  int64_t axis = axes.back();
  const Readers<ArithValue> &own = readers.back();
  auto sumAt = [&](ArithValue index) {
    return emitPairSum(sums, axes.drop_back(), readers.drop_back(),
                       offset + index * m.value(gradient.strides[axis]), load,
                       count);
  };
  if (axis == rowAxis || !areReadTwice[axis])
    return emitReaderSum(
        b, loc, sums, own,
        [&](ValueRange indices) { return sumAt(m(indices.front())); }, count);
  ElementSums::Parts first = sumAt(own.first);
  if (getAxisExtension(axis).isFilled())
    return first;
  // Without a second reader, the first one is read once more and left out. No
  // branch: rows of both kinds come by turns.
  ArithValue second = own.first + own.step;
  ArithValue isPair = ult(second, own.end);
  ElementSums::Parts sum =
      sums.add(first, sumAt(select(isPair, second, own.first)));
  return sums.select(sums.withLanes(isPair), sum, first);
}

ArithValue AdjointRows::getNeutral() {
  // -0.0, of which only the sign is set.
  int64_t neutral = isa<FloatType>(elementType)
                        ? int64_t(1) << (mover.getElementBytes() * 8 - 1)
                        : 0;
  return mover.splat(mover.emitElement(neutral), mover.getLanes());
}

ElementSums::Parts AdjointRows::open(const Access &access, ArithValue bits) {
  if (!isa<FloatType>(elementType))
    return access.sums.open(bits);
  Type type = access.isVector
                  ? Type(VectorType::get(mover.getLanes(), elementType))
                  : elementType;
  return access.sums.open(arith::BitcastOp::create(b, loc, type, bits));
}

ElementSums::Parts AdjointRows::load(const Access &access, FlatBuffer buffer,
                                     ArithValue offset) {
  ArithValue bits;
  if (!access.isVector)
    bits = mover.loadElement(buffer, offset);
  else if (!access.mask)
    bits = mover.load(buffer, offset, mover.getLanes());
  else
    bits = mover.loadMasked(buffer, offset, access.mask);
  return open(access, bits);
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
  forColumns(count, [&](const Access &access, ArithValue column) {
    store(access,
          emitSum(access.sums, row, /*inner=*/{},
                  [&](ArithValue offset) {
                    return load(access, gradient.buffer,
                                offset + shift + column);
                  }),
          row.result + begin + column);
  });
}

void AdjointRows::forColumns(
    ArithValue count, function_ref<void(const Access &, ArithValue)> body) {
  int64_t lanes = mover.getLanes();
  ArithValue whole = udiv(count, lanes) * lanes;
  mover.forLoop(m.constant(0), whole, lanes, [&](ArithValue column) {
    body({vectorSums, /*isVector=*/true}, column);
  });
  if (!mover.hasMasks() || getConstantIntValue(count) == 1)
    return mover.forLoop(whole, count, 1, [&](ArithValue column) {
      body({elementSums, /*isVector=*/false}, column);
    });
  mover.ifElse(
      count > whole,
      [&] {
        body({vectorSums, /*isVector=*/true,
              mover.emitLanesBelow(count - whole)},
             whole);
      },
      [] {});
}

void AdjointRows::emitElements(const Row &row) {
  forOutside(m.constant(0), extents[rowAxis], 1, middle,
             [&](ArithValue index) { emitElement(row, index); });
}

void AdjointRows::emitElement(const Row &row, ArithValue index) {
  Readers<ArithValue> readers = maps[rowAxis].get(index);
  forColumns(block, [&](const Access &access, ArithValue column) {
    store(access,
          emitSum(access.sums, row, readers,
                  [&](ArithValue offset) {
                    return load(access, gradient.buffer, offset + column);
                  }),
          row.result + index * block + column);
  });
}

void AdjointRows::emitBothEnds(const Row &row) {
  ArithValue low = lows[rowAxis],
             high = paddeds[rowAxis] - extents[rowAxis] - low;
  ArithValue starts[] = {row.gradient,
                         row.gradient + (paddeds[rowAxis] - high - 1)};
  Access access{elementSums, /*isVector=*/false};
  auto loadAt = [&](int64_t end, ArithValue k) {
    return load(access, gradient.buffer, starts[end] + k);
  };
  // The next `count` terms of some of the ends.
  SmallVector<ElementSums::Parts> sums = {loadAt(0, m.constant(0)),
                                          loadAt(1, m.constant(0))};
  auto addTerms = [&](ArrayRef<int64_t> which, ArithValue first,
                      ArithValue last) {
    SmallVector<Value> inits;
    for (int64_t end : which)
      inits.push_back(sums[end].front());
    auto loop = scf::ForOp::create(b, loc, first, last, m.constant(1), inits);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> next;
    for (auto [end, sum] : llvm::zip_equal(which, loop.getRegionIterArgs()))
      next.push_back(
          elementSums.add({sum}, loadAt(end, m(loop.getInductionVar())))
              .front());
    scf::YieldOp::create(b, loc, next);
    for (auto [end, result] : llvm::zip_equal(which, loop.getResults()))
      sums[end] = {result};
  };
  // One sum waits for its last addition while the other one adds.
  ArithValue one = m.constant(1), both = min(low, high) + 1;
  addTerms({0, 1}, one, both);
  addTerms(0, both, low + 1);
  addTerms(1, both, high + 1);
  store(access, sums[0], row.result);
  store(access, sums[1], row.result + (extents[rowAxis] - 1));
}
