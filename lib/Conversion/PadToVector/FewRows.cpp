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

#include "PlaneStrategy.h"
#include "RowVectors.h"
#include "ShortBorders.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The numbers of the operands that the kernel has beyond those of every
/// kernel: three numbers of the row axis and, where a plane has several rows,
/// three of the axis around it and the two strides of that axis.
enum FewRowsOperand : int64_t {
  RowNumbers,
  OuterNumbers = RowNumbers + 3,
  SourceStride = OuterNumbers + 3,
  ResultStride
};
} // namespace

/// The numbers that `makeAxis` takes. Where there is data, or no mode extends
/// it, the low pad is within its limits.
static void appendNumbers(const AxisValues &axis,
                          SmallVectorImpl<Value> &list) {
  list.append({axis.dilated, axis.low, axis.resultExtent});
}

static AxisValues makeAxis(ArithContext m, PadMode mode, ValueRange numbers) {
  SymbolicPadAxis axis{numbers[0], numbers[1], m.b.getIndexAttr(0),
                       m.b.getIndexAttr(0), mode};
  return AxisValues(m.b, m.loc, axis, m(numbers[2]));
}

/// Calls `data(index)` with what index `i` of `axis`, whose borders are runs,
/// reads, or `padding` if that is the padding value.
static void emitIndex(VectorMover &mover, const AxisValues &axis, ArithValue i,
                      function_ref<void(ArithValue)> data,
                      function_ref<void()> padding) {
  ArithValue isBefore = i < axis.begin, isBehind = i >= axis.end;
  ArithValue index = i - axis.low;
  if (axis.isFilled())
    return mover.ifElse(isBefore | isBehind, padding, [&] { data(index); });
  auto extend = [&](ArithValue isBorder, bool isLeft) {
    index = select(isBorder, axis.getRunPosition(i, isLeft), index);
  };
  extend(isBehind, /*isLeft=*/false);
  extend(isBefore, /*isLeft=*/true);
  data(index);
}

/// By masks, or run by run.
static void emitPlane(PlaneKernel &kernel, const KernelTraits &traits,
                      bool isMasked) {
  VectorMover &mover = kernel.mover;
  ArithContext m = mover.math();
  AxisValues row =
      makeAxis(m, traits.rowMode, kernel.extraOperands.drop_front(RowNumbers));
  std::optional<RowVectors> masked;
  if (isMasked)
    masked.emplace(mover, row, m.constant(1), RowVectors::Loads::MaskedOne);
  const PlaneOperands &operands = kernel.operands;
  mover.trace(isMasked ? EmittedWay::FewMaskedRows : EmittedWay::FewRows);
  auto emitRow = [&](ArithValue from, ArithValue to) {
    masked ? masked->emitRow(operands.source, from, operands.result, to)
           : emitShortBorders(mover, row, operands.source, from,
                              operands.result, to);
  };
  if (kernel.extraOperands.size() == OuterNumbers)
    return emitRow(operands.sourceOffset, operands.resultOffset);
  AxisValues outer = makeAxis(m, traits.outerMode,
                              kernel.extraOperands.drop_front(OuterNumbers));
  ArithValue sourceStride = kernel.getExtra(SourceStride),
             resultStride = kernel.getExtra(ResultStride);
  mover.forLoop(m.constant(0), outer.resultExtent, 1, [&](ArithValue i) {
    ArithValue to = operands.resultOffset + i * resultStride;
    emitIndex(
        mover, outer, i,
        [&](ArithValue index) {
          emitRow(operands.sourceOffset + index * sourceStride, to);
        },
        [&] {
          masked ? masked->fillRow(operands.result, to)
                 : mover.fillPadding(operands.result, to, row.resultExtent);
        });
  });
}

namespace {
class FewRows : public PlaneStrategy {
public:
  FewRows(const PlaneContext &context, bool isMasked)
      : PlaneStrategy(context), isMasked(isMasked) {
    // There is one plane, and no mode decides which one it reads.
    traits.planesMode = traits.outerMode;
    traits.isForSize = true;
    // A call takes as long as some rows: the numbers are moved to registers and
    // back, and the runs of axes, which are known where the version is chosen,
    // are computed again.
    traits.mayBeInlined = isMasked;
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    SmallVector<Value> numbers;
    appendNumbers(context.row, numbers);
    if (context.outer) {
      appendNumbers(*context.outer, numbers);
      numbers.append(
          {context.outer->sourceStride, context.outer->resultStride});
    }
    callKernel(
        isMasked ? "few_masked_rows" : "few_rows", operands, numbers,
        [&](PlaneKernel &kernel) { emitPlane(kernel, traits, isMasked); });
  }

private:
  bool isMasked;
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createFewMaskedRows(const PlaneContext &context,
                               const RowStrategy &) {
  return std::make_unique<FewRows>(context, /*isMasked=*/true);
}

std::unique_ptr<PlaneStrategy>
mlir::pad::createFewRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<FewRows>(context, /*isMasked=*/false);
}
