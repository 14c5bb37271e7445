//===- MaskedRows.cpp - Rows by masked loads and stores -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskedRows.h"
#include "PlaneStrategy.h"

using namespace mlir;
using namespace mlir::pad;

ArithValue MaskedRows::emitFits(VectorMover &mover, const AxisValues &axis) {
  ArithContext m = mover.math();
  ArithValue fits = axis.hasRuns();
  auto require = [&](ArithValue condition) { fits = fits & condition; };
  ArithValue vector = m.constant(mover.getLanes());
  ArithValue rest = axis.resultExtent - vector;
  ArithValue isOne = rest <= 0;
  // Of one vector both borders are a part. What a permutation mirrors is in one
  // vector with the element that it is mirrored at.
  bool isMirrored = !axis.isFilled() && arePermuted(mover, axis);
  ArithValue widest = m.constant(mover.getLanes() - isMirrored);
  ArithValue limit = select(isOne, vector, min(widest, rest));
  for (ArithValue border : {axis.begin, axis.resultExtent - axis.end})
    require(border <= limit);
  ArithValue areTwo = rest <= vector;
  if (mover.canPermute()) {
    require(areTwo);
    return fits;
  }
  // Vectors between the first and the last are of data.
  ArithValue isWide = axis.end - axis.begin >= vector;
  require(areTwo | isWide);
  return fits;
}

ArithValue MaskedRows::emitIsOneVector(VectorMover &mover,
                                       const AxisValues &axis) {
  return axis.resultExtent <= mover.getLanes();
}

ArithValue MaskedRows::emitLanes(ArithValue first, ArithValue last) {
  return isOneVector ? mover.emitLanesInside(first, last)
                     : mover.emitLanes(first, last);
}

MaskedRows::MaskedRows(VectorMover &mover, const AxisValues &axis,
                       bool isOneVector)
    : mover(mover), axis(axis), isOneVector(isOneVector) {
  ArithContext m = mover.math();
  ArithValue zero = m.constant(0), all = m.constant(mover.getLanes());
  firstData = emitLanes(axis.begin, axis.end);
  if (isOneVector) {
    stored = emitLanes(zero, axis.resultExtent);
  } else {
    lastColumn = axis.resultExtent - all;
    lastDataColumn = axis.end - all;
    lastData = emitLanes(axis.begin - lastColumn, axis.end - lastColumn);
  }
  if (arePermuted(mover, axis)) {
    ArithValue begin = axis.begin - axis.low, end = axis.end - axis.low;
    // Behind a crop, the right border of a short row mirrors what is cropped.
    if (!axis.isFilled())
      begin = min(begin, axis.getRunPosition(axis.resultExtent - 1,
                                             /*isLeft=*/false));
    first = emitPermutation(zero, max(begin, 0));
    if (!isOneVector)
      last = emitPermutation(lastColumn, max(end - all, 0));
    return;
  }
  if (axis.isFilled())
    return;
  left.lanes = emitLanes(zero, axis.begin);
  left.index = axis.getRunPosition(zero, /*isLeft=*/true);
  left.loaded = left.lanes;
  if (axis.extension.kind == PadExtension::Kind::Mirror) {
    left.index = left.index - (mover.getLanes() - 1);
    left.loaded = emitLanes(all - axis.begin, all);
  }
  right = emitRightBorder(isOneVector ? zero : lastColumn);
}

bool MaskedRows::arePermuted(VectorMover &mover, const AxisValues &axis) {
  switch (axis.extension.kind) {
  case PadExtension::Kind::Repeat:
    return false;
  case PadExtension::Kind::Fill:
  case PadExtension::Kind::Broadcast:
  case PadExtension::Kind::Mirror:
    return mover.canPermute();
  }
  llvm_unreachable("unknown extension");
}

MaskedRows::Permutation MaskedRows::emitPermutation(ArithValue column,
                                                    ArithValue index) {
  ArithContext m = mover.math();
  int64_t width = mover.getLanes();
  ArithValue zero = m.constant(0), all = m.constant(width);
  VectorType type = mover.getVectorType(width);
  ArithValue lane = mover.emitLaneIndices(type);
  auto splat = [&](ArithValue position) {
    return mover.splat((position - index).castTo(mover.getElementType()),
                       width);
  };
  auto border = [&](bool isLeft) -> ArithValue {
    ArithValue first = splat(axis.getRunPosition(column, isLeft));
    bool isMirror = axis.extension.kind == PadExtension::Kind::Mirror;
    return isMirror ? first - lane : first;
  };
  auto merge = [&](ArithValue first, ArithValue last, ArithValue then,
                   ArithValue otherwise) {
    return select(emitLanes(first - column, last - column), then, otherwise);
  };
  ArithValue data = m(splat(column - axis.low)) + lane;
  ArithValue numbers = data;
  if (!axis.isFilled()) {
    numbers = merge(axis.end, axis.resultExtent, border(false), numbers);
    numbers = merge(zero, axis.begin, border(true), numbers);
  }
  ArithValue there = min(axis.dilated - index, all);
  return {index, emitLanes(zero, there), mover.emitLaneNumbers(numbers)};
}

