//===- StreamWriter.cpp - Whole cache lines past the caches ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamWriter.h"
#include "Pad/Rows/CostModel.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

StreamWriter::Sizes::Sizes(VectorMover &mover, Staging staging,
                           int64_t maxInnerBlock) {
  int64_t bytes = mover.getElementBytes();
  line = cost::kLineBytes / bytes;
  switch (staging) {
  case Staging::Borders:
    // Tails begin before the line that they end in.
    slack = llvm::alignTo(line + maxInnerBlock, line);
    capacity = 2 * cost::kMaxBorderBytes / bytes + 4 * line + maxInnerBlock;
    return;
  case Staging::Pieces:
    slack = 0;
    capacity = cost::kPageBytes / bytes - 2 * line;
    return;
  }
  llvm_unreachable("unknown staging");
}

StreamWriter::Memory StreamWriter::allocate(VectorMover &mover, Staging staging,
                                            int64_t maxInnerBlock) {
  // One stage a thread, also where the pad is in a loop.
  Sizes sizes(mover, staging, maxInnerBlock);
  Memory memory;
  memory.state = mover.allocate(NumStates, mover.builder().getIndexType());
  memory.stage = mover.allocate(sizes.slack + sizes.capacity + 2 * sizes.line,
                                mover.getElementType(), cost::kPageBytes);
  return memory;
}

StreamWriter::StreamWriter(VectorMover &mover, FlatBuffer buffer,
                           ArithValue begin, Staging staging,
                           int64_t maxInnerBlock, Memory memory)
    : mover(mover), buffer(buffer), stage(memory.stage), state(memory.state),
      begin(begin), staging(staging) {
  Sizes sizes(mover, staging, maxInnerBlock);
  line = sizes.line;
  slack = sizes.slack;
  capacity = sizes.capacity;
  int64_t bytes = mover.getElementBytes();
  maxPiece = cost::kMaxPieceBytes / bytes;
  ArithContext m = mover.math();
  ArithValue first =
      m(memref::ExtractAlignedPointerAsIndexOp::create(m.b, m.loc, buffer));
  address = udiv(first, bytes);
}

void StreamWriter::start() { restart(lineOf(begin)); }

ArithValue StreamWriter::get(State which) {
  return mover.math()(memref::LoadOp::create(
      mover.builder(), mover.location(), state, mover.math().constant(which)));
}

void StreamWriter::set(State which, ArithValue offset) {
  memref::StoreOp::create(mover.builder(), mover.location(), offset, state,
                          mover.math().constant(which));
}

ArithValue StreamWriter::placeInLine(ArithValue offset) {
  return address + offset & line - 1;
}

ArithValue StreamWriter::lineOf(ArithValue offset) {
  return offset - placeInLine(offset);
}

ArithValue StreamWriter::nextLine(ArithValue offset) {
  ArithValue rest = (0 - placeInLine(offset)) & (line - 1);
  return offset + rest;
}

ArithValue StreamWriter::inStage(ArithValue offset) {
  return offset - get(Front) + slack;
}

void StreamWriter::restart(ArithValue offset) {
  set(Front, offset);
  set(Streamed, offset);
}

void StreamWriter::copyElements(ArithValue first, ArithValue last) {
  ArithValue from = inStage(first);
  mover.forLoop(first, last, 1, [&](ArithValue i) {
    ArithValue element = mover.loadElement(stage, from + (i - first));
    mover.storeElement(element, buffer, i);
  });
}

void StreamWriter::streamLine(FlatBuffer from, ArithValue offset,
                              ArithValue to) {
  int64_t lanes = mover.getLanes();
  // All of the line is there before any of it is stored.
  SmallVector<ArithValue> vectors;
  for (int64_t k = 0; k < line; k += lanes)
    vectors.push_back(mover.load(from, offset + k, lanes));
  for (auto [k, vector] : llvm::enumerate(vectors))
    mover.stream(vector, buffer, to + (k * lanes));
}

void StreamWriter::streamStaged(ArithValue end) {
  ArithValue first = get(Streamed);
  // The first line may begin before the result: only what is ours is written.
  ArithValue isForeign = (first < begin) & (first < end);
  ArithValue second = first + line;
  mover.ifElse(isForeign, [&] { copyElements(begin, second); }, [] {});
  first = select(isForeign, second, first);
  ArithValue from = inStage(first);
  mover.forLoop(first, end, line, [&](ArithValue i) {
    streamLine(stage, from + (i - first), i);
  });
  set(Streamed, end);
}

void StreamWriter::write(ArithValue offset, ArithValue count, Emit emit) {
  mover.trace(EmittedWay::StreamedPieces);
  ArithContext m = mover.math();
  ArithValue staged = offset + count - get(Front);
  mover.ifElse(
      staged > capacity,
      [&] {
        ArithValue last = lineOf(offset), from = inStage(last);
        streamStaged(last);
        restart(last);
        int64_t lanes = mover.getLanes();
        for (int64_t k = 0; k < line; k += lanes)
          mover.store(mover.load(stage, from + k, lanes), stage,
                      m.constant(slack + k));
      },
      [] {});
  emit(stage, inStage(offset));
  streamStaged(lineOf(offset));
}

