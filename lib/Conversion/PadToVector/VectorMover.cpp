//===- VectorMover.cpp - Runs of elements as vectors ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMover.h"
#include "Pad/Analysis/CostModel.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::pad;

Value mlir::pad::emitStepVector(OpBuilder &b, Location loc, VectorType type) {
  SmallVector<APInt> lanes;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
    lanes.emplace_back(type.getElementTypeBitWidth(), lane);
  return arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(type, ArrayRef<APInt>(lanes)));
}

VectorMover::VectorMover(OpBuilder &builder, Location loc,
                         IntegerType elementType, VectorShape shape,
                         int64_t alignment, Value paddingValue, bool traces)
    : b(builder), loc(loc), elementType(elementType), shape(shape),
      lanes(std::max<int64_t>(2, shape.bits / elementType.getWidth())),
      alignment(alignment), paddingValue(paddingValue), traces(traces) {}

void VectorMover::trace(EmittedWay way) {
  if (traces)
    emitTrace(b, loc, way);
}

Value VectorMover::emitElement(int64_t value) {
  // The sign reaches the lanes of elements that are wider than 64 bits.
  APInt bits(elementType.getWidth(), value, /*isSigned=*/true);
  return arith::ConstantOp::create(b, loc, IntegerAttr::get(elementType, bits));
}

Value VectorMover::splat(Value element, int64_t width) {
  if (width == 1)
    return element;
  return vector::BroadcastOp::create(b, loc, getVectorType(width), element);
}

Value VectorMover::getPadding(int64_t width) {
  return splat(paddingValue, width);
}

Value VectorMover::load(FlatBuffer buffer, Value offset, int64_t width) {
  return vector::LoadOp::create(b, loc, getVectorType(width), buffer, offset,
                                /*nontemporal=*/false, alignment);
}

Value VectorMover::loadElement(FlatBuffer buffer, Value offset) {
  return memref::LoadOp::create(b, loc, buffer, offset, /*nontemporal=*/false,
                                alignment);
}

void VectorMover::store(Value vector, FlatBuffer buffer, Value offset) {
  vector::StoreOp::create(b, loc, vector, buffer, offset,
                          /*nontemporal=*/false, alignment);
}

void VectorMover::stream(Value vector, FlatBuffer buffer, Value offset) {
  int64_t bytes = cast<VectorType>(vector.getType()).getNumElements() *
                  elementType.getWidth() / 8;
  vector::StoreOp::create(b, loc, vector, buffer, offset, /*nontemporal=*/true,
                          llvm::MaybeAlign(bytes));
}

void VectorMover::prefetch(FlatBuffer buffer, Value offset) {
  memref::PrefetchOp::create(b, loc, buffer, offset, /*isWrite=*/false,
                             /*localityHint=*/3, /*isDataCache=*/true);
}

void VectorMover::storeElement(Value element, FlatBuffer buffer, Value offset) {
  memref::StoreOp::create(b, loc, element, buffer, offset,
                          /*nontemporal=*/false, alignment);
}

Value VectorMover::shuffle(Value lhs, Value rhs, ArrayRef<int64_t> mask) {
  int64_t width = cast<VectorType>(lhs.getType()).getNumElements();
  bool isLhs = static_cast<int64_t>(mask.size()) == width, isRhs = isLhs;
  for (auto [lane, from] : llvm::enumerate(mask)) {
    isLhs &= from == static_cast<int64_t>(lane);
    isRhs &= from == static_cast<int64_t>(lane) + width;
  }
  if (isLhs || isRhs)
    return isLhs ? lhs : rhs;
  return vector::ShuffleOp::create(b, loc, lhs, rhs, mask);
}

Value VectorMover::reverse(Value vector) {
  int64_t width = cast<VectorType>(vector.getType()).getNumElements();
  SmallVector<int64_t> order;
  for (int64_t lane = width; lane > 0; --lane)
    order.push_back(lane - 1);
  return shuffle(vector, vector, order);
}

