//===- StreamFusedRows.cpp - Rows of fused consumers past the caches ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferBytes.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Rows/CostModel.h"
#include "Pad/Rows/Loops.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "Pad/Transforms/Passes.h"
#include "Prefetches.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::pad {
#define GEN_PASS_DEF_STREAMFUSEDROWS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The writes of an iteration of a loop over blocks of a row, or of several
/// rows at once.
struct RowWrites {
  /// Those of each row, in the order of their elements.
  SmallVector<SmallVector<vector::TransferWriteOp>> rows;
  TypedValue<MemRefType> result;
  int64_t elementBytes = 0, step = 0;
  /// Whether the first vector of each row is computed without the others: they
  /// are not all results of one branch, as maxima of a block are.
  bool isSeparable = true;
};
} // namespace

/// Adds the writes of `loop` to `row`, by rows. Fails unless those of each row
/// are all elements of the block, one after the other.
static LogicalResult sortWrites(scf::ForOp loop,
                                ArrayRef<vector::TransferWriteOp> writes,
                                RowWrites &row) {
  int64_t written = row.step;
  for (vector::TransferWriteOp write : writes) {
    if (write.getBase() != row.result || write.getMask() ||
        write.hasOutOfBoundsDim() ||
        !write.getPermutationMap().isMinorIdentity() ||
        write.getVectorType().getRank() != 1)
      return failure();
    ValueRange outer = write.getIndices().drop_back();
    for (Value index : outer)
      if (!loop.isDefinedOutsideOfLoop(index))
        return failure();
    if (written == row.step) {
      row.rows.emplace_back();
      written = 0;
    } else if (outer != row.rows.back().back().getIndices().drop_back()) {
      return failure();
    }
    if (splitIndex(write.getIndices().back()) !=
        std::pair(loop.getInductionVar(), written))
      return failure();
    row.rows.back().push_back(write);
    written += write.getVectorType().getNumElements();
  }
  return success(written == row.step);
}