ArithValue MaskedRows::loadPermuted(const Permutation &permutation,
                                    FlatBuffer source,
                                    ArithValue sourceOffset) {
  ArithValue from = sourceOffset + permutation.index;
  return mover.emitPermuted(mover.loadMasked(source, from, permutation.loaded),
                            permutation.numbers);
}

MaskedRows::Border MaskedRows::emitRightBorder(ArithValue column) {
  ArithContext m = mover.math();
  ArithValue all = m.constant(mover.getLanes());
  ArithValue first = axis.end - column, last = axis.resultExtent - column;
  Border border;
  border.lanes = border.loaded = emitLanes(first, last);
  border.index = axis.getRunPosition(column, /*isLeft=*/false);
  if (axis.extension.kind == PadExtension::Kind::Mirror) {
    border.index = border.index - (mover.getLanes() - 1);
    border.loaded = emitLanes(all - last, all - first);
  }
  return border;
}

ArithValue MaskedRows::merge(ArithValue vector, const Border &border,
                             FlatBuffer source, ArithValue sourceOffset) {
  ArithValue from = sourceOffset + border.index;
  auto emitBorder = [&] {
    switch (axis.extension.kind) {
    case PadExtension::Kind::Fill:
      break;
    case PadExtension::Kind::Broadcast:
      return mover.splat(mover.loadElement(source, from), mover.getLanes());
    case PadExtension::Kind::Mirror:
      return mover.reverse(mover.loadMasked(source, from, border.loaded));
    case PadExtension::Kind::Repeat:
      return mover.loadMasked(source, from, border.loaded);
    }
    llvm_unreachable("the constant mode extends nothing");
  };
  return select(border.lanes, emitBorder(), vector);
}

ArithValue MaskedRows::loadData(FlatBuffer source, ArithValue sourceOffset,
                                ArithValue column, ArithValue lanes) {
  ArithValue from = sourceOffset + (column - axis.low);
  ArithValue vector = mover.loadMasked(source, from, lanes);
  if (!axis.isFilled())
    return vector;
  return select(lanes, vector, mover.getPadding(mover.getLanes()));
}

ArithValue MaskedRows::emitEnd(FlatBuffer source, ArithValue sourceOffset,
                               bool isLast) {
  if (arePermuted(mover, axis)) {
    ArithValue vector =
        loadPermuted(isLast ? last : first, source, sourceOffset);
    if (!axis.isFilled())
      return vector;
    return select(isLast ? lastData : firstData, vector,
                  mover.getPadding(mover.getLanes()));
  }
  ArithValue column = isLast ? lastColumn : mover.math().constant(0);
  ArithValue vector =
      loadData(source, sourceOffset, column, isLast ? lastData : firstData);
  if (axis.isFilled())
    return vector;
  if (!isLast)
    vector = merge(vector, left, source, sourceOffset);
  if (isLast || isOneVector)
    vector = merge(vector, right, source, sourceOffset);
  return vector;
}

void MaskedRows::emit(FlatBuffer source, ArithValue sourceOffset,
                      FlatBuffer result, ArithValue resultOffset) {
  ArithValue first = emitEnd(source, sourceOffset, /*isLast=*/false);
  if (isOneVector)
    return mover.storeMasked(first, result, resultOffset, stored);
  ArithValue last = emitEnd(source, sourceOffset, /*isLast=*/true);
  mover.store(first, result, resultOffset);
  ArithContext m = mover.math();
  if (!mover.canPermute())
    mover.forLoop(m.constant(mover.getLanes()), lastColumn, mover.getLanes(),
                  [&](ArithValue column) {
                    column = min(column, lastDataColumn);
                    ArithValue from = sourceOffset + (column - axis.low);
                    mover.store(mover.load(source, from, mover.getLanes()),
                                result, resultOffset + column);
                  });
  mover.store(last, result, resultOffset + lastColumn);
}

static void emitPlanes(PlaneKernel &kernel, bool isOneVector) {
  MaskedRows rows(kernel.mover, kernel.row, isOneVector);
  const PlaneOperands &operands = kernel.operands;
  emitPlaneRows(
      kernel,
      [&](ArithValue source, ArithValue result, bool) {
        kernel.mover.trace(EmittedWay::Masked);
        rows.emit(operands.source, source, operands.result, result);
      },
      [&](ArithValue offset, ArithValue count) {
        kernel.mover.fillPadding(operands.result, offset, count);
      });
}

namespace {
/// Planes of masked rows.
class MaskedPlanes : public ElementStrategy {
public:
  explicit MaskedPlanes(const PlaneContext &context)
      : ElementStrategy(context) {
    traits.isForSize = true;
  }

  ArithValue emitFits(const PlaneOperands &, const PlaneUse &) override {
    return context.mover.math()(emitAreElements()) &
           MaskedRows::emitFits(context.mover, context.row);
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    callKernel("mask_rows", operands, {}, [](PlaneKernel &kernel) {
      kernel.mover.ifElse(
          MaskedRows::emitIsOneVector(kernel.mover, kernel.row),
          [&] { emitPlanes(kernel, /*isOneVector=*/true); },
          [&] { emitPlanes(kernel, /*isOneVector=*/false); });
    });
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createMaskedRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<MaskedPlanes>(context);
}