int64_t VectorMover::getWidthFor(int64_t count) const {
  return std::min<int64_t>(lanes,
                           llvm::bit_floor(static_cast<uint64_t>(count)));
}

void VectorMover::fillStatic(FlatBuffer buffer, Value offset, int64_t count,
                             function_ref<Value()> element) {
  if (count == 0)
    return;
  int64_t width = getWidthFor(count);
  if (width == 1)
    return storeElement(element(), buffer, offset);
  Value vector = splat(element(), width);
  auto storeAt = [&](Value i) { store(vector, buffer, math().add(offset, i)); };
  forVectors(math().constant(count), width, storeAt, storeAt);
}

void VectorMover::fill(FlatBuffer buffer, Value offset, Value count,
                       function_ref<Value()> element) {
  if (std::optional<int64_t> known = getConstantIntValue(count);
      known && !isScalable())
    return fillStatic(buffer, offset, std::max<int64_t>(*known, 0), element);
  IndexMath m = math();
  // `element` may read memory that only a run which is not empty may read.
  ifElse(
      m.cmp(arith::CmpIPredicate::sgt, count, m.constant(0)),
      [&] {
        Value one = element();
        if (isScalable())
          return fillScalable(buffer, offset, count, one);
        Value vector = splat(one, lanes);
        auto storeAt = [&](Value i) {
          store(vector, buffer, math().add(offset, i));
        };
        auto storeElementAt = [&](Value i) {
          storeElement(one, buffer, math().add(offset, i));
        };
        forElements(count, storeAt, storeElementAt, [&] {
          storeMasked(vector, buffer, offset, emitLanesBelow(count));
        });
      },
      [] {});
}

void VectorMover::fillPadding(FlatBuffer buffer, Value offset, Value count) {
  fill(buffer, offset, count, [&] { return paddingValue; });
}

void VectorMover::copyVectors(FlatBuffer source, Value sourceOffset,
                              FlatBuffer result, Value resultOffset,
                              Value count, int64_t width, bool isReverse,
                              int64_t interior) {
  int64_t step = interior + 1;
  Value padding = interior == 0 ? Value() : getPadding(width);
  // Elements `[i, i + width)` of the run, in the order of the result.
  auto loadAt = [&](Value i) {
    IndexMath m = math();
    if (!isReverse)
      return load(source, m.add(sourceOffset, i), width);
    Value lowest = m.sub(m.sub(sourceOffset, i), m.constant(width - 1));
    return load(source, lowest, width);
  };
  // Lanes of the result vector whose first is `first` after element i.
  auto spread = [&](Value loaded, int64_t first) {
    SmallVector<int64_t> mask;
    for (int64_t lane = 0; lane < width; ++lane) {
      int64_t position = first + lane;
      if (position % step != 0)
        mask.push_back(width + lane);
      else
        mask.push_back(isReverse ? width - 1 - position / step
                                 : position / step);
    }
    return shuffle(loaded, padding ? padding : loaded, mask);
  };
  if (step == 1) {
    auto moveAt = [&](Value i) {
      store(spread(loadAt(i), 0), result, math().add(resultOffset, i));
    };
    bool isLong = getConstantIntValue(count).value_or(0) >=
                  cost::kMinAlignedVectors * lanes;
    return width == lanes && isLong
               ? forAlignedVectors(result, resultOffset, count, moveAt)
               : forVectors(count, width, moveAt, moveAt, /*inPairs=*/true);
  }
  // The `stores` vectors of the result that begin with element i, and one that
  // ends `flush` elements behind it, if that is not 0.
  auto spreadAt = [&](Value i, int64_t stores, int64_t flush) {
    IndexMath m = math();
    Value loaded = loadAt(i);
    Value at = m.add(resultOffset, m.mul(i, m.constant(step)));
    auto storeAt = [&](int64_t first) {
      store(spread(loaded, first), result, m.add(at, m.constant(first)));
    };
    for (int64_t k = 0; k < stores; ++k)
      storeAt(k * width);
    if (flush != 0)
      storeAt(flush - width);
  };
  // The gap behind the last element is not part of the run.
  int64_t end = width * step - interior;
  forVectors(
      count, width, [&](Value i) { spreadAt(i, step, 0); },
      [&](Value i) { spreadAt(i, std::min(interior, end / width), end); });
}

