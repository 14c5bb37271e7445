//===- RowPlanes.cpp - Planes of rows, run by run -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaneStrategy.h"
#include "RowEmitter.h"

using namespace mlir;
using namespace mlir::pad;

static void emitRows(PlaneKernel &kernel, bool bordersOnly) {
  RowEmitter row(kernel.mover, kernel.row, kernel.innerBlock);
  const PlaneOperands &operands = kernel.operands;
  emitPlaneRows(
      kernel, bordersOnly,
      [&](Value source, Value result, bool bordersOnly) {
        row.emit(operands.source, source, operands.result,
                 getWindowOffset(kernel, result), operands.window, bordersOnly);
      },
      [&](Value offset, Value count) {
        kernel.mover.fillPadding(operands.result, offset, count);
      });
}

namespace {
/// Rows of any numbers, run by run; of those whose data is there already, only
/// the borders.
struct Rows : PlaneStrategy {
  using PlaneStrategy::PlaneStrategy;

  void emit(const PlaneOperands &operands, const PlaneTarget &target) override {
    bool bordersOnly = target.isDataThere;
    callKernel(bordersOnly ? "move_borders" : "move_rows", operands, {},
               [&](PlaneKernel &kernel) { emitRows(kernel, bordersOnly); });
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<Rows>(context);
}

std::unique_ptr<PlaneStrategy>
mlir::pad::createBorders(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<Rows>(context);
}
