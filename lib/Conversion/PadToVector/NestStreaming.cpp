//===- NestStreaming.cpp - Rows and tiles past the caches -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestEmitter.h"
#include "Pad/Analysis/CostModel.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

Value NestEmitter::emitIsStreamable(StreamWriter::Staging &staging) {
  if (!plan.canStream)
    return {};
  int64_t bytes = plan.elementBits / 8;
  Value isStreamable = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  if (plan.elementAlignment != bytes) {
    // Lines hold whole elements only if they are aligned to their size.
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(b, loc, op.getInit());
    Value rest = m.apply<arith::RemUIOp>(address, m.constant(bytes));
    isStreamable = m.cmp(CmpIPredicate::eq, rest, m.constant(0));
  }

  staging = StreamWriter::Staging::Pieces;
  const AxisValues &axis = axes[plan.row];
  if (axis.step || (plan.tile && !isRowTile()))
    return isStreamable;
  // Long data between borders that fit the stage.
  auto bytesOf = [&](Value count) {
    return m.mul(count, m.mul(chunk, m.constant(bytes)));
  };
  Value maxBorder = m.constant(cost::kMaxBorderBytes);
  Value isLong = m.cmp(CmpIPredicate::sge, bytesOf(m.sub(axis.end, axis.begin)),
                       m.constant(cost::kMinStreamedRowBytes));
  for (Value border : {axis.begin, m.sub(axis.resultExtent, axis.end)})
    isLong = m.apply<arith::AndIOp>(
        isLong, m.cmp(CmpIPredicate::sle, bytesOf(border), maxBorder));
  std::optional<int64_t> known = getConstantIntValue(isLong);
  if (known && *known == 0)
    return isStreamable;
  staging = StreamWriter::Staging::Borders;
  return m.apply<arith::AndIOp>(isStreamable, isLong);
}

void NestEmitter::emitThroughStream(StreamWriter::Staging staging, Value begin,
                                    Value end, function_ref<void()> emitAll) {
  int64_t maxChunk = ShapedType::isDynamic(plan.chunk)
                         ? cost::kMaxChunkBytes * 8 / plan.elementBits
                         : plan.chunk;
  writer.emplace(mover, op.getInit(), result.buffer, begin, staging, maxChunk);
  emitAll();
  writer->finish(end);
  writer.reset();
}

void NestEmitter::stream(StreamWriter::Staging staging) {
  Value begin = m.value(result.offset);
  Value end = m.add(begin, m.mul(axes[0].resultExtent, axes[0].resultStride));
  emitThroughStream(staging, begin, end, [&] { emit(/*bordersOnly=*/false); });
}

void NestEmitter::emitStreamedRow(Value sourceOffset, Value resultOffset,
                                  const RowWindow &window) {
  const AxisValues &axis = axes[plan.row];
  auto at = [&](Value index) {
    return m.add(resultOffset, m.mul(index, chunk));
  };
  if (writer->streamsRows()) {
    // Positions are numbers of the data here: no interior pad.
    Value line = m.ceilDiv(m.constant(writer->getLine()), chunk);
    auto windowAt = [&](RowWindow::Part part, Value first, Value last) {
      std::optional<int64_t> data = getConstantIntValue(line);
      return data ? RowWindow{first, last, part, *data}
                  : RowWindow{first, last};
    };
    Value dataBegin = m.max(axis.begin, window.first),
          dataEnd = m.min(axis.end, window.last);
    Value headEnd = m.add(dataBegin, line), tailBegin = m.sub(dataEnd, line);
    Value firstElement = m.sub(dataBegin, axis.low);
    return writer->writeRow(
        at(window.first), at(dataBegin),
        m.mul(m.sub(dataEnd, dataBegin), chunk), source.buffer,
        m.add(sourceOffset, m.mul(firstElement, chunk)),
        [&](FlatBuffer stage, Value offset) {
          emitRowWindow(
              sourceOffset, stage, offset,
              windowAt(RowWindow::Part::LeftEnd, window.first, headEnd));
        },
        at(tailBegin),
        [&](FlatBuffer stage, Value offset) {
          emitRowWindow(
              sourceOffset, stage, offset,
              windowAt(RowWindow::Part::RightEnd, tailBegin, window.last));
        });
  }
  Value piece =
      m.apply<arith::DivUIOp>(m.constant(writer->getMaxPiece()), chunk);
  mover.forLoop(window.first, window.last, piece, [&](Value first) {
    Value last = m.min(m.add(first, piece), window.last);
    writer->write(at(first), m.mul(m.sub(last, first), chunk),
                  [&](FlatBuffer stage, Value offset) {
                    emitRowWindow(sourceOffset, stage, offset, {first, last});
                  });
  });
}

void NestEmitter::streamUnits(StreamWriter::Staging staging, Value first,
                              Value last) {
  int64_t count = countUnitAxes();
  Value stride = count == 0 ? chunk : axes[count - 1].resultStride;
  auto at = [&](Value unit) {
    return m.add(m.value(result.offset), m.mul(unit, stride));
  };
  emitThroughStream(staging, at(first), at(last),
                    [&] { emitUnits(first, last, /*bordersOnly=*/false); });
}