void VectorMover::copyStatic(FlatBuffer source, Value sourceOffset,
                             FlatBuffer result, Value resultOffset,
                             int64_t count, bool isReverse, int64_t interior) {
  if (count == 0)
    return;
  int64_t width = getWidthFor(count);
  if (width == 1)
    return storeElement(loadElement(source, sourceOffset), result,
                        resultOffset);
  copyVectors(source, sourceOffset, result, resultOffset,
              math().constant(count), width, isReverse, interior);
}

void VectorMover::copyInGroups(FlatBuffer source, Value sourceOffset,
                               FlatBuffer result, Value resultOffset,
                               int64_t count) {
  if (count < cost::kMinGroupedCopyVectors * lanes)
    return copyStatic(source, sourceOffset, result, resultOffset, count,
                      /*isReverse=*/false, /*interior=*/0);
  // Every other vector, and then those between: of stores to neighbours one
  // after the other LLVM makes wider ones, which cross more cache lines.
  auto moveGroup = [&](Value first) {
    for (int64_t begin : {0, 1}) {
      SmallVector<std::pair<Value, Value>> loaded;
      for (int64_t k = begin; k < cost::kCopyGroupVectors; k += 2) {
        IndexMath m = math();
        Value i = m.add(first, m.constant(k * lanes));
        loaded.emplace_back(i, load(source, m.add(sourceOffset, i), lanes));
      }
      for (auto [i, vector] : loaded)
        store(vector, result, math().add(resultOffset, i));
    }
  };
  constexpr int64_t kGroup = cost::kCopyGroupVectors;
  IndexMath m = math();
  Value first = emitFirstAligned(result, resultOffset);
  Value last = m.constant(count - kGroup * lanes);
  store(load(source, sourceOffset, lanes), result, resultOffset);
  forLoop(first, last, kGroup * lanes, moveGroup);
  moveGroup(last);
}

void VectorMover::spread(FlatBuffer source, Value sourceOffset,
                         FlatBuffer result, Value resultOffset, Value count,
                         int64_t interior) {
  copyVectors(source, sourceOffset, result, resultOffset, count, lanes,
              /*isReverse=*/false, interior);
}

void VectorMover::copy(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                       Value resultOffset, Value count, bool isReverse) {
  if (isScalable())
    return isReverse ? reverseScalable(source, sourceOffset, result,
                                       resultOffset, count)
                     : copyScalable(source, sourceOffset, result, resultOffset,
                                    count);
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return copyStatic(source, sourceOffset, result, resultOffset,
                      std::max<int64_t>(*known, 0), isReverse, /*interior=*/0);
  auto moveAt = [&](Value i) {
    IndexMath m = math();
    Value from = isReverse
                     ? m.sub(m.sub(sourceOffset, i), m.constant(lanes - 1))
                     : m.add(sourceOffset, i);
    Value loaded = load(source, from, lanes);
    store(isReverse ? reverse(loaded) : loaded, result, m.add(resultOffset, i));
  };
  auto moveElementAt = [&](Value i) {
    IndexMath m = math();
    Value from = isReverse ? m.sub(sourceOffset, i) : m.add(sourceOffset, i);
    storeElement(loadElement(source, from), result, m.add(resultOffset, i));
  };
  forElements(
      count, moveAt, moveElementAt,
      [&] {
        copyMasked(source, sourceOffset, result, resultOffset, count,
                   isReverse);
      },
      /*inPairs=*/true);
}
