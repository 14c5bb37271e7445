//===- StreamWriter.cpp - Whole cache lines past the caches ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamWriter.h"
#include "Pad/Analysis/AllocationScope.h"
#include "Pad/Analysis/CostModel.h"
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
  OpBuilder &b = mover.builder();
  OpBuilder::InsertionGuard guard(b);
  Operation *scope = getAllocationScope(b.getInsertionBlock());
  b.setInsertionPointToStart(&scope->getRegion(0).front());
  Sizes sizes(mover, staging, maxInnerBlock);
  int64_t size = sizes.slack + sizes.capacity + 2 * sizes.line;
  Memory memory;
  memory.stage = memref::AllocaOp::create(
      b, mover.location(), MemRefType::get({size}, mover.getElementType()),
      b.getI64IntegerAttr(cost::kPageBytes));
  memory.state = memref::AllocaOp::create(
      b, mover.location(), MemRefType::get({NumStates}, b.getIndexType()));
  return memory;
}

StreamWriter::StreamWriter(VectorMover &mover, FlatBuffer buffer, Value begin,
                           Staging staging, int64_t maxInnerBlock,
                           Memory memory)
    : mover(mover), buffer(buffer), stage(memory.stage), begin(begin),
      state(memory.state), staging(staging) {
  Sizes sizes(mover, staging, maxInnerBlock);
  line = sizes.line;
  slack = sizes.slack;
  capacity = sizes.capacity;
  int64_t bytes = mover.getElementBytes();
  maxPiece = cost::kMaxPieceBytes / bytes;
  IndexMath m = mover.math();
  Value first =
      memref::ExtractAlignedPointerAsIndexOp::create(m.b, m.loc, buffer);
  address = m.apply<arith::DivUIOp>(first, m.constant(bytes));
}

void StreamWriter::start() { restart(lineOf(begin)); }

Value StreamWriter::get(State which) {
  return memref::LoadOp::create(mover.builder(), mover.location(), state,
                                mover.math().constant(which));
}

void StreamWriter::set(State which, Value offset) {
  memref::StoreOp::create(mover.builder(), mover.location(), offset, state,
                          mover.math().constant(which));
}

Value StreamWriter::placeInLine(Value offset) {
  IndexMath m = mover.math();
  return m.apply<arith::AndIOp>(m.add(address, offset), m.constant(line - 1));
}

Value StreamWriter::lineOf(Value offset) {
  return mover.math().sub(offset, placeInLine(offset));
}

Value StreamWriter::nextLine(Value offset) {
  IndexMath m = mover.math();
  Value rest = m.apply<arith::AndIOp>(m.sub(m.constant(0), placeInLine(offset)),
                                      m.constant(line - 1));
  return m.add(offset, rest);
}

Value StreamWriter::inStage(Value offset) {
  IndexMath m = mover.math();
  return m.add(m.sub(offset, get(Front)), m.constant(slack));
}

void StreamWriter::restart(Value offset) {
  set(Front, offset);
  set(Streamed, offset);
}

void StreamWriter::copyElements(Value first, Value last) {
  Value from = inStage(first);
  mover.forLoop(first, last, 1, [&](Value i) {
    IndexMath m = mover.math();
    Value element = mover.loadElement(stage, m.add(from, m.sub(i, first)));
    mover.storeElement(element, buffer, i);
  });
}

void StreamWriter::streamLine(FlatBuffer from, Value offset, Value to) {
  IndexMath m = mover.math();
  int64_t lanes = mover.getLanes();
  // All of the line is there before any of it is stored.
  SmallVector<Value> vectors;
  for (int64_t k = 0; k < line; k += lanes)
    vectors.push_back(mover.load(from, m.add(offset, m.constant(k)), lanes));
  for (auto [k, vector] : llvm::enumerate(vectors))
    mover.stream(vector, buffer, m.add(to, m.constant(k * lanes)));
}

