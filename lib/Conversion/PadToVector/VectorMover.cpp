//===- VectorMover.cpp - Runs of elements as vectors ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMover.h"
#include "Pad/Rows/CostModel.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::pad;

ArithValue VectorMover::emitLaneIndices(VectorType type) {
  SmallVector<APInt> lanes;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
    lanes.emplace_back(type.getElementTypeBitWidth(), lane);
  return math()(arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(type, ArrayRef<APInt>(lanes))));
}

VectorMover::VectorMover(OpBuilder &builder, Location loc,
                         IntegerType elementType, VectorShape shape,
                         int64_t alignment, Value paddingValue, bool traces)
    : b(builder), loc(loc), elementType(elementType), shape(shape),
      lanes(std::max<int64_t>(2, shape.bits / elementType.getWidth())),
      alignment(alignment), paddingValue(builder, loc, paddingValue),
      traces(traces) {}

VectorMover VectorMover::withPermutedVectors() const {
  VectorMover mover = *this;
  int64_t bits = elementType.getWidth();
  mover.shape.bits = shape.getPermutedBits(bits);
  mover.lanes = mover.shape.bits / bits;
  return mover;
}

Value VectorMover::allocate(int64_t size, Type type, int64_t alignment) {
  OpBuilder::InsertionGuard guard(b);
  Operation *scope = getAllocationScope(b.getInsertionBlock());
  b.setInsertionPointToStart(&scope->getRegion(0).front());
  IntegerAttr aligned =
      alignment == 0 ? IntegerAttr() : b.getI64IntegerAttr(alignment);
  return memref::AllocaOp::create(b, loc, MemRefType::get({size}, type),
                                  aligned);
}

void VectorMover::traceNumber(int64_t way) {
  if (traces)
    emitTrace(b, loc, way);
}

ArithValue VectorMover::emitElement(int64_t value) {
  // The sign reaches the lanes of elements that are wider than 64 bits.
  APInt bits(elementType.getWidth(), value, /*isSigned=*/true);
  return math()(
      arith::ConstantOp::create(b, loc, IntegerAttr::get(elementType, bits)));
}

ArithValue VectorMover::splat(ArithValue element, int64_t width) {
  if (width == 1)
    return element;
  return math()(
      vector::BroadcastOp::create(b, loc, getVectorType(width), element));
}

ArithValue VectorMover::getPadding(int64_t width) {
  return splat(paddingValue, width);
}

ArithValue VectorMover::load(FlatBuffer buffer, ArithValue offset,
                             int64_t width) {
  return math()(vector::LoadOp::create(b, loc, getVectorType(width), buffer,
                                       offset,
                                       /*nontemporal=*/false, alignment));
}

ArithValue VectorMover::loadElement(FlatBuffer buffer, ArithValue offset) {
  return math()(memref::LoadOp::create(b, loc, buffer, offset,
                                       /*nontemporal=*/false, alignment));
}

ArithValue VectorMover::loadRun(FlatBuffer buffer, ArithValue offset,
                                int64_t width, int64_t direction,
                                ArithValue mask) {
  if (direction == 0)
    return splat(loadElement(buffer, offset), width);
  if (direction < 0)
    offset = offset - (width - 1);
  ArithValue loaded =
      mask ? loadMasked(buffer, offset, mask) : load(buffer, offset, width);
  return direction < 0 ? reverse(loaded) : loaded;
}

void VectorMover::store(ArithValue vector, FlatBuffer buffer,
                        ArithValue offset) {
  vector::StoreOp::create(b, loc, vector, buffer, offset,
                          /*nontemporal=*/false, alignment);
}

void VectorMover::stream(ArithValue vector, FlatBuffer buffer,
                         ArithValue offset) {
  int64_t bytes = cast<VectorType>(vector.getType()).getNumElements() *
                  elementType.getWidth() / 8;
  vector::StoreOp::create(b, loc, vector, buffer, offset, /*nontemporal=*/true,
                          llvm::MaybeAlign(bytes));
}

void VectorMover::prefetch(FlatBuffer buffer, ArithValue offset) {
  memref::PrefetchOp::create(b, loc, buffer, offset, /*isWrite=*/false,
                             /*localityHint=*/3, /*isDataCache=*/true);
}

