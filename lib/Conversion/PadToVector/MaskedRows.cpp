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
using arith::CmpIPredicate;

Value MaskedRows::emitFits(VectorMover &mover, const AxisValues &axis) {
  IndexMath m = mover.math();
  Value fits = axis.emitHasRuns(m);
  auto require = [&](Value condition) { fits = m.both(fits, condition); };
  Value vector = m.constant(mover.getLanes());
  Value rest = m.sub(axis.resultExtent, vector);
  Value isOne = m.cmp(CmpIPredicate::sle, rest, m.constant(0));
  // Of one vector both borders are a part. What a permutation mirrors is in one
  // vector with the element that it is mirrored at.
  bool isMirrored = axis.mode != PadMode::Constant && arePermuted(mover, axis);
  Value widest = m.constant(mover.getLanes() - isMirrored);
  Value limit = m.select(isOne, vector, m.min(widest, rest));
  for (Value border : {axis.begin, m.sub(axis.resultExtent, axis.end)})
    require(m.cmp(CmpIPredicate::sle, border, limit));
  Value areTwo = m.cmp(CmpIPredicate::sle, rest, vector);
  if (mover.canPermute()) {
    require(areTwo);
    return fits;
  }
  // Vectors between the first and the last are of data.
  Value isWide = m.cmp(CmpIPredicate::sge, m.sub(axis.end, axis.begin), vector);
  require(m.either(areTwo, isWide));
  return fits;
}

Value MaskedRows::emitIsOneVector(VectorMover &mover, const AxisValues &axis) {
  IndexMath m = mover.math();
  return m.cmp(CmpIPredicate::sle, axis.resultExtent,
               m.constant(mover.getLanes()));
}

Value MaskedRows::emitLanes(Value first, Value last) {
  return isOneVector ? mover.emitLanesInside(first, last)
                     : mover.emitLanes(first, last);
}