void StreamWriter::stageEnd(ArithValue offset, Emit emit) {
  emit(stage, inStage(offset));
}

void StreamWriter::streamData(ArithValue offset, ArithValue count,
                              FlatBuffer source, ArithValue sourceOffset) {
  ArithContext m = mover.math();
  // Whole lines of data, and those in front of them, by now long stored.
  ArithValue first = nextLine(offset), last = lineOf(offset + count);
  int64_t lines = cost::kPrefetchBytes / cost::kLineBytes,
          maxCount = cost::kMaxPrefetchedRowBytes * line / cost::kLineBytes;
  ArithValue ahead = select(count <= maxCount, m.constant(lines * line), 0);
  bool prefetches = getConstantIntValue(ahead) != 0;
  ArithValue shift = sourceOffset - offset;
  mover.forLoop(first, last, line, [&](ArithValue i) {
    ArithValue from = i + shift;
    if (prefetches)
      mover.prefetch(source, from + ahead);
    streamLine(source, from, i);
  });
  streamStaged(first);
  restart(last);
}

void StreamWriter::fillPadding(ArithValue offset, ArithValue count) {
  if (getConstantIntValue(count) == 0)
    return;
  ArithContext m = mover.math();
  int64_t lanes = mover.getLanes();
  ArithValue padding = mover.getPadding(lanes);
  auto stageLine = [&](ArithValue at) {
    for (int64_t k = 0; k < line; k += lanes)
      mover.store(padding, stage, at + k);
  };
  // The rest of the staged line, whole lines, and the begin of another.
  stageLine(inStage(offset));
  ArithValue first = nextLine(offset), end = offset + count;
  mover.ifElse(
      end >= first,
      [&] {
        streamStaged(first);
        ArithValue last = lineOf(end);
        mover.forLoop(first, last, line, [&](ArithValue i) {
          for (int64_t k = 0; k < line; k += lanes)
            mover.stream(padding, buffer, i + k);
        });
        restart(last);
        stageLine(m.constant(slack));
      },
      [] {});
}

void StreamWriter::finish(ArithValue end) {
  ArithContext m = mover.math();
  ArithValue last = lineOf(end);
  streamStaged(last);
  copyElements(max(begin, last), end);
  // Stores past the caches are not ordered with others by themselves.
  LLVM::FenceOp::create(m.b, m.loc, LLVM::AtomicOrdering::seq_cst, StringRef());
}

void mlir::pad::emitStreamedRow(
    VectorMover &mover, StreamWriter &writer, const AxisValues &axis,
    ArithValue innerBlock, FlatBuffer source, ArithValue sourceOffset,
    ArithValue resultOffset, RowWindow window,
    function_ref<void(FlatBuffer, ArithValue, RowWindow)> emit) {
  auto at = [&](ArithValue index) {
    return resultOffset + (index - window.first) * innerBlock;
  };
  ArithContext m = mover.math();
  if (!writer.streamsRows()) {
    ArithValue piece = udiv(writer.getMaxPiece(), innerBlock);
    return mover.forLoop(
        window.first, window.last, piece, [&](ArithValue first) {
          ArithValue last = min(first + piece, window.last);
          writer.write(at(first), (last - first) * innerBlock,
                       [&](FlatBuffer stage, ArithValue offset) {
                         emit(stage, offset, {first, last});
                       });
        });
  }
  mover.trace(EmittedWay::StreamedRows);
  // Positions are numbers of the data here: no interior pad.
  ArithValue line = ceilDiv(m.constant(writer.getLine()), innerBlock);
  ArithValue dataBegin = clamp(axis.begin, window.first, window.last),
             dataEnd = clamp(axis.end, dataBegin, window.last);
  RowWindow head{window.first, dataBegin + line},
      tail{dataEnd - line, window.last};
  auto streamData = [&] {
    writer.streamData(at(dataBegin), (dataEnd - dataBegin) * innerBlock, source,
                      sourceOffset + (dataBegin - axis.low) * innerBlock);
  };
  auto stageEnd = [&](RowWindow end) {
    writer.stageEnd(at(end.first), [&](FlatBuffer stage, ArithValue offset) {
      emit(stage, offset, end);
    });
  };
  if (getConstantIntValue(head.last) && getConstantIntValue(tail.last)) {
    stageEnd(head);
    streamData();
    return stageEnd(tail);
  }
  mover.forBothEnds([&](ArithValue isTail) {
    stageEnd({select(isTail, tail.first, head.first),
              select(isTail, tail.last, head.last)});
    mover.ifElse(isTail, [] {}, streamData);
  });
}
