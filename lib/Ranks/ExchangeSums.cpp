//===- ExchangeSums.cpp - Gradients of what a rank has read ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExchangeEmitter.h"
#include "Pad/Conversion/AdjointSums.h"

using namespace mlir;
using namespace mlir::pad;

void ExchangeEmitter::emitSum() {
  SmallVector<Value> arguments =
      beginFunction(getName("sum"), {pointer, pointer}, {}, /*isPublic=*/false);
  Value plan = arguments[0], result = arguments[1];
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  Value window = loadPointer(plan, plan::Window);

  // Complex numbers add by parts (A3): neighbours in memory.
  Type number = spec.summedType;
  int64_t numParts = 1;
  if (auto complex = dyn_cast<ComplexType>(number)) {
    number = complex.getElementType();
    numParts = 2;
  }
  if (isa<IndexType>(number))
    number = i64;
  if (auto integer = dyn_cast<IntegerType>(number))
    number = b.getIntegerType(integer.getWidth());
  ElementSums sums(b, loc, number);
  int64_t bytes = spec.elementBytes / numParts;

  SmallVector<ReaderMap<ArithValue>, 0> maps;
  SmallVector<Piece<ArithValue>> pieces;
  SmallVector<ArithValue> sizes;
  for (const ExchangeAxis &axis : axes) {
    const SourceIndexMap<ArithValue> &pad = axis.padPositions;
    maps.emplace_back(pad.extension, pad.low, pad.dilated, pad.step,
                      axis.padded);
    pieces.push_back(getMadePiece(axis, axis.coordinate));
    sizes.push_back(pieces.back().size);
  }
  SmallVector<ArithValue> resultStrides = getDenseStrides(m, sizes),
                          windowStrides = getResultStrides(axes);

  // The place in the window of a result index along axis `k`.
  auto getPlace = [&](size_t k, ArithValue index) {
    ArithValue inside = index - axes[k].result.begin;
    inside = select(inside < 0, inside + axes[k].padded, inside);
    return inside * windowStrides[k];
  };
  SmallVector<Readers<ArithValue>> readers;
  auto sumElement = [&](ArithValue place) {
    for (int64_t part = 0; part < numParts; ++part) {
      auto getNumber = [&](Value base, ArithValue element) {
        return getAddress(base, (element * numParts + part) * bytes);
      };
      ElementSums::Parts sum =
          emitReaderSum(b, loc, sums, readers, [&](ValueRange indices) {
            ArithValue from = m.constant(0);
            for (size_t k = 0; k < axes.size(); ++k)
              from = from + getPlace(k, m(indices[k]));
            return sums.open(LLVM::LoadOp::create(
                b, loc, number, getNumber(window, from), /*alignment=*/1));
          });
      LLVM::StoreOp::create(b, loc, sums.close(sum), getNumber(result, place),
                            /*alignment=*/1);
    }
  };
  auto nest = [&](auto nest, ArithValue place, ArithValue from,
                  ArithValue isSingle) -> void {
    size_t k = readers.size();
    if (k == axes.size())
      return sumElement(place);
    auto sumAll = [&](ArithValue begin, ArithValue end) {
      forLoop(begin, end, [&](ArithValue i) {
        Readers<ArithValue> own = maps[k].get(pieces[k].begin + i);
        readers.push_back(own);
        nest(nest, place + i * resultStrides[k], from + getPlace(k, own.first),
             isSingle & ult(own.first, own.end) &
                 invert(ult(own.first + own.step, own.end)));
        readers.pop_back();
      });
    };
    const SourceIndexMap<ArithValue> &pad = axes[k].padPositions;
    if (k + 1 < axes.size() || pad.step)
      return sumAll(m.constant(0), sizes[k]);
    // What is read once, in a row that is read once, is moved.
    ElementRange<ArithValue> once =
        getReadOnce(pad.extension, axes[k].unpadded, pad.low, axes[k].padded);
    ArithValue begin = clamp(once.begin - pieces[k].begin, 0, sizes[k]);
    begin = select(isSingle, begin, sizes[k]);
    ArithValue end = clamp(once.end - pieces[k].begin, begin, sizes[k]);
    sumAll(m.constant(0), begin);
    ifThen(begin < end, [&] {
      from = from + getPlace(k, pad.low + pieces[k].begin + begin);
      LLVM::MemcpyOp::create(
          b, loc, getAddress(result, getBytes(place + begin)),
          getAddress(window, getBytes(from)), getBytes(end - begin).castTo(i64),
          /*isVolatile=*/false);
    });
    sumAll(end, sizes[k]);
  };
  nest(nest, m.constant(0), m.constant(0), m.condition(true));
  endFunction({});
}
