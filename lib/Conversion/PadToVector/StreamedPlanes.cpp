//===- StreamedPlanes.cpp - Planes past the caches ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/CostModel.h"
#include "PlaneStrategy.h"
#include "RowEmitter.h"
#include "RowVectors.h"

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// Rows of any numbers
//===----------------------------------------------------------------------===//

static void emitStreamedRows(PlaneKernel &kernel, StreamWriter &writer) {
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
                        target, emitStreamedRows);
  }
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createStreamedRows(const PlaneContext &context,
                              const RowStrategy &) {
  return std::make_unique<StreamedRows>(context);
}

//===----------------------------------------------------------------------===//
// Long rows
//===----------------------------------------------------------------------===//

/// The vectors whose lanes are permuted.
static VectorShape getVectors(VectorShape vectors, int64_t elementBits) {
  vectors.bits = vectors.getPermutedBits(elementBits);
  return vectors;
}

/// The row at `offset` of the result, whose source is at `sourceOffset`: its
/// ends, each a vector and a line of data beside it, are staged, and its data
/// is streamed.
static void emitRow(PlaneKernel &kernel, StreamWriter &writer, RowVectors &ends,
                    ArithValue sourceOffset, ArithValue offset) {
  VectorMover &mover = kernel.mover;
  mover.trace(EmittedWay::StreamedLongRows);
  const AxisValues &row = kernel.row;
  FlatBuffer source = kernel.operands.source;
  ArithContext m = mover.math();
  int64_t lanes = mover.getLanes(), line = writer.getLine();
  ArithValue origin = sourceOffset - row.low;
  auto stageEnd = [&](bool isTail) {
    ArithValue begin =
        isTail ? row.resultExtent - (lanes + line) : m.constant(0);
    writer.stageEnd(offset + begin, [&](FlatBuffer stage, ArithValue at) {
      for (int64_t k = 0; k <= line; k += lanes) {
        ArithContext m = mover.math();
        bool isEnd = k == (isTail ? line : 0);
        ArithValue behind = m.constant(k);
        ArithValue vector =
            isEnd ? ends.emit(source, sourceOffset, isTail)
                  : mover.load(source, origin + begin + behind, lanes);
        mover.store(vector, stage, at + behind);
      }
    });
  };
  stageEnd(/*isTail=*/false);
  writer.streamData(offset + row.begin, row.end - row.begin, source,
                    origin + row.begin);
  stageEnd(/*isTail=*/true);
}

namespace {
/// Rows of elements with some lines of data, and borders that fit a vector.
class StreamedLongPlanes : public PlaneStrategy {
public:
  explicit StreamedLongPlanes(const PlaneContext &context)
      : PlaneStrategy(context) {
    traits.vectors = getVectors(traits.vectors, traits.elementType.getWidth());
    traits.isForSize = true;
  }

  ArithValue emitFits(const PlaneOperands &, const PlaneUse &) override {
    return emitAreRowsLong(context.row, traits.vectors,
                           traits.elementType.getWidth());
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &target) override {
    callStreamingKernel("stream_long", operands, target,
                        [&](PlaneKernel &kernel, StreamWriter &writer) {
                          RowVectors ends(kernel.mover, kernel.row,
                                          kernel.innerBlock,
                                          RowVectors::Loads::Whole);
                          emitPlaneRows(
                              kernel,
                              [&](ArithValue from, ArithValue to, bool) {
                                emitRow(kernel, writer, ends, from, to);
                              },
                              &writer);
                        });
  }
};
} // namespace

ArithValue mlir::pad::emitAreRowsLong(const AxisValues &axis,
                                      const VectorShape &vectors,
                                      int64_t elementBits) {
  VectorShape own = getVectors(vectors, elementBits);
  return RowVectors::emitFitWhole(
      axis, axis.begin.constant(1), own.bits / elementBits,
      cost::kMinStreamedLines * 8 * cost::kLineBytes / elementBits);
}

std::unique_ptr<PlaneStrategy>
mlir::pad::createStreamedLongRows(const PlaneContext &context,
                                  const RowStrategy &) {
  return std::make_unique<StreamedLongPlanes>(context);
}
