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

/// Rows of all planes, or, with `isOnePlane`, of the one that begins where the
/// operands say.
static void emitRows(PlaneKernel &kernel, bool isOnePlane, bool bordersOnly) {
  RowEmitter row(kernel.mover, kernel.row, kernel.innerBlock);
  const PlaneOperands &operands = kernel.operands;
  emitPlaneRows(
      kernel,
      [&](ArithValue source, ArithValue result, bool bordersOnly) {
        row.emit(operands.source, source, operands.result,
                 getWindowOffset(kernel, result), operands.window, bordersOnly);
      },
      /*writer=*/nullptr, isOnePlane, bordersOnly);
}

namespace {
struct Rows : PlaneStrategy {
  using PlaneStrategy::PlaneStrategy;

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    callKernel("move_rows", operands, {}, [&](PlaneKernel &kernel) {
      emitRows(kernel, /*isOnePlane=*/false, /*bordersOnly=*/false);
    });
  }
};

/// Loops around it tell planes whose data is there from those that others
/// repeat.
struct Borders : PlaneStrategy {
  using PlaneStrategy::PlaneStrategy;

  void emit(const PlaneOperands &operands, const PlaneTarget &target) override {
    bool bordersOnly = target.isDataThere;
    callKernel(bordersOnly ? "move_borders" : "move_plane", operands, {},
               [&](PlaneKernel &kernel) {
                 emitRows(kernel, /*isOnePlane=*/true, bordersOnly);
               });
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<Rows>(context);
}

std::unique_ptr<PlaneStrategy>
mlir::pad::createBorders(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<Borders>(context);
}
