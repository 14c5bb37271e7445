//===- MaskedRows.cpp - Rows by masked loads and stores -------------------===//
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
