//===- StreamWriter.cpp - Whole cache lines past the caches ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamWriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// Bytes that a store past the caches has to fill to be one transaction.
static constexpr int64_t kLineBytes = 64;
/// Bytes of several lines that are streamed together.
static constexpr int64_t kPageBytes = 256;
/// Bytes of a page of memory. A store across its end waits for all stores past
/// the caches before it, so the stage begins a page, which most pieces fit.
static constexpr int64_t kStageAlignment = 4096;

StreamWriter::StreamWriter(VectorMover &mover, Value memref, FlatBuffer buffer,
                           Value begin, Block kind, int64_t chunk)
    : mover(mover), buffer(buffer), begin(begin), kind(kind) {
  OpBuilder &b = mover.builder();
  Location loc = mover.location();
  IndexMath m = mover.math();
  auto elementType =
      cast<IntegerType>(cast<MemRefType>(buffer.getType()).getElementType());
  int64_t bytes = elementType.getWidth() / 8;
  line = kLineBytes / bytes;
  block = (kind == Block::Line ? kLineBytes : kPageBytes) / bytes;
  maxPiece = kMaxPieceBytes / bytes;
  slack = llvm::alignTo(line + chunk, line);
  Value first = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memref);
  address = m.apply<arith::DivUIOp>(first, m.constant(bytes));

  // One stage a thread, also where the pad is in a loop.
  Operation *scope = b.getInsertionBlock()->getParentOp();
  while (!scope->hasTrait<OpTrait::AutomaticAllocationScope>() ||
         isa<scf::ForOp, affine::AffineForOp>(scope))
    scope = scope->getParentOp();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&scope->getRegion(0).front());
  int64_t largest =
      kind == Block::Line ? kMaxBorderBytes / bytes + slack : maxPiece;
  stage = memref::AllocaOp::create(
      b, loc,
      MemRefType::get({slack + block + largest + 2 * line}, elementType),
      b.getI64IntegerAttr(kStageAlignment));
}

Value StreamWriter::placeInBlock(Value offset) {
  IndexMath m = mover.math();
  return m.apply<arith::AndIOp>(m.add(address, offset), m.constant(block - 1));
}

Value StreamWriter::inStage(Value place) {
  IndexMath m = mover.math();
  return m.add(place, m.constant(slack));
}

void StreamWriter::copyElements(Value to, Value first, Value last) {
  mover.forLoop(first, last, 1, [&](Value i) {
    mover.storeElement(mover.loadElement(stage, inStage(i)), buffer,
                       mover.math().add(to, i));
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

void StreamWriter::flush(Value to, Value full) {
  IndexMath m = mover.math();
  Value zero = m.constant(0);
  // The first block may begin before the result: only what is ours is written.
  Value foreign = m.max(m.sub(begin, to), zero);
  Value hasForeign =
      m.apply<arith::AndIOp>(m.cmp(arith::CmpIPredicate::sgt, foreign, zero),
                             m.cmp(arith::CmpIPredicate::sgt, full, zero));
  mover.ifElse(
      hasForeign, [&] { copyElements(to, foreign, m.constant(block)); }, [] {});
  Value first = m.select(hasForeign, m.constant(block), zero);
  mover.forLoop(first, full, line, [&](Value i) {
    streamLine(stage, inStage(i), mover.math().add(to, i));
  });
}

void StreamWriter::keep(Value full, Value count) {
  IndexMath m = mover.math();
  int64_t lanes = mover.getLanes();
  auto moveAt = [&](Value i) {
    mover.store(mover.load(stage, inStage(m.add(full, i)), lanes), stage,
                inStage(i));
  };
  if (kind == Block::Line) {
    for (int64_t k = 0; k < line; k += lanes)
      moveAt(m.constant(k));
    return;
  }
  mover.ifElse(
      m.cmp(arith::CmpIPredicate::sgt, full, m.constant(0)),
      [&] { mover.forLoop(m.constant(0), count, lanes, moveAt); }, [] {});
}

void StreamWriter::write(Value offset, Value count, Emit emit) {
  IndexMath m = mover.math();
  Value place = placeInBlock(offset);
  emit(stage, inStage(place));
  Value staged = m.add(place, count);
  Value full = m.apply<arith::AndIOp>(staged, m.constant(-block));
  flush(m.sub(offset, place), full);
  keep(full, m.sub(staged, full));
}

void StreamWriter::writeRow(Value offset, Value dataBegin, Value dataEnd,
                            Value end, FlatBuffer source, Value sourceOffset,
                            Emit emitHead, Value tailBegin, Emit emitTail) {
  IndexMath m = mover.math();
  Value place = placeInBlock(offset);
  emitHead(stage, inStage(place));
  // Whole lines of data.
  Value mask = m.constant(line - 1);
  Value toLine = m.apply<arith::AndIOp>(
      m.sub(m.constant(0), placeInBlock(dataBegin)), mask);
  Value first = m.add(dataBegin, toLine);
  Value last = m.sub(dataEnd, placeInBlock(dataEnd));
  Value shift = m.sub(sourceOffset, dataBegin);
  mover.forLoop(first, last, line, [&](Value i) {
    streamLine(source, mover.math().add(i, shift), i);
  });
  // The lines in front of them, by now long stored.
  Value to = m.sub(offset, place);
  flush(to, m.sub(first, to));

  emitTail(stage, inStage(m.sub(tailBegin, last)));
  Value staged = m.sub(end, last);
  Value full = m.apply<arith::AndIOp>(staged, m.constant(-line));
  flush(last, full);
  keep(full, m.sub(staged, full));
}

void StreamWriter::fillPadding(Value offset, Value count) {
  IndexMath m = mover.math();
  Value zero = m.constant(0);
  if (kind == Block::Page) {
    mover.forLoop(zero, count, maxPiece, [&](Value i) {
      Value size = m.min(m.sub(count, i), m.constant(maxPiece));
      write(m.add(offset, i), size,
            [&](FlatBuffer to, Value at) { mover.fillPadding(to, at, size); });
    });
    return;
  }
  // The rest of the staged line, whole lines, and the begin of another.
  int64_t lanes = mover.getLanes();
  Value padding = mover.getPadding(lanes);
  Value place = placeInBlock(offset);
  Value rest = m.apply<arith::AndIOp>(m.sub(zero, place), m.constant(line - 1));
  Value head = m.min(rest, count);
  write(offset, head, [&](FlatBuffer to, Value at) {
    for (int64_t k = 0; k < line; k += lanes)
      mover.store(padding, to, m.add(at, m.constant(k)));
  });
  Value first = m.add(offset, head), end = m.add(offset, count);
  Value last = m.sub(end, placeInBlock(end));
  mover.forLoop(first, last, line, [&](Value i) {
    for (int64_t k = 0; k < line; k += lanes)
      mover.stream(padding, buffer, m.add(i, m.constant(k)));
  });
  // Not where all of it was the rest of a line: then `last` lies before it.
  mover.ifElse(
      m.cmp(arith::CmpIPredicate::sge, last, first),
      [&] {
        for (int64_t k = 0; k < line; k += lanes)
          mover.store(padding, stage, inStage(m.constant(k)));
      },
      [] {});
}

void StreamWriter::finish(Value end) {
  IndexMath m = mover.math();
  Value place = placeInBlock(end);
  Value to = m.sub(end, place);
  copyElements(to, m.max(m.sub(begin, to), m.constant(0)), place);
  // Stores past the caches are not ordered with others by themselves.
  LLVM::FenceOp::create(m.b, m.loc, LLVM::AtomicOrdering::seq_cst, StringRef());
}
