//===- StreamedPlanes.cpp - Planes past the caches ----------------------===//
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

static void emitRows(PlaneKernel &kernel, StreamWriter &writer) {
  RowEmitter row(kernel.mover, kernel.row, kernel.innerBlock);
  const PlaneOperands &operands = kernel.operands;
  emitPlaneRows(
      kernel,
      [&](ArithValue source, ArithValue result, bool) {
        emitStreamedRow(
            kernel.mover, writer, kernel.row, kernel.innerBlock,
            operands.source, source, getWindowOffset(kernel, result),
            operands.window,
            [&](FlatBuffer stage, ArithValue offset, RowWindow window) {
              row.emit(operands.source, source, stage, offset, window,
                       /*bordersOnly=*/false);
            });
      },
      &writer);
}

namespace {
/// Rows of any numbers, whole or by pieces.
class StreamedRows : public PlaneStrategy {
public:
  explicit StreamedRows(const PlaneContext &context) : PlaneStrategy(context) {
    traits.isForSize = true;
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &target) override {
    bool isByRows = target.staging == StreamWriter::Staging::Borders;
    callStreamingKernel(isByRows ? "stream_rows" : "stream_pieces", operands,
                        target, emitRows);
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createStreamedRows(const PlaneContext &context,
                              const RowStrategy &) {
  return std::make_unique<StreamedRows>(context);
}
