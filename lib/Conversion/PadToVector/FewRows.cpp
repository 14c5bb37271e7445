//===- FewRows.cpp - Planes of a few short rows -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A result of some elements is moved in the time that other ways take to begin:
// to describe planes in memory, to read that back, and to find out which of
// them a call has. Here the kernel gets the numbers of the plane as operands,
// and moves all of its rows.
//
//===----------------------------------------------------------------------===//

#include "FewRows.h"
#include "MaskedRows.h"
#include "Pad/Analysis/CostModel.h"
#include "PlaneStrategy.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

Value mlir::pad::emitIsPlaneSmall(VectorMover &mover,
                                  ArrayRef<AxisValues> axes) {
  IndexMath m = mover.math();
  const AxisValues &row = axes.back();
  // Without masks, elements are moved one by one.
  Value isShort = mover.hasMasks()
                      ? MaskedRows::emitIsOneVector(mover, row)
                      : m.cmp(CmpIPredicate::sle, row.resultExtent,
                              m.constant(cost::kMaxFewRowElements));
  Value isSmall = m.both(isShort, row.emitHasRuns(m));
  auto require = [&](Value condition) { isSmall = m.both(isSmall, condition); };
  if (axes.size() == 1)
    return isSmall;
  const AxisValues &outer = axes.drop_back().back();
  require(mover.hasMasks() ? m.cmp(CmpIPredicate::sle, outer.resultExtent,
                                   m.constant(cost::kMaxFewRows))
                           : m.cmp(CmpIPredicate::sle,
                                   m.mul(outer.resultExtent, row.resultExtent),
                                   m.constant(cost::kMaxFewElements)));
  if (outer.mode != PadMode::Constant)
    require(outer.emitHasRuns(m));
  // The only plane of the result is the first one of the source.
  Value zero = m.constant(0), one = m.constant(1);
  for (const AxisValues &planes : axes.drop_back(2)) {
    require(m.cmp(CmpIPredicate::eq, planes.resultExtent, one));
    require(m.cmp(CmpIPredicate::sgt, planes.dilated, zero));
    require(m.cmp(CmpIPredicate::eq, planes.low, zero));
  }
  return isSmall;
}

/// The numbers that `makeAxis` takes. Where there is data, or no mode extends
/// it, the low pad is within its limits.
static void appendNumbers(const AxisValues &axis,
                          SmallVectorImpl<Value> &list) {
  list.append({axis.dilated, axis.low, axis.resultExtent});
}

static AxisValues makeAxis(IndexMath m, PadMode mode, ValueRange numbers) {
  SymbolicPadAxis axis{numbers[0], numbers[1], m.b.getIndexAttr(0),
                       m.b.getIndexAttr(0), mode};
  return AxisValues(m.b, m.loc, axis, numbers[2]);
}

/// Calls `data(index)` with what index `i` of `axis`, whose borders are runs,
/// reads, or `padding` if that is the padding value.
static void emitIndex(VectorMover &mover, const AxisValues &axis, Value i,
                      function_ref<void(Value)> data,
                      function_ref<void()> padding) {
  IndexMath m = mover.math();
  Value isBefore = m.cmp(CmpIPredicate::slt, i, axis.begin),
        isBehind = m.cmp(CmpIPredicate::sge, i, axis.end);
  Value index = m.sub(i, axis.low);
  if (axis.mode == PadMode::Constant)
    return mover.ifElse(m.either(isBefore, isBehind), padding,
                        [&] { data(index); });
  auto extend = [&](Value isBorder, bool isLeft) {
    index = m.select(isBorder, axis.emitRunPosition(m, i, isLeft), index);
  };
  extend(isBehind, /*isLeft=*/false);
  extend(isBefore, /*isLeft=*/true);
  data(index);
}

static void emitPlane(PlaneKernel &kernel, const KernelTraits &traits) {
  VectorMover &mover = kernel.mover;
  IndexMath m = mover.math();
  AxisValues row =
      makeAxis(m, traits.rowMode, kernel.extraOperands.take_front(3));
  std::optional<MaskedRows> masked;
  if (mover.hasMasks())
    masked.emplace(mover, row, /*isOneVector=*/true);
  const PlaneOperands &operands = kernel.operands;
  auto emitRow = [&](Value sourceOffset, Value resultOffset) {
    mover.trace(EmittedWay::FewRows);
    if (masked)
      return masked->emit(operands.source, sourceOffset, operands.result,
                          resultOffset);
    mover.forLoop(m.constant(0), row.resultExtent, 1, [&](Value i) {
      Value to = mover.math().add(resultOffset, i);
      emitIndex(
          mover, row, i,
          [&](Value index) {
            Value from = mover.math().add(sourceOffset, index);
            mover.storeElement(mover.loadElement(operands.source, from),
                               operands.result, to);
          },
          [&] {
            mover.storeElement(mover.getPadding(1), operands.result, to);
          });
    });
  };
  if (kernel.extraOperands.size() == 3)
    return emitRow(operands.sourceOffset, operands.resultOffset);
  AxisValues outer = makeAxis(m, traits.outerMode,
                              kernel.extraOperands.drop_front(3).take_front(3));
  Value sourceStride = kernel.extraOperands[6],
        resultStride = kernel.extraOperands[7];
  mover.forLoop(m.constant(0), outer.resultExtent, 1, [&](Value i) {
    Value to = mover.math().add(operands.resultOffset,
                                mover.math().mul(i, resultStride));
    emitIndex(
        mover, outer, i,
        [&](Value index) {
          IndexMath m = mover.math();
          emitRow(m.add(operands.sourceOffset, m.mul(index, sourceStride)), to);
        },
        [&] { mover.fillPadding(operands.result, to, row.resultExtent); });
  });
}

namespace {
struct FewRows : PlaneStrategy {
  explicit FewRows(const PlaneContext &context) : PlaneStrategy(context) {
    // There is one plane, whose place no mode has a say in.
    traits.planesMode = traits.outerMode;
    traits.isForSize = true;
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    SmallVector<Value> numbers;
    appendNumbers(context.row, numbers);
    if (context.outer) {
      appendNumbers(*context.outer, numbers);
      numbers.append(
          {context.outer->sourceStride, context.outer->resultStride});
    }
    callKernel("few_rows", operands, numbers,
               [&](PlaneKernel &kernel) { emitPlane(kernel, traits); });
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createFewRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<FewRows>(context);
}