void StreamWriter::streamStaged(Value end) {
  IndexMath m = mover.math();
  Value first = get(Streamed);
  // The first line may begin before the result: only what is ours is written.
  Value isForeign = m.both(m.cmp(arith::CmpIPredicate::slt, first, begin),
                           m.cmp(arith::CmpIPredicate::slt, first, end));
  Value second = m.add(first, m.constant(line));
  mover.ifElse(isForeign, [&] { copyElements(begin, second); }, [] {});
  first = m.select(isForeign, second, first);
  Value from = inStage(first);
  mover.forLoop(first, end, line, [&](Value i) {
    IndexMath m = mover.math();
    streamLine(stage, m.add(from, m.sub(i, first)), i);
  });
  set(Streamed, end);
}

void StreamWriter::write(Value offset, Value count, Emit emit) {
  mover.trace(EmittedWay::StreamedPieces);
  IndexMath m = mover.math();
  Value staged = m.sub(m.add(offset, count), get(Front));
  mover.ifElse(
      m.cmp(arith::CmpIPredicate::sgt, staged, m.constant(capacity)),
      [&] {
        Value last = lineOf(offset), from = inStage(last);
        streamStaged(last);
        restart(last);
        int64_t lanes = mover.getLanes();
        for (int64_t k = 0; k < line; k += lanes)
          mover.store(mover.load(stage, m.add(from, m.constant(k)), lanes),
                      stage, m.constant(slack + k));
      },
      [] {});
  emit(stage, inStage(offset));
  streamStaged(lineOf(offset));
}

void StreamWriter::stageEnd(Value offset, Emit emit) {
  emit(stage, inStage(offset));
}

void StreamWriter::streamData(Value offset, Value count, FlatBuffer source,
                              Value sourceOffset) {
  IndexMath m = mover.math();
  // Whole lines of data, and those in front of them, by now long stored.
  Value first = nextLine(offset), last = lineOf(m.add(offset, count));
  int64_t lines = cost::kPrefetchBytes / cost::kLineBytes,
          maxCount = cost::kMaxPrefetchedRowBytes * line / cost::kLineBytes;
  Value ahead =
      m.select(m.cmp(arith::CmpIPredicate::sle, count, m.constant(maxCount)),
               m.constant(lines * line), m.constant(0));
  bool prefetches = getConstantIntValue(ahead) != 0;
  Value shift = m.sub(sourceOffset, offset);
  mover.forLoop(first, last, line, [&](Value i) {
    IndexMath m = mover.math();
    Value from = m.add(i, shift);
    if (prefetches)
      mover.prefetch(source, m.add(from, ahead));
    streamLine(source, from, i);
  });
  streamStaged(first);
  restart(last);
}

void StreamWriter::fillPadding(Value offset, Value count) {
  if (getConstantIntValue(count) == 0)
    return;
  IndexMath m = mover.math();
  int64_t lanes = mover.getLanes();
  Value padding = mover.getPadding(lanes);
  auto stageLine = [&](Value at) {
    for (int64_t k = 0; k < line; k += lanes)
      mover.store(padding, stage, m.add(at, m.constant(k)));
  };
  // The rest of the staged line, whole lines, and the begin of another.
  stageLine(inStage(offset));
  Value first = nextLine(offset), end = m.add(offset, count);
  mover.ifElse(
      m.cmp(arith::CmpIPredicate::sge, end, first),
      [&] {
        streamStaged(first);
        Value last = lineOf(end);
        mover.forLoop(first, last, line, [&](Value i) {
          for (int64_t k = 0; k < line; k += lanes)
            mover.stream(padding, buffer, m.add(i, m.constant(k)));
        });
        restart(last);
        stageLine(m.constant(slack));
      },
      [] {});
}

void StreamWriter::finish(Value end) {
  IndexMath m = mover.math();
  Value last = lineOf(end);
  streamStaged(last);
  copyElements(m.max(begin, last), end);
  // Stores past the caches are not ordered with others by themselves.
  LLVM::FenceOp::create(m.b, m.loc, LLVM::AtomicOrdering::seq_cst, StringRef());
}
