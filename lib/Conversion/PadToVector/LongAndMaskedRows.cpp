//===- LongAndMaskedRows.cpp - Rows with permuted or masked ends ----------===//
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
/// Rows of elements or of small inner blocks with a vector of data, and borders
/// that fit one.
class LongPlanes : public PlaneStrategy {
public:
  explicit LongPlanes(const PlaneContext &context) : PlaneStrategy(context) {
    // Rows of elements and those of blocks share a kernel.
    traits.hasInnerBlocks = context.mayHaveInnerBlocks;
  }

  ArithValue emitFits(const PlaneOperands &, const PlaneUse &) override {
    int64_t lanes = context.mover.getLanes();
    return RowVectors::emitFitWhole(context.row, context.innerBlock, lanes,
                                    /*minData=*/lanes);
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    callKernel("move_long", operands, {}, [](PlaneKernel &kernel) {
      emitPlanes(kernel, RowVectors::Loads::Whole, EmittedWay::LongRows);
    });
  }
};

/// Planes of rows of at most two vectors.
class MaskedRows : public ElementStrategy {
public:
  explicit MaskedRows(const PlaneContext &context) : ElementStrategy(context) {
    traits.isForSize = true;
  }

  ArithValue emitFits(const PlaneOperands &, const PlaneUse &) override {
    return emitAreElements() &
           RowVectors::emitFitMasked(context.mover, context.row);
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    callKernel("mask_rows", operands, {}, [](PlaneKernel &kernel) {
      kernel.mover.ifElse(
          kernel.row.resultExtent <= kernel.mover.getLanes(),
          [&] {
            emitPlanes(kernel, RowVectors::Loads::MaskedOne,
                       EmittedWay::Masked);
          },
          [&] {
            emitPlanes(kernel, RowVectors::Loads::Masked, EmittedWay::Masked);
          });
    });
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createMaskedRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<MaskedRows>(context);
}

std::unique_ptr<PlaneStrategy>
mlir::pad::createLongRows(const PlaneContext &context, const RowStrategy &) {
  return std::make_unique<LongPlanes>(context);
}
