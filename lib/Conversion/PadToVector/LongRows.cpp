//===- LongRows.cpp - Rows whose ends are permuted ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaneStrategy.h"
#include "RowVectors.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Rows of elements with a vector of data, and borders that fit one.
class LongPlanes : public ElementStrategy {
public:
  using ElementStrategy::ElementStrategy;

  ArithValue emitFits(const PlaneOperands &, const PlaneUse &) override {
    int64_t lanes = context.mover.getLanes();
    return emitAreElements() &
           RowVectors::emitFitWhole(context.row, lanes, /*minData=*/lanes);
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    callKernel("move_long", operands, {}, [](PlaneKernel &kernel) {
      emitPlanes(kernel, RowVectors::Loads::Whole, EmittedWay::LongRows);
    });
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createLongRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<LongPlanes>(context);
}