/// Describes the writes of `loop`; nullopt unless they are one after the other,
/// and all that the loop does.
static std::optional<RowWrites> describeWrites(scf::ForOp loop) {
  RowWrites row;
  if (loop.getNumResults() != 0)
    return std::nullopt;
  SmallVector<Value> read;
  SmallVector<vector::TransferWriteOp> writes;
  WalkResult walked = loop.getBody()->walk([&](Operation *inner) {
    if (auto write = dyn_cast<vector::TransferWriteOp>(inner);
        write && write->getParentOp() == loop)
      writes.push_back(write);
    else if (auto vector = dyn_cast<vector::TransferReadOp>(inner))
      read.push_back(vector.getBase());
    else if (auto load = dyn_cast<memref::LoadOp>(inner))
      read.push_back(load.getMemref());
    else if (!isa<scf::ForOp, scf::IfOp, memref::PrefetchOp>(inner) &&
             !isMemoryEffectFree(inner))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return std::nullopt;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || writes.empty())
    return std::nullopt;
  row.result = dyn_cast<TypedValue<MemRefType>>(writes.front().getBase());
  std::optional<int64_t> bytes =
      row.result ? getElementBytes(row.result.getType().getElementType())
                 : std::nullopt;
  if (!bytes)
    return std::nullopt;
  row.elementBytes = *bytes;
  row.step = *step;
  // A block that reads what it writes cannot run twice.
  if (!loop.isDefinedOutsideOfLoop(row.result) ||
      llvm::is_contained(read, row.result) ||
      !row.result.getType().isLastDimUnitStride() ||
      failed(sortWrites(loop, writes, row)))
    return std::nullopt;
  row.isSeparable = llvm::none_of(*loop.getBody(), [](Operation &inner) {
    return isa<scf::IfOp>(inner) && inner.getNumResults() > 1;
  });
  return row;
}

/// The address, in bytes, of element `begin` of row number `number` of those
/// that the loop writes.
static ArithValue emitAddress(ArithContext m, RowWrites &row, size_t number,
                              ArithValue begin) {
  auto view = memref::ExtractStridedMetadataOp::create(m.b, m.loc, row.result);
  ArithValue element = m.value(view.getConstifiedMixedOffset());
  SmallVector<OpFoldResult> strides = view.getConstifiedMixedStrides();
  ValueRange indices = row.rows[number].front().getIndices();
  for (auto [index, stride] :
       llvm::zip_equal(indices.drop_back(), ArrayRef(strides).drop_back()))
    element = element + m(index) * m.value(stride);
  ArithValue base =
      m(memref::ExtractAlignedPointerAsIndexOp::create(m.b, m.loc, row.result));
  return base + (element + begin) * row.elementBytes;
}

/// Stores `vectors`, which `loop` writes in its iteration at `index`; past the
/// caches if `streams`.
static void emitStores(OpBuilder &builder, RowWrites &row, ArithValue index,
                       ValueRange vectors, bool streams) {
  auto vector = vectors.begin();
  for (ArrayRef<vector::TransferWriteOp> writes : row.rows) {
    int64_t written = 0;
    for (vector::TransferWriteOp write : writes) {
      SmallVector<Value> indices(write.getIndices());
      indices.back() = index + written;
      int64_t lanes = write.getVectorType().getNumElements();
      llvm::MaybeAlign alignment;
      if (streams)
        alignment = llvm::Align(
            std::min<int64_t>(lanes * row.elementBytes, cost::kLineBytes));
      vector::StoreOp::create(builder, write.getLoc(), *vector++, row.result,
                              indices, /*nontemporal=*/streams, alignment);
      written += lanes;
    }
  }
}

/// Runs `loop` over `[first, last)`, which is a whole number of blocks. If the
/// condition `streams` holds, blocks are whole cache lines, which are written
/// past the caches. Each iteration stores what the iteration before it has
/// computed, so that a block is loaded before the previous one is stored: a
/// processor may delay a load behind a store whose address has the same last
/// twelve bits, as source and result have if they are at about the same place
/// of a page.
static void emitBlocks(OpBuilder &builder, scf::ForOp loop, RowWrites &row,
                       ArithValue first, ArithValue last, ArithValue streams) {
  ArithContext m{builder, loop.getLoc()};
  int64_t step = row.step;
  auto storeIf = [&](ArithValue holds, ArithValue index, ValueRange vectors) {
    auto storeAs = [&](bool streams) {
      return
          [&, streams] { emitStores(builder, row, index, vectors, streams); };
    };
    emitIf(m, holds,
           [&] { emitIf(m, streams, storeAs(true), storeAs(false)); });
  };
  SmallVector<Value> none;
  for (ArrayRef<vector::TransferWriteOp> writes : row.rows)
    for (vector::TransferWriteOp write : writes)
      none.push_back(
          ub::PoisonOp::create(builder, m.loc, write.getVectorType()));
  auto made = scf::ForOp::create(
      builder, m.loc, first, last, m.constant(step), none,
      [&](OpBuilder &, Location, Value index, ValueRange before) {
        IRMapping mapping;
        mapping.map(loop.getInductionVar(), index);
        SmallVector<Value> vectors;
        for (Operation &inner : loop.getBody()->without_terminator())
          if (auto write = dyn_cast<vector::TransferWriteOp>(inner))
            vectors.push_back(mapping.lookupOrDefault(write.getVector()));
          else
            builder.clone(inner, mapping);
        storeIf(first < m(index), m(index) - step, before);
        scf::YieldOp::create(builder, m.loc, vectors);
      });
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  storeIf(first < last, first + udiv(last - first - 1, step) * step,
          made.getResults());
}

/// The first vector of each row of the iteration of `loop` at `index`, or all
/// of them if they are computed together.
static void emitVectors(OpBuilder &builder, scf::ForOp loop, RowWrites &row,
                        Value index) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), index);
  // What only other vectors need is dead.
  for (Operation &inner : loop.getBody()->without_terminator())
    if (!row.isSeparable || !isa<vector::TransferWriteOp>(inner) ||
        llvm::any_of(row.rows,
                     [&](auto &writes) { return writes.front() == &inner; }))
      builder.clone(inner, mapping);
}

/// Makes `loop` write whole cache lines past the caches if `streams`, from the
/// first line on that begins in the row. Vectors write what is before and
/// behind these lines, but no part of them: a processor would read a line back
/// that has left for memory. So where less than a vector is before or behind
/// the lines, vectors write one line more.
static void emitStreamedLoop(OpBuilder &builder, scf::ForOp loop,
                             RowWrites &row, ArithValue streams) {
  ArithContext m{builder, loop.getLoc()};
  ArithValue begin = m(loop.getLowerBound()), end = m(loop.getUpperBound());
  int64_t step = row.step, line = cost::kLineBytes / row.elementBytes;
  ArithValue place = udiv(emitAddress(m, row, 0, begin), row.elementBytes);
  int64_t lanes =
      row.isSeparable
          ? row.rows.front().front().getVectorType().getNumElements()
          : step;
  ArithValue ahead = select(streams, (0 - place) & (line - 1), m.constant(0));
  auto isPart = [&](ArithValue count) { return ult(count - 1, lanes - 1); };
  ahead = select(isPart(ahead), ahead + std::max(line, lanes), ahead);
  ArithValue first = begin + ahead;
  ArithValue last = first + udiv(end - first, step) * step;
  last = select(isPart(end - last), last - step, last);
  emitBlocks(builder, loop, row, first, last, streams);

  ArithValue before = udiv(first - begin + (lanes - 1), lanes),
             behind = udiv(end - last + (lanes - 1), lanes);
  auto rest = scf::ForOp::create(builder, m.loc, m.constant(0), before + behind,
                                 m.constant(1));
  rest->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(rest.getBody());
  ArithValue vector = m(rest.getInductionVar());
  emitVectors(builder, loop, row,
              select(vector < before, max(first - (vector + 1) * lanes, begin),
                     min(last + (vector - before) * lanes, end - lanes)));
}

