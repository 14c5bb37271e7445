//===- BlockRuns.cpp - Runs of small inner blocks -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockRuns.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

BlockRuns::BlockRuns(VectorMover &rowMover, ArithValue innerBlock,
                     ArithValue rowSize, int64_t direction)
    : mover(rowMover.withPermutedVectors()), rowSize(rowSize),
      direction(direction) {
  int64_t lanes = mover.getLanes();
  distances = mover.emitBlockLanes(innerBlock, direction);
  fits = (innerBlock <= lanes / 2) & (rowSize >= lanes);
  step = max(lanes - urem(mover.math().constant(lanes), max(innerBlock, 1)), 1);
  reach = direction < 0 ? step - innerBlock : innerBlock.constant(0);
}

ArithValue BlockRuns::emit(FlatBuffer source, ArithValue sourceOffset,
                           ArithValue position, FlatBuffer result,
                           ArithValue resultOffset, ArithValue count) {
  ArithContext m = mover.math();
  int64_t lanes = mover.getLanes();
  ArithValue zero = m.constant(0);
  ArithValue end = mover.hasMasks() ? count : count - (lanes - 1);
  auto loop = scf::ForOp::create(m.b, m.loc, zero, select(fits, end, zero),
                                 step, ValueRange(zero));
  loop->setAttr(kLoopAnnotation, getLoopAnnotation(m.b.getContext()));
  OpBuilder::InsertionGuard guard(m.b);
  m.b.setInsertionPointToStart(loop.getBody());
  mover.trace(EmittedWay::PermutedBlocks);
  ArithValue i = m(loop.getInductionVar());
  ArithValue block = direction < 0 ? position - i : position;
  ArithValue window = clamp(block - reach, 0, rowSize - lanes);
  ArithValue distance = (block - window).castTo(mover.getElementType());
  ArithValue permuted = mover.emitPermuted(
      mover.load(source, sourceOffset + window, lanes),
      mover.emitLaneNumbers(distances + mover.splat(distance, lanes)));
  // What lies behind the blocks of a vector is written again by the next one.
  ArithValue to = resultOffset + i;
  if (mover.hasMasks())
    mover.storeMasked(permuted, result, to,
                      mover.emitLanesBelow(min(count - i, lanes)));
  else
    mover.store(permuted, result, to);
  scf::YieldOp::create(m.b, m.loc, ValueRange(i + step));
  return m(loop.getResult(0));
}
