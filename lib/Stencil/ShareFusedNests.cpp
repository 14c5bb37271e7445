//===- ShareFusedNests.cpp - Threads for fused consumers ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferBytes.h"
#include "Pad/IR/PadFormulas.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Rows/Loops.h"
#include "Pad/Transforms/Lowerability.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::pad {
#define GEN_PASS_DEF_SHAREFUSEDNESTS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The buffer that `op` writes an element or a vector of; null if it writes
/// none.
static Value getWritten(Operation *op) {
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return write.getBase();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemref();
  return nullptr;
}

/// The buffer from outside of `loop` whose elements it computes. Null if `loop`
/// has other effects, except on buffers of its own.
static TypedValue<MemRefType> findResult(scf::ForOp loop) {
  if (loop.getNumResults() != 0 || !getConstantIntValue(loop.getStep()) ||
      loop->getParentOfType<scf::ForallOp>() ||
      loop->getParentOfType<scf::ParallelOp>())
    return nullptr;
  Value result;
  WalkResult walked = loop.getBody()->walk([&](Operation *op) {
    if (Value written = getWritten(op)) {
      Value buffer = getWholeBuffer(written);
      if (loop.isDefinedOutsideOfLoop(buffer))
        result = buffer;
      else if (!buffer.getDefiningOp<memref::AllocOp>())
        return WalkResult::interrupt();
    } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
      if (loop.isDefinedOutsideOfLoop(dealloc.getMemref()))
        return WalkResult::interrupt();
    } else if (isa<memref::AllocOp>(op)) {
      return WalkResult::advance();
    } else if (!isa<scf::ForOp, scf::IfOp>(op) && !isMemoryEffectFree(op) &&
               !hasSingleEffect<MemoryEffects::Read>(op)) {
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return walked.wasInterrupted()
             ? nullptr
             : dyn_cast_or_null<TypedValue<MemRefType>>(result);
}

/// Splits `loop` into tasks, which are stretches of its iterations, if its
/// result, of `bytes` bytes, has at least `threshold`.
static void shareLoop(ArithContext m, scf::ForOp loop, ArithValue bytes,
                      int64_t threshold) {
  ArithValue isLarge = bytes >= threshold;
  if (isZeroInteger(OpFoldResult(isLarge)))
    return;
  auto branch = scf::IfOp::create(m.b, m.loc, isLarge, /*withElseRegion=*/true);
  m.b.setInsertionPointToStart(branch.thenBlock());
  ArithValue first = m(loop.getLowerBound()), last = m(loop.getUpperBound());
  int64_t step = *getConstantIntValue(loop.getStep());
  emitTasks(m, bytes, ceilDiv(max(last - first, 0), m.constant(step)),
            [&](ArithValue begin, ArithValue end) {
              ArithValue from = first + begin * step,
                         to = min(first + end * step, last);
              auto stretch = cast<scf::ForOp>(m.b.clone(*loop));
              stretch.setLowerBound(from);
              stretch.setUpperBound(to);
            });
  loop->moveBefore(branch.elseBlock()->getTerminator());
}

namespace {
struct ShareFusedNests : pad::impl::ShareFusedNestsBase<ShareFusedNests> {
  using ShareFusedNestsBase::ShareFusedNestsBase;

  void runOnOperation() override {
    PadDialect::FusedNestAttrHelper mark(&getContext());
    SmallVector<scf::ForOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (mark.isAttrPresent(loop))
        loops.push_back(loop);
    });
    llvm::SmallPtrSet<Operation *, 4> shared;
    OpBuilder builder(&getContext());
    for (scf::ForOp loop : loops) {
      // Threads that share a tile loop do not share what is in a tile.
      if (llvm::any_of(shared, [&](Operation *outer) {
            return outer->isAncestor(loop);
          }))
        continue;
      TypedValue<MemRefType> result = findResult(loop);
      std::optional<int64_t> elementBytes =
          result ? getElementBytes(result.getType().getElementType())
                 : std::nullopt;
      if (!elementBytes)
        continue;
      shared.insert(loop);
      builder.setInsertionPoint(loop);
      ArithContext m{builder, loop.getLoc()};
      shareLoop(m, loop, emitBufferBytes(m, result, *elementBytes),
                parallelThreshold);
    }
  }
};
} // namespace