/// Whether there are loops inside of `loop`.
static bool hasLoops(scf::ForOp loop) {
  return loop.getBody()
      ->walk([](scf::ForOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Bytes of all tensors of which `loop` reads vectors; null if there are none.
static ArithValue emitSourceBytes(ArithContext m, scf::ForOp loop) {
  llvm::SmallDenseSet<Value> seen;
  ArithValue all;
  for (auto read : loop.getBody()->getOps<vector::TransferReadOp>()) {
    auto source =
        dyn_cast<TypedValue<MemRefType>>(getWholeBuffer(read.getBase()));
    std::optional<int64_t> of =
        source ? getElementBytes(source.getType().getElementType())
               : std::nullopt;
    if (!of || !loop.isDefinedOutsideOfLoop(source) ||
        !seen.insert(source).second)
      continue;
    ArithValue bytes = emitBufferBytes(m, source, *of);
    all = all ? all + bytes : bytes;
  }
  return all;
}

/// The outermost of the loops and branches right around `op`, itself if there
/// is none.
static Operation *getNest(Operation *op) {
  while (isa<scf::ForOp, scf::IfOp>(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

namespace {
struct StreamFusedRows : pad::impl::StreamFusedRowsBase<StreamFusedRows> {
  using StreamFusedRowsBase::StreamFusedRowsBase;

  void runOnOperation() override {
    PadDialect::FusedRowAttrHelper mark(&getContext());
    PadDialect::FixedVectorsAttrHelper isFixed(&getContext());
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      if (mark.isAttrPresent(loop))
        loops.push_back(loop);
    });
    llvm::SmallPtrSet<Operation *, 4> fenced;
    OpBuilder builder(&getContext());
    for (scf::ForOp loop : loops) {
      bool hasFixedVectors = isFixed.isAttrPresent(loop);
      mark.removeAttr(loop);
      isFixed.removeAttr(loop);
      std::optional<RowWrites> row = describeWrites(loop);
      // Processors prefetch by themselves if several rows are read at once.
      if (!row || row->rows.size() == 1)
        emitPrefetches(builder, loop);
      if (!row)
        continue;
      builder.setInsertionPoint(loop);
      ArithContext m{builder, loop.getLoc()};
      int64_t step = row->step;
      ArithValue begin = m(loop.getLowerBound()), end = m(loop.getUpperBound());
      // For a tile, the bytes of the whole result count.
      auto whole = cast<TypedValue<MemRefType>>(getWholeBuffer(row->result));
      ArithValue bytes = emitBufferBytes(m, whole, row->elementBytes),
                 isLarge = bytes >= int64_t(nontemporalThreshold);
      // The threshold supposes a source as large as the result. Frames read a
      // smaller one several times.
      if (ArithValue read = emitSourceBytes(m, loop))
        isLarge =
            isLarge & (udiv(bytes + read, 2) >= int64_t(nontemporalThreshold));
      if (step * row->elementBytes % cost::kLineBytes != 0 ||
          isZeroInteger(OpFoldResult(isLarge))) {
        // Blocks that take long have few stores, and their vectors need all
        // registers, as those of weights do if there are 16.
        if (hasLoops(loop) || (hasFixedVectors && vectorBits < 512))
          continue;
        emitBlocks(builder, loop, *row, begin, end, m.condition(false));
        loop.erase();
        continue;
      }
      // If the address is no multiple of an element, no element begins a line.
      // If rows lie at different places in their lines, no iteration begins
      // lines of all of them. Vectors that may not be moved have whole lines
      // only if the first one begins a line.
      ArithValue address = emitAddress(m, *row, 0, begin);
      int64_t multiple = hasFixedVectors ? cost::kLineBytes : row->elementBytes;
      ArithValue streams =
          isLarge & (begin + (stencil::kMinStreamedBlocks - 1) * step < end) &
          eq(urem(address, multiple), 0);
      for (size_t number = 1; number < row->rows.size(); ++number)
        streams = streams & eq((emitAddress(m, *row, number, begin) - address) &
                                   (cost::kLineBytes - 1),
                               0);
      emitStreamedLoop(builder, loop, *row, streams);
      // Stores past the caches are not ordered with others by themselves.
      if (Operation *nest = getNest(loop);
          nest == loop || fenced.insert(nest).second) {
        builder.setInsertionPointAfter(nest);
        LLVM::FenceOp::create(builder, m.loc, LLVM::AtomicOrdering::seq_cst,
                              StringRef());
      }
      loop.erase();
    }
  }
};
} // namespace