MaskedRows::MaskedRows(VectorMover &mover, const AxisValues &axis,
                       bool isOneVector)
    : mover(mover), axis(axis), isOneVector(isOneVector) {
  IndexMath m = mover.math();
  Value zero = m.constant(0), all = m.constant(mover.getLanes());
  firstData = emitLanes(axis.begin, axis.end);
  if (isOneVector) {
    stored = emitLanes(zero, axis.resultExtent);
  } else {
    lastColumn = m.sub(axis.resultExtent, all);
    lastDataColumn = m.sub(axis.end, all);
    lastData =
        emitLanes(m.sub(axis.begin, lastColumn), m.sub(axis.end, lastColumn));
  }
  if (arePermuted(mover, axis)) {
    Value begin = m.sub(axis.begin, axis.low), end = m.sub(axis.end, axis.low);
    // Behind a crop, the right border of a short row mirrors what is cropped.
    if (axis.mode != PadMode::Constant)
      begin =
          m.min(begin,
                axis.emitRunPosition(m, m.sub(axis.resultExtent, m.constant(1)),
                                     /*isLeft=*/false));
    first = emitPermutation(zero, m.max(begin, zero));
    if (!isOneVector)
      last = emitPermutation(lastColumn, m.max(m.sub(end, all), zero));
    return;
  }
  if (axis.mode == PadMode::Constant)
    return;
  left.lanes = emitLanes(zero, axis.begin);
  left.index = axis.emitRunPosition(m, zero, /*isLeft=*/true);
  left.loaded = left.lanes;
  if (axis.extension.kind == PadExtension::Kind::Mirror) {
    left.index = m.sub(left.index, m.constant(mover.getLanes() - 1));
    left.loaded = emitLanes(m.sub(all, axis.begin), all);
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

MaskedRows::Permutation MaskedRows::emitPermutation(Value column, Value index) {
  IndexMath m = mover.math();
  int64_t width = mover.getLanes();
  Value zero = m.constant(0), all = m.constant(width);
  VectorType type = mover.getVectorType(width);
  Value lane = emitStepVector(m.b, m.loc, type);
  auto splat = [&](Value position) {
    return mover.splat(
        m.b.createOrFold<arith::IndexCastOp>(m.loc, mover.getElementType(),
                                             m.sub(position, index)),
        width);
  };
  auto border = [&](bool isLeft) -> Value {
    Value first = splat(axis.emitRunPosition(m, column, isLeft));
    bool isMirror = axis.extension.kind == PadExtension::Kind::Mirror;
    return isMirror ? m.sub(first, lane) : first;
  };
  auto select = [&](Value first, Value last, Value then, Value otherwise) {
    return arith::SelectOp::create(
        m.b, m.loc, emitLanes(m.sub(first, column), m.sub(last, column)), then,
        otherwise);
  };
  Value data = m.add(splat(m.sub(column, axis.low)), lane);
  Value numbers = data;
  if (axis.mode != PadMode::Constant) {
    numbers = select(axis.end, axis.resultExtent, border(false), numbers);
    numbers = select(zero, axis.begin, border(true), numbers);
  }
  Value there = m.min(m.sub(axis.dilated, index), all);
  return {index, emitLanes(zero, there), mover.emitLaneNumbers(numbers)};
}

Value MaskedRows::loadPermuted(const Permutation &permutation,
                               FlatBuffer source, Value sourceOffset) {
  Value from = mover.math().add(sourceOffset, permutation.index);
  return mover.emitPermuted(mover.loadMasked(source, from, permutation.loaded),
                            permutation.numbers);
}

MaskedRows::Border MaskedRows::emitRightBorder(Value column) {
  IndexMath m = mover.math();
  Value all = m.constant(mover.getLanes());
  Value first = m.sub(axis.end, column),
        last = m.sub(axis.resultExtent, column);
  Border border;
  border.lanes = border.loaded = emitLanes(first, last);
  border.index = axis.emitRunPosition(m, column, /*isLeft=*/false);
  if (axis.extension.kind == PadExtension::Kind::Mirror) {
    border.index = m.sub(border.index, m.constant(mover.getLanes() - 1));
    border.loaded = emitLanes(m.sub(all, last), m.sub(all, first));
  }
  return border;
}

Value MaskedRows::merge(Value vector, const Border &border, FlatBuffer source,
                        Value sourceOffset) {
  IndexMath m = mover.math();
  Value from = m.add(sourceOffset, border.index);
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
  return arith::SelectOp::create(m.b, m.loc, border.lanes, emitBorder(),
                                 vector);
}

Value MaskedRows::loadData(FlatBuffer source, Value sourceOffset, Value column,
                           Value lanes) {
  IndexMath m = mover.math();
  Value from = m.add(sourceOffset, m.sub(column, axis.low));
  Value vector = mover.loadMasked(source, from, lanes);
  if (axis.mode != PadMode::Constant)
    return vector;
  return arith::SelectOp::create(m.b, m.loc, lanes, vector,
                                 mover.getPadding(mover.getLanes()));
}

Value MaskedRows::emitEnd(FlatBuffer source, Value sourceOffset, bool isLast) {
  if (arePermuted(mover, axis)) {
    Value vector = loadPermuted(isLast ? last : first, source, sourceOffset);
    if (axis.mode != PadMode::Constant)
      return vector;
    return arith::SelectOp::create(mover.builder(), mover.location(),
                                   isLast ? lastData : firstData, vector,
                                   mover.getPadding(mover.getLanes()));
  }
  Value column = isLast ? lastColumn : mover.math().constant(0);
  Value vector =
      loadData(source, sourceOffset, column, isLast ? lastData : firstData);
  if (axis.mode == PadMode::Constant)
    return vector;
  if (!isLast)
    vector = merge(vector, left, source, sourceOffset);
  if (isLast || isOneVector)
    vector = merge(vector, right, source, sourceOffset);
  return vector;
}

void MaskedRows::emit(FlatBuffer source, Value sourceOffset, FlatBuffer result,
                      Value resultOffset) {
  Value first = emitEnd(source, sourceOffset, /*isLast=*/false);
  if (isOneVector)
    return mover.storeMasked(first, result, resultOffset, stored);
  Value last = emitEnd(source, sourceOffset, /*isLast=*/true);
  mover.store(first, result, resultOffset);
  IndexMath m = mover.math();
  if (!mover.canPermute())
    mover.forLoop(m.constant(mover.getLanes()), lastColumn, mover.getLanes(),
                  [&](Value column) {
                    IndexMath m = mover.math();
                    column = m.min(column, lastDataColumn);
                    Value from = m.add(sourceOffset, m.sub(column, axis.low));
                    mover.store(mover.load(source, from, mover.getLanes()),
                                result, m.add(resultOffset, column));
                  });
  mover.store(last, result, m.add(resultOffset, lastColumn));
}

static void emitPlanes(PlaneKernel &kernel, bool isOneVector) {
  MaskedRows rows(kernel.mover, kernel.row, isOneVector);
  const PlaneOperands &operands = kernel.operands;
  emitPlaneRows(
      kernel,
      [&](Value source, Value result, bool) {
        kernel.mover.trace(EmittedWay::Masked);
        rows.emit(operands.source, source, operands.result, result);
      },
      [&](Value offset, Value count) {
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

  Value emitFits(const PlaneOperands &, const PlaneUse &) override {
    return context.mover.math().both(
        emitAreElements(), MaskedRows::emitFits(context.mover, context.row));
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
