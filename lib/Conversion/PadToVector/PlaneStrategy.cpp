//===- PlaneStrategy.cpp - Ways to move planes --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaneStrategy.h"

using namespace mlir;
using namespace mlir::pad;

ArithValue PlaneStrategy::emitFits(const PlaneOperands &, const PlaneUse &) {
  return context.mover.math().condition(true);
}

void PlaneStrategy::callKernel(StringRef kind, const PlaneOperands &operands,
                               ValueRange extraOperands,
                               function_ref<void(PlaneKernel &)> build) const {
  OpBuilder &b = context.mover.builder();
  func::FuncOp kernel =
      getPlaneKernel(b, kind, traits, operands, extraOperands, {},
                     [&](PlaneKernel &kernel) -> SmallVector<Value> {
                       build(kernel);
                       return {};
                     });
  callPlaneKernel(b, context.mover.location(), kernel, operands, extraOperands);
}

void PlaneStrategy::callStreamingKernel(
    StringRef kind, const PlaneOperands &operands, const PlaneTarget &target,
    function_ref<void(PlaneKernel &, StreamWriter &)> build) const {
  Value extraOperands[] = {target.memory.stage, target.memory.state,
                           target.begin};
  callKernel(kind, operands, extraOperands, [&](PlaneKernel &kernel) {
    StreamWriter writer(kernel.mover, kernel.operands.result,
                        kernel.getExtra(2), target.staging,
                        target.maxInnerBlock,
                        {kernel.extraOperands[0], kernel.extraOperands[1]});
    build(kernel, writer);
  });
}

ArithValue ElementStrategy::emitAreElements() const {
  return eq(context.innerBlock, 1);
}

std::unique_ptr<PlaneStrategy>
mlir::pad::createPlaneStrategy(const PlaneContext &context,
                               const RowStrategy &strategy) {
  switch (strategy.kind) {
#define PAD_STRATEGY(NAME, TEXT) case RowStrategy::Kind::NAME:
#define PAD_PLANE_STRATEGY(NAME, TEXT)
#include "Pad/Analysis/RowStrategies.def"
    break;
#define PAD_PLANE_STRATEGY(NAME, TEXT)                                         \
  case RowStrategy::Kind::NAME:                                                \
    return create##NAME(context, strategy);
#include "Pad/Analysis/RowStrategies.def"
  }
  llvm_unreachable("no kernel moves planes so");
}

void mlir::pad::emitPlaneRows(PlaneKernel &kernel, LoopNest::Inner emitRow,
                              StreamWriter *writer, bool isOnePlane,
                              bool bordersOnly) {
  AxisValues axes[] = {kernel.outer, kernel.row};
  LoopNest nest(kernel.mover, axes, /*numLoops=*/1, std::move(emitRow),
                [&](ArithValue offset, ArithValue count) {
                  writer ? writer->fillPadding(offset, count)
                         : kernel.mover.fillPadding(kernel.operands.result,
                                                    offset, count);
                });
  ArithContext m = kernel.mover.math();
  kernel.forPlanes(kernel.operands.rows, m.condition(isOnePlane),
                   [&](ArithValue source, ArithValue result, RowWindow rows,
                       ArithValue hasSource) {
                     nest.emitRange(rows.first, rows.last, source, result,
                                    bordersOnly, hasSource);
                   });
}

ArithValue mlir::pad::getWindowOffset(PlaneKernel &kernel,
                                      ArithValue rowOffset) {
  return rowOffset + kernel.operands.window.first * kernel.innerBlock;
}
