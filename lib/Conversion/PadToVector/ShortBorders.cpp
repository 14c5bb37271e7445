//===- ShortBorders.cpp - Rows between short borders ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortBorders.h"
#include "Pad/Rows/CostModel.h"
#include "PlaneStrategy.h"

using namespace mlir;
using namespace mlir::pad;

void mlir::pad::emitShortBorders(VectorMover &mover, const AxisValues &row,
                                 FlatBuffer source, ArithValue sourceOffset,
                                 FlatBuffer result, ArithValue resultOffset) {
  auto emitBorder = [&](ArithValue first, ArithValue last, bool isLeft) {
    mover.forLoop(first, last, 1, [&](ArithValue i) {
      ArithValue element =
          row.isFilled()
              ? mover.getPadding(1)
              : mover.loadElement(source,
                                  sourceOffset + row.getRunPosition(i, isLeft));
      mover.storeElement(element, result, resultOffset + i);
    });
  };
  emitBorder(row.begin.constant(0), row.begin, /*isLeft=*/true);
  mover.copy(source, sourceOffset + (row.begin - row.low), result,
             resultOffset + row.begin, row.end - row.begin);
  emitBorder(row.end, row.resultExtent, /*isLeft=*/false);
}

void mlir::pad::callShortBorders(PlaneKernel &kernel, ArithValue sourceOffset,
                                 ArithValue resultOffset) {
  OpBuilder &b = kernel.mover.builder();
  PlaneOperands operands = kernel.operands;
  operands.sourceOffset = sourceOffset;
  operands.resultOffset = resultOffset;
  KernelTraits traits = kernel.traits;
  traits.isForSize = true;
  func::FuncOp row =
      getPlaneKernel(b, "short_borders_row", traits, operands, {}, {},
                     [](PlaneKernel &row) -> SmallVector<Value> {
                       const PlaneOperands &operands = row.operands;
                       emitShortBorders(row.mover, row.row, operands.source,
                                        operands.sourceOffset, operands.result,
                                        operands.resultOffset);
                       return {};
                     });
  callPlaneKernel(b, kernel.mover.location(), row, operands, {});
}

namespace {
class ShortBorders : public ElementStrategy {
public:
  explicit ShortBorders(const PlaneContext &context)
      : ElementStrategy(context) {
    traits.isForSize = true;
  }

  ArithValue emitFits(const PlaneOperands &, const PlaneUse &) override {
    const AxisValues &row = context.row;
    return emitAreElements() & row.hasRuns() &
           (row.begin <= cost::kMaxRunBorder) &
           (row.resultExtent - row.end <= cost::kMaxRunBorder);
  }

  bool isForLongRows() const override { return false; }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    callKernel("short_borders", operands, {}, [](PlaneKernel &kernel) {
      VectorMover &mover = kernel.mover;
      const PlaneOperands &operands = kernel.operands;
      emitPlaneRows(kernel, [&](ArithValue source, ArithValue result, bool) {
        mover.trace(EmittedWay::ShortBorders);
        emitShortBorders(mover, kernel.row, operands.source, source,
                         operands.result, result);
      });
    });
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createShortBorders(const PlaneContext &context,
                              const RowStrategy &) {
  return std::make_unique<ShortBorders>(context);
}