void VectorMover::storeElement(ArithValue element, FlatBuffer buffer,
                               ArithValue offset) {
  memref::StoreOp::create(b, loc, element, buffer, offset,
                          /*nontemporal=*/false, alignment);
}

ArithValue VectorMover::shuffle(ArithValue lhs, ArithValue rhs,
                                ArrayRef<int64_t> mask) {
  int64_t width = cast<VectorType>(lhs.getType()).getNumElements();
  bool isLhs = static_cast<int64_t>(mask.size()) == width, isRhs = isLhs;
  for (auto [lane, from] : llvm::enumerate(mask)) {
    isLhs &= from == static_cast<int64_t>(lane);
    isRhs &= from == static_cast<int64_t>(lane) + width;
  }
  if (isLhs || isRhs)
    return isLhs ? lhs : rhs;
  return math()(vector::ShuffleOp::create(b, loc, lhs, rhs, mask));
}

ArithValue VectorMover::reverse(ArithValue vector) {
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

void VectorMover::fillStatic(FlatBuffer buffer, ArithValue offset,
                             int64_t count,
                             function_ref<ArithValue()> element) {
  if (count == 0)
    return;
  int64_t width = getWidthFor(count);
  if (width == 1)
    return storeElement(element(), buffer, offset);
  ArithValue vector = splat(element(), width);
  auto storeAt = [&](ArithValue i) { store(vector, buffer, offset + i); };
  forVectors(math().constant(count), width, storeAt, storeAt);
}

void VectorMover::fill(FlatBuffer buffer, ArithValue offset, ArithValue count,
                       function_ref<ArithValue()> element) {
  if (std::optional<int64_t> known = getConstantIntValue(count);
      known && !isScalable())
    return fillStatic(buffer, offset, std::max<int64_t>(*known, 0), element);
  // `element` may read memory that only a run which is not empty may read.
  ifElse(
      count > 0,
      [&] {
        ArithValue one = element();
        if (isScalable())
          return fillScalable(buffer, offset, count, one);
        ArithValue vector = splat(one, lanes);
        auto storeAt = [&](ArithValue i) { store(vector, buffer, offset + i); };
        auto storeElementAt = [&](ArithValue i) {
          storeElement(one, buffer, offset + i);
        };
        forElements(count, storeAt, storeElementAt, [&] {
          storeMasked(vector, buffer, offset, emitLanesBelow(count));
        });
      },
      [] {});
}

void VectorMover::fillPadding(FlatBuffer buffer, ArithValue offset,
                              ArithValue count) {
  fill(buffer, offset, count, [&] { return paddingValue; });
}

void VectorMover::copyVectors(FlatBuffer source, ArithValue sourceOffset,
                              FlatBuffer result, ArithValue resultOffset,
                              ArithValue count, int64_t width, bool isReverse,
                              int64_t interior) {
  int64_t step = interior + 1;
  ArithValue padding = interior == 0 ? ArithValue() : getPadding(width);
  // Elements `[i, i + width)` of the run, in the order of the result.
  auto loadAt = [&](ArithValue i) {
    if (!isReverse)
      return load(source, sourceOffset + i, width);
    ArithValue lowest = sourceOffset - i - (width - 1);
    return load(source, lowest, width);
  };
  // Lanes of the result vector whose first is `first` after element i.
  auto spread = [&](ArithValue loaded, int64_t first) {
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
    auto moveAt = [&](ArithValue i) {
      store(spread(loadAt(i), 0), result, resultOffset + i);
    };
    bool isLong = getConstantIntValue(count).value_or(0) >=
                  cost::kMinAlignedVectors * lanes;
    return width == lanes && isLong
               ? forAlignedVectors(result, resultOffset, count, moveAt)
               : forVectors(count, width, moveAt, moveAt, /*inPairs=*/true);
  }
  // The `stores` vectors of the result that begin with element i, and one that
  // ends `flush` elements behind it, if that is not 0.
  auto spreadAt = [&](ArithValue i, int64_t stores, int64_t flush) {
    ArithValue loaded = loadAt(i);
    ArithValue at = resultOffset + i * step;
    auto storeAt = [&](int64_t first) {
      store(spread(loaded, first), result, at + first);
    };
    for (int64_t k = 0; k < stores; ++k)
      storeAt(k * width);
    if (flush != 0)
      storeAt(flush - width);
  };
  // The gap behind the last element is not part of the run.
  int64_t end = width * step - interior;
  forVectors(
      count, width, [&](ArithValue i) { spreadAt(i, step, 0); },
      [&](ArithValue i) { spreadAt(i, std::min(interior, end / width), end); });
}

void VectorMover::copyStatic(FlatBuffer source, ArithValue sourceOffset,
                             FlatBuffer result, ArithValue resultOffset,
                             int64_t count, int64_t direction,
                             int64_t interior) {
  auto element = [&] { return loadElement(source, sourceOffset); };
  if (direction == 0)
    return fillStatic(result, resultOffset, count, element);
  if (count == 0)
    return;
  int64_t width = getWidthFor(count);
  if (width == 1)
    return storeElement(element(), result, resultOffset);
  copyVectors(source, sourceOffset, result, resultOffset,
              math().constant(count), width, /*isReverse=*/direction < 0,
              interior);
}

void VectorMover::copyInGroups(FlatBuffer source, ArithValue sourceOffset,
                               FlatBuffer result, ArithValue resultOffset,
                               int64_t count) {
  if (count < cost::kMinGroupedCopyVectors * lanes)
    return copyStatic(source, sourceOffset, result, resultOffset, count);
  // Every other vector, and then those between: of stores to neighbours one
  // after the other LLVM makes wider ones, which cross more cache lines.
  auto moveGroup = [&](ArithValue first) {
    for (int64_t begin : {0, 1}) {
      SmallVector<std::pair<ArithValue, ArithValue>> loaded;
      for (int64_t k = begin; k < cost::kCopyGroupVectors; k += 2) {
        ArithValue i = first + (k * lanes);
        loaded.emplace_back(i, load(source, sourceOffset + i, lanes));
      }
      for (auto [i, vector] : loaded)
        store(vector, result, resultOffset + i);
    }
  };
  constexpr int64_t kGroup = cost::kCopyGroupVectors;
  ArithContext m = math();
  ArithValue first = emitFirstAligned(result, resultOffset);
  ArithValue last = m.constant(count - kGroup * lanes);
  store(load(source, sourceOffset, lanes), result, resultOffset);
  forLoop(first, last, kGroup * lanes, moveGroup);
  moveGroup(last);
}

void VectorMover::spread(FlatBuffer source, ArithValue sourceOffset,
                         FlatBuffer result, ArithValue resultOffset,
                         ArithValue count, int64_t interior) {
  copyVectors(source, sourceOffset, result, resultOffset, count, lanes,
              /*isReverse=*/false, interior);
}

void VectorMover::copy(FlatBuffer source, ArithValue sourceOffset,
                       FlatBuffer result, ArithValue resultOffset,
                       ArithValue count, int64_t direction) {
  if (direction == 0)
    return fill(result, resultOffset, count,
                [&] { return loadElement(source, sourceOffset); });
  bool isReverse = direction < 0;
  if (isScalable())
    return isReverse ? reverseScalable(source, sourceOffset, result,
                                       resultOffset, count)
                     : copyScalable(source, sourceOffset, result, resultOffset,
                                    count);
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return copyStatic(source, sourceOffset, result, resultOffset,
                      std::max<int64_t>(*known, 0), direction);
  auto at = [&](ArithValue i) {
    return isReverse ? sourceOffset - i : sourceOffset + i;
  };
  auto moveAt = [&](ArithValue i) {
    store(loadRun(source, at(i), lanes, direction), result, resultOffset + i);
  };
  auto moveElementAt = [&](ArithValue i) {
    storeElement(loadElement(source, at(i)), result, resultOffset + i);
  };
  forElements(
      count, moveAt, moveElementAt,
      [&] {
        copyMasked(source, sourceOffset, result, resultOffset, count,
                   isReverse);
      },
      /*inPairs=*/true);
}
