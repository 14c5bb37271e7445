//===- LongRows.cpp - Rows whose ends are permuted ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaneStrategy.h"
#include "RowEnds.h"

using namespace mlir;
using namespace mlir::pad;

/// The row at `offset` of the result, whose source is at `sourceOffset`.
static void emitRow(PlaneKernel &kernel, RowEnds &ends, ArithValue sourceOffset,
                    ArithValue offset) {
  VectorMover &mover = kernel.mover;
  mover.trace(EmittedWay::LongRows);
  const PlaneOperands &operands = kernel.operands;
  const AxisValues &row = kernel.row;
  int64_t lanes = mover.getLanes();
  ArithContext m = mover.math();
  ArithValue vector = m.constant(lanes), lastColumn = row.resultExtent - vector,
             lastDataColumn = row.end - vector;
  ArithValue first = ends.emit(operands.source, sourceOffset, /*isLast=*/false),
             last = ends.emit(operands.source, sourceOffset, /*isLast=*/true);
  mover.store(first, operands.result, offset);
  mover.forLoop(vector, lastColumn, lanes, [&](ArithValue column) {
    column = min(column, lastDataColumn);
    ArithValue from = sourceOffset + (column - row.low);
    mover.store(mover.load(operands.source, from, lanes), operands.result,
                offset + column);
  });
  mover.store(last, operands.result, offset + lastColumn);
}

namespace {
/// Rows of elements with a vector of data, and borders that fit one.
class LongPlanes : public ElementStrategy {
public:
  using ElementStrategy::ElementStrategy;

  ArithValue emitFits(const PlaneOperands &, const PlaneUse &) override {
    int64_t lanes = context.mover.getLanes();
    ArithContext m = context.mover.math();
    return m(emitAreElements()) &
           RowEnds::emitFits(m, context.row, lanes, /*minData=*/lanes);
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    callKernel("move_long", operands, {}, [](PlaneKernel &kernel) {
      RowEnds ends(kernel.mover, kernel.row);
      emitPlaneRows(
          kernel,
          [&](ArithValue from, ArithValue to, bool) {
            emitRow(kernel, ends, from, to);
          },
          [&](ArithValue offset, ArithValue count) {
            kernel.mover.fillPadding(kernel.operands.result, offset, count);
          });
    });
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createLongRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<LongPlanes>(context);
}
